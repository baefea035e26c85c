"""What the level `house` gives away, by number of seats; `bench/ratings/house_skill.py` made it."""

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
                0: (1.2408, 1.0977),
            },
            after_slip=2.8593,
            levels={"easy": 1706, "house": 2600, "perfect": 3000},
        ),
        3: HouseSkill(
            mean=0.021901,
            variance=0.001941,
            scale={
                0: (1.0698, 0.8051),
            },
            after_slip=1.8714,
            levels={"easy": 1784, "house": 2600, "perfect": 3000},
        ),
        4: HouseSkill(
            mean=0.018471,
            variance=0.001348,
            scale={
                0: (0.9068, 0.4967),
            },
            after_slip=1.7197,
            levels={"easy": 1761, "house": 2600, "perfect": 3000},
        ),
        5: HouseSkill(
            mean=0.018283,
            variance=0.001303,
            scale={
                0: (0.8356, 0.3949),
            },
            after_slip=2.19,
            levels={"easy": 1828, "house": 2600, "perfect": 3000},
        ),
        6: HouseSkill(
            mean=0.015622,
            variance=0.001096,
            scale={
                0: (0.6965, 0.3252),
            },
            after_slip=2.3823,
            levels={"easy": 1799, "house": 2600, "perfect": 3000},
        ),
        7: HouseSkill(
            mean=0.014887,
            variance=0.001059,
            scale={
                0: (0.6195, 0.2748),
            },
            after_slip=3.7553,
            levels={"easy": 1907, "house": 2600, "perfect": 3000},
        ),
        8: HouseSkill(
            mean=0.014807,
            variance=0.000948,
            scale={
                0: (0.6126, 0.2867),
            },
            after_slip=3.0141,
            levels={"easy": 1933, "house": 2600, "perfect": 3000},
        ),
    }
)
