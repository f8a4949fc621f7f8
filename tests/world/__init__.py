"""The simulated world: a server and its players in memory, with everything that can go wrong."""

from tests.world.report import Report, WorldFault
from tests.world.run import run_world

__all__ = ["Report", "WorldFault", "run_world"]
