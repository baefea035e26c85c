"""The daily challenge: the same dice for everybody, one attempt a day.

- as values: `sets`, `calendar`, `attempt`, `judging`, `ranking`; `store`: what is stored
- attempts, which are private rounds: `attempts`, drawn by `attempt_pages`
- days: `challenge` answers, with `controls`, `day_page` and `share_picture`
- sets with a card: `set_cards` answers, `set_pages`; `parting`
- servers: `standings`, `standings_posts`
"""

from __future__ import annotations
