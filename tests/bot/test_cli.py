"""The command line: what each command passes on, every mistake by its sentence, every exit code."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from bot import cli
from bot.commands import terminal
from bot.config import SETTINGS
from rules import registry
from rules.game import NamedKey, Option
from rules.text import say

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for field in SETTINGS:
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


class Recorder:
    """Stands in for the part of the bot that a command leads to; remembers what it was given."""

    def __init__(self, code: int = 0, fault: BaseException | None = None) -> None:
        self.code, self.fault = code, fault
        self.given: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def run(self, *given: Any, **named: Any) -> int:
        self.given.append((given, named))
        if self.fault:
            raise self.fault
        return self.code


def lead_to(monkeypatch: pytest.MonkeyPatch, name: str, room: Recorder) -> Recorder:
    module = ModuleType(name)
    module.run = room.run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, name, module)
    return room


def mistake(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return the one line that a mistaken command is answered with."""
    assert cli.main(argv) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err.rstrip("\n")


def test_run_hands_the_settings_to_the_client_and_returns_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("TURN_MINUTES", "3")
    room = lead_to(monkeypatch, "bot.commands.run.command", Recorder(code=1))
    assert cli.main(["run"]) == 1
    [((settings,), _)] = room.given
    assert (settings.discord_token, settings.turn_minutes) == (TOKEN, 3)


def test_run_without_a_token_says_where_it_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = lead_to(monkeypatch, "bot.commands.run.command", Recorder())
    assert mistake(capsys, "run") == (
        "dice-poker: DISCORD_TOKEN is missing: copy the token from "
        "https://discord.com/developers/applications (your application, Bot, Reset Token) and give "
        "it to dice-poker setup, or write it into .env or the file of your service."
    )
    assert room.given == []


