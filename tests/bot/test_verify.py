"""The verifier accepts every round that was played, and nothing that was changed."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from bot import verify
from bot.table import proof
from fair_rounds import ENDS, file_of, finished
from proofs_read import fault_of, verified
from rules import engine, registry
from rules.engine import Acted, Landed
from rules.game import Shuffles
from simulated_luck import SeededLuck

GAMES = sorted(registry.games())
VERIFIER = Path(verify.__file__)

WITH_BOTH = 2
"""A round of Thirteen in which one member has a word of their own, and another one a drawn one."""


def proof_of(game: str, number: int, end: str = "played", *, restarts: bool = False) -> bytes:
    played = finished(game, number, end, restarts=restarts)
    ended = played.stored if played.stored.ended else replace(played.stored, status="closed")
    return file_of(ended, played.steps)


def rewritten(file: bytes, **changes) -> bytes:
    """Return a proof in which something was changed, with a digest that fits."""
    told = {**json.loads(file), **changes}
    told.pop("digest")
    body = (json.dumps(told)[:-1] + ",\n").encode()
    return body + f' "digest": "{sha256(body).hexdigest()}"\n}}\n'.encode()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_it_accepts_rounds_of_every_game_however_they_ended(game):
    endings, kinds = set(), set()
    for number in range(1, 61):
        end = ENDS[number % len(ENDS)]
        played = finished(game, number, end, restarts=number % 2 == 0)
        if not played.stored.ended:
            continue
        file = played.file
        checked = verified(file)
        endings.add(checked["ended"])
        kinds |= {key for step in checked["record"][0] for key in step}
        assert proof.digest(file) == checked["digest"]
        told = verify.told(verify.verify(file))
        fixed = 0 < int(checked["message"]) < int(checked["opened"])
        assert told.endswith(verify.HOST_DREW) is not fixed
    assert endings >= {"over", "closed"}
    assert kinds >= {"step", "label", "seat", "action"}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nine", "thirteen", "yams"])
def test_the_seat_of_everybody_has_no_word(game):
    levels = set()
    for number in range(1, 21):
        end = ENDS[number % len(ENDS)]
        played = finished(game, number, end, restarts=number % 2 == 0, everybody=True)
        if not played.stored.ended:
            continue
        told = verified(played.file)
        levels.update(told["seats"][1:])
        assert told["seats"][0] == "everybody"
        assert (told["words"], told["own"], told["set"], told["left"]) == ([], [], "", 0)
        assert "everybody" in told["part"]
        assert fault_of(played.file) == ""
        assert "Words: none." in verify.told(verify.verify(played.file))
        for seats in (["member"], ["everybody", "everybody"], ["everybody", "member"], ["house"]):
            with pytest.raises(verify.Wrong):
                verify.verify(rewritten(played.file, seats=[*seats, *told["seats"][1:]]))
    assert levels == {"easy", "house"}


def test_everybody_sits_at_sheets_alone():
    file = proof_of("dice-poker", 3)
    told = json.loads(file)
    seats = ["everybody" if one == "member" else one for one in told["seats"]]
    with pytest.raises(verify.Wrong, match=r"level of the game|has no seat there"):
        verify.verify(rewritten(file, seats=seats, words=[], own=[]))


def test_a_restart_in_the_middle_changes_no_die():
    for game in GAMES:
        assert proof_of(game, 3) == proof_of(game, 3, restarts=True)


@pytest.mark.parametrize("game", ["dice-poker", "six-card"])
def test_every_changed_bit_is_found(game):
    number = next(at for at in range(2, 60) if len(proof_of(game, at)) < 3000)
    file = proof_of(game, number)
    verify.verify(file)
    for place in range(len(file)):
        for bit in range(8):
            changed = bytearray(file)
            changed[place] ^= 1 << bit
            with pytest.raises(verify.Wrong):
                verify.verify(bytes(changed))
    for cut in (file[:-1], file + b"\n", file[1:], b"", b"{}"):
        with pytest.raises(verify.Wrong):
            verify.verify(cut)


def mixed() -> bytes:
    """Return the proof of a round in which the computer chose among several splits."""
    for number in range(2, 99):
        file = proof_of("six-card", number)
        if b'"weights"' in file:
            return file
    raise AssertionError("no mixed choice was played")


def test_a_digest_that_fits_hides_nothing():
    file = proof_of("thirteen", WITH_BOTH)
    told = json.loads(file)
    own, drawn = told["own"].index(True), told["own"].index(False)
    assert verified(rewritten(file)) == {**told, "digest": proof.digest(rewritten(file))}

    def words(place: int, word: str) -> dict:
        """Return the changes that give a member another word."""
        changed = [*told["words"]]
        changed[place] = word.encode().hex()
        part = [*told["part"][: -len(changed)], *changed]
        return {"words": changed, "part": part}

    roll = next(step for step in told["record"][0] if "faces" in step)
    luckier, renamed = (
        [{**step, **changes} if step is roll else step for step in told["record"][0]]
        for changes in ({"faces": [6] * len(roll["faces"])}, {"label": "seat/9/turn/1/roll/1"})
    )
    twice = [*told["record"][0], {**roll, "step": len(told["record"][0]) + 1}]
    other = told["path"][0]
    for why, changes in {
        f"label gives other faces|{roll['label']} gives other faces": {"record": [luckier]},
        "roll/1 gives other faces": {"record": [renamed]},
        "no turn begins there|number of dice": {"record": [twice]},
        "step 1 is missing": {"record": [told["record"][0][1:]]},
        "seed is damaged": {"seed": "00"},
        "is damaged": {"record": [[{"step": 1, "label": 5}]]},
        "gives other faces": words(own, "another"),
        "not the drawn one": words(drawn, "another"),
        "has not 1 to 32 letters": words(own, "x" * 33),
        "no text": {"words": ["ff"] * len(told["words"])},
        "not a word for each member": {"words": told["words"][1:], "own": told["own"][1:]},
        "is the drawn one, not their own": {"own": [True] * len(told["own"])},
        f"seat {own + 1} is not the drawn one": {"own": [False] * len(told["own"])},
        "that of another round": {"words": words(own, "another")["words"]},
        "another round": {"part": [*told["part"], "ab"]},
        "words is damaged": {"words": ["xy"] * len(told["words"])},
        "own is damaged": {"own": [1] * len(told["own"])},
        "not the one that was committed": {"number": told["number"] + 1},
        "was committed": {"path": [*told["path"][1:], other]},
        "path is damaged": {"path": [*told["path"], other]},
        "not the one that was": {"path": told["path"][1:]},
        "one that was committed": {"seed": "00" * 32},
        "the one that was": {"root": "00" * 32},
        "the format is unknown": {"format": "dice-poker/1"},
    }.items():
        with pytest.raises(verify.Wrong, match=why):
            verify.verify(rewritten(file, **changes))


def test_cards_and_mixed_choices_are_checked_too():
    file = mixed()
    told = json.loads(file)
    deal = next(step for step in told["record"][0] if "deck" in step)
    choice = next(step for step in told["record"][0] if "weights" in step)
    other = next(action for action, _ in choice["weights"] if action != choice["action"])
    halved = [[action, str(Fraction(weight) / 2)] for action, weight in choice["weights"]]
    for step, changes, why in (
        (deal, {"cards": deal["cards"][::-1]}, "gives other cards"),
        (choice, {"action": other}, "chooses another action"),
        (choice, {"weights": halved}, "do not sum to 1"),
    ):
        record = [{**one, **changes} if one is step else one for one in told["record"][0]]
        with pytest.raises(verify.Wrong, match=why):
            verify.verify(rewritten(file, record=[record]))


def test_a_label_with_anything_else_is_refused():
    file = proof_of("nine", 2)
    record = json.loads(file)["record"][0]
    record[0]["label"] = "Seat 1"
    with pytest.raises(verify.Wrong, match="label is damaged"):
        verify.verify(rewritten(file, record=[record]))


def test_its_deck_and_its_sheets_are_those_of_the_games():
    """Their lines in verify.py are the only ones that a game of another kind adds to."""
    for game in registry.games().values():
        turn = game.turn(game.start(max(2, game.info.seats.start), {}))
        if isinstance(turn, Shuffles):
            assert [*turn.cards] == verify.DECK
            continue
        assert turn.count == 5
        now = engine.begin(game, max(2, game.info.seats.start), {}, SeededLuck(0))
        actions = game.legal(now.state, now.awaits.seats[0])
        rows = {action.on for action in actions if action.verb == "write"}
        assert rows == verify.GAMES[game.info.key].rows


def test_its_games_are_those_of_the_bot():
    assert [*verify.GAMES] == sorted(registry.games())
    for key, known in verify.GAMES.items():
        game = registry.games()[key]
        assert known.seats == game.info.seats
        assert known.levels == tuple(level.key for level in game.info.levels)
        options = {one.key: tuple(value.key for value in one.values) for one in game.info.options}
        assert known.options == options


@pytest.mark.slow
def test_it_runs_alone_with_the_standard_library(tmp_path):
    alone = tmp_path / "verify.py"
    alone.write_bytes(VERIFIER.read_bytes())
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(proof_of("poker-dice", 5))
    bad.write_bytes(proof_of("poker-dice", 5).replace(b"0", b"1", 1))

    def run(*arguments):
        command = [sys.executable, "-I", str(alone), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert verify.HOST_DREW in run(good).stdout or "Fixed before" in run(good).stdout
    assert run(good).returncode == 0
    assert (run(bad).returncode, run(bad).stdout) == (1, "")
    assert "the digest is not that of the file" in run(bad).stderr
    assert run().returncode == 2
    assert run(tmp_path / "nowhere").returncode == 1
    assert len(VERIFIER.read_text(encoding="utf-8").splitlines()) <= 800


def test_a_round_that_can_still_be_played_shows_nothing():
    played = finished("dice-poker", 2, "played")
    for status in ("playing", "resting", "waiting"):
        with pytest.raises(ValueError, match="nothing to show yet"):
            file_of(replace(played.stored, status=status), played.steps)
    with pytest.raises(ValueError, match="nothing to show yet"):
        file_of(replace(played.stored, commitment=None), played.steps)


def test_the_record_says_how_everything_was_drawn():
    played = finished("dice-poker", 8, "played")
    landed = [step for step in played.steps if isinstance(step, Landed)]
    assert landed[0].label == "seat/1/turn/1/roll/1"
    assert all(not step.label for step in played.steps if isinstance(step, Acted))
