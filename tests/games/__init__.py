"""The games, each within about three seconds of CPU time, so that a shelf of them can be tested.

- `check_game`, a second or two: `testing/test_check_game.py` has every installed game and example
  checked by the fixture `sound`, in eight matches; any other game calls `sound(Game, {})` once.
  What cannot be reached is named with its reason, for a search in vain takes longer than the
  matches. `make soak` checks all of them in a thousand games.
- Rules, next to nothing: rows of a table, each a position that is set up with `arrange`.
- A playthrough of each preset, 0.05 s, comes of itself (`python -m tests.games.playthrough`).
- A bot beats `rand` in a few hundred games by a fixed seed, half a second.
- Settings without effect are looked for by `test_effects.py`, a second or two: all of them under
  the first preset, and under others those that differ there; `make soak` looks under all. Where an
  effect is rare, `LIVELY` has options with which it comes soon.
- What holds for any game, such as how clients and records follow it, is tested for all that are
  installed in few moves; where that takes long, for those of `tests/kinds_of_games.py`, which have
  every stage and every word between them.
"""
