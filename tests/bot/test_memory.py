"""What is remembered is bounded, and a member's own is forgotten with them."""

from __future__ import annotations

from operator import itemgetter

from bot.memory import Memory

ANA, BOGDAN = 1, 2


def test_what_was_used_least_recently_is_forgotten_first():
    asked = Memory[tuple[int, int], str](2)
    asked[ANA, 1] = "first"
    asked[ANA, 2] = "second"
    asked[ANA, 1] = "first, again"
    asked[ANA, 3] = "third"
    assert {**asked} == {(ANA, 1): "first, again", (ANA, 3): "third"}


def test_what_belongs_to_a_member_is_forgotten_with_them():
    asked = Memory[tuple[int, int], str](member=itemgetter(0))
    for member in (ANA, BOGDAN):
        asked[member, 1] = asked[member, 2] = "a round"
    asked.forget(ANA)
    assert [*asked] == [(BOGDAN, 1), (BOGDAN, 2)]


def test_where_no_member_is_named_nothing_is_forgotten():
    drawn = Memory[int, str]()
    drawn[ANA] = "a board"
    drawn.forget(ANA)
    assert drawn[ANA] == "a board"
