"""The link that invites the bot: the same on the page for hosts and in the log, its permissions by name."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest

from bot.ui.invite import PERMISSIONS, invite
from simulated import table

PAGE = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_the_page_shows_the_link_that_the_bot_logs() -> None:
    assert f"`{invite('YOUR_APPLICATION_ID')}`" in PAGE


def test_the_page_names_the_permissions_of_the_link() -> None:
    sentence = re.search(r"The permissions are ([^.]+)\.", PAGE)
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
