"""What the level `house` gives away, by number of seats; `bench/house_skill.py` made it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.house_skill import HouseSkill

HOUSE_SKILL: Mapping[int, HouseSkill] = MappingProxyType(
    {
        1: HouseSkill(
            mean=36.992846,
            variance=608.734108,
            scale={
                1: (1.1898,),
                2: (1.4982,),
                3: (1.1361,),
                4: (0.713,),
                5: (0.5342,),
                6: (0.414,),
                7: (0.3759,),
                8: (0.2731,),
                9: (0.2013,),
            },
            levels={"easy": 1979, "house": 2600, "perfect": 3000},
        ),
        2: HouseSkill(
            mean=0.235903,
            variance=0.029433,
            scale={
                1: (2.7454,),
                2: (2.1439,),
                3: (1.4623,),
                4: (0.9967,),
                5: (0.632,),
                6: (0.6536,),
                7: (0.5987,),
                8: (0.5246,),
                9: (0.418,),
            },
            levels={"easy": 2283, "house": 2600, "perfect": 3000},
        ),
        3: HouseSkill(
            mean=0.220754,
            variance=0.026561,
            scale={
                1: (2.4814,),
                2: (2.0283,),
                3: (1.2655,),
                4: (0.8051,),
                5: (0.6971,),
                6: (0.603,),
                7: (0.6145,),
                8: (0.5571,),
                9: (0.5096,),
            },
            levels={"easy": 2323, "house": 2600, "perfect": 3000},
        ),
        4: HouseSkill(
            mean=0.199611,
            variance=0.021649,
            scale={
                1: (2.3685,),
                2: (1.6768,),
                3: (1.0223,),
                4: (0.783,),
                5: (0.7278,),
                6: (0.6319,),
                7: (0.5862,),
                8: (0.5204,),
                9: (0.4486,),
            },
            levels={"easy": 2306, "house": 2600, "perfect": 3000},
        ),
        5: HouseSkill(
            mean=0.179664,
            variance=0.026085,
            scale={
                1: (3.4184,),
                2: (1.6608,),
                3: (0.9794,),
                4: (0.6654,),
                5: (0.5347,),
                6: (0.5504,),
                7: (0.4257,),
                8: (0.449,),
                9: (0.4173,),
            },
            levels={"easy": 2328, "house": 2600, "perfect": 3000},
        ),
        6: HouseSkill(
            mean=0.159307,
            variance=0.020942,
            scale={
                1: (2.2921,),
                2: (1.564,),
                3: (0.9606,),
                4: (0.6948,),
                5: (0.5204,),
                6: (0.4958,),
                7: (0.4374,),
                8: (0.3727,),
                9: (0.3855,),
            },
            levels={"easy": 2424, "house": 2600, "perfect": 3000},
        ),
    }
)
