"""Exact play: the worth of every decision if all later play is perfect.

- `rerolls`: the 462 keeps, their expected worths, and the best keep of a roll
- `turns`: turns with two rerolls
- `advice`: the worths of keeps as advice for the 32 selections of a roll
- `reasons`: what a reroll keeps and aims at, in words
- `odds`: the chances of one hand with one and two rerolls
- `tables`: caching of computed tables, once per process
- `kept`: tables that are kept from one process to the next

The package covers hands, rolls and numbers and is independent of the states of
games. The solver of each game is in the game's package, that of the games of
sheets in `rules.sheets.solver`.
"""
