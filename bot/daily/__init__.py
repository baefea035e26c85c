"""The daily challenge and dares: private rounds with the same dice for everybody.

- values: `shared_dice`, `calendar`, `private_round`, `judging`, `ranking`; their storage: `store`
- the private rounds of members: `private_rounds`, with their pages in `private_round_pages`
- days: `challenge`, with `controls`, `day_page` and `share_picture`
- the card of a day in a channel: `day_cards`, with `day_card_page`; of a server: `standings`
- dares: `dares`, with `dare_pages`; the edits of cards: `card_edit`
- reminders of the next day: `reminders`, with `reminder_switch`; all intervals: `ticks`
"""

from __future__ import annotations
