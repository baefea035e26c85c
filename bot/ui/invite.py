"""The link that invites the bot to a server, and the permissions that it asks for."""

from __future__ import annotations

import discord

SCOPES = ("bot", "applications.commands")

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
)
"""For what nobody pressed for, boards after a deadline and pings, and for threads of rounds."""


def invite(application: int | str) -> str:
    """Return the link that invites the bot of an application.

    >>> invite(7).partition("&")[0]
    'https://discord.com/oauth2/authorize?client_id=7'
    """
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)
