"""A finished round is shown step by step, and a record that was changed is found."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.commands.maintenance.records import read_line
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.stored_round import Player, StoredRound
from rules import engine, registry
from rules.screen import Action
from simulated_luck import SeededLuck

VERDICTS = ("best", "good", "inaccuracy", "mistake", "blunder")


def unjudged(*_):
    raise ValueError("no exact play")


@pytest.mark.parametrize("game", registry.games())
def test_a_round_is_shown_step_by_step_from_the_database(run, played, game, monkeypatch):
    judged = game != "thirteen"  # whose two sheets take seconds
    if not judged:
        monkeypatch.setattr("bot.commands.maintenance.replay.Judged", unjudged)
    code, out, err = run("replay", "--round", str(played[game]))
    assert (code, err) == (0, "")
    *_, verdict = out.splitlines()
    total = int(verdict.split("its ")[1].split()[0])
    assert verdict == f"Round {played[game]} is right: its {total} steps lead to its result."
    assert all(f"{number} of {total} · " in out for number in range(1, total + 1))
    assert "Player 1" in out
    assert "Computer" in out
    verdicts = [line for line in out.splitlines() if line.startswith(VERDICTS)]
    assert bool(verdicts) is judged
    assert any(f"Player 1: {end}%" in out for end in ("100.0", "0.0", "50.0")) is judged


def test_it_speaks_romanian(run, played):
    code, out, _ = run("replay", "--round", str(played["dice-poker"]), "--language", "ro")
    assert code == 0
    assert "Jucătorul 1" in out
    assert "1 din " in out


def test_secret_cards_are_shown_to_the_seat_that_splits_them(run, played):
    _, out, _ = run("replay", "--round", str(played["six-card"]))
    assert "Computer (medium), your turn — split your six cards" in out
    assert "Player 1, your turn — split your six cards" in out


def test_a_round_that_was_left_is_right(run, played):
    assert run("replay", "--round", str(played["left"]))[0] == 0


def test_a_choice_that_was_taken_back_is_part_of_the_record(run, here):
    game, luck = registry.game("dice-poker"), SeededLuck(3)
    begun = engine.begin(game, 2, {}, luck)
    first = begun.awaits.seats[0]
    chosen = engine.act(begun, first, Action("reroll", "12"), luck)
    play = engine.take_back(chosen, chosen.steps, {}, 2, first)
    while play.over is None:
        play = engine.act(play, play.awaits.seats[0], Action("keep"), luck)
    players = tuple(
        Player(user=7 + seat, taken_back=(len(chosen.steps) + 1,) if seat == first.index else ())
        for seat in range(2)
    )
    new = StoredRound(
        1, "dice-poker", 7, players, datetime(2026, 3, 1, tzinfo=UTC), status="over", play=play
    )
    with Storage.open("sqlite:///dice-poker.sqlite3") as storage:
        storage.act(rounds.open_round, new)
    code, out, _ = run("replay", "--round", "1")
    assert (code, "took back a choice" in out) == (0, True)
    lines = out.splitlines()
    gone = next(place for place, line in enumerate(lines) if "reroll" in line and "3 of" in line)
    assert lines[gone + 1].startswith("─")  # no verdict: the choice was taken back
    assert any(line.startswith(VERDICTS) for line in lines)
    line = json.loads(run("export")[1])
    assert {"seat": first.index, "action": f"take-back.{len(begun.steps)}"} in line["steps"]
    assert [*players] == [*read_line(json.dumps(line)).players]


def test_a_round_of_a_file_is_the_same(run, played):
    run("export", "rounds.jsonl")
    number = str(played["nine"])
    assert run("replay", "rounds.jsonl", "--round", number) == run("replay", "--round", number)
    one = Path("rounds.jsonl").read_text().splitlines()[0]
    Path("one.jsonl").write_text(f"\n{one}\n")
    assert run("replay", "one.jsonl") == run("replay", "--round", "1")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: one["results"].reverse(), "its steps lead to "),
        (lambda one: one["steps"].pop(), "its steps do not lead to its end"),
        (lambda one: one["steps"].pop(0), "step 1 does not fit the round"),
        (lambda one: one["steps"].append({"seat": 0, "action": "keep"}), "does not fit the round"),
        (lambda one: one.update(steps=[{"faces": [7, 7, 7, 7, 7]}]), "does not fit the round"),
        (lambda one: one.update(game="chess"), "chess"),
        (lambda one: one.update(options={"high": "tide"}), "high"),
        (lambda one: one["players"].pop(), ""),
    ],
)
def test_a_record_that_was_changed_is_found(run, played, change, told):
    one = json.loads(run("export")[1].splitlines()[played["poker-dice"] - 1])
    one["results"][0]["share"], one["results"][1]["share"] = "1", "0"
    first = dict(one)
    change(one)
    Path("changed.jsonl").write_text(json.dumps(one))
    code, out, err = run("replay", "changed.jsonl")
    assert (code, err) == (1, "")
    assert out.splitlines()[-1].startswith(f"Round {first['round']} is wrong: ")
    assert told in out.splitlines()[-1]
    whole = run("export")[1]
    Path("all.jsonl").write_text(whole + json.dumps(one))
    code, out, _ = run("replay", "all.jsonl")
    assert (code, out.splitlines()[-1]) == (1, "7 rounds, 1 wrong.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The file holds no round."),
        ("Dear diary", "no.jsonl, line 1, cannot be replayed: it is not JSON."),
        ("[]", "line 1, cannot be replayed: it is not a round that dice-poker has exported."),
        ('{"format": 2}', "line 1, cannot be replayed: its format is 2, not 1."),
        ('{"format": 1}', "line 1, cannot be replayed: a field is missing or wrong."),
        ("ă", "it is not JSON"),
    ],
)
def test_what_is_no_record_is_one_line(run, here, text, told):
    Path("no.jsonl").write_text(text, encoding="utf-8")
    code, out, err = run("replay", "no.jsonl")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


def test_what_is_not_there_is_one_line(run, played):
    run("export", "rounds.jsonl")
    for argv, told in (
        (["nothing"], "nothing cannot be read: No such file"),
        (["."], "cannot be read"),
        ([], "name a file that dice-poker export has written, or a round: --round 12"),
        (["--round", "99"], "There is no finished round 99 in the database."),
        (["--round", str(played["open"])], "There is no finished round"),
        (["rounds.jsonl", "--round", "99"], "rounds.jsonl has no round 99."),
        (["--round", "0"], "a round is a whole number above 0"),
    ):
        code, out, err = run("replay", *argv)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert told in err
