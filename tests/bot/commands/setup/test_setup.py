"""`dice-poker setup`: what it asks, what it writes, and what it says to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.commands.setup import dialogue
from bot.commands.setup.env_lines import set_line, with_line
from bot.config import SETTINGS, load
from bot.ui.invite import invite
from standin_discord import BOT, TOKEN, Standin, standin


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def discord() -> Iterator[Standin]:
    with standin() as served:
        yield served


class Keyboard:
    """The tokens that a host types, hidden. `prompts` are the questions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tokens: list[str]):
        self.prompts: list[str] = []
        self._tokens = iter(tokens)
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
        monkeypatch.setattr(dialogue, "getpass", self._hidden)

    def _hidden(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return next(self._tokens)


def no_terminal(monkeypatch: pytest.MonkeyPatch, typed: str = "") -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(typed))


def test_from_nothing_to_a_bot_that_can_be_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    keyboard = Keyboard(monkeypatch, ["123456789012345678", f' "{TOKEN}" '])
    assert dialogue.run(None, discord.api) == 0
    told = capsys.readouterr().out
    assert "is the application's id, not the bot's token" in told
    assert "the bot is dicey" in told
    assert "three privileged intents off" in told
    assert "Guild Install, with the scopes bot and applications.commands" in told
    assert "Attach Files" in told
    assert invite(BOT) in told
    assert told.index(invite(BOT)) < told.index("ok     token: Discord accepts it")
    assert TOKEN not in told
    assert keyboard.prompts == ["Token: "] * 2
    settings = load()
    assert settings.discord_token == TOKEN
    assert Path(".env").stat().st_mode & 0o777 == 0o600
    assert "# How many minutes" in Path(".env").read_text(), "it begins as the example"


def test_other_lines_stay_and_a_file_that_all_could_read_is_closed(
    monkeypatch: pytest.MonkeyPatch, discord: Standin
) -> None:
    Path(".env").write_text("# mine\nDISCORD_TOKEN='a.b.c'\n\nTURN_MINUTES=3 # short\n")
    Path(".env").chmod(0o644)
    no_terminal(monkeypatch)
    assert dialogue.run(TOKEN, discord.api) == 0
    lines = Path(".env").read_text().splitlines()
    assert lines == ["# mine", f"DISCORD_TOKEN={TOKEN}", "", "TURN_MINUTES=3 # short"]
    assert Path(".env").stat().st_mode & 0o777 == 0o600


def test_the_token_can_come_from_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    no_terminal(monkeypatch, f"{TOKEN}\n")
    assert dialogue.run("-", discord.api) == 0
    assert load().discord_token == TOKEN
    assert TOKEN not in capsys.readouterr().out
    no_terminal(monkeypatch)
    assert dialogue.run(None, discord.api) == 0, "what is in the file is kept"
    assert load().discord_token == TOKEN


def test_without_a_terminal_it_says_so_and_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    no_terminal(monkeypatch)
    assert dialogue.run(None, discord.api) == 2
    output = capsys.readouterr()
    assert output.err.startswith("dice-poker: There is no terminal to ask in: give the token with")
    assert output.err.count("\n") == 1
    assert not Path(".env").exists()
    assert discord.asked == []


def test_a_token_that_discord_does_not_know_is_asked_for_again_and_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    Keyboard(monkeypatch, ["x.y.z"] * 3)
    assert dialogue.run(None, discord.api) == 2
    output = capsys.readouterr()
    assert output.out.count("✗ Discord does not accept the token") == 2
    assert "Discord does not accept the token" in output.err
    assert "x.y.z" not in output.out + output.err
    assert not Path(".env").exists()


@pytest.mark.parametrize(("status", "code"), [(503, 1), (401, 2)])
def test_a_discord_that_is_away_is_another_exit_code(
    monkeypatch: pytest.MonkeyPatch, discord: Standin, status: int, code: int
) -> None:
    no_terminal(monkeypatch)
    discord.refuse.append(("GET", "/applications/@me", status, {}))
    assert dialogue.run(TOKEN, discord.api) == code
    assert dialogue.run(TOKEN, "http://127.0.0.1:9") == 1
    assert not Path(".env").exists()


def test_what_the_doctor_finds_decides_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    no_terminal(monkeypatch)
    discord.application["bot_require_code_grant"] = True
    assert dialogue.run(TOKEN, discord.api) == 2
    assert "fault  invite: nobody can use the link" in capsys.readouterr().out


def test_the_environment_goes_first_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    no_terminal(monkeypatch)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    dialogue.run(TOKEN, discord.api)
    assert "DISCORD_TOKEN is set in the environment, too" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    folder: Path,
) -> None:
    no_terminal(monkeypatch)
    folder.chmod(0o500)
    assert dialogue.run(TOKEN, discord.api) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_is_none_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    no_terminal(monkeypatch)
    Path(".env").mkdir()
    assert dialogue.run(TOKEN, discord.api) == 2
    told = capsys.readouterr().err
    assert "cannot be written" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "A=1\n"),
        ("A=0", "A=1\n"),
        ("a=0\nB=2", "A=1\nB=2\n"),
        ("export A='0' # old\n", "A=1\n"),
        ("# A=0\nB=2\n", "# A=0\nB=2\nA=1\n"),
        ("A=0\nA=3\n", "A=1\nA=1\n"),
        ("AB=0\n", "AB=0\nA=1\n"),
    ],
)
def test_lines_are_set_and_no_other_is_touched(before: str, after: str) -> None:
    assert with_line(before, "A", "1") == after


def test_a_link_to_a_file_elsewhere_stays_a_link(folder: Path) -> None:
    (folder / "elsewhere").write_text("B=2\n")
    Path(".env").symlink_to(folder / "elsewhere")
    set_line(Path(".env"), "A", "1")
    assert Path(".env").is_symlink()
    assert (folder / "elsewhere").read_text() == "B=2\nA=1\n"


def test_a_token_that_stands_in_a_file_is_not_copied(
    monkeypatch: pytest.MonkeyPatch, discord: Standin
) -> None:
    Path("secret").write_text(TOKEN)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "secret")
    Keyboard(monkeypatch, [""])
    assert dialogue.run(None, discord.api) == 0
    assert not Path(".env").exists()
    assert load().discord_token == TOKEN
