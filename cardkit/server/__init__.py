"""The trio shell: tables of any games, for people and programs, over TCP.

The house (`house`, `desk`, `lobby`) is plain synchronous code without I/O; `shell` and `links` move
bytes; `store` keeps what was accepted before anybody hears of it.
"""

from cardkit.netgame import add_texts
from cardkit.server.ja import TEXTS

add_texts("ja", TEXTS)
