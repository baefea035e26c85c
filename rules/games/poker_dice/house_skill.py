"""What the level `house` gives away, by number of seats; `bench/house_skill.py` made it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.house_skill import HouseSkill

HOUSE_SKILL: Mapping[int, HouseSkill] = MappingProxyType(
    {
        2: HouseSkill(
            mean=0.023512,
            variance=0.002472,
            scale={
                0: 1.3812,
            },
            levels={"easy": 1750, "house": 2600, "perfect": 3000},
        ),
        3: HouseSkill(
            mean=0.021901,
            variance=0.001941,
            scale={
                0: 1.0418,
            },
            levels={"easy": 1813, "house": 2600, "perfect": 3000},
        ),
        4: HouseSkill(
            mean=0.018471,
            variance=0.001348,
            scale={
                0: 0.792,
            },
            levels={"easy": 1781, "house": 2600, "perfect": 3000},
        ),
        5: HouseSkill(
            mean=0.018283,
            variance=0.001303,
            scale={
                0: 0.7065,
            },
            levels={"easy": 1842, "house": 2600, "perfect": 3000},
        ),
        6: HouseSkill(
            mean=0.015622,
            variance=0.001096,
            scale={
                0: 0.5954,
            },
            levels={"easy": 1822, "house": 2600, "perfect": 3000},
        ),
        7: HouseSkill(
            mean=0.014887,
            variance=0.001059,
            scale={
                0: 0.5531,
            },
            levels={"easy": 1947, "house": 2600, "perfect": 3000},
        ),
        8: HouseSkill(
            mean=0.014807,
            variance=0.000948,
            scale={
                0: 0.5423,
            },
            levels={"easy": 1954, "house": 2600, "perfect": 3000},
        ),
    }
)
