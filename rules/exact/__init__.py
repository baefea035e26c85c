"""Exact play: the worth of decisions under perfect later play.

- `rerolls`: the 462 keeps, their expected worths, and the best keep of a roll
- `turns`: turns with two rerolls
- `advice`: the worths of keeps as advice for the 32 selections of a roll
- `reasons`: the kept dice and the aim of a reroll, in words
- `causes`: why one reroll is worth more than another, in words
- `odds`: the chances of one hand with one and two rerolls
- `tables`: the types of arrays
- `cached`: tables that are computed once per process
- `table_store`: the store for tables that outlive a process

The package covers hands, rolls and numbers and is independent of the states of games. Each game has
its own solver; the games of sheets share `rules.sheets.solver`.
"""
