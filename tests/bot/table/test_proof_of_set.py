"""The proof of an attempt: both checkers accept those that were played, and nothing changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from random import Random

import pytest

import attempts
from bot import verify
from bot.cli import main
from bot.daily.calendar import plan_of
from bot.daily.sets import SharedSet
from bot.play.fair.proof_rules import check_rules
from bot.table import proof
from bot.table.stored_round import StoredRound
from proofs_read import fault_of, verified
from rules.errors import Refusal, Unreadable
from rules.levels import VERSION
from tampering import file_of, redrawn

NOW = datetime(2026, 1, 12, tzinfo=UTC)
MONDAY, THURSDAY, SATURDAY = date(2026, 1, 5), date(2026, 1, 8), date(2026, 1, 10)
WEEK = [MONDAY + timedelta(days=number) for number in range(7)]


def revealed(day: date, previous: str = "") -> SharedSet:
    seed = Random(str(day)).randbytes(32)
    return SharedSet(day, seed, sha256(seed).hexdigest(), previous, NOW, NOW, NOW)


def played(day: date, choices: int = 1000) -> StoredRound:
    """Return the private round of a day, played at random for so many choices at most."""
    plan, random = plan_of(day), Random(f"{day} {choices}")
    assert plan is not None
    begun = attempts.begun(revealed(day), plan, 11, None, NOW)
    over = attempts.played(
        begun, lambda play: random.choice(play.game.legal(play.state, plan.seat)), NOW, choices
    )
    assert over.set_seed is not None
    return replace(over, id=1, set_seed=replace(over.set_seed, revealed=True))


def proof_of(private: StoredRound, levels: int = VERSION) -> bytes:
    return proof.file_of_set(private, private.play.steps, levels)


def told(day: date, choices: int = 1000) -> dict:
    file = proof_of(played(day, choices))
    assert fault_of(file) == ""
    return verified(file)


@pytest.mark.parametrize("day", WEEK)
@pytest.mark.parametrize("choices", [0, 1, 5, 1000])
def test_every_attempt_is_proven_finished_or_not(day, choices, tmp_path, capsys):
    plan, checked = plan_of(day), told(day, choices)
    assert checked["ended"] == ("over" if choices == 1000 else "closed")
    assert len(checked["record"]) == plan.hands or choices < 1000
    assert checked["levels"] == 1
    assert "11" not in checked["part"]
    path = tmp_path / "attempt.json"
    path.write_bytes(proof_of(played(day, choices)))
    assert verify.main([str(path)]) == main(["verify", str(path)]) == 0
    printed = capsys.readouterr().out
    assert printed.count(verify.HOST_DREW) == 2
    assert f"Round 1, daily/{day}, hand " in printed


def test_labels_are_those_of_everybody():
    of_sheet = told(MONDAY)["record"][0][0]["label"]
    assert of_sheet == "turn/1/roll/1"
    of_cards = told(THURSDAY)
    assert [record[0]["label"] for record in of_cards["record"]] == [
        f"hand/{hand}/deal" for hand in range(1, 21)
    ]
    mixed = [step for record in of_cards["record"] for step in record if "weights" in step]
    assert mixed
    computer = 3 - of_cards["seat"]
    assert {step["label"].partition("/choose/")[2] for step in mixed} == {
        f"seat/{computer}/moment/0"
    }


def test_whatever_is_changed_is_found():
    """Who changes it knows the seed, and draws everything anew where it says how."""
    sheet, cards = told(MONDAY), told(THURSDAY)
    first, *later = sheet["record"][0]
    own = {**first, "label": f"seat/1/{first['label']}"}
    bare = [[{**step, "label": "deal"} for step in cards["record"][0][:1]], *cards["record"][1:]]
    back = [{"step": len(sheet["record"][0]) + 1, "seat": 1, "back_to": 1}]
    for why, changed in {
        "should be labelled turn/1/roll/1": {**sheet, "record": [[own, *later]]},
        "step 1 is not the hand/1/deal": {**cards, "record": bare},
        "step .* is damaged: it is of no kind": {**sheet, "record": [[*sheet["record"][0], *back]]},
        "a hand stops before its end": {
            **cards,
            "record": [cards["record"][0][:2], *cards["record"][1:]],
        },
        "does not end so: closed": {**sheet, "ended": "closed"},
        "does not end so: over": {**cards, "record": cards["record"][:-1]},
        "not that of the member": {**cards, "seat": 3 - cards["seat"]},
        "that of another round": {**sheet, "part": ["daily/2026-01-06", "opened 0"]},
        "set is damaged": {**sheet, "set": "daily/today", "part": ["daily/today"]},
        "a set has another table": {**sheet, "hands": 8},
        "no seat or hands": {**cards, "set": ""},
        "nothing opens it": {**sheet, "opened": "7", "opened_by": "before"},
        "hands is damaged": {**sheet, "hands": 0},
        "record is damaged": {**sheet, "record": []},
        "format is unknown": {key: value for key, value in sheet.items() if key != "seat"},
        "not the one that was committed": {**sheet, "seed": "00" * 32},
    }.items():
        with pytest.raises(verify.Wrong, match=why):
            verify.verify(file_of(_drawn_anew(changed)))


def _drawn_anew(changed: dict) -> dict:
    """Return a proof with everything drawn anew from its seed."""
    if not changed["part"][0].startswith("daily/2026"):
        return changed
    return redrawn(changed)


def test_another_card_or_face_is_found():
    for day in (MONDAY, THURSDAY):
        checked = told(day)
        landed = checked["record"][-1][0]
        key = "faces" if "faces" in landed else "cards"
        landed[key] = landed[key][::-1] if landed[key] != landed[key][::-1] else [1] * 5
        with pytest.raises(verify.Wrong, match="gives other"):
            verify.verify(file_of(checked))


def test_the_rules_are_replayed_too():
    checked = told(THURSDAY)
    file = file_of(checked)
    assert check_rules(verify.verify(file)) == sum(map(len, checked["record"]))
    for changed in (
        {**checked, "hands": 21},
        {**checked, "record": checked["record"][:-1]},
        {**checked, "record": [checked["record"][0][:-1], *checked["record"][1:]]},
        {**checked, "seats": checked["seats"][::-1]},
    ):
        with pytest.raises((verify.Wrong, Refusal, Unreadable)):
            check_rules(verify.read(file_of(changed)))


def test_a_computer_that_chose_otherwise_is_not_compared():
    """Its mixed choices come with the weights of its version."""
    file = proof_of(played(THURSDAY), 0)
    checked = verified(file)
    assert checked["levels"] == 0
    assert [step for record in checked["record"] for step in record if "weights" in step]
    assert fault_of(file) == ""


def test_before_its_day_is_revealed_an_attempt_shows_nothing():
    private = played(MONDAY)
    closed = replace(private, set_seed=replace(private.set_seed, revealed=False))
    with pytest.raises(ValueError, match="nothing to show yet"):
        proof_of(closed)


def test_two_seeds_of_one_day_are_found_among_several_files():
    one, other, third = (
        replace(verify.verify(proof_of(played(day, choices))), round=number)
        for number, (day, choices) in enumerate(((MONDAY, 1000), (MONDAY, 5), (SATURDAY, 1000)))
    )
    assert verify.check_together([one, other, third]) == "2 sets."
    with pytest.raises(verify.Wrong, match="daily/2026-01-05 has two seeds"):
        verify.check_together([one, replace(other, seed=bytes(32))])
    with pytest.raises(verify.Wrong, match="a round comes twice"):
        verify.check_together([one, replace(other, round=one.round)])
