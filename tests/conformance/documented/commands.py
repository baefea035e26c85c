"""The rules of application commands, checked on all commands of a scope.

The pages are those of https://github.com/discord/discord-api-docs below developers/.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

import discord

from documented.rule import Fault, rule
from documented.sent import Json

Commands: TypeAlias = list[Json]

PAGE = "interactions/application-commands.mdx"
CHAT, MEMBER, MESSAGE = 1, 2, 3
"""The types of commands: typed, or in the menu of a member or of a message."""

SUBCOMMAND, GROUP = 1, 2
"""The types of options that are commands themselves."""

MOST = {CHAT: 100, MEMBER: 15, MESSAGE: 15}
MOST_CHARACTERS = 8_000
MOST_VALUE = 100

LOCALES = frozenset(locale.value for locale in discord.Locale)


def _kind(command: Json) -> int:
    return int(command.get("type") or CHAT)


def _typed(commands: Commands) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    """Yield typed commands and all their options, each with its place."""
    for at, command in enumerate(commands):
        if _kind(command) == CHAT:
            yield (at,), command
            yield from _options(command, (at,))


def _options(
    command: Json, at: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    for index, option in enumerate(command.get("options") or ()):
        place = (*at, "options", index)
        yield place, option
        yield from _options(option, place)


def _localized(named: Json, field: str) -> dict[str, str]:
    """Return a text by locale; the one that stands for all others is that of ""."""
    return {"": named[field], **(named.get(f"{field}_localizations") or {})}


def _is_name(text: str) -> bool:
    r"""Return whether a text matches ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$."""
    return (
        1 <= len(text) <= 32
        and text == text.lower()
        and all(
            sign in "-_'"
            or unicodedata.category(sign)[0] in "LN"
            or unicodedata.name(sign, "").startswith(("DEVANAGARI", "THAI"))
            for sign in text
        )
    )


@rule(
    201,
    "Names of typed commands and of options are 1 to 32 letters, digits, hyphens or underscores, "
    "in lower case, in every locale",
    f"{PAGE}, Application Command Naming",
)
def _names(commands: Commands) -> Iterator[Fault]:
    for at, named in _typed(commands):
        for locale, name in _localized(named, "name").items():
            if not _is_name(name):
                yield Fault(f"Command name is invalid: {name!r} {locale}", (*at, "name"))


@rule(
    202,
    "Descriptions have 1 to 100 characters, in every locale; commands in menus have none",
    f"{PAGE}, Application Command Structure",
)
def _descriptions(commands: Commands) -> Iterator[Fault]:
    for at, command in enumerate(commands):
        if _kind(command) != CHAT and command.get("description"):
            yield Fault("A command in a menu has no description.", (at, "description"))
    for at2, named in _typed(commands):
        if not named.get("description"):
            yield Fault("This field is required", (*at2, "description"))
            continue
        for locale, text in _localized(named, "description").items():
            if not 1 <= len(text) <= 100:
                why = f"Must be between 1 and 100 in length. {locale}"
                yield Fault(why, (*at2, "description"))


def characters(named: Any) -> int:
    """Return how many characters of the limit a command, an option or a choice takes."""
    count = sum(
        max(map(len, _localized(named, field).values()))
        for field in ("name", "description")
        if named.get(field) is not None
    )
    count += len(named["value"]) if isinstance(named.get("value"), str) else 0
    inner = [*(named.get("options") or ()), *(named.get("choices") or ())]
    return count + sum(map(characters, inner))


@rule(
    203,
    "A command has at most 8,000 characters of names, descriptions and values, the longest "
    "localization of each counted",
    f"{PAGE}, Slash Commands",
)
def _size(commands: Commands) -> Iterator[Fault]:
    for at, command in enumerate(commands):
        count = characters(command)
        if count > MOST_CHARACTERS:
            yield Fault(f"Command exceeds maximum size ({MOST_CHARACTERS}): {count}", (at,))


@rule(
    204,
    "There are at most 100 typed commands, 15 for members and 15 for messages",
    f"{PAGE}, Registering a Command",
)
def _counts(commands: Commands) -> Iterator[Fault]:
    for kind, count in Counter(map(_kind, commands)).items():
        if count > MOST.get(kind, 1):
            yield Fault(f"Maximum number of commands of type {kind} reached ({MOST[kind]}).")


@rule(
    205,
    "Required options come before optional ones",
    f"{PAGE}, Application Command Structure",
)
def _required_first(commands: Commands) -> Iterator[Fault]:
    for at, named in _typed(commands):
        required = [bool(option.get("required")) for option in named.get("options") or ()]
        if required != sorted(required, reverse=True):
            why = "Required options must be placed before non-required options"
            yield Fault(why, (*at, "options"))


@rule(
    206,
    "Names of commands are unique by type, in every locale",
    f"{PAGE}, Registering a Command",
)
def _unique_commands(commands: Commands) -> Iterator[Fault]:
    for kind in MOST:
        yield from _unique([one for one in commands if _kind(one) == kind], ())


@rule(
    207,
    "Names of options are unique within their command, and in a locale differ from the default "
    "names of the others",
    f"{PAGE}, Localization",
)
def _unique_options(commands: Commands) -> Iterator[Fault]:
    for at, named in _typed(commands):
        options = named.get("options") or []
        yield from _unique(options, at)
        for index, option in enumerate(options):
            others = {other["name"] for other in options if other is not option}
            for locale, name in _localized(option, "name").items():
                if name in others:
                    yield Fault(
                        f"{name!r} in {locale or 'all locales'} is the name of another option",
                        (*at, "options", index, "name"),
                    )


def _unique(named: list[Json], at: tuple[str | int, ...]) -> Iterator[Fault]:
    """Yield names that occur twice, by default or in a locale."""
    localized = [_localized(one, "name") for one in named]
    for locale in {key for names in localized for key in names}:
        seen = Counter(names.get(locale, names[""]) for names in localized)
        for name, count in seen.items():
            if count > 1:
                yield Fault(f"{name!r} is there {count} times in {locale or 'all locales'}", at)


@rule(
    208,
    "A choice has a value of at most 100 characters, and no other choice of its option the same "
    "name or value",
    f"{PAGE}, Application Command Option Choice Structure",
)
def _choices(commands: Commands) -> Iterator[Fault]:
    for at, option in _typed(commands):
        choices = option.get("choices") or []
        for index, choice in enumerate(choices):
            if len(str(choice["value"])) > MOST_VALUE:
                why = "Must be 100 or fewer in length."
                yield Fault(why, (*at, "choices", index, "value"))
        for field in ("name", "value"):
            if len({choice[field] for choice in choices}) < len(choices):
                yield Fault(f"Two choices with the same {field}.", (*at, "choices"))


@rule(209, "Localizations are those of locales that Discord has", "reference.mdx, Locales")
def _locales(commands: Commands) -> Iterator[Fault]:
    named = [((at,), command) for at, command in enumerate(commands)]
    for at2, one in (*named, *_typed(commands)):
        for inner in (one, *(one.get("choices") or ())):
            for field in ("name_localizations", "description_localizations"):
                unknown = {*(inner.get(field) or ())} - LOCALES
                if unknown:
                    yield Fault(f"Unknown locales: {sorted(unknown)}", (*at2, field))


@rule(
    210,
    "Subcommands and groups of them stand beside no other options",
    f"{PAGE}, Subcommands and Subcommand Groups",
)
def _nesting(commands: Commands) -> Iterator[Fault]:
    for at, named in _typed(commands):
        kinds = [int(option["type"]) for option in named.get("options") or ()]
        nested = sum(kind in (SUBCOMMAND, GROUP) for kind in kinds)
        if nested not in (0, len(kinds)):
            yield Fault("Sub-command and sub-command group option types are mutually exclusive", at)
