"""The daily challenge: one attempt a day with the same dice for everybody.

- values: `sets`, `calendar`, `attempt`, `judging`, `ranking`; their storage: `store`
- attempts, which are private rounds: `attempts`, with their pages in `attempt_pages`
- days: `challenge`, with `controls`, `day_page` and `share_picture`
- the card of a day in a channel: `day_cards`, with `day_card_page`; of a server: `standings`
- dares: `dares`, with `dare_pages`; what edits a card of either: `card_edit`
- the ping after a day: `reminders`
"""

from __future__ import annotations
