"""The page *This server* of /stats: ten members in order, and the reader's place."""

from __future__ import annotations

from collections.abc import Iterator

from bot.language.render import Person
from bot.statistics import game_names
from bot.statistics.store.leaderboards import (
    CHOSEN_WITHIN,
    ENOUGH,
    WON_WITHIN,
    Kind,
    Leaderboard,
    LeaderboardQuery,
    MemberPlace,
)
from rules.accuracy import MEDIUM
from rules.screen import Block, Divider, Line
from rules.text import Argument, Percent, Text, say, say_count, say_in

WON: tuple[Kind, str] = ("won", "")
"""The first leaderboard: games won, of all games together."""


def leaderboards() -> Iterator[tuple[Kind, str]]:
    """Yield the kind and the game of each leaderboard."""
    yield WON
    for kind in ("best", "accuracy"):
        for key in game_names.sheets():
            yield kind, key


def name(kind: Kind, game: str) -> Text:
    match kind:
        case "won":
            return say_in("a list", "Games won")
        case "best":
            return say_in("a list", "Best total: {game}", game=game_names.name(game))
        case "accuracy":
            return say_in("a list", "Accuracy: {game}", game=game_names.name(game))


def title(query: LeaderboardQuery) -> Text:
    return say_in("a list", "🏆 {name}", name=name(query.kind, query.game))


def blocks(query: LeaderboardQuery, leaderboard: Leaderboard) -> list[Block]:
    """Return a leaderboard: its places, the reader's own, and the rule by which it counts."""
    lines: list[Block] = [
        Line(_line(query, member, own=member.user == query.reader)) for member in leaderboard.places
    ]
    if not lines:
        lines.append(Line(say("Nobody is listed here yet.")))
    lines.append(Divider())
    if leaderboard.own is not None and leaderboard.own not in leaderboard.places:
        lines.append(Line(_line(query, leaderboard.own, own=True)))
    lines += [Line(text, "quiet") for text in (*_own_place(leaderboard), _rule(query.kind))]
    return lines


def _line(query: LeaderboardQuery, member: MemberPlace, *, own: bool) -> Text:
    """Return a line, with its dot escaped: Discord would renumber lines that begin with "1."."""
    arguments: dict[str, Argument] = {
        "place": member.place,
        "member": Person(member.user),
        "value": _value(query, member),
    }
    if own:
        return say("▶ {place}\\. {member} {value}", **arguments)
    return say_in("a line of a leaderboard", "{place}\\. {member} {value}", **arguments)


def _value(query: LeaderboardQuery, member: MemberPlace) -> Text:
    games = say_count("{n} game", "{n} games", member.games)
    match query.kind:
        case "won":
            return say_in("games won", "**{won}** of {games}", won=member.value, games=games)
        case "best":
            return say_count("**{n}** point", "**{n}** points", member.value)
        case "accuracy":
            accuracy = Percent(member.value / 100, 0)
            if game_names.is_estimated(query.game):
                return say("about **{accuracy}** · {games}", accuracy=accuracy, games=games)
            return say_in("an accuracy", "**{accuracy}** · {games}", accuracy=accuracy, games=games)


def _own_place(leaderboard: Leaderboard) -> Iterator[Text]:
    """Yield the reader's place, and what they lack to be listed."""
    own = leaderboard.own
    if own is None:
        yield say("You have no such game here yet.")
    elif own.listed:
        yield say("Your place: {place} of {total}", place=own.place, total=leaderboard.total)
    else:
        total = leaderboard.total + 1
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
