"""The simulated world: a server and its players in memory, with everything that can go wrong."""

from tests.world.report import Report, WorldFault
from tests.world.run import run_world

WORLDS = 13
"""So many, from seed 0 on, find every planted bug. Tests play these, `make soak` far more."""

__all__ = ["WORLDS", "Report", "WorldFault", "run_world"]
