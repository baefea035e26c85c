"""The games, one package each; `rules.registry` finds the packages that define `GAME`."""
