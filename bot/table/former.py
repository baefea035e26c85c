"""Former players: members who had everything about themselves erased.

Their seats stay, so that the results of the others stay right and no seat of a
person turns into a computer. In place of the member's id stands a negative
number, which no id of Discord is: one for each seat of a round.
"""

from __future__ import annotations

FIRST = -1
"""Stands for the former player on the first seat; on each next seat it is one less."""

ELSEWHERE = -1000
"""Stands for a former player without a seat in the round, such as a moderator who closed it."""
