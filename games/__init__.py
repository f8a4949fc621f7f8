"""The games of cardkit, installed as `cardkit.games`. Each imports `cardkit` alone."""
