"""Rounds at a table as plain values, without Discord; `store` has their storage.

- `stored_round`, `players`: a round with its small values, and the players on its seats
- `use_cases`: open, join, act, leave, close, resume, expire
- `opening`, `seating`, `rematch`: a round before it begins, and the one after it
- `time_limits`, `score`, `closing`, `hints`, `rated`: what is noted with a round
- `lobby`, `frame`, `notes`: what stands around the Screen of a game
- `seed`, `luck`, `round_luck`, `proof`: where dice come from, provably
- `server_settings`: what the managers of a server choose
"""

from __future__ import annotations
