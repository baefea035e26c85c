"""The link that invites the bot: what it asks for, in the log and by name on the page for hosts."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.ui.invite import PERMISSIONS, invite
from simulated import table

PAGE = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_the_link_asks_for_the_bot_its_commands_and_these_permissions() -> None:
    asked = parse_qs(urlsplit(invite(7)).query)
    assert asked["client_id"] == ["7"]
    assert asked["scope"] == ["bot applications.commands"]
    assert discord.Permissions(int(asked["permissions"][0])) == PERMISSIONS


def test_the_page_names_the_permissions_of_the_link() -> None:
    sentence = re.search(r"The link asks for ([^.]+)\.", PAGE)
    assert sentence is not None
    named = re.findall(r"\*([^*]+)\*", " ".join(sentence[1].split()))
    flags = [name.lower().replace(" ", "_").replace("channels", "channel") for name in named]
    assert discord.Permissions(**dict.fromkeys(flags, True)) == PERMISSIONS


async def test_the_link_stands_in_the_log_at_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.client")
    async with table(tmp_path) as sim:
        assert invite(sim.bot.application_id) in caplog.text
