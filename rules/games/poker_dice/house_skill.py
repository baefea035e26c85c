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
                0: (1.2408, 1.7004),
            },
            levels={"easy": 1753, "house": 2600, "perfect": 3000},
        ),
        3: HouseSkill(
            mean=0.021901,
            variance=0.001941,
            scale={
                0: (1.0698, 0.9946),
            },
            levels={"easy": 1812, "house": 2600, "perfect": 3000},
        ),
        4: HouseSkill(
            mean=0.018471,
            variance=0.001348,
            scale={
                0: (0.9068, 0.6053),
            },
            levels={"easy": 1780, "house": 2600, "perfect": 3000},
        ),
        5: HouseSkill(
            mean=0.018283,
            variance=0.001303,
            scale={
                0: (0.8356, 0.5211),
            },
            levels={"easy": 1847, "house": 2600, "perfect": 3000},
        ),
        6: HouseSkill(
            mean=0.015622,
            variance=0.001096,
            scale={
                0: (0.6965, 0.4463),
            },
            levels={"easy": 1820, "house": 2600, "perfect": 3000},
        ),
        7: HouseSkill(
            mean=0.014887,
            variance=0.001059,
            scale={
                0: (0.6195, 0.4566),
            },
            levels={"easy": 1947, "house": 2600, "perfect": 3000},
        ),
        8: HouseSkill(
            mean=0.014807,
            variance=0.000948,
            scale={
                0: (0.6126, 0.438),
            },
            levels={"easy": 1954, "house": 2600, "perfect": 3000},
        ),
    }
)
