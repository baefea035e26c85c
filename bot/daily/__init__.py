"""The daily challenge: the same dice for everybody, one attempt a day.

- as values: `calendar`, `luck`, `attempt`, `judging`, `ranking`; `store`: what is stored
- on Discord: `challenge` answers, with `controls` and `attempt_pages`
- days that have ended: `past_days`, `past_pages`, `past_review`, `attempt_proof`
- servers: `standings`, `standings_posts`
"""

from __future__ import annotations
