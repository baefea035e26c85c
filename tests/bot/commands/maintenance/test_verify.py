"""`dice-poker verify` checks proofs, also by the rules of their games and the computers' levels."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from bot import verify
from bot.cli import main
from bot.play.fair.replay import _check_choice, check_proof
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from computer_rounds import EVERY_LEVEL, against, opened, otherwise
from extra_games_shown import LIARS_DICE
from fair_rounds import ENDS, NOW, PEOPLE, file_of, finished
from rules import engine, levels, registry
from rules.engine import Acted
from rules.levels import VERSION
from rules.screen import Action, Seat
from simulated_luck import SeededLuck


def changed(file, change):
    """Return a proof after a change of what is told there."""
    told = json.loads(file)
    change(told)
    return json.dumps(told).encode()


@pytest.mark.slow
def test_three_hundred_games_prove_their_dice_and_keep_the_rules():
    """Half of them are read back after every act, as after a restart."""
    games, found = sorted(registry.games()), Counter()
    for number in range(1, 301):
        turn, at = divmod(number, len(games))
        played = finished(
            games[at], number, ENDS[turn % len(ENDS)], restarts=turn % 2 == 0, everybody=False
        )
        if not played.stored.ended:  # it rests: its seed is not shown
            continue
        assert check_proof(played.file).fault == ""
        told = json.loads(played.file)
        found.update([told["game"], played.stored.status])
        found["computers"] += not {*told["seats"]} <= {"member"}
        found["lots"] += sum("weights" in step for step in told["steps"])
        found["nothing landed"] += not told["steps"]
    for kind in (*games, "over", "closed", "lapsed", "computers", "lots", "nothing landed"):
        assert found[kind] > 0, kind


@pytest.mark.parametrize("game", ["nine", "thirteen", "yams"])
def test_a_sheet_that_everybody_fills_names_its_seat(game):
    played = finished(game, 3, "closed", everybody=True)
    assert check_proof(played.file).fault == ""
    told = json.loads(played.file)
    assert told["seats"][0] == "everybody"
    assert told["steps"][0]["label"] == "seat/1/turn/1/roll/1"


def test_a_sheet_that_one_member_fills_alone_names_none():
    table = Table(None, TimeLimits())
    begun = opened(table, "yams", None)
    closed = table.close(PEOPLE[0], NOW, may_manage=False)(begun)
    file = file_of(closed, begun.play.steps)
    assert json.loads(file)["steps"][0]["label"] == "turn/1/roll/1"
    assert check_proof(file).fault == ""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level"), EVERY_LEVEL)
def test_the_choices_of_every_level_are_computed_again(game, level):
    assert check_proof(against(game, level)).fault == ""


@pytest.mark.parametrize("game", ["dice-poker", "nine", "poker-dice"])
def test_a_computer_that_chooses_otherwise_is_found(game):
    file = against(game, "easy", computer=otherwise)
    verify.verify(file)
    assert "is not what the level easy chooses." in check_proof(file).fault


def test_computers_of_another_version_are_not_checked(tmp_path, capsys, monkeypatch):
    path = tmp_path / "proof.json"
    path.write_bytes(against("dice-poker", "easy", computer=otherwise))
    monkeypatch.setattr(levels, "VERSION", levels.VERSION + 1)
    assert main(["verify", str(path)]) == 0
    told = capsys.readouterr().out
    assert "computers of another version: their choices are not checked." in told


def test_other_weights_are_found_by_the_level_alone():
    def add_weight(told):
        [step] = [one for one in told["steps"] if "weights" in one]
        step["weights"] = [*step["weights"], ["split.111-22-2", "0"]]

    games = (against("six-card", "perfect", number) for number in range(1, 99))
    with_lot = next(file for file in games if b"weights" in file)
    file = changed(with_lot, add_weight)
    verify.verify(file)
    assert "has other weights than the level perfect." in check_proof(file).fault


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda told: told.update(options={"jokers": "yes"}), "The game refuses it: BadOption."),
        (lambda told: told.update(game="poker-dice"), "The record breaks the rules"),
        (lambda told: told.update(seats=["member", "god"]), "A computer has no level of the game."),
        (lambda told: told["steps"].pop(), ""),
        (lambda told: told["steps"].pop(2), "The record breaks the rules"),
        (
            lambda told: told["steps"].append({"seat": 1, "action": "keep"}),
            "The record breaks the rules",
        ),
    ],
)
def test_what_only_the_rules_can_tell_is_told(change, says):
    file = changed(against("dice-poker", "easy"), change)
    verify.verify(file)
    assert check_proof(file).fault.startswith(says)
    assert bool(check_proof(file).fault) == bool(says)


def test_a_game_that_this_version_does_not_have_is_not_replayed(tmp_path, capsys):
    path = tmp_path / "proof.json"
    told = changed(against("dice-poker", "easy"), lambda told: told.update(game="chess"))
    path.write_bytes(told)
    assert main(["verify", str(path)]) == 0
    kept, follows, _ = capsys.readouterr().out.splitlines()
    assert kept == "This version does not have the game chess: its rules were not checked."
    assert follows.startswith("All 2 rolls follow from the seed")


def test_fewer_dice_than_the_rules_let_land_are_found():
    def fewer(told):
        told["steps"][0]["faces"].pop()

    file = changed(against("dice-poker", "easy"), fewer)
    verify.verify(file)
    assert check_proof(file).fault.startswith("The record breaks the rules")


def test_a_game_of_another_kind_is_judged_by_its_rules(extra_game, tmp_path, capsys):
    path = tmp_path / "proof.json"
    path.write_bytes(finished(extra_game.info.key, 3, "played").file)
    assert main(["verify", str(path)]) == 0
    assert f"follow the rules of {extra_game.info.key}" in capsys.readouterr().out


def bid_before_a_computer(bid):
    """Return a game of three in which the first seat bids before a computer that may challenge."""
    game, luck = registry.game(LIARS_DICE), SeededLuck(3)
    now = engine.act(engine.begin(game, 3, {}, luck), Seat(0), Action.parse(bid), luck)
    return engine.play_automatic(now, {Seat(2): "easy"}, luck)


def test_a_computer_that_acts_out_of_turn_comes_first(extra_game):
    bids = (f"bid.{count}-{face}" for count in range(1, 7) for face in range(1, 7))
    challenged = next(
        end
        for end in map(bid_before_a_computer, bids)
        if end.steps[-1].action == Action("challenge")
    )
    before = engine.replay(challenged.game, 3, {}, challenged.steps[:-1])
    told = verify.Proof(
        protocol=verify.PROTOCOL, levels=VERSION, game=LIARS_DICE, options={},
        seats=["member", "member", "easy"], opened=0, seed=bytes(32), seal="", drawn="", steps=[],
    )  # fmt: skip
    member = Acted(before.recorded + 1, Seat(1), Action.parse("bid.6-6"))
    with pytest.raises(verify.BadProof, match="a computer acts out of turn first"):
        _check_choice(before, member, told)
    _check_choice(before, challenged.steps[-1], told)


def test_the_command_says_what_it_found(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(against("dice-poker", "easy"))
    bad.write_bytes(changed(good.read_bytes(), lambda told: told.update(opened="7")))
    assert main(["verify", str(good)]) == 0
    seal = json.loads(good.read_bytes())["seal"]
    steps = len(json.loads(good.read_bytes())["steps"])
    assert capsys.readouterr().out == (
        f"All {steps} steps follow the rules of dice-poker, and the computers chose as their levels "
        f"do.\nAll {steps - 2} rolls follow from the seed with the seal {seal}.\n"
        "Whoever saw that seal before the game was opened knows that nobody chose them.\n"
    )
    assert main(["verify", str(good), str(bad)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{good}: All ")
    assert told.err.startswith(f"dice-poker: {bad}: Step 1, seat/1/turn/1/roll/1: ")
    assert main(["verify", str(tmp_path / "none.json")]) == 2
    assert "none.json cannot be read" in capsys.readouterr().err
