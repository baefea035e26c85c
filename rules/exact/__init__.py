"""Exact play: what every decision is worth when everybody plays perfectly from there on.

- `rerolls`: the 462 ways to keep dice, what follows from each, the best of them
- `advice`: what keeps are worth, as advice about the 32 selections of a roll
- `dice_poker`, `poker_dice`, `sheets`: the dice games, each solved backwards from its end
- `split_game`, `six_card_equilibrium`, `split_play`: Six Card Poker, its strategies and equilibrium
- `odds`: the chances of one hand, with one and two rerolls
- `review`: a finished round, told as luck, skill, others' actions and hidden hands
- `tables`: tables are built when first needed, once per process

The modules know hands, rolls and numbers, not the games' states: those bring
their own states here in their `advice` modules.
"""
