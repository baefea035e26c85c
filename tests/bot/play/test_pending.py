"""What members asked for is remembered, bounded, for themselves alone."""

from __future__ import annotations

from bot.play import pending
from bot.play.pending import Pending

ANA, BOGDAN = 1, 2


def test_a_request_is_its_members_own_and_is_taken_once():
    asked = Pending[str]()
    asked.keep(ANA, 7, "a round")
    assert asked.get(BOGDAN, 7) is None
    assert asked.get(ANA, 7) == "a round"
    assert asked.take(ANA, 7) == "a round"
    assert asked.take(ANA, 7) is None


def test_the_oldest_is_forgotten_first(monkeypatch):
    monkeypatch.setattr(pending, "REMEMBERED", 2)
    asked = Pending[str]()
    asked.keep(ANA, 1, "first")
    asked.keep(ANA, 2, "second")
    asked.keep(ANA, 1, "first, again")
    asked.keep(ANA, 3, "third")
    assert [asked.get(ANA, number) for number in (1, 2, 3)] == ["first, again", None, "third"]


def test_a_members_requests_are_forgotten_and_those_of_all():
    asked = Pending[str]()
    for member in (ANA, BOGDAN):
        asked.keep(member, 1, "a round")
    asked.forget(ANA)
    assert [asked.get(member, 1) for member in (ANA, BOGDAN)] == [None, "a round"]
    asked.forget_all()
    assert asked.get(BOGDAN, 1) is None
