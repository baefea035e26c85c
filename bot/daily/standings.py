"""The standings of the daily challenge on a server: the day, the week, streaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from bot.daily.ranking import DayResult, SharedPlace, WeekResult, week_of
from bot.daily.store import shared_dice as store
from bot.language.render import Person
from bot.storage.thread import StorageThread
from rules.screen import Block, Heading, Line
from rules.text import Percent, Text, say, say_count, say_in, side_by_side

CROWN = "👑"
"""The mark of the best of a day."""

MOST = 10
"""The number of members listed for a day or a week."""

MOST_STREAKS = 5
"""The number of listed streaks."""

IN_A_ROW = 100
"""The number of members whose days are read to find the longest streaks."""


T = TypeVar("T", DayResult, WeekResult)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a server: a day, its week, and the longest rows of days."""

    places: tuple[SharedPlace[DayResult], ...]
    unfinished: int
    week: tuple[SharedPlace[WeekResult], ...]
    streaks: tuple[tuple[int, int], ...]


async def read_standings(storage: StorageThread, guild: int, day: date, reader: int) -> Standings:
    """Return the standings of a server on a day, by the rounds begun there.

    Members with private statistics are left out, except the `reader`.
    """
    read, listed = storage.read_beside, store.StandingsFilter(guild, reader)
    candidates = {*await read(store.members_in_a_row, day, listed, IN_A_ROW), reader}
    rows = await read(store.rows_of_days, candidates, day, guild)
    longest = sorted(rows, key=lambda member: (-rows[member], member))
    members = [member for member in longest if rows[member] > 1][:MOST_STREAKS]
    if rows[reader] and reader not in members:
        members.append(reader)
    places, week = await read(store.ranked_days, week_of(day), day, listed)
    streaks = tuple((member, rows[member]) for member in members)
    return Standings(places, await read(store.count_unfinished, day, listed), week, streaks)


def blocks(standings: Standings) -> Iterator[Block]:
    """Yield the standings of a day that goes on."""
    yield Heading(say_in("standings", "Today"))
    yield from day_lines(standings.places)
    if standings.unfinished:
        unfinished = say_count(
            "{n} member is still playing.", "{n} members are still playing.", standings.unfinished
        )
        yield Line(unfinished, "quiet")
    yield Heading(say_in("standings", "The week"))
    yield from _week_lines(standings.week)
    rule = say("A day brings its first three 3, 2 and 1 points; none where no one else played.")
    yield Line(rule, "quiet")
    yield from _streaks(standings.streaks)


async def own_row(storage: StorageThread, day: date, member: int) -> list[Block]:
    """Return the row of days of a member where there is no server."""
    rows = await storage.read_beside(store.rows_of_days, [member], day, None)
    return [*_streaks([(member, rows[member])] if rows[member] else [])]


def _streaks(streaks: Sequence[tuple[int, int]]) -> Iterator[Block]:
    if streaks:
        yield Heading(say_in("standings", "Days in a row"))
    for member, days in streaks:
        yield Line(
            say_count("🔥 {member}: {n} day", "🔥 {member}: {n} days", days, member=Person(member))
        )


def day_lines(places: Sequence[SharedPlace[DayResult]]) -> Iterator[Line]:
    """Yield the places of a day, with points and accuracy."""
    if not places:
        yield Line(say("Nobody here has finished it yet."))
    for place, members in _first_places(places):
        result = place.shared[0]
        facts = [members, say_count("{n} point", "{n} points", result.points)]
        if result.accuracy is not None:
            facts.append(say("accuracy {accuracy}", accuracy=Percent(result.accuracy / 100, 0)))
        yield Line(_place_line(place, side_by_side(facts)))
    if sum(len(place.shared) for place in places) == 1:
        yield Line(say("Nobody else here has finished it yet."), "quiet")


def _week_lines(places: Sequence[SharedPlace[WeekResult]]) -> Iterator[Line]:
    for place, members in _first_places(places):
        points = say_count("{n} point", "{n} points", place.shared[0].points)
        yield Line(_place_line(place, side_by_side([members, points])))


def _place_line(place: SharedPlace[Any], text: Text) -> Text:
    """Return a line that begins with the number of its place, or the crown."""
    if place.first == 1:
        crown = CROWN if len(place.shared) == 1 else f"{CROWN} {place.number}."
        return say_in("a rank", "{place} {told}", place=crown, told=text)
    return say_in("a rank", "{place} {told}", place=f"{place.number}\\.", told=text)


def _first_places(places: Sequence[SharedPlace[T]]) -> Iterator[tuple[SharedPlace[T], Text]]:
    """Yield the first places, each with the members who share it."""
    left = MOST
    for place in places:
        if left <= 0:
            return
        people = [Person(one.member) for one in place.shared[:left]]
        yield place, side_by_side([say_in("a member", "{member}", member=one) for one in people])
        left -= len(place.shared)
