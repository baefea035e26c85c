"""What the level `house` loses on average; `bench/levels/par.py` writes the module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.par import Par

PAR: Mapping[int, Par] = MappingProxyType(
    {
        2: Par(
            (
                (0.01358,),
                (0.03169,),
            )
        ),
    }
)
