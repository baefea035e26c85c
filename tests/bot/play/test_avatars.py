"""The avatar of a member, which comes in time, small enough, or not at all."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.play import avatars
from bot.play.avatars import MOST_BYTES, avatar_of

PICTURE = b"a picture"


class Asset:
    """Stands for an asset of Discord; `answer` is a file, or what is raised."""

    def __init__(self, answer, seconds=0.0):
        self.answer, self.seconds, self.asked = answer, seconds, None

    def replace(self, **how):
        self.asked = how
        return self

    async def read(self):
        await asyncio.sleep(self.seconds)
        if isinstance(self.answer, bytes):
            return self.answer
        raise self.answer


def member(avatar=None, here=None):
    return SimpleNamespace(avatar=avatar, guild_avatar=here)


async def test_it_is_a_small_still_picture():
    asset = Asset(PICTURE)
    assert await avatar_of(member(asset)) == PICTURE
    assert asset.asked == {"size": 128, "format": "png"}


async def test_that_of_the_server_comes_first():
    assert await avatar_of(member(Asset(b"other"), Asset(PICTURE))) == PICTURE
    assert await avatar_of(SimpleNamespace(avatar=Asset(PICTURE))) == PICTURE, "in private"


async def test_who_has_none_has_none():
    assert await avatar_of(member()) is None


@pytest.mark.parametrize(
    "wrong",
    [
        discord.DiscordException("no"),
        aiohttp.ClientConnectionError("no"),
        OSError("no"),
        b"x" * (MOST_BYTES + 1),
    ],
)
async def test_what_goes_wrong_leaves_none(wrong):
    assert await avatar_of(member(Asset(wrong))) is None


async def test_a_late_one_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(avatars, "SECONDS", 0.01)
    assert await avatar_of(member(Asset(PICTURE, seconds=60))) is None
