"""The simulated world: a server and its players in memory, with everything that can go wrong."""

from cardkit.testing.world.report import Report, WorldFault
from cardkit.testing.world.run import run_world

__all__ = ["Report", "WorldFault", "run_world"]
