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
from bot.daily.calendar import game_of
from bot.daily.judging import MEMBER
from bot.daily.sets import SharedSet
from bot.play.fair.proof_rules import check_rules
from bot.table import proof
from bot.table.stored_round import StoredRound
from proofs_read import fault_of, verified
from rules.errors import Refusal, Unreadable
from tampering import file_of, redrawn

NOW = datetime(2026, 1, 12, tzinfo=UTC)
MONDAY, SATURDAY = date(2026, 1, 5), date(2026, 1, 10)
WEEK = [MONDAY + timedelta(days=number) for number in range(7)]


def revealed(day: date, previous: str = "") -> SharedSet:
    seed = Random(str(day)).randbytes(32)
    return SharedSet(day, seed, sha256(seed).hexdigest(), previous, NOW, NOW, NOW)


def played(day: date, choices: int = 1000) -> StoredRound:
    """Return the private round of a day, played at random for so many choices at most."""
    game, random = game_of(day), Random(f"{day} {choices}")
    assert game is not None
    begun = attempts.begun(revealed(day), game, 11, None, NOW)
    over = attempts.played(
        begun, lambda play: random.choice(play.game.legal(play.state, MEMBER)), NOW, choices
    )
    assert over.set_seed is not None
    return replace(over, id=1, set_seed=replace(over.set_seed, revealed=True))


def proof_of(private: StoredRound) -> bytes:
    return proof.file_of_set(private, private.play.steps)


def told(day: date, choices: int = 1000) -> dict:
    file = proof_of(played(day, choices))
    assert fault_of(file) == ""
    return verified(file)


@pytest.mark.parametrize("day", WEEK)
@pytest.mark.parametrize("choices", [0, 1, 5, 1000])
def test_every_attempt_is_proven_finished_or_not(day, choices, tmp_path, capsys):
    checked = told(day, choices)
    assert checked["ended"] == ("over" if choices == 1000 else "closed")
    assert len(checked["record"]) == 1
    assert checked["levels"] == 1
    assert "11" not in checked["part"]
    path = tmp_path / "attempt.json"
    path.write_bytes(proof_of(played(day, choices)))
    assert verify.main([str(path)]) == main(["verify", str(path)]) == 0
    printed = capsys.readouterr().out
    assert printed.count(verify.HOST_DREW) == 2
    assert f"Round 1, daily/{day}, {checked['game']}, " in printed


def test_labels_are_those_of_everybody():
    assert told(MONDAY)["record"][0][0]["label"] == "turn/1/roll/1"


def test_whatever_is_changed_is_found():
    """Who changes it knows the seed, and draws everything anew where it says how."""
    sheet = told(MONDAY)
    first, *later = sheet["record"][0]
    own = {**first, "label": f"seat/1/{first['label']}"}
    back = [{"step": len(sheet["record"][0]) + 1, "seat": 1, "back_to": 1}]
    for why, changed in {
        "should be labelled turn/1/roll/1": {**sheet, "record": [[own, *later]]},
        "step .* is damaged: it is of no kind": {**sheet, "record": [[*sheet["record"][0], *back]]},
        "more hands than are to be played": {**sheet, "record": [*sheet["record"], []]},
        "does not end so: closed": {**sheet, "ended": "closed"},
        "does not end so: over": {**sheet, "record": [sheet["record"][0][:-1]]},
        "not that of the member": {**sheet, "seat": 0},
        "that of another round": {**sheet, "part": ["daily/2026-01-06", "opened 0"]},
        "set is damaged": {**sheet, "set": "daily/today", "part": ["daily/today"]},
        "a set has another table": {**sheet, "seats": ["member", "house"]},
        "several hands, which only verify.py of version 1.0.0 checks": {**sheet, "hands": 8},
        "no seat": {**sheet, "set": ""},
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


def test_another_face_is_found():
    checked = told(MONDAY)
    landed = checked["record"][0][0]
    landed["faces"] = [7 - landed["faces"][0], *landed["faces"][1:]]
    with pytest.raises(verify.Wrong, match="gives other faces"):
        verify.verify(file_of(checked))


def test_the_rules_are_replayed_too():
    checked = told(MONDAY)
    file = file_of(checked)
    assert check_rules(verify.verify(file)) == sum(map(len, checked["record"]))
    for changed in (
        {**checked, "record": [checked["record"][0][:-1]]},
        {**checked, "game": "nine"},
        {**checked, "ended": "closed"},
        {**checked, "seats": ["member", "member"]},
    ):
        with pytest.raises((verify.Wrong, Refusal, Unreadable)):
            check_rules(verify.read(file_of(changed)))


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
