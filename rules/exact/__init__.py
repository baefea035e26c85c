"""Exact play: what every decision is worth when everybody plays perfectly from there on.

- `rerolls`: the 462 ways to keep dice, what follows from each, the best of them
- `turns`: turns with two rerolls
- `advice`: what keeps are worth, as advice about the 32 selections of a roll
- `dice_poker`, `poker_dice`, `sheets`: the dice games, each solved backwards from its end
- `sheet_games`: worths and advice for all games that `rules.sheets` describes
- `split_game`, `six_card_equilibrium`, `split_play`: Six Card Poker, its strategies and equilibrium
- `odds`: the chances of one hand, with one and two rerolls
- `tables`: tables are built when first needed, once per process

All but `sheet_games` know hands, rolls and numbers, not the games' states: the
games bring those in their `advice` modules.
"""
