"""The games of cardkit, as `cardkit.games`. Each imports nothing but `cardkit.cardgame`."""

if __name__ != "cardkit.games":  # as it happens in the root of the repository
    raise ImportError("a game has one name only: from cardkit.games.whist import Whist")
