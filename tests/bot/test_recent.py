"""A mapping that forgets what was used least recently."""

from __future__ import annotations

from bot.recent import Recent


def test_the_key_that_was_set_least_recently_is_forgotten() -> None:
    recent = Recent[str, int](2)
    for number, key in enumerate("abac"):
        recent[key] = number
    assert dict(recent) == {"a": 2, "c": 3}


def test_a_key_that_is_used_stays() -> None:
    recent = Recent[str, int](2)
    recent["a"], recent["b"] = 1, 2
    assert recent.use("a") == 1
    recent["c"] = 3
    assert list(recent) == ["a", "c"]
    assert recent.use("b") is None
    assert list(recent) == ["a", "c"]


def test_a_look_is_no_use() -> None:
    recent = Recent[str, int](2)
    recent["a"], recent["b"] = 1, 2
    assert recent.get("a") == 1
    recent["c"] = 3
    assert "a" not in recent
