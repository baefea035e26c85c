"""The benches are commands: each stands on its page, those that are quick run, no test imports one.

`bench/local_discord` is no command but the Discord that they play on.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import aiohttp
import pytest

from bench.local_discord import payloads, server

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "bench/README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs").glob("*.md"),
    *ROOT.glob("rules/games/*/README.md"),
    *ROOT.glob("course/*.md"),
]
COMMANDS = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "bench").rglob("*.py")
    if "ArgumentParser(" in (source := path.read_text(encoding="utf-8"))
    or "def main() ->" in source
}


def run(command, *arguments):
    """Return what a bench prints; it must end with success."""
    done = _ended(command, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _ended(command, *arguments):
    return subprocess.run(
        [sys.executable, "-m", command, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_names_every_command_and_no_other():
    assert set(re.findall(r"`python -m (bench[\w.]+)", PAGE)) == COMMANDS


def test_a_command_that_a_page_names_is_there():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert set(re.findall(r"python -m (bench[\w.]+)", text)) <= COMMANDS, page
        assert "python bench/" not in text, page


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_tells_its_options_and_does_nothing_else(command):
    assert run(command, "--help").startswith("usage: ")


def test_no_test_imports_a_bench():
    """The local Discord is none: tests and benches share it."""
    files = [*(ROOT / "tests").rglob("*.py")]
    assert Path(__file__) in files
    tests = [path.read_text(encoding="utf-8") for path in files]
    line = r"^\s*(?:from|import) bench\b(?!\.local_discord\b).*"
    assert not any(re.findall(line, text, re.MULTILINE) for text in tests)
    assert not any(command.startswith("bench.local_discord.") for command in COMMANDS)


def test_no_bench_imports_from_tests():
    files = [*(ROOT / "bench").rglob("*.py")]
    assert files
    own = {path.stem for path in (*ROOT.glob("tests/helpers/*"), *ROOT.glob("tests/conformance/*"))}
    line = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
    for path in files:
        assert not {"tests", *own} & {*line.findall(path.read_text(encoding="utf-8"))}, path


@pytest.mark.parametrize(
    ("route", "late", "why"),
    [
        ("/channels/7/pins", False, "unknown route: POST /channels/7/pins"),
        ("/interactions/{id}/{token}/callback", False, None),
        ("/interactions/{id}/{token}/callback", True, server.LATE),
        ("/webhooks/{id}/{token}", False, server.UNANSWERED),
    ],
)
async def test_the_local_discord_refuses_what_makes_a_bench_fail(monkeypatch, route, late, why):
    async with server.LocalDiscord(1, 1) as discord, aiohttp.ClientSession() as session:
        discord.gateway._held = True  # the events of a bot that is not connected are kept
        asked = await discord.send(discord.places[0], payloads.COMMAND, "{}")
        if late:
            monkeypatch.setattr(server, "CALLBACK_SECONDS", 0.0)
        path = route.format(id=asked.id, token=payloads.token(asked.id))
        body = {"type": payloads.SEND, "data": {"components": []}}
        async with session.post(f"{discord.api}{path}", json=body) as answer:
            assert answer.status == (404 if why else 204)
        assert [*discord.refused] == ([why] if why else [])


kills = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the bench reads /proc")


def counted(shown, what):
    """Return the number in front of some words."""
    return int(re.search(rf"(\d+) {what}", shown)[1])


@pytest.mark.slow
@kills
def test_twenty_kills_lose_and_double_nothing():
    shown = run("bench.storage.kill", 20)
    assert counted(shown, "children killed in") == 20
    assert counted(shown, "acts reported, 0 missing, 0 doubled") > 50
    assert counted(shown, "acts stored whose child was killed") <= 20 * 6
    assert counted(shown, "turns of everybody") > 0
    assert counted(shown, "of them while a perfect computer's move was under way") > 0
    assert counted(shown, "kinds of damage to copies were found") >= 4
    rounds, proven, finished = re.search(
        r"(\d+) rounds, .*; (\d+) have the luck of their seeds, (\d+) are finished", shown
    ).groups()
    assert rounds == proven
    assert int(finished) > 0


@pytest.mark.slow
@kills
@pytest.mark.parametrize("two", ["split", "same"])
def test_two_processes_on_one_database_lose_and_double_nothing(two):
    """Both save the same rounds at the same time, or each those of its own servers."""
    shown = run("bench.storage.kill", 6, "--two", two)
    assert counted(shown, "acts reported, 0 missing, 0 doubled") > 5
    if two == "split":
        assert "0 acts refused, 0 repeated" in shown


@pytest.mark.slow
@kills
def test_a_database_that_holds_rounds_is_left_alone(tmp_path):
    url = f"sqlite:///{tmp_path / 'killed.sqlite3'}"
    run("bench.storage.kill", 3, "--url", url)
    done = _ended("bench.storage.kill", 1, "--url", url)
    assert done.returncode != 0
    assert "holds rounds already" in done.stderr


@pytest.mark.slow
def test_the_way_of_every_act_is_printed_beside_that_of_1_0_0():
    shown = run("bench.discord.way")
    assert len(re.findall(r"^\S.+? {2,}[\d,]+(?: +[\d,]+){5}$", shown, re.MULTILINE)) == 12
    assert re.findall(r"^(\S.+?) {2,}(?:[\d,]+ +– *){3}$", shown, re.MULTILINE) == [
        "Picture, after the daily"
    ]


@pytest.mark.slow
def test_sizes_are_printed_beside_those_of_1_0_0():
    shown = run("bench.sizes")
    assert re.findall(r"^(\S.+?) {2,}[\d,]+ +[\d,]+$", shown, re.MULTILINE) == [
        *(f"lines of {folder}" for folder in ("bot", "cogs", "rules", "course", "tests", "bench")),
        *("tables", "settings of a host", "commands", "files of a press"),
    ]


@pytest.mark.slow
def test_the_files_of_an_act_are_listed():
    first, _, rest = run("bench.discord.way", "--files", "die").partition("\n")
    files, functions = map(int, re.findall(r"(\d+) f", first))
    assert len(re.findall(r"^ +\d+\. \S+\.py$", rest, re.MULTILINE)) == files
    assert len(re.findall(r"^ +\d+  \S", rest, re.MULTILINE)) == functions


@pytest.mark.slow
@on_linux
def test_a_press_is_measured_beside_peers_that_play_the_same_and_answer_with_as_much():
    shown = run("bench.discord.press", "--quick")
    for contestant in ("bot", "ordinary", "no-op"):
        mix = re.search(rf"32 at once, {contestant}" + 4 * r" +([\d,]+)" + "$", shown, re.MULTILINE)
        openings, dice, acts, last = (int(figure.replace(",", "")) for figure in mix.groups())
        assert openings >= acts == last > 0
        assert dice > 0
    sizes = re.search(r"bytes of an answer(( +\d+)+)$", shown, re.MULTILINE)[1]
    own, ordinary, noop = map(int, sizes.split())
    assert noop == pytest.approx(own, rel=0.08)
    assert own * 0.8 < ordinary <= own


@pytest.mark.slow
@on_linux
def test_a_run_in_which_no_round_ends_is_void():
    done = _ended("bench.discord.press", "--quick", "--seconds", 0.02, "--peers")
    assert done.returncode == 1
    assert "Void: bot: no dice, no acts, no last presses in “rate”." in done.stdout


@pytest.mark.slow
def test_the_accuracy_of_medium_is_90_by_what_it_loses_on_average():
    shown = run("bench.levels.par", "dice-poker", "six-card")
    found, error = re.search(r"all games, whole +([\d.]+) ± ([\d.]+)", shown).groups()
    assert 88.5 < float(found) < 91.5
    assert 0 < float(error) < 1.5


@pytest.mark.slow
def test_the_averages_of_rows_are_those_of_perfect_play():
    shown = run("bench.exact.row_averages", "nine", "thirteen")
    for key in ("nine", "thirteen"):
        rows = import_module(f"rules.games.{key}.rows")
        (found,) = re.findall(rf"^{key}: \((.*)\)$", shown, re.MULTILINE)
        assert [float(one) for one in found.split(", ")] == [*rows.ROW_AVERAGES]
        assert f"0.0000 for bonuses, {rows.AVERAGE} in all" in shown


@pytest.mark.slow
def test_nobody_chooses_dice_without_the_id_of_the_command_and_whoever_has_it_does():
    shown = run("bench.analyses.grinding", 200)
    *goals, guessed, lobby = shown.split("\n\n")
    for goal, chance, tries in zip(goals, (2, 51, 77), (50, 2, 1.3), strict=True):
        found = {
            name: (float(reached), float(tried))
            for name, reached, tried in re.findall(
                r"^  (\w.*\w) +([\d.]+) ± [\d.]+ % +([\d.]+) ± [\d.]+$", goal, re.MULTILINE
            )
        }
        for name in ("seeds drawn before the command", "games chosen by their seal"):
            assert found.pop(name)[0] == pytest.approx(chance, abs=chance / 6 + 5)
        assert found.pop("pure chance") == (pytest.approx(chance, abs=chance / 20 + 1), 1)
        assert {*found} == {
            "the same, no id in the dice",
            "commands until one suits",
            "seeds drawn after the command",
        }
        for way in found.values():
            assert way == (100, pytest.approx(tries, rel=0.3))
    assert 2 < float(re.search(r"one of 1,000: +([\d.]+)", guessed)[1]) < 5
    medium, knowing, sure, often = map(float, re.findall(r"([\d.]+) ±", lobby))
    assert medium + 10 < knowing < sure == 100
    assert 30 < often < 60
