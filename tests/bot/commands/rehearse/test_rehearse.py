"""`dice-poker rehearse` against a stand-in: every step, every refusal, and what is recorded."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord as library
import pytest

from bot import cli
from bot.commands.rehearse.boards import boards
from bot.commands.rehearse.recording import Anonymous
from bot.commands.rehearse.rehearsal import _host_of
from bot.ui.emoji import EmojiSet
from conformance import all_broken
from discord_limits import assert_fits, every
from faked_http import FakedSession, Reply, bot_over
from rules import registry
from standin_discord import BOT, CHANNEL, HOST, SERVER, TOKEN, Standin, standin

pytestmark = pytest.mark.slow

GAMES = len(registry.games())
STEPS = GAMES + 8


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Standin]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    logger = logging.getLogger("discord")
    level = logger.level
    with standin() as served:
        monkeypatch.setattr(library.http.Route, "BASE", served.api)
        yield served
    logger.setLevel(level)


def rehearsed(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    code = cli.main(["rehearse", "--channel", CHANNEL, *more])
    output = capsys.readouterr()
    assert TOKEN not in output.out + output.err
    return code, output.out + output.err


def asked(discord: Standin, method: str, path: str) -> list[Any]:
    return [body for verb, at, body in discord.asked if verb == method and fnmatch(at, path)]


def test_every_step_is_taken_and_nothing_is_left(
    discord: Standin, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = rehearsed(capsys)
    assert code == 0
    first, *steps, last = told.splitlines()
    assert first == "✓ token: the bot is dicey"
    assert len(steps) == STEPS
    assert all(line.startswith("✓ ") for line in steps)
    assert last.startswith(f"All {STEPS} steps were taken, in ")
    assert (discord.messages, discord.threads) == ({}, {})
    assert "rehearsal" not in [one["name"] for one in discord.emoji]
    edits = asked(discord, "PATCH", f"/channels/{CHANNEL}/messages/*")
    assert len(edits) == GAMES + 2
    assert all(body["components"] for body in edits)
    files = [body.get("attachments", []) for body in asked(discord, "POST", "*/messages")]
    names = [one["filename"] for attached in files for one in attached]
    assert names == ["rehearsal.png", "rehearsal.json"]


def test_what_is_sent_keeps_the_rules_that_discord_documents(
    discord: Standin, capsys: pytest.CaptureFixture[str]
) -> None:
    rehearsed(capsys)
    requests = [
        SimpleNamespace(method=method, path=path, json=body, params={})
        for method, path, body in discord.asked
    ]
    assert sum(one.method in ("POST", "PATCH") for one in requests) > STEPS
    assert all_broken(requests) == []


def test_the_host_alone_is_pinged(discord: Standin, capsys: pytest.CaptureFixture[str]) -> None:
    rehearsed(capsys)
    posts = asked(discord, "POST", "*/messages")
    (ping,) = [body for body in posts if body["allowed_mentions"].get("users")]
    assert ping["content"].startswith(f"<@{HOST}>")
    assert ping["allowed_mentions"]["users"] == [HOST]
    silent = 1 << 12
    assert all(body["flags"] & silent for body in posts if body is not ping)


def test_boards_are_those_that_the_bot_draws() -> None:
    made = list(boards(int(HOST), int(CHANNEL), EmojiSet(), datetime(2026, 1, 1, tzinfo=UTC)))
    assert len({board.name for board in made}) == GAMES + 2
    for board in made:
        assert_fits(board.posted.to_components())
        assert_fits(board.edited.to_components())
    edits = [one.name for one in made if one.posted.to_components() != one.edited.to_components()]
    assert len(edits) == GAMES + 1, "a board without dice has nothing to select"


def test_the_menus_of_the_settings_are_posted_those_of_channels_and_games_too(
    discord: Standin, capsys: pytest.CaptureFixture[str]
) -> None:
    _, told = rehearsed(capsys)
    assert "✓ menus of the settings: posted, edited, removed" in told
    posted = [every(body.get("components", [])) for body in asked(discord, "POST", "*/messages")]
    ids = {one.get("custom_id"): one for tree in posted for one in tree}
    for key in ("channels", "games"):
        menu = ids[f"setting:0:0:{key}"]
        assert (menu["min_values"], menu["required"]) == (0, False)
    edited = [every(body["components"]) for body in asked(discord, "PATCH", "*/messages/*")]
    (menu, *_) = [
        one for tree in edited for one in tree if one.get("custom_id") == "setting:0:0:channels"
    ]
    assert menu["default_values"] == [{"id": CHANNEL, "type": "channel"}]


@pytest.mark.parametrize(("channel", "thread"), [(0, 11), (5, 10)], ids=["text", "announcements"])
def test_the_thread_is_of_the_type_that_its_channel_holds(
    channel: int, thread: int, discord: Standin, capsys: pytest.CaptureFixture[str]
) -> None:
    discord.channel_type = channel
    code, told = rehearsed(capsys)
    assert (code, "✓ thread: made" in told) == (0, True)
    (body,) = asked(discord, "POST", "/channels/*/threads")
    assert body["type"] == thread


MISSING = {"code": 50013, "message": "Missing Permissions"}


@pytest.mark.parametrize(
    ("refused", "step", "told", "code"),
    [
        (
            ("GET", "/channels/*", 403, {"code": 50001, "message": "Missing Access"}),
            "channel",
            "give it View Channels there, or invite it (403, code 50001: Missing Access)",
            2,
        ),
        (
            ("POST", "/applications/*/emojis", 400, {"code": 30008, "message": "Maximum"}),
            "emoji",
            "as many emoji as it may have",
            2,
        ),
        (
            ("POST", "/channels/*/threads", 403, MISSING),
            "thread",
            "give it View Channels, Create Public Threads and Send Messages in Threads",
            2,
        ),
        (
            ("PATCH", "/channels/*/messages/*", 403, {"code": 1, "message": "No"}),
            "board of Dice Poker",
            "Discord forbids it: give the bot View Channels and Send Messages (403, code 1: No)",
            2,
        ),
        (
            (
                "PATCH",
                "/channels/*/messages/*",
                400,
                {
                    "code": 50035,
                    "message": "Invalid Form Body",
                    "errors": {
                        "components": {"0": {"_errors": [{"code": "X", "message": "too long"}]}}
                    },
                },
            ),
            "board of Dice Poker",
            "please report this (400, code 50035: Invalid Form Body In components.0: too long)",
            2,
        ),
        (
            ("PATCH", "/channels/*/messages/*", 503, {"message": "down"}),
            "lobby of a round",
            "Discord has a fault of its own: try again in a minute (503",
            1,
        ),
    ],
)
def test_a_refusal_is_told_in_plain_words_with_its_remedy_and_the_others_are_tried(
    discord: Standin,
    capsys: pytest.CaptureFixture[str],
    *,
    refused: tuple[str, str, int, Any],
    step: str,
    told: str,
    code: int,
) -> None:
    discord.refuse.append(refused)
    exit_code, output = rehearsed(capsys)
    assert exit_code == code
    (line,) = [one for one in output.splitlines() if one.startswith(f"✗ {step}: ")]
    assert told in line
    assert discord.messages == {}, "what was posted is removed"
    if step == "channel":
        assert "Nothing else was tried." in output
    else:
        assert output.splitlines()[-1].startswith(f"{output.count('✗')} of {STEPS} steps failed")


def test_a_thread_that_may_not_be_deleted_is_left_archived(
    discord: Standin, capsys: pytest.CaptureFixture[str]
) -> None:
    discord.refuse.append(("DELETE", "/channels/??????????????????", 403, MISSING))
    code, told = rehearsed(capsys)
    assert code == 0
    assert "left archived" in told
    (thread,) = discord.threads.values()
    assert thread["thread_metadata"]["archived"]


def test_a_token_that_is_not_accepted(
    discord: Standin, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    code, told = rehearsed(capsys)
    assert code == 2
    assert told.startswith("dice-poker: Discord does not accept the token")
    assert told.count("\n") == 1


def test_a_discord_that_cannot_be_reached(
    discord: Standin, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(library.http.Route, "BASE", "http://127.0.0.1:9")
    code, told = rehearsed(capsys)
    assert code == 1
    assert "cannot be reached" in told


@pytest.mark.parametrize("channel", ["games", "-1", "99999999999999999999"])
def test_a_channel_is_an_id(capsys: pytest.CaptureFixture[str], channel: str) -> None:
    assert cli.main(["rehearse", f"--channel={channel}"]) == 2
    assert "a channel is named by its id" in capsys.readouterr().err


# What is recorded


def test_nobody_can_be_told_from_a_recording_and_tests_can_replay_it(
    discord: Standin, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert rehearsed(capsys, "--record", "kept")[0] == 0
    files = sorted((tmp_path / "kept").iterdir())
    assert len(files) == STEPS
    whole = "".join(file.read_text("utf-8") for file in files)
    for secret in (TOKEN, BOT, HOST, CHANNEL, SERVER, "dicey", "secret-games", "lives here"):
        assert secret not in whole
    assert "dcfduid" not in whole
    assert "?ex=" not in whole
    assert {"name 1"} <= set(re.findall(r"name \d+", whole))
    assert "X-RateLimit-Remaining" in whole


async def test_a_recording_is_what_the_library_reads(
    discord: Standin,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    await asyncio.to_thread(rehearsed, capsys, "--record", "kept")
    monkeypatch.setattr(library.http.Route, "BASE", "https://discord.com/api/v10")
    (file,) = (tmp_path / "kept").glob("*-board-of-dice-poker.json")
    answers = json.loads(file.read_text("utf-8"))["answers"]
    session = FakedSession(*(Reply(one["status"], one["body"], one["headers"]) for one in answers))
    posted, edited, removed = answers
    with bot_over(session, tmp_path) as bot:
        channel = bot.get_partial_messageable(int(posted["body"]["channel_id"]))
        message = await channel.send("board")
        assert message.id == int(posted["body"]["id"])
        await channel.get_partial_message(message.id).edit(content="edited")
        await message.delete()
    assert session.sent == [(one["method"], one["path"]) for one in (posted, edited, removed)]


def test_a_folder_that_is_there_is_left_alone(
    discord: Standin, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, told = rehearsed(capsys, "--record", str(tmp_path))
    assert code == 2
    assert told.count("\n") == 1
    assert "name a folder that is not there yet" in told
    assert discord.asked == []


def test_the_same_is_replaced_by_the_same_wherever_it_stands() -> None:
    made = Anonymous("a.b.c").value(
        {
            "author": {"username": "ana maria", "id": "123456789012345678", "discriminator": "0"},
            "content": "<@123456789012345678> ana maria, ana a.b.c",
            "token": "abc",
            "url": "https://cdn/123456789012345678/a.png?ex=12&hm=34",
            "flags": 4096,
            "number": 123456789012345678,
        }
    )
    assert made == {
        "author": {"username": "name 1", "id": "100000000000000001", "discriminator": "0"},
        "content": "<@100000000000000001> name 1, ana TOKEN",
        "token": None,
        "url": "https://cdn/100000000000000001/a.png",
        "flags": 4096,
        "number": 100000000000000001,
    }


def test_of_a_team_its_owner_is_pinged() -> None:
    """The owner of a team's application is no person whom Discord could ping."""
    owner = SimpleNamespace(id=7)
    for team, host in ((None, 7), (SimpleNamespace(owner_id=42), 42)):
        assert _host_of(SimpleNamespace(team=team, owner=owner)) == host
