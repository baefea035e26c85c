"""`dice-poker contest`: contests of strategies over many deals.

- `command`: the arguments of the command and its output
- `sides`: the strategies of both sides, and their rounds
- `strategies`: loads and calls Python functions from files
- `exact`: the chances of fixed strategies over all deals
- `field`: a tournament of many strategies, with those in files in their own processes (`entrants`);
  `field_picture`: its cross table
- `score`: wins, draws and losses, their margin of error and their histogram
- `description`: the interface `Contest`; `dice_poker` and `six_card` define one each, `registry`
  has both
"""

from __future__ import annotations
