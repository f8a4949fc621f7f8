"""Any game for programs that learn: actions and observations as numbers, written from the table.

`cardkit.rl.environment` is a PettingZoo environment, `cardkit.rl.batch` many tables at once in
NumPy arrays (extra `rl`), `cardkit.rl.openspiel` a game for OpenSpiel (extra `openspiel`).
"""
