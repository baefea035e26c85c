"""Which channels of a server a member is told of."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import Mock

import discord
import pytest

from bot.play.servers import may_see


def interaction(channel, **allowed):
    """Return an interaction of a member with these permissions in the only channel there is."""
    if channel is not None:
        channel.permissions_for = lambda _: discord.Permissions(**allowed)
    guild = SimpleNamespace(get_channel_or_thread=lambda _: channel)
    return SimpleNamespace(guild=guild, user=Mock(spec=discord.Member))


def thread(*, private):
    return Mock(spec=discord.Thread, is_private=lambda: private)


@pytest.mark.parametrize(
    ("channel", "allowed", "seen"),
    [
        (Mock(spec=discord.TextChannel), {"view_channel": True}, True),
        (Mock(spec=discord.TextChannel), {"manage_threads": True}, False),
        (thread(private=False), {"view_channel": True}, True),
        (thread(private=True), {"view_channel": True}, False),
        (thread(private=True), {"manage_threads": True}, False),
        (thread(private=True), {"view_channel": True, "manage_threads": True}, True),
        (None, {}, False),
    ],
)
def test_a_private_thread_is_seen_by_its_moderators_alone(channel, allowed, seen):
    assert may_see(interaction(channel, **allowed), 5) is seen


def test_who_is_no_member_sees_no_channel():
    asked = interaction(Mock(spec=discord.TextChannel), view_channel=True)
    asked.user = Mock(spec=discord.User)
    assert not may_see(asked, 5)
