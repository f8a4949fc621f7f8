"""Bots to begin with, in several languages: `cardkit new --bot` copies them."""
