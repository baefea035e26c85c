"""Rounds at a table as plain values, without Discord and storage.

- `stored_round`: the dataclasses `StoredRound` and `Player`
- `use_cases`: open, join, act, leave, close, resume, expire
- `seating`: the seats of a round before it begins; `rematch`: the seats of the next round
- `pace`: how long a turn takes; `score`: chains of rematches and matches; `closing`: why a
  round was closed
- `lobby`: the Screen of a round that waits for players
- `frame`: the controls and notes around a game's Screen; `notes`: lines such as the deadline
- `refusals`: the errors whose message the member reads
"""

from __future__ import annotations
