"""The link that invites the bot to a server, and the permissions that it asks for."""

from __future__ import annotations

import discord

COMMANDS = "applications.commands"

SCOPES = ("bot", COMMANDS)

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
)
"""For what nobody pressed for, boards after a deadline and pings, for threads of rounds, and for
pictures: an answer that is not the first one needs the permission for its files."""


TITLES = {
    "read_messages": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
}
"""What Discord's clients call the permissions, by the names under which discord.py lists them."""


def invite(application: int | str) -> str:
    """Return the link that invites the bot of an application.

    >>> invite(7).partition("&")[0]
    'https://discord.com/oauth2/authorize?client_id=7'
    """
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)
