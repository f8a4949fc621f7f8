"""`python -m cardkit` is the command `cardkit`."""

import sys

from cardkit.cli import main

if __name__ == "__main__":
    sys.exit(main())
