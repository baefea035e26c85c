"""The daily challenge as plain values: the same dice for everybody, one attempt a day.

- `calendar`: when a day begins, its number, which game it has
- `luck`: what lands in it, from the seed of the day
- `attempt`: the attempt of a member, and what becomes of it by a choice
- `judging`: what an attempt gave away, what perfect play made of the dice, and what they allowed
- `ranking`: ranks, weeks and streaks
"""

from __future__ import annotations
