"""`dice-poker setup`: what it asks, what it writes, and what it says to do."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import cli
from bot.commands.setup import dialogue
from bot.commands.setup.env_lines import set_line, with_line
from bot.config import ConfigError, load
from bot.ui.invite import invite
from standin_discord import BOT, TOKEN, Standin, standin

RESET = dialogue.RESET_INSTRUCTIONS


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def discord() -> Iterator[Standin]:
    with standin() as served:
        yield served


class Keyboard:
    """The token that a host types, hidden; None: Ctrl-D. `prompts` are the questions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, token: str | None) -> None:
        self.prompts: list[str] = []
        self._token = token
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
        monkeypatch.setattr(dialogue, "getpass", self._hidden)

    def _hidden(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if self._token is None:
            raise EOFError
        return self._token


def pipe(monkeypatch: pytest.MonkeyPatch, typed: str = f"{TOKEN}\n") -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(typed))


def test_from_nothing_to_a_bot_that_can_be_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    keyboard = Keyboard(monkeypatch, f' "{TOKEN}" ')
    assert dialogue.run(discord.api) == 0
    told = capsys.readouterr().out
    assert told == (
        "The bot's token is in the Developer Portal: your application, Bot, Reset Token\n"
        "(https://discord.com/developers/applications). It is not shown while you paste it.\n"
        "The token: Discord accepts it, the bot is dicey.\n"
        "It is in .env now, which only you may read.\n"
        "\n"
        "Open this link, and choose your server:\n"
        f"  {invite(int(BOT))}\n"
        "\n"
        "Then start the bot: dice-poker run\n"
    )
    assert keyboard.prompts == ["Token: "]
    settings = load()
    assert settings.discord_token == TOKEN
    assert Path(".env").stat().st_mode & 0o777 == 0o600
    assert "# How many minutes" in Path(".env").read_text(), "it begins as the example"


def test_other_lines_stay_and_a_file_that_all_could_read_is_closed(
    monkeypatch: pytest.MonkeyPatch, discord: Standin
) -> None:
    Path(".env").write_text("# mine\nDISCORD_TOKEN='a.b.c'\n\nTURN_MINUTES=3 # short\n")
    Path(".env").chmod(0o644)
    pipe(monkeypatch)
    assert dialogue.run(discord.api) == 0
    lines = Path(".env").read_text().splitlines()
    assert lines == ["# mine", f"DISCORD_TOKEN={TOKEN}", "", "TURN_MINUTES=3 # short"]
    assert Path(".env").stat().st_mode & 0o777 == 0o600


def test_the_token_can_come_from_a_pipe_whose_other_lines_are_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    pipe(monkeypatch, f"{TOKEN}\nmore\n")
    assert dialogue.run(discord.api) == 0
    assert sys.stdin.read() == "more\n"
    assert load().discord_token == TOKEN
    assert TOKEN not in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["\n", ""], ids=["an empty line", "the end"])
@pytest.mark.parametrize("terminal", [True, False])
def test_without_a_new_token_the_present_one_is_checked_and_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch, discord: Standin, typed: str, *, terminal: bool
) -> None:
    before = f"# mine\nDISCORD_TOKEN='{TOKEN}'\n"
    Path(".env").write_text(before)
    if terminal:
        keyboard = Keyboard(monkeypatch, typed.rstrip() if typed else None)
    else:
        pipe(monkeypatch, typed)
    assert dialogue.run(discord.api) == 0
    assert Path(".env").read_text() == before
    if terminal:
        assert keyboard.prompts == ["Token (Enter keeps the present one): "]
    Path(".env").unlink()
    Path("secret").write_text(TOKEN)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "secret")
    assert dialogue.run(discord.api) == 0
    assert not Path(".env").exists(), "a secret of a container is not copied"
    assert load().discord_token == TOKEN


@pytest.mark.parametrize("terminal", [True, False])
def test_without_any_token_one_line_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    *,
    terminal: bool,
) -> None:
    if terminal:
        Keyboard(monkeypatch, None)
    else:
        pipe(monkeypatch, "")
    assert dialogue.run(discord.api) == 2
    told = capsys.readouterr().err
    assert told == f"dice-poker: The token is missing: {RESET}. Nothing was written.\n"
    assert not Path(".env").exists()
    assert discord.asked == []


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("123456789012345678", "The token is the application's id, not the bot's token: reset the"),
        ("x.y.z", "token: Discord does not accept it: reset the token at https://"),
    ],
)
def test_what_is_no_token_is_one_line_and_is_not_written(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    token: str,
    told: str,
) -> None:
    Keyboard(monkeypatch, token)
    assert dialogue.run(discord.api) == 2
    output = capsys.readouterr()
    assert output.err.startswith(f"dice-poker: {told}")
    assert output.err.endswith(f"{RESET}. Nothing was written.\n")
    assert output.err.count("\n") == 1
    assert token not in output.out + output.err
    assert not Path(".env").exists()


def test_a_faulty_token_in_the_file_is_mended_and_another_fault_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch, discord: Standin
) -> None:
    Path(".env").write_text("DISCORD_TOKEN=123456789012345678\n")
    Keyboard(monkeypatch, TOKEN)
    assert dialogue.run(discord.api) == 0
    assert load().discord_token == TOKEN
    Path(".env").write_text("TURN_MINUTES=soon\n")
    keyboard = Keyboard(monkeypatch, TOKEN)
    with pytest.raises(ConfigError) as refused:
        dialogue.run(discord.api)
    assert [fault[:12] for fault in refused.value.faults] == ["TURN_MINUTES"]
    assert keyboard.prompts == []


@pytest.mark.parametrize(("status", "code"), [(503, 1), (401, 2)])
def test_a_discord_that_is_away_is_another_exit_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    status: int,
    code: int,
) -> None:
    pipe(monkeypatch)
    discord.refuse.append(("GET", "/applications/@me", status, {}))
    assert dialogue.run(discord.api) == code
    pipe(monkeypatch)
    assert dialogue.run("http://127.0.0.1:9") == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.endswith(". Nothing was written.") for line in told] == [True, True]
    assert not Path(".env").exists()


def test_what_the_doctor_finds_decides_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    pipe(monkeypatch)
    discord.application["bot_require_code_grant"] = True
    assert dialogue.run(discord.api) == 2
    assert "fault  invite: nobody can use the link" in capsys.readouterr().out


def test_the_environment_goes_first_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    pipe(monkeypatch)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    dialogue.run(discord.api)
    assert "DISCORD_TOKEN is set in the environment, too" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    folder: Path,
) -> None:
    pipe(monkeypatch)
    folder.chmod(0o500)
    assert dialogue.run(discord.api) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_full_disk_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    pipe(monkeypatch)
    monkeypatch.setattr(dialogue, "set_line", fail)
    assert dialogue.run(discord.api) == 2
    assert capsys.readouterr().err == (
        "dice-poker: .env cannot be written (No space left on device): free some disk space.\n"
    )


def test_a_file_that_is_none_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    pipe(monkeypatch)
    Path(".env").mkdir()
    monkeypatch.setattr(dialogue.run, "__defaults__", (discord.api, Path(".env")))
    assert cli.main(["setup"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("dice-poker: .env cannot be read")
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
