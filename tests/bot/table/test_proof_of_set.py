"""The proof of an attempt: both checkers accept those that were played, and nothing changed."""

from __future__ import annotations

import json
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
from bot.play.proof_rules import check_rules, fault
from bot.play.proofs import checked_set
from bot.table import proof
from bot.table.stored_round import StoredRound
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
    return replace(over, set_seed=replace(over.set_seed, revealed=True))


def proof_of(private: StoredRound, levels: int = VERSION) -> bytes:
    return proof.file_of_set(private, private.play.steps, "", levels)


def told(day: date, choices: int = 1000) -> dict:
    private = played(day, choices)
    found = checked_set(private, private.play.steps, "", VERSION)
    assert found is not None
    file, checked, broken = found
    assert broken == ""
    assert json.loads(file) == checked
    return checked


@pytest.mark.parametrize("day", WEEK)
@pytest.mark.parametrize("choices", [0, 1, 5, 1000])
def test_every_attempt_is_proven_finished_or_not(day, choices, tmp_path, capsys):
    plan, checked = plan_of(day), told(day, choices)
    assert checked["ended"] == ("finished" if choices == 1000 else "closed")
    assert len(checked["record"]) == plan.hands or choices < 1000
    assert checked["levels"] == 1
    assert "11" not in checked["part"]
    path = tmp_path / "attempt.json"
    path.write_bytes(proof_of(played(day, choices)))
    assert verify.main([str(path)]) == main(["verify", str(path)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("All is well.") == 2
    assert f"An attempt at daily/{day}, {plan.game.info.key}, hand " in printed


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
        "should be labelled hand/1/deal": {**cards, "record": bare},
        "may take nothing back|nothing back": {**sheet, "record": [[*sheet["record"][0], *back]]},
        "a hand stops before its end": {
            **cards,
            "record": [cards["record"][0][:2], *cards["record"][1:]],
        },
        "the record stops before the end": {**sheet, "ended": "closed"},
        "stops before the end": {**cards, "record": cards["record"][:-1]},
        "who plays it": {**cards, "seat": 3 - cards["seat"]},
        "that of another set": {**sheet, "part": ["daily/2026-01-06"]},
        "set is damaged": {**sheet, "set": "daily/today", "part": ["daily/today"]},
        "should be labelled hand": {**sheet, "hands": 8},
        "hands is damaged": {**sheet, "hands": 0},
        "record is damaged": {**sheet, "record": []},
        "format is unknown": {key: value for key, value in sheet.items() if key != "seat"},
        "not the one that was committed": {**sheet, "seed": "00" * 32},
        "previous is damaged": {**sheet, "previous": "yesterday"},
    }.items():
        with pytest.raises(verify.Wrong, match=why):
            verify.verify(file_of(_drawn_anew(changed)))


def _drawn_anew(changed: dict) -> dict:
    """Return a proof with everything drawn anew from its seed."""
    if not changed["part"][0].startswith("daily/2026"):
        return changed
    hands = [redrawn({**changed, "record": record})["record"] for record in changed["record"]]
    return {**changed, "record": hands}


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
    assert check_rules(checked) == sum(map(len, checked["record"]))
    for changed in (
        {**checked, "hands": 21},
        {**checked, "record": checked["record"][:-1]},
        {**checked, "record": [checked["record"][0][:-1], *checked["record"][1:]]},
        {**checked, "seats": checked["seats"][::-1]},
    ):
        assert fault(changed)


def test_a_computer_that_chose_otherwise_is_not_compared():
    """Its mixed choices come with the weights of its version."""
    checked = verify.verify(proof_of(played(THURSDAY), 0))
    assert checked["levels"] == 0
    assert [step for record in checked["record"] for step in record if "weights" in step]
    assert fault(checked) == ""


def test_before_its_day_is_revealed_an_attempt_shows_nothing():
    private = played(MONDAY)
    closed = replace(private, set_seed=replace(private.set_seed, revealed=False))
    with pytest.raises(ValueError, match="nothing to show yet"):
        proof_of(closed)


def test_two_seeds_of_one_day_are_found_among_several_files():
    one = told(MONDAY)
    together = verify.check_together([one, told(MONDAY, 5), told(SATURDAY)])
    assert together == "0 numbers of 0 blocks, 2 sets."
    with pytest.raises(verify.Wrong, match="daily/2026-01-05 has two seeds"):
        verify.check_together([one, {**one, "commitment": "0" * 64}])


def test_rules_that_have_changed_accuse_nobody():
    private = played(MONDAY)
    assert checked_set(private, private.play.steps[1:], "", VERSION) is None
    assert checked_set(replace(private, play=None), private.play.steps, "", VERSION) is None
