"""Contests: bots against bots, by the thousand and in any language.

A contest is planned as a list of pairings; each is played by itself, in any process, and comes to
an outcome. Standings, files and reports are made of outcomes alone.
"""
