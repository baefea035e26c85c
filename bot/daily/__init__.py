"""The daily challenge: the same dice for everybody, one attempt a day.

- as values: `sets`, `calendar`, `attempt`, `judging`, `ranking`; `store`: what is stored
- on Discord: `challenge` answers, with `controls` and `attempt_pages`
- days that have ended: `past_days`, `past_pages`, `past_review`, `attempt_proof`
- sets with a card: `set_cards` answers, `set_pages`; `parting`
- servers: `standings`, `standings_posts`
"""

from __future__ import annotations
