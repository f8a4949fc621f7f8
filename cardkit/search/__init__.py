"""Search: plays any game by trying out what could be said at tables as they may be."""

from cardkit.search.sage import Sage, sage_of
from cardkit.search.tree import BrokenLaw, Choice, Search, payoffs

__all__ = ["BrokenLaw", "Choice", "Sage", "Search", "payoffs", "sage_of"]
