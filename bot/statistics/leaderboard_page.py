"""The page *This server* of /stats: ten members in order, and the reader's place."""

from __future__ import annotations

from collections.abc import Iterator

from bot.language.render import Person
from bot.statistics import game_names
from bot.statistics.store.lists import (
    CHOSEN_WITHIN,
    ENOUGH,
    WON_WITHIN,
    Kind,
    Listing,
    ListQuery,
    MemberPlace,
)
from rules.accuracy import MEDIUM
from rules.screen import Block, Divider, Line
from rules.text import Argument, Percent, Text, say, say_count, say_in

WON: tuple[Kind, str] = ("won", "")
"""The first list: games won, of all games together."""


def lists() -> Iterator[tuple[Kind, str]]:
    """Yield all lists, each with the key of its game."""
    yield WON
    for kind in ("best", "accuracy"):
        for key in game_names.sheets():
            yield kind, key


def name(kind: Kind, game: str) -> Text:
    """Return the name of a list."""
    match kind:
        case "won":
            return say_in("a list", "Games won")
        case "best":
            return say_in("a list", "Best total: {game}", game=game_names.name(game))
        case "accuracy":
            return say_in("a list", "Accuracy: {game}", game=game_names.name(game))


def title(asked: ListQuery) -> Text:
    return say_in("a list", "🏆 {name}", name=name(asked.kind, asked.game))


def blocks(asked: ListQuery, found: Listing) -> list[Block]:
    """Return the lines of a list, of its reader, and what it counts."""
    made: list[Block] = [
        Line(_line(asked, one, own=one.user == asked.reader)) for one in found.places
    ]
    if not made:
        made.append(Line(say("Nobody is listed here yet.")))
    made.append(Divider())
    if found.own is not None and found.own not in found.places:
        made.append(Line(_line(asked, found.own, own=True)))
    made += [Line(text, "quiet") for text in (*_own_place(found), _rule(asked.kind))]
    return made


def _line(asked: ListQuery, one: MemberPlace, *, own: bool) -> Text:
    """Return a line, with its dot escaped: Discord would renumber lines that begin with "1."."""
    said: dict[str, Argument] = {
        "place": one.place,
        "member": Person(one.user),
        "value": _value(asked, one),
    }
    if own:
        return say("▶ {place}\\. {member} {value}", **said)
    return say_in("a line of a leaderboard", "{place}\\. {member} {value}", **said)


def _value(asked: ListQuery, one: MemberPlace) -> Text:
    games = say_count("{n} game", "{n} games", one.games)
    match asked.kind:
        case "won":
            return say_in("games won", "**{won}** of {games}", won=one.value, games=games)
        case "best":
            return say_count("**{n}** point", "**{n}** points", one.value)
        case "accuracy":
            found = Percent(one.value / 100, 0)
            if game_names.is_estimated(asked.game):
                return say("about **{accuracy}** · {games}", accuracy=found, games=games)
            return say_in("an accuracy", "**{accuracy}** · {games}", accuracy=found, games=games)


def _own_place(found: Listing) -> Iterator[Text]:
    """Yield the reader's place, and what they lack to be listed."""
    own = found.own
    if own is None:
        yield say("You have no such game here yet.")
    elif own.listed:
        yield say("Your place: {place} of {total}", place=own.place, total=found.total)
    else:
        total = found.total + 1
        yield say("Your place would be {place} of {total}.", place=own.place, total=total)
        if own.games < ENOUGH:
            yield say_count(
                "{n} more game is needed to be listed.",
                "{n} more games are needed to be listed.",
                ENOUGH - own.games,
            )
        else:
            yield say("You left {left} of {begun} games.", left=own.left, begun=own.begun)


def _rule(kind: Kind) -> Text:
    match kind:
        case "won":
            return say(
                "Games won among members in the last {days} days; at most two a day against the "
                "same opponent.",
                days=WON_WITHIN.days,
            )
        case "best":
            return say("The best total of each member, made without a hint.")
        case "accuracy":
            return say(
                "By the choices in games of the last {days} days; the medium computer has "
                "{medium}. To be listed: ten games, at most one in ten of them left.",
                days=CHOSEN_WITHIN.days,
                medium=Percent(MEDIUM / 100, 0),
            )
