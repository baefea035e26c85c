"""`dice-poker contest`: contests of strategies over many deals.

- `command`: the arguments of the command and its output
- `sides`: the strategies of both sides, and the rounds they play
- `strategies`: loads and calls Python functions from files
- `template`: writes a first strategy into a new file
- `exact`: the chances of fixed strategies over all deals
- `field`: each strategy of many against each, and `field_picture` of their cross table
- `score`: wins, draws and losses, their margin of error and their histogram

Each game defines its contest in its own package, as a `rules.contest.Contest`.
"""

from __future__ import annotations
