"""Choices in the past form, since the name of a choice reads like advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.screen import Seat
from rules.text import Capital, Text, say

PAST: Mapping[str, Text] = MappingProxyType(
    {
        "keep all": say("{seat} kept all").with_you(say("You kept all")),
        "keep this hand": say("{seat} kept this hand").with_you(say("You kept this hand")),
        "reroll all five": say("{seat} rerolled all five").with_you(say("You rerolled all five")),
        "keep {kept}, reroll {rerolled}": say("{seat} kept {kept}, rerolled {rerolled}").with_you(
            say("You kept {kept}, rerolled {rerolled}")
        ),
        "write {n} point in “{row}”": say("{seat} wrote {points} in “{row}”").with_you(
            say("You wrote {points} in “{row}”")
        ),
        "write {n} point in “{row}” (+{more})": say(
            "{seat} wrote {points} in “{row}” (+{more})"
        ).with_you(say("You wrote {points} in “{row}” (+{more})")),
    }
)
"""The past forms of choices, by the sentence that names a choice."""


def past_form(seat: Seat, name: Text) -> Text:
    """Return the past form of a choice by its name: "Ana kept 5 5, rerolled 3 2 1"."""
    past = PAST.get(name.template)
    if past is None:
        return say("{seat} chose {chosen}", seat=seat, chosen=Capital(name)).with_you(
            say("You chose {chosen}")
        )
    return replace(past, arguments=(("seat", seat), ("points", name.count), *name.arguments))
