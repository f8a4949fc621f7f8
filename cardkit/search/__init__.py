"""Search: plays any game by trying out what could be said at tables as they may be."""

from cardkit.search.hand_reading import HandReading
from cardkit.search.likely_hands import LikelyHands
from cardkit.search.race import Race
from cardkit.search.sage import Sage, policy_among, sage_of, search_for
from cardkit.search.search import BrokenLaw, Choice, Policy, Search, payoffs
from cardkit.search.tree import Tree

__all__ = [
    "BrokenLaw",
    "Choice",
    "HandReading",
    "LikelyHands",
    "Policy",
    "Race",
    "Sage",
    "Search",
    "Tree",
    "payoffs",
    "policy_among",
    "sage_of",
    "search_for",
]
