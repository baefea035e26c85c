"""The losses of the level `house`; `bench/ratings/house_skill.py` writes the module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.house_skill import HouseSkill

HOUSE_SKILL: Mapping[int, HouseSkill] = MappingProxyType(
    {
        2: HouseSkill(
            mean=0.021279,
            variance=0.002544,
            scale={
                0: (3.0904,),
            },
            levels={"easy": 1594, "greedy": 2268, "house": 2600, "perfect": 3000},
        ),
    }
)
