"""The subcommands of `cardkit`, one module each: `add` describes it, `run` does it."""
