"""The games that ship with cardkit. Each imports nothing but `cardkit.cardgame`."""
