"""How fast the core is: `python -m benchmarks.core`, `python -m benchmarks.peers`."""
