"""The ids of the commands at Discord, which sentences need to mention them.

Discord shows `</play chess:7>` as a link that types the command. It shows the
command's default name, whatever the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable

from discord import AppCommandType
from discord.app_commands import AppCommand, AppCommandGroup

from rules.text import Command


class CommandIds:
    """The ids of what can be typed: commands and subcommands, by their path.

    Nothing is known before the commands have been compared with Discord's.
    `in_discord` says whether Discord itself offers the commands: by the names of the
    member's language, and some in the menus of members and messages.
    """

    def __init__(self, *, in_discord: bool = True) -> None:
        self.in_discord = in_discord
        self._ids: dict[str, int] = {}

    def know(self, commands: Iterable[AppCommand]) -> None:
        """Remember the ids of the commands that stand at Discord now, and of no others."""
        self._ids = {
            path: command.id
            for command in commands
            if command.type is AppCommandType.chat_input
            for path in _paths(command)
        }

    def mention(self, command: Command) -> str:
        """Return the mention of a command; its plain name where its id is not known.

        The name of a group of subcommands is plain, too: it cannot be sent alone.

        >>> CommandIds().mention(Command("play", "chess"))
        '/play chess'
        """
        known = self._ids.get(command.path)
        return f"/{command.path}" if known is None else f"</{command.path}:{known}>"


def _paths(command: AppCommand) -> list[str]:
    """Return the paths of a command that can be sent: its own, or those of its subcommands."""
    subs = [option for option in command.options if isinstance(option, AppCommandGroup)]
    return [f"{command.name} {sub.name}" for sub in subs] or [command.name]
