"""What the level `house` gives away, by number of seats; `bench/house_skill.py` made it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.house_skill import HouseSkill

HOUSE_SKILL: Mapping[int, HouseSkill] = MappingProxyType(
    {
        2: HouseSkill(
            mean=0.00822,
            variance=0.001044,
            scale={
                0: 1.5254,
            },
            levels={"easy": 1069, "house": 2600, "perfect": 3000},
        ),
    }
)
