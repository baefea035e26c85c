"""The losses of the level `house`; `bench/ratings/house_skill.py` writes the module."""

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
                0: (1.0789, 0.1413),
                1: (0.1507, 0.0071),
                2: (0.8412, 0.2913),
                3: (1.1715, 3.3757),
                4: (0.6633, 1.0077),
                5: (3.0511, 13.0583),
                6: (2.5905, 15.5612),
                7: (0.2459, 0.1169),
            },
            after_slip=1.6696,
            levels={"easy": 1774, "house": 2600, "perfect": 3000},
        ),
        3: HouseSkill(
            mean=0.021597,
            variance=0.001844,
            scale={
                0: (1.2841, 0.1926),
                1: (0.1973, 0.0123),
                2: (0.6999, 0.1876),
                3: (0.7523, 1.5777),
                4: (0.2482, 0.0198),
                5: (1.6068, 1.6797),
                6: (1.4634, 1.2235),
                7: (0.9433, 0.112),
            },
            after_slip=3.1244,
            levels={"easy": 1754, "house": 2600, "perfect": 3000},
        ),
        4: HouseSkill(
            mean=0.018428,
            variance=0.001323,
            scale={
                0: (1.3034, 0.3571),
                1: (0.1744, 0.0219),
                2: (0.6637, 0.2669),
                3: (0.3851, 0.9127),
                4: (0.3201, 0.0373),
                5: (1.3663, 0.5956),
                6: (1.3021, 0.4347),
                7: (1.5947, 0.165),
            },
            after_slip=2.0615,
            levels={"easy": 1763, "house": 2600, "perfect": 3000},
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
