"""The link that invites the bot to a server, and the permissions it requests."""

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
"""The permissions for messages that answer no interaction (boards after a deadline, pings), for
threads of rounds, and for pictures, as any answer but the first needs the permission for its files.
"""


TITLES = {
    "read_messages": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
}
"""The names of the permissions in Discord's clients, by their names in discord.py."""


def invite(application: int | str) -> str:
    """Return the link that invites the bot of an application.

    >>> invite(7).partition("&")[0]
    'https://discord.com/oauth2/authorize?client_id=7'
    """
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)
