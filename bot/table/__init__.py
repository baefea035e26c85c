"""Rounds at a table as plain values, without Discord; `store` has their storage.

- `stored_round`, `players`: a round with its small values, and the players on its seats
- `use_cases`, `refusals`: open, join, choose, leave, close, resume, expire
- `opening`, `seating`, `rematch`: a round before it begins, and the one after it
- `turns`: the turns of a sheet for everybody
- `time_limits`, `score`, `closing`, `hints`, `counts`: what is noted with a round
- `lobby`, `frame`, `notes`, `headline`: what stands around the Screen of a game
- `seed`, `luck`, `round_luck`, `proof`: where dice come from, provably
- `server_settings`: what the managers of a server choose
"""

from __future__ import annotations
