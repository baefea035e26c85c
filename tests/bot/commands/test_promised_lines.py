"""What comes from outside ends a command in one line: the keyboard, files without end, a network."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from bot import cli
from bot.commands.doctor import application, visit
from bot.commands.run import command as running
from bot.commands.setup import dialogue
from bot.config import Config
from bot.ui import away
from standin_discord import TOKEN, Standin

ROOT = Path(__file__).parents[3]
DEEP = b"[" * 200_000
PORTALS = {
    "page": ("text/html", b"<html>Sign in to the hotel</html>"),
    "broken": ("application/json", b'{"id": "42", '),
    "deep": ("application/json", DEEP),
    "empty": ("text/html", b""),
}


pytestmark = pytest.mark.usefixtures("folder")


def process(*argv: str, seconds: float = 60, **settings: str) -> tuple[int, str]:
    """Run Python in a process; return its exit code and what it wrote on standard error."""
    done = subprocess.run(
        [sys.executable, *argv],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        timeout=seconds,
        check=False,
    )
    return done.returncode, done.stderr


def one_line(told: str) -> str:
    assert told.count("\n") == 1, told
    return told.rstrip("\n")


# The keyboard


@pytest.mark.slow
@pytest.mark.parametrize("argv", [["doctor"], ["course", "files"]], ids=lambda argv: argv[0])
def test_output_that_nobody_reads_ends_a_command_quietly(argv: list[str]) -> None:
    """The doctor writes line by line, `course` at its end."""
    reads, writes = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *argv],
        stdout=writes,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    ) as started:
        os.close(writes)
        os.close(reads)
        assert started.communicate(timeout=60)[1] == ""
        assert started.returncode == 1


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("argv", [["doctor"], ["course", "files"]], ids=lambda argv: argv[0])
def test_output_on_a_full_disk_is_one_line(argv: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bot", *argv],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("dice-poker: There is no space left to write on")


# Files


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")
@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("program", ["command", "script"])
def test_a_proof_without_end_is_one_line(kind: str, program: str) -> None:
    os.mkfifo("pipe")
    file = "pipe" if kind == "pipe" else "/dev/zero"
    if program == "command":
        code, told = process("-m", "bot", "verify", file)
        wanted = (2, f"dice-poker: {file} cannot be read: it is a folder, a pipe or a device.")
    else:
        code, told = process(str(ROOT / "bot" / "verify.py"), file)
        wanted = (1, f"{file} cannot be read: it is a folder, a pipe or a device.")
    assert (code, one_line(told)) == wanted


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")
@pytest.mark.parametrize("file", ["pipe", "/dev/zero"])
def test_a_token_without_end_is_one_line(file: str) -> None:
    os.mkfifo("pipe")
    # A few hundred megabytes: without the check a device would fill the memory of the machine.
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)); "
        "from bot.cli import main; sys.exit(main(['run']))"
    )
    code, told = process("-c", limited, DISCORD_TOKEN_FILE=file)
    assert code == 2
    assert one_line(told) == (
        f"dice-poker: DISCORD_TOKEN_FILE names {file}, which is a folder, a pipe or a device: "
        "make it a file that the bot may read."
    )


def test_a_proof_of_many_brackets_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("round.json").write_bytes(DEEP)
    assert cli.main(["verify", "round.json"]) == 1
    assert "This file is no JSON" in one_line(capsys.readouterr().err)


# The network


def sign_in(told: str) -> bool:
    return "Something else answers in Discord's place" in told and "sign in" in told


@pytest.mark.parametrize("portal", PORTALS)
def test_a_network_that_asks_to_sign_in_is_one_line_of_setup(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    portal: str,
) -> None:
    discord.portal = PORTALS[portal]
    monkeypatch.setattr(sys, "stdin", StringIO(TOKEN))
    assert dialogue.run(discord.api) == 1
    assert sign_in(one_line(capsys.readouterr().err))
    assert not Path(".env").exists()


def test_json_of_something_else_is_not_taken_for_an_application(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(TOKEN))
    discord.portal = "application/json", b'{"login": "https://hotel.example"}'
    assert dialogue.run(discord.api) == 1
    assert sign_in(one_line(capsys.readouterr().err))


@pytest.mark.parametrize("portal", PORTALS)
def test_a_network_that_asks_to_sign_in_is_a_finding_of_the_doctor(
    monkeypatch: pytest.MonkeyPatch, discord: Standin, portal: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    discord.portal = PORTALS[portal]
    found = [one for one in visit.look(discord.api) if one.thing == "Discord"]
    assert [(one.level, sign_in(one.text)) for one in found] == [("away", True)]


def hosted(folder: Path, **given: str) -> Config:
    url = f"sqlite:///{folder / 'rounds.sqlite3'}"
    return Config(**{"database_url": url, "discord_token": TOKEN, "log_level": "CRITICAL", **given})


@pytest.mark.parametrize("portal", PORTALS)
def test_a_network_that_asks_to_sign_in_is_one_line_of_the_bot(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    folder: Path,
    portal: str,
) -> None:
    discord.portal = PORTALS[portal]
    assert running.run(hosted(folder)) == 1
    told = one_line(capsys.readouterr().err)
    assert sign_in(told)
    assert told.endswith("use another network, then start the bot again.")


def test_setup_and_doctor_say_after_ten_seconds_that_discord_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    assert application.ASK_SECONDS == away.SILENT_SECONDS == 10
    monkeypatch.setattr(application, "ASK_SECONDS", 0.4)
    discord.silent_for = 1.5
    monkeypatch.setattr(sys, "stdin", StringIO(TOKEN))
    assert dialogue.run(discord.api) == 1
    told = one_line(capsys.readouterr().err)
    assert told.startswith("dice-poker: Discord: has not answered in time: check the network")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    (found,) = (one for one in visit.look(discord.api) if one.thing == "Discord")
    assert found.line.startswith("away   Discord: has not answered in time: check")


def test_a_bot_that_discord_does_not_answer_says_so_once_and_goes_on_waiting(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
    folder: Path,
) -> None:
    monkeypatch.setattr(away, "SILENT_SECONDS", 0.3)
    discord.silent_for, discord.portal = 1.5, PORTALS["page"]
    assert running.run(hosted(folder, log_level="WARNING")) == 1
    silent, ended = capsys.readouterr().err.splitlines()
    assert "WARNING" in silent
    assert "Discord has not answered for" in silent
    assert "check the network" in silent
    assert sign_in(ended)
