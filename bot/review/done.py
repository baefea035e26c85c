"""A choice as it was made, in the past: the name of a choice alone reads like advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.language.render import Capital
from rules.screen import Seat
from rules.text import Text, say

PAST: Mapping[str, Text] = MappingProxyType(
    {
        "keep all": say("{seat} kept all"),
        "keep this hand": say("{seat} kept this hand"),
        "reroll all five": say("{seat} rerolled all five"),
        "keep {kept}, reroll {rerolled}": say("{seat} kept {kept}, rerolled {rerolled}"),
        "write {n} point in “{row}”": say("{seat} wrote {points} in “{row}”"),
    }
)
"""By the sentence that names a choice: that a seat made it."""


def done(seat: Seat, named: Text) -> Text:
    """Return that a seat made the choice of this name: "Ana kept 5 5, rerolled 3 2 1"."""
    past = PAST.get(named.template)
    if past is None:
        return say("{seat} chose {chosen}", seat=seat, chosen=Capital(named))
    return replace(past, arguments=(("seat", seat), ("points", named.count), *named.arguments))
