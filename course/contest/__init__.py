"""`dice-poker contest`: contests of strategies over many deals.

- `command`: the arguments of the command and its output
- `sides`: the strategies of both sides, and the rounds they play
- `strategies`: loads and calls Python functions from files
- `exact`: the chances of fixed strategies over all deals
- `field`: each strategy of many against each, those in files in processes of their own
  (`entrants`), and `field_picture` of their cross table
- `score`: wins, draws and losses, their margin of error and their histogram
- `description`: what a `Contest` is; `dice_poker` and `six_card` have one each, and `registry` both
"""

from __future__ import annotations
