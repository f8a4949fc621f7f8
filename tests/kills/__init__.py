"""A real house that suffers: processes over a PostgreSQL, killed, stopped and cut off at random.

The nodes are `cardkit serve`, the players use the client that is shipped, and what was told is
compared with what is stored by what is shipped to verify it. `python -m tests.kills` is the long
run.
"""
