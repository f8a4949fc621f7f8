"""cardkit: a card game is one small class; everything else is derived from it."""

__version__ = "0.1.0"
