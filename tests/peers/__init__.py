"""Playthroughs compared with other people's implementations of the same games."""
