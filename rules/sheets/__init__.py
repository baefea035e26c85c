"""The games of sheets: a roll, up to two rerolls, then one row is written.

Shared by the games in which every seat fills a sheet; each game supplies its rows.

- `rows`: rows, their scores, and sheets as values
- `ledger`: bonuses of a sheet, and the state on which they depend
- `pip_rows`: the thirteen rows for ordinary dice, and their rules
- `flow`: the states of a game and the transitions between them
- `view`: its screens, with `tables`, `controls` and the remarks of `events`
- `how_to_play`: its rules for players
- `feats`: what stood out in a round
- `computer`: the levels `easy` and `house`
- `outcomes`: the points of rolls in rows, as arrays
- `solver`: exact play for points
- `winning`: play for the win, by `duel`, `last_round`, `to_come` and `estimate`
- `advice`: both as worths and advice, with the reasons of `causes` by the rows of `endings`
- `game`: the `Game` made of all of them
"""
