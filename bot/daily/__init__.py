"""The daily challenge: one attempt a day with the same dice for everybody.

- values: `sets`, `calendar`, `attempt`, `judging`, `ranking`; storage: `store`
- attempts, which are private rounds: `attempts`, with their pages in `attempt_pages`
- days: `challenge`, with `controls`, `day_page` and `share_picture`, and their cards: `day_cards`
- dares: `dares`, with `dare_pages`
- servers: `standings`; the card of a channel: `day_card_page`
"""

from __future__ import annotations
