"""One folder a game. A folder that offers `GAME` is found by `rules.registry`."""