def test_run_reports_every_faulty_setting_in_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f"Bot {TOKEN}")
    monkeypatch.setenv("TURN_MINUTES", "soon")
    monkeypatch.setenv("SHARDS", "many")
    assert cli.main(["run"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert [line.split()[1] for line in output.err.splitlines()] == [
        "DISCORD_TOKEN",
        "TURN_MINUTES",
        "SHARDS",
    ]
    assert TOKEN not in output.err


def test_ctrl_c_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    lead_to(monkeypatch, "bot.commands.demo", Recorder(fault=KeyboardInterrupt()))
    assert cli.main(["demo"]) == 130


def test_ctrl_c_while_modules_are_loaded_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_spec(self, *_: object) -> None:
            raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "bot.config")
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert cli.main(["demo"]) == 130


def test_a_defect_is_not_reported_as_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    lead_to(monkeypatch, "bot.commands.demo", Recorder(fault=ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.main(["demo"])


def test_demo_passes_its_defaults_and_its_choices_on(monkeypatch: pytest.MonkeyPatch) -> None:
    room = lead_to(monkeypatch, "bot.commands.demo", Recorder())
    assert cli.main(["demo"]) == 0
    chosen = ["--port", "8080", "--no-open", "--language", "ro", "--turn-minutes", "0.2"]
    assert cli.main(["demo", *chosen]) == 0
    assert room.given == [((None, True, "en", 10.0), {}), ((8080, False, "ro", 0.2), {})]


@pytest.mark.parametrize("missing", ["simcord", "markdown_it.token"])
def test_demo_says_how_to_install_what_it_needs(
    missing: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lead_to(
        monkeypatch, "bot.commands.demo", Recorder(fault=ModuleNotFoundError("gone", name=missing))
    )
    assert mistake(capsys, "demo") == (
        f"dice-poker: the demo needs {missing}, which is not installed: install it with "
        ".venv/bin/pip install -c constraints.txt '.[demo]'"
    )


def test_a_missing_module_of_the_bot_is_a_defect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lead_to(
        monkeypatch,
        "bot.commands.demo",
        Recorder(fault=ModuleNotFoundError("gone", name="bot.gone")),
    )
    with pytest.raises(ModuleNotFoundError):
        cli.main(["demo"])


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ("--port 0", "argument --port: a port is a number from 1 to 65535, not '0'"),
        ("--port 65536", "argument --port: a port is a number from 1 to 65535, not '65536'"),
        ("--port http", "argument --port: a port is a number from 1 to 65535, not 'http'"),
        ("--port ²", "argument --port: a port is a number from 1 to 65535, not '²'"),
        (
            "--turn-minutes 0",
            "argument --turn-minutes: minutes are a number above 0 and at most 1440, not '0'",
        ),
        (
            "--turn-minutes nan",
            "argument --turn-minutes: minutes are a number above 0 and at most 1440, not 'nan'",
        ),
        (
            "--turn-minutes 1441",
            "argument --turn-minutes: minutes are a number above 0 and at most 1440, not '1441'",
        ),
        (
            "--turn-minutes ten",
            "argument --turn-minutes: minutes are a number above 0 and at most 1440, not 'ten'",
        ),
    ],
)
def test_demo_names_what_is_no_port_and_no_time(
    argv: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = mistake(capsys, "demo", *argv.split())
    assert output == f"dice-poker demo: {sentence}. See: dice-poker demo --help"


def test_demo_lists_its_languages(capsys: pytest.CaptureFixture[str]) -> None:
    output = mistake(capsys, "demo", "--language", "fr")
    assert output.startswith("dice-poker demo: argument --language: invalid choice: 'fr'")
    assert output.endswith(". See: dice-poker demo --help")
    assert "(choose from" in output


def test_play_passes_its_defaults_and_its_choices_on(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Recorder(code=130)
    monkeypatch.setattr(terminal, "run", room.run)
    assert cli.main(["play", "dice-poker"]) == 130
    chosen = ["--level", "medium", "--seats", "Ana", "Bob", "--language", "ro"]
    assert cli.main(["play", "dice-poker", *chosen]) == 130
    plain = {"level": None, "seats": None, "options": {}, "language": "en"}
    full = {
        "level": "house",
        "seats": ["Ana", "Bob"],
        "options": {},
        "language": "ro",
    }
    assert room.given == [(("dice-poker",), plain), (("dice-poker",), full)]


def with_options(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """Let the only game be one that is played in two ways."""
    game = registry.game("dice-poker")
    ways = tuple(NamedKey(key, say("{key}", key=key)) for key in ("normal", "bust"))
    option = Option("straights", say("straights"), ways)
    info = replace(game.info, key="odd", options=(option,), summary=say("50% luck"))
    odd = replace(game, info=info)
    monkeypatch.setattr(registry, "games", lambda: {"odd": odd})
    room = Recorder()
    monkeypatch.setattr(terminal, "run", room.run)
    return room


def test_play_takes_the_options_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    room = with_options(monkeypatch)
    assert cli.main(["play", "odd"]) == 0
    assert cli.main(["play", "odd", "--straights", "bust"]) == 0
    assert [named["options"] for _, named in room.given] == [
        {"straights": "normal"},
        {"straights": "bust"},
    ]


def test_play_names_what_an_option_may_be(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = with_options(monkeypatch)
    output = mistake(capsys, "play", "odd", "--straights", "flush")
    assert output.startswith("dice-poker play odd: argument --straights: invalid choice: 'flush'")
    assert "normal" in output
    assert "bust" in output
    assert room.given == []


def test_a_percent_sign_in_a_summary_does_not_break_the_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_options(monkeypatch)
    assert cli.main(["play", "--help"]) == 0
    assert cli.main(["play", "odd", "--help"]) == 0
    assert capsys.readouterr().out.count("50% luck") == 2


@pytest.mark.parametrize(
    ("argv", "begins", "names"),
    [
        ([], "dice-poker: name a command: setup, run, doctor", []),
        (["fly"], "dice-poker: argument COMMAND: invalid choice: 'fly'", ["run", "demo", "play"]),
        (["play"], "dice-poker play: the following arguments are required: GAME", []),
        (
            ["play", "chess"],
            "dice-poker play: argument GAME: invalid choice: 'chess'",
            ["dice-poker"],
        ),
        (
            ["play", "dice-poker", "--level", "god"],
            "dice-poker play dice-poker: argument --level: invalid choice: 'god'",
            ["easy", "greedy", "medium"],
        ),
        (
            ["play", "dice-poker", "--seat", "3"],
            "dice-poker play dice-poker: unrecognized arguments: --seat 3",
            [],
        ),
        (
            ["play", "dice-poker", "--seats"],
            "dice-poker play dice-poker: argument --seats: expected at least one argument",
            [],
        ),
        (["--token", "run"], "dice-poker: unrecognized arguments: --token", []),
        (["run", "--token", "x"], "dice-poker run: unrecognized arguments: --token x", []),
        (["demo", "--lang", "ro"], "dice-poker demo: unrecognized arguments: --lang ro", []),
        (["run", "a\nb\x1b[2J"], "dice-poker run: unrecognized arguments: a b?[2J", []),
        (
            ["play", "thirteen", "--players", "3"],
            "dice-poker play thirteen: unrecognized arguments: --players 3",
            [],
        ),
        (["odds", "66331", "--beat"], "dice-poker odds: unrecognized arguments: --beat", []),
    ],
)
def test_every_mistake_is_one_line_that_ends_with_where_help_is(
    argv: list[str], begins: str, names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    output = mistake(capsys, *argv)
    assert output.startswith(begins)
    assert all(name in output for name in names)
    assert output.endswith(f". See: {begins.partition(':')[0]} --help")


def test_a_long_argument_is_truncated(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(mistake(capsys, "x" * 50_000)) < 700


def test_help_and_version_are_no_mistakes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.version.version", lambda name: {"dice-poker-discord": "1.2.3"}[name])
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == "dice-poker 1.2.3\n"
    for argv in ([], ["run"], ["demo"], ["play"], ["play", "dice-poker"]):
        assert cli.main([*argv, "--help"]) == 0
        output = capsys.readouterr()
        assert output.out.startswith(" ".join(["usage: dice-poker", *argv]))
        assert output.err == ""


def test_a_new_command_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    def greet_command(parser: cli.Parser) -> None:
        parser.set_defaults(func=lambda args: 7)

    monkeypatch.setattr(cli, "COMMANDS", {**cli.COMMANDS, "greet": ("greet", greet_command)})
    assert cli.main(["greet"]) == 7


HELP_LINES = (
    "setup",
    "run",
    "doctor",
    "health",
    "backup",
    "restore",
    "restored",
    "move",
    "demo",
    "play",
    "rules",
    "odds",
    "verify",
    "course",
    "contest",
)


def test_commands_of_a_host_come_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the help, where each has one line of a terminal, and in the errors that list them."""
    monkeypatch.setenv("COLUMNS", "80")
    cli.main(["--help"])
    listed = capsys.readouterr().out.partition("  COMMAND\n")[2].partition("\n\n")[0]
    assert tuple(line.split()[0] for line in listed.splitlines()) == HELP_LINES
    assert f": {', '.join(HELP_LINES)}." in mistake(capsys)
    named = mistake(capsys, "fly").partition("(choose from ")[2].partition(")")[0]
    assert tuple(named.replace("'", "").split(", ")) == HELP_LINES


@pytest.mark.parametrize("argv", [["health"], ["--help"]])
def test_the_question_of_a_container_and_the_help_import_no_game(argv: list[str]) -> None:
    """The question is asked every half minute, and starts in a tenth of a second without them."""
    code = (
        f"import sys; from bot.cli import main; main({argv}); "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = process(code=code).out.splitlines()[-1].split()
    assert "argparse" in loaded
    heavy = {"rules", "rich", "numpy", "PIL", "sqlalchemy", "discord", "aiohttp", "polib"}
    assert heavy & {*loaded} == set()


# What the terminal tells without a round


@pytest.mark.parametrize(("language", "word"), [("en", "Chance"), ("ro", "Șansă")])
def test_rules_are_those_of_the_game(
    language: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rules", "nine", "--language", language]) == 0
    assert word in capsys.readouterr().out


def test_odds_without_dice_are_how_often_each_rank_comes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """README 1.2 of Dice Poker: of the 7,776 rolls 150 are four of a kind, 720 all different."""
    assert cli.main(["odds", "--game", "dice-poker"]) == 0
    one = capsys.readouterr().out
    assert "7,776" in one
    assert ["Four", "of", "a", "Kind", "150", "1.93"] in [line.split() for line in one.splitlines()]
    assert one.count("Four of a Kind") == 1
    assert cli.main(["odds"]) == 0
    assert capsys.readouterr().out.count("Four of a Kind") == 3


def test_odds_know_the_options_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """With straights as busts, 240 straights and 480 hands of nothing are busts."""
    assert cli.main(["odds", "--straights", "bust"]) == 0
    shown = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Bust", "720", "9.26"] in shown
    assert cli.main(["odds", "AKQJ10", "--game", "poker-dice", "--straights", "bust"]) == 0
    assert "Rank 7 of 7" in capsys.readouterr().out
    assert cli.main(["odds", "AKQJ10", "--straights", "normal"]) == 0
    assert "Rank 4 of 8" in capsys.readouterr().out


@pytest.mark.parametrize("argv", [["--game", "nine"], ["66331", "--game", "nine"]])
def test_odds_list_the_games_that_they_know(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["odds", *argv]) == 2
    told = " ".join(capsys.readouterr().out.split())
    assert "“nine” has no ranking of five-dice hands" in told
    assert "dice-poker, poker-dice" in told


def process(*argv: str, code: str | None = None, encoding: str = "utf-8") -> SimpleNamespace:
    command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "bot", *argv]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding},
        timeout=60,
        check=False,
    )
    return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr)


@pytest.mark.slow
def test_python_m_bot_is_dice_poker() -> None:
    helped = process("--help")
    assert (helped.code, helped.err) == (0, "")
    assert helped.out.startswith("usage: dice-poker")
    for argv in (["run"], []):
        refused = process(*argv)
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.startswith("dice-poker: DISCORD_TOKEN is missing")
        assert "Traceback" not in refused.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "told"),
    [("contest six-card easy --deals 9", " % +/- "), ("odds QQ99A", "-" * 80)],
)
def test_a_console_that_is_not_utf_8_gets_letters(argv: str, told: str) -> None:
    shown = process(*argv.split(), encoding="ascii")
    assert (shown.code, shown.err) == (0, "")
    assert told in shown.out


@pytest.mark.slow
def test_play_does_without_the_library_of_discord() -> None:
    played = process(
        code="import sys; from bot.cli import main; code = main(['play', 'dice-poker']); "
        "assert 'bot.commands.terminal' in sys.modules and 'discord' not in sys.modules; sys.exit(code)"
    )
    assert (played.code, played.err) == (0, "")
