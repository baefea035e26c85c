"""`dice-poker verify` replays the rules of a proof too."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from bot import verify
from bot.cli import main
from bot.maintenance.verifying import check_rules
from bot.table import proof
from fair_rounds import ENDS, finished
from rules import registry


def proof_of(game, number, end="played"):
    played = finished(game, number, end)
    return proof.file_of(played.stored, played.steps) if played.stored.ended else None


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_rounds_of_every_game_keep_its_rules(game):
    for number in range(1, 13):
        file = proof_of(game, number, ENDS[number % len(ENDS)])
        if file is not None:
            told = verify.verify(file)
            assert check_rules(told) == len(told["record"])


def test_a_luckier_label_and_other_weights_are_found():
    told = verify.verify(proof_of("dice-poker", 3))
    told["record"][0]["label"] = "seat/1/turn/2/roll/1"
    with pytest.raises(verify.Wrong, match="should be labelled seat/1/turn/1/roll/1"):
        check_rules(told)
    for number in range(2, 99):
        told = verify.verify(proof_of("six-card", number))
        chosen = [step for step in told["record"] if "weights" in step]
        if chosen:
            break
    chosen[0]["weights"] = chosen[0]["weights"][::-1]
    with pytest.raises(verify.Wrong, match="other weights"):
        check_rules(told)


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
    told["record"][1]["label"] = told["record"][1]["label"].replace("turn/1", "turn/7")
    body = (json.dumps(told)[:-1] + ",\n").encode()
    bad.write_bytes(body + f' "digest": "{sha256(body).hexdigest()}"\n}}\n'.encode())
    assert main(["verify", str(bad)]) == 1
