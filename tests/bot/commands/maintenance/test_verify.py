"""`dice-poker verify` replays the rules of a proof too."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from random import Random

import pytest

from bot import verify
from bot.cli import main
from bot.commands.maintenance.verifying import check_rules
from extra_games_shown import LIARS_DICE
from fair_rounds import ENDS, finished
from proofs_read import verified
from rules import engine, registry
from rules.engine import Acted
from rules.levels import VERSION
from rules.screen import Action, Seat
from simulated_luck import WrittenLuck
from tampering import file_of


def proof_of(game, number, end="played"):
    played = finished(game, number, end)
    return played.file if played.stored.ended else None


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(registry.games()))
def test_rounds_of_every_game_keep_its_rules(game):
    for number in range(1, 13):
        file = proof_of(game, number, ENDS[number % len(ENDS)])
        if file is not None:
            told = verify.verify(file)
            assert check_rules(told) == len(told.record[0])


@pytest.mark.slow
def test_random_rounds_of_all_games_prove_their_dice():
    found = check_rounds(60)
    assert {kind for kind in found if kind.startswith("game: ")} == {
        f"game: {key}" for key in registry.games()
    }
    for kind in ("over", "closed", "lapsed"):
        assert found[f"ended: {kind}"] > 0
    for kind in ("with a computer", "somebody left", "read back: True"):
        assert found[kind] > 0, kind


@pytest.mark.slow
def test_a_thousand_random_rounds_prove_their_dice():
    assert sum(check_rounds(1000).values()) > 1000


def check_rounds(rounds):
    """Play and check random rounds of all games; return what was in them.

    Half of them are read back after every act, as after a restart. Each proof passes the verifier
    and the rules of its game, and fails once any one bit is changed.
    """
    games, found, random = sorted(registry.games()), Counter(), Random(rounds)
    for number in range(1, rounds + 1):
        turn, at = divmod(number, len(games))
        end, restarts = ENDS[turn % len(ENDS)], turn % 2 == 0
        played = finished(games[at], number, end, restarts=restarts)
        found[f"read back: {restarts}"] += 1
        if not played.stored.ended:  # it rests: its seed is not shown
            found["resting, nothing to show"] += 1
            continue
        file = played.file
        told = verified(file)
        check_rules(verify.verify(file))
        check_changed(file, random)
        found.update((f"game: {told['game']}", f"ended: {told['ended']}"))
        found["somebody left"] += any(player.left for player in played.stored.players)
        found["with a computer"] += any(seat != "member" for seat in told["seats"])
        for step in told["record"][0]:
            found["landings"] += "faces" in step or "cards" in step
            found["mixed choices"] += "weights" in step
    return found


def check_changed(file, random):
    """Check that a proof with a changed bit proves nothing."""
    changed = bytearray(file)
    changed[random.randrange(len(file))] ^= 1 << random.randrange(8)
    with suppress(verify.Wrong):
        verify.verify(bytes(changed))
        raise AssertionError(f"a changed proof passes: {bytes(changed)!r}")


def test_a_luckier_label_and_other_weights_are_found():
    told = verified(proof_of("dice-poker", 3))
    told["record"][0][0]["label"] = "seat/1/turn/2/roll/1"
    with pytest.raises(verify.Wrong, match="should be labelled seat/1/turn/1/roll/1"):
        check_rules(verify.read(file_of(told)))
    for number in range(2, 99):
        told = verified(proof_of("six-card", number))
        chosen = [step for step in told["record"][0] if "weights" in step]
        if chosen:
            break
    chosen[0]["weights"] = chosen[0]["weights"][::-1]
    with pytest.raises(verify.Wrong, match="other weights"):
        check_rules(verify.read(file_of(told)))


def test_a_game_of_another_kind_is_judged_by_its_rules(extra_game, tmp_path, capsys):
    """verify.py does not know it; the games do, here and on Discord."""
    file = proof_of(extra_game.info.key, 3)
    with pytest.raises(verify.Wrong, match="does not know the game"):
        verify.verify(file)
    path = tmp_path / "proof.json"
    path.write_bytes(file)
    assert main(["verify", str(path)]) == 0
    assert "steps keep the rules of the game and its labels" in capsys.readouterr().out


def test_the_command_says_what_it_found(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    file = proof_of("dice-poker", 3)
    good.write_bytes(file)
    bad.write_bytes(file.replace(b"dice-poker", b"poker-dice", 2))
    assert main(["verify", str(good)]) == 0
    assert "steps keep the rules of the game" in capsys.readouterr().out
    assert main(["verify", str(bad)]) == 1
    assert "the digest is not that of the file" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "none.json")]) == 2
    told = {key: value for key, value in json.loads(file).items() if key != "digest"}
    step = told["record"][0][1]
    step["label"] = step["label"].replace("turn/1", "turn/7")
    body = (json.dumps(told)[:-1] + ",\n").encode()
    bad.write_bytes(body + f' "digest": "{sha256(body).hexdigest()}"\n}}\n'.encode())
    assert main(["verify", str(bad)]) == 1


def bid_before_a_computer(bid):
    """Return a round of three with dice of 6 6 1 2 3, 6 5 5 4 1 and 2 2 3 3 4, and its proof.

    The first seat bids; the last one is a computer, which challenges what it does not believe.
    """
    game, seats = registry.game(LIARS_DICE), ["member", "member", "easy"]
    luck = WrittenLuck([(6, 6, 1, 2, 3), (6, 5, 5, 4, 1), (2, 2, 3, 3, 4)])
    now = engine.act(engine.begin(game, 3, {}, luck), Seat(0), Action.parse(bid), luck)
    end = engine.play_automatic(now, {Seat(2): "easy"}, luck)
    record = [
        {"step": step.number, "seat": step.seat.index + 1, "action": step.action.code}
        if isinstance(step, Acted)
        else {"step": step.number, "label": step.label, "faces": list(step.faces)}
        for step in end.steps
    ]
    ended = "over" if end.over else "closed"
    told = json.loads(proof_of("dice-poker", 3))
    told |= {"game": LIARS_DICE, "seats": seats, "options": {}, "levels": VERSION, "left": 0}
    return end, {**told, "ended": ended, "record": [record]}


def rules_of(told):
    """Replay what stands in a file by the rules alone."""
    return check_rules(verify.read(file_of(told)))


def test_a_proof_holds_computers_to_acting_out_of_turn(extra_game):
    """A computer that does not believe the bid comes before the member at turn; a calm one waits."""
    end, told = bid_before_a_computer("bid.3-6")
    assert end.steps[-1] == Acted(5, Seat(2), Action("challenge"))
    assert rules_of(told) == 5
    told["record"][0][4:] = [{"step": 5, "seat": 2, "action": "bid.4-1"}]
    with pytest.raises(verify.Wrong, match="step 5: a computer acts out of turn first"):
        rules_of(told)
    calm, told = bid_before_a_computer("bid.1-6")
    assert calm.recorded == 4
    assert rules_of(told) == 4
    told["record"][0].append({"step": 5, "seat": 3, "action": "challenge"})
    with pytest.raises(verify.Wrong, match="step 5 is not what easy chooses"):
        rules_of(told)
