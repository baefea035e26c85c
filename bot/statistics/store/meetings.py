"""Stores the meetings of members, since repeated meetings lower the weight of results.

The results of a round are rated unless two of its members have had `MOST_A_DAY` rated rounds on
that day; their weight is lower the more often two of them have met lately. Each pair has a row for
each game, and one over all games, which holds the days.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import TypeAlias

from sqlalchemy import Connection

from bot.statistics.standing import OVER_ALL, Period, span
from bot.storage.schema import meetings
from bot.storage.statement import RowsOfKeys, Upsert

MOST_A_DAY = 2
"""The most rated rounds of two members on a day, in UTC."""

LATELY = 30
"""The number of days for which meetings of a pair are counted."""

IN_FULL, LEAST = 10, 0.2
"""The number of meetings with full weight, and the least weight; in between the k-th has 10/k."""

Key: TypeAlias = tuple[int, int, int]
"""Two members, the lower id first, and the server on which they meet."""

_PUT = Upsert(meetings)
_KEY = ("one", "other", "guild")
_OF_PAIRS = RowsOfKeys(meetings, _KEY)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The last meeting of two members in a game; its `day` is empty if there was none.

    `recent` holds the days of their meetings lately, over all games.
    """

    day: str = ""
    recent: tuple[date, ...] = ()
    week: str = ""
    month: str = ""


class Meetings:
    """The meetings of the members of some rounds, read together and stored by `store`.

    Each round is given by its server and its members.
    """

    def __init__(self, connection: Connection, rounds: Iterable[tuple[int, Sequence[int]]]) -> None:
        self._connection = connection
        self._changed: dict[tuple[Key, str], Meeting] = {}
        self._known: dict[Key, dict[str, Meeting]] = {
            key: {} for server, users in rounds for key in _keys(server, users)
        }
        for row in _OF_PAIRS.run(connection, self._known):
            recent = tuple(map(date.fromisoformat, row.recent.split()))
            meeting = Meeting(row.day, recent, row.week, row.month)
            self._known[row.one, row.other, row.guild][row.game] = meeting

    def weight(self, server: int, users: Sequence[int], ended: datetime) -> float:
        """Return the weight of a round's results between these members, 0 if they are not rated.

        It is the weight for the pair that has met most often.
        """
        day = _day(ended)
        known = [self._known[key].get(OVER_ALL, Meeting()) for key in _keys(server, users)]
        if any(one.recent.count(day) >= MOST_A_DAY for one in known):
            return 0.0
        most = max(sum(_is_lately(other, day) for other in one.recent) for one in known)
        return max(LEAST, min(1.0, IN_FULL / (most + 1)))

    def note(
        self, server: int, users: Sequence[int], game: str, ended: datetime
    ) -> dict[int, dict[Period, int]]:
        """Note a rated round; return the number of members each one newly met, by period."""
        ended_on, week, month = _day(ended), span("week", ended), span("month", ended)
        day = ended_on.isoformat()
        new: dict[int, dict[Period, int]] = {
            user: {"all": 0, "week": 0, "month": 0} for user in users
        }
        for key in _keys(server, users):
            before = self._known[key].get(game, Meeting())
            after = replace(
                before,
                day=max(day, before.day),
                week=max(week, before.week),
                month=max(month, before.month),
            )
            if game == OVER_ALL:
                days = sorted((*before.recent, ended_on))
                after = replace(
                    after, recent=tuple(one for one in days if _is_lately(one, days[-1]))
                )
            self._known[key][game] = self._changed[key, game] = after
            for user in key[:2]:
                new[user]["all"] += not before.day
                new[user]["week"] += before.week < week
                new[user]["month"] += before.month < month
        return new

    def store(self) -> None:
        """Store what was noted."""
        rows = [
            {
                **dict(zip(_KEY, key, strict=True)),
                "game": game,
                "day": meeting.day,
                "recent": " ".join(one.isoformat() for one in meeting.recent),
                "week": meeting.week,
                "month": meeting.month,
            }
            for (key, game), meeting in self._changed.items()
        ]
        _PUT.run_many(self._connection, rows)


def _keys(server: int, users: Sequence[int]) -> list[Key]:
    return [(one, other, server) for one, other in combinations(sorted(users), 2)]


def _day(when: datetime) -> date:
    return when.astimezone(UTC).date()


def _is_lately(one: date, day: date) -> bool:
    """Return whether the first day is the second one or less than `LATELY` days before it."""
    return timedelta(0) <= day - one < timedelta(days=LATELY)
