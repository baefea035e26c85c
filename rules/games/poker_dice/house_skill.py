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

BUST_HOUSE_SKILL: Mapping[int, HouseSkill] = MappingProxyType(
    {
        2: HouseSkill(
            mean=0.021746,
            variance=0.00239,
            scale={
                0: (0.9134, 0.2252),
                1: (0.1528, 0.0068),
                2: (0.8241, 0.294),
                3: (1.1938, 3.2849),
                5: (2.4119, 9.5286),
                6: (2.1435, 12.0537),
                7: (0.1217, 0.6291),
            },
            after_slip=2.8181,
            levels={"easy": 1725, "house": 2600, "perfect": 3000},
        ),
        3: HouseSkill(
            mean=0.020766,
            variance=0.001862,
            scale={
                0: (1.1689, 0.2729),
                1: (0.2021, 0.013),
                2: (0.7076, 0.2487),
                3: (0.688, 1.4958),
                5: (1.1793, 1.8816),
                6: (1.2891, 1.5085),
                7: (0.6234, 0.1221),
            },
            after_slip=3.6852,
            levels={"easy": 1734, "house": 2600, "perfect": 3000},
        ),
        4: HouseSkill(
            mean=0.017677,
            variance=0.00137,
            scale={
                0: (1.114, 0.3895),
                1: (0.1731, 0.0208),
                2: (0.6529, 0.2587),
                3: (0.4125, 0.8298),
                5: (1.0674, 0.6915),
                6: (1.2183, 0.5168),
                7: (1.5707, 0.2282),
            },
            after_slip=2.6113,
            levels={"easy": 1731, "house": 2600, "perfect": 3000},
        ),
        5: HouseSkill(
            mean=0.017321,
            variance=0.001312,
            scale={
                0: (1.2323, 0.5813),
                1: (0.2731, 0.0244),
                2: (0.5712, 0.0658),
                3: (0.3053, 0.5418),
                5: (0.93, 0.3708),
                6: (1.4621, 0.426),
                7: (0.9303, 0.1648),
            },
            after_slip=2.874,
            levels={"easy": 1790, "house": 2600, "perfect": 3000},
        ),
        6: HouseSkill(
            mean=0.014881,
            variance=0.001095,
            scale={
                0: (1.1383, 0.5652),
                1: (0.1968, 0.0197),
                2: (0.6033, 0.2319),
                3: (0.1779, 0.2498),
                5: (0.9303, 0.3942),
                6: (1.2275, 0.6661),
                7: (1.0834, 1.0021),
            },
            after_slip=2.0325,
            levels={"easy": 1750, "house": 2600, "perfect": 3000},
        ),
        7: HouseSkill(
            mean=0.014305,
            variance=0.001085,
            scale={
                0: (1.0823, 0.6393),
                1: (0.1536, 0.0117),
                2: (0.4558, 0.1353),
                3: (0.1671, 0.2761),
                5: (1.0486, 0.62),
                6: (1.2412, 0.6164),
                7: (1.1652, 0.655),
            },
            after_slip=2.649,
            levels={"easy": 1851, "house": 2600, "perfect": 3000},
        ),
        8: HouseSkill(
            mean=0.013876,
            variance=0.000944,
            scale={
                0: (1.0668, 0.7797),
                1: (0.1563, 0.0203),
                2: (0.467, 0.1636),
                3: (0.2249, 0.1919),
                5: (1.3119, 0.8435),
                6: (1.0071, 0.6015),
                7: (1.5445,),
            },
            after_slip=1.7526,
            levels={"easy": 1965, "house": 2600, "perfect": 3000},
        ),
    }
)
