"""Finished rounds are exported whole, one a line, and every line can be replayed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.commands.maintenance.records import read_line
from bot.statistics.store import accounts, finished_rounds
from bot.storage.database import Storage
from bot.table.store import results, rounds
from made_accounts import seat_account
from rules import registry
from rules.hands import DICE_POKER
from rules.whole_hands import whole_hand

ROOT = Path(__file__).parents[4]
URL = "sqlite:///dice-poker.sqlite3"


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_every_finished_round_is_a_line_and_replays(run, played):
    code, out, err = run("export", "rounds.jsonl")
    assert (code, out, err) == (0, "rounds.jsonl is written: 6 rounds.\n", "")
    text = Path("rounds.jsonl").read_text()
    assert [one["round"] for one in lines(text)] == [*played.values()][:-1]
    assert {one["game"] for one in lines(text)} == {*registry.games()}
    assert run("replay", "rounds.jsonl") == (0, "6 rounds, 0 wrong.\n", "")
    assert run("export") == (0, text, "")


def test_a_line_says_everything(run, played):
    one = lines(run("export")[1])[0]
    with Storage.open(URL) as storage:
        record = storage.read(rounds.record, one["round"])
        of_round = storage.read(results.of_round, one["round"])
    assert one["players"][0] == {
        "member": "1152921504606846976",
        "computer": None,
        "left": False,
        "hints": [],
        "coached": [],
        "taken_back": [],
    }
    assert (one["server"], one["opened"], one["rematch_of"]) == ("7", "2026-03-01T12:00:00Z", None)
    plain = [{"share": str(r.share), "score": r.score, "rarest": None} for r in of_round]
    assert one["results"] == plain
    assert read_line(json.dumps(one)).steps == record


def test_a_result_has_the_rarest_hand_once_the_round_is_accounted_for(run, played):
    five = whole_hand((6, 6, 6, 6, 6), DICE_POKER)
    with Storage.open(URL) as storage:
        accounting = [seat_account(), seat_account(rarest=five)]
        assert storage.write(accounts.store, {played["dice-poker"]: accounting})
    first, second, *_ = lines(run("export")[1])
    assert [one["rarest"] for one in first["results"]] == [None, "1/1296 five-of-a-kind 66666"]
    assert {one["rarest"] for one in second["results"]} == {None}


def test_the_page_explains_every_field(run, played):
    page = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")
    page, _, _ = page.partition("# What a member exports")
    explained = set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))
    found = set()
    for one in lines(run("export")[1]):
        found |= one.keys()
        for parts in ("players", "steps", "results"):
            found.update(*(part.keys() for part in one[parts]))
    assert explained == found


def test_only_rounds_that_ended_since_then(run, played):
    since = "2026-03-03"
    found = [one["finished"] for one in lines(run("export", "--since", since)[1])]
    assert len(found) == 3
    assert min(found) >= since
    assert run("export", "--since", "2027-01-01") == (0, "", "")
    code, out, err = run("export", "--since", "soon")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "a time is written like 2026-11-21 or 2026-11-21T18:30Z" in err


def test_rounds_are_read_a_few_at_a_time(played):
    with Storage.open_existing(URL) as storage:
        found = [one.stored.id for one in finished_rounds.since(storage, None, batch=2)]
        assert found == [one.stored.id for one in finished_rounds.since(storage, None)]
        assert len(found) == 6
        assert finished_rounds.BATCH <= 1000


def test_what_stands_in_the_way_is_one_line(run, here):
    Path("mine").write_text("mine")
    assert run("export", "mine")[::2] == (
        2,
        "dice-poker: mine exists already: name another file, or add --force.\n",
    )
    assert Path("mine").read_text() == "mine"
    assert run("export", "nowhere/out")[0] == 2
    Path("dice-poker.sqlite3").unlink()
    code, out, err = run("export")
    assert (code, out) == (2, "")
    assert err.startswith("dice-poker: There is no database dice-poker.sqlite3: go to the folder")
    assert not Path("dice-poker.sqlite3").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no head")
def test_a_reader_that_has_enough_is_no_fault(played):
    """`dice-poker export | head -0`."""
    command = [sys.executable, "-m", "bot", "export"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin"},
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
