"""The contests, by the keys of their games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from course.contest import dice_poker, six_card
from course.contest.description import Contest

CONTESTS: Mapping[str, Contest[Any]] = MappingProxyType(
    {"dice-poker": dice_poker.CONTEST, "six-card": six_card.CONTEST}
)
