"""Reasons for choices: the words for what is kept, and chances by counting."""

from __future__ import annotations

import pytest

from plain_words import dice, plain
from rules import engine, registry
from rules.exact.reasons import reason_of_reroll
from rules.screen import Action, Seat
from written_records import steps_of


def said(roll, code, **counts):
    reason = reason_of_reroll(roll, Action.parse(code), **counts)
    return None if reason is None else plain(reason)


@pytest.mark.parametrize(
    ("roll", "code", "expected"),
    [
        (
            (5, 5, 5, 5, 2),
            "reroll.5",
            "Keeps four of a kind: 17% for the fifth with the next roll.",
        ),
        (
            (5, 5, 5, 1, 2),
            "reroll.45",
            "Keeps three of a kind: 31% for a fourth with the next roll.",
        ),
        (
            (6, 6, 3, 3, 1),
            "reroll.5",
            "Keeps both pairs: 33% for a full house with the next roll.",
        ),
        ((6, 6, 3, 2, 1), "reroll.345", "Keeps the pair: 42% for a third with the next roll."),
        ((1, 2, 3, 4, 6), "reroll.5", "Keeps four dice of a straight: 17% for the fifth."),
        ((2, 3, 4, 5, 5), "reroll.5", "Keeps four dice of a straight: 33% for the fifth."),
        ((2, 3, 4, 6, 6), "reroll.5", "Keeps four dice of a straight: 17% for the fifth."),
        ((1, 2, 3, 6, 6), "reroll.5", None),
        ((6, 6, 3, 2, 1), "reroll.45", None),
        ((6, 6, 3, 2, 1), "reroll.12345", None),
        ((6, 6, 3, 2, 1), "reroll.2345", None),
        ((6, 6, 3, 2, 1), "keep", None),
    ],
)
def test_what_is_kept_and_what_it_aims_at(roll, code, expected):
    assert said(roll, code) == expected


def test_what_does_not_count_is_no_reason():
    assert said((6, 6, 3, 3, 1), "reroll.5", full_house=False) is None
    assert said((2, 3, 4, 5, 5), "reroll.5", straight=False) is None
    assert said((2, 3, 4, 1, 1), "reroll.45") is None
    assert said((2, 3, 4, 6, 6), "reroll.45", run_of_four=True) == (
        "Keeps three dice of a run: 56% for four in a row."
    )


def at(key, seats, *steps, options=None):
    """Return the state after these landings and actions."""
    return engine.replay(registry.game(key), seats, options or {}, steps_of(*steps)).state


def told(key, seat, code, state):
    reason = registry.game(key).exact.reason(state, Seat(seat), Action.parse(code))
    return None if reason is None else plain(reason)


def test_reasons_of_dice_poker():
    state = at("dice-poker", 2, (1, 2, 3, 4, 6), (6, 6, 3, 3, 1))
    assert told("dice-poker", 0, "reroll.5", state).startswith("Keeps four dice of a straight")
    assert told("dice-poker", 0, "keep", state) is None
    for hand, expected in (
        ((1, 2, 3, 4, 6), "This hand wins already."),
        ((6, 6, 6, 4, 1), None),
    ):
        state = at("dice-poker", 2, hand, (6, 6, 3, 3, 1), (0, "keep"))
        assert told("dice-poker", 1, "keep", state) == expected


def test_reasons_of_poker_dice():
    high, run = dice("A A K K 9"), dice("9 10 J Q A")
    first = at("poker-dice", 2, run)
    assert told("poker-dice", 0, "keep", first) is None
    assert told("poker-dice", 0, "reroll.5", first).startswith("Keeps four dice of a straight")
    bust = at("poker-dice", 2, run, options={"straights": "bust"})
    assert told("poker-dice", 0, "reroll.5", bust) is None
    assert told("poker-dice", 1, "keep", at("poker-dice", 2, run, (0, "keep"), high)) == (
        "This hand beats the best one so far."
    )
    assert told("poker-dice", 1, "keep", at("poker-dice", 2, high, (0, "keep"), run)) is None


def test_reasons_of_sheets():
    state = at("thirteen", 1, (6, 6, 3, 3, 1))
    assert told("thirteen", 0, "reroll.5", state).startswith("Keeps both pairs")
    assert told("thirteen", 0, "write.chance", state) is None
    state = at("thirteen", 1, (2, 2, 3, 3, 3), (0, "write.full-house"), (6, 6, 3, 3, 1))
    assert told("thirteen", 0, "reroll.5", state) is None, "the row of full houses is written"
    state = at("thirteen", 1, (2, 2, 3, 3, 3))
    assert told("thirteen", 0, "write.full-house", state) == "No roll scores more in this row."
    assert told("thirteen", 0, "write.threes", state) is None
    state = at("thirteen", 1, (1, 2, 3, 4, 4))
    assert told("thirteen", 0, "reroll.5", state).startswith("Keeps four dice of a straight")
    state = at("thirteen", 1, (1, 2, 3, 4, 5), (0, "write.large-straight"), (1, 2, 3, 4, 4))
    assert told("thirteen", 0, "reroll.5", state) is None
