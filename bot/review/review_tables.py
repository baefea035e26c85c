"""The accounts of a review as tables: luck, skill and verdicts by seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from bot.language.render import PlainRenderer, render
from bot.review.amounts import signed, tenths
from bot.review.played_round import Played
from bot.ui.short_names import cleaned, short_names
from rules.game import Unit
from rules.review import VERDICTS, Kind, SeatReview, Verdict
from rules.screen import Seat, Sheet
from rules.text import Points, Text, say_in

KINDS: Mapping[Kind, Text] = MappingProxyType(
    {
        "luck": say_in("review", "luck"),
        "skill": say_in("review", "skill"),
        "others": say_in("review", "others"),
        "hidden": say_in("review", "hidden"),
        "estimate": say_in("review", "estimate"),
    }
)
"""The names of the kinds of change, in the order of the rows."""

COUNTED: Mapping[Verdict, Text] = MappingProxyType(
    {
        "best": say_in("review", "best"),
        "good": say_in("review", "good"),
        "inaccuracy": say_in("review", "small"),
        "mistake": say_in("review", "mistakes"),
        "blunder": say_in("review", "blunders"),
    }
)
"""The labels of the rows that count choices by verdict."""

COLUMNS_PER_ROW = 2
"""The number of seats side by side in one table; a phone has room for two."""

NAME_WIDTH = 7
"""The most letters of a name in a table of two seats."""


def accounts(played: Played, reviews: tuple[SeatReview, ...], language: str) -> tuple[Sheet, ...]:
    """Return the accounts of all seats in tables of at most `COLUMNS_PER_ROW` seats."""
    names = column_names(played, language, NAME_WIDTH)
    starts = range(0, len(reviews), COLUMNS_PER_ROW)
    return tuple(
        _account(played, reviews, slice(first, first + COLUMNS_PER_ROW), names) for first in starts
    )


def column_names(played: Played, language: str, width: int) -> tuple[str, ...]:
    """Return the names of all seats in at most `width` letters.

    The name of a computer that is longer is replaced by its level.
    """
    return short_names([*_names(played, language, width)], width)


def _names(played: Played, language: str, width: int) -> Iterator[str | None]:
    for player in played.players:
        whole = _in_letters(player.name, language)
        if player.level is not None and whole is not None and len(whole) > width:
            yield _in_letters(player.level, language)
        else:
            yield whole


def _in_letters(name: Text | str | None, language: str) -> str | None:
    return render(name, language, PlainRenderer(language)) if isinstance(name, Text) else name


def whole_names(played: Played, language: str) -> tuple[str, ...]:
    """Return the whole names of all seats, empty where one is not known."""
    return tuple(cleaned(_in_letters(player.name, language) or "") for player in played.players)


def shortened_names(played: Played, language: str, width: int) -> tuple[tuple[str, Seat], ...]:
    """Return the names in at most `width` letters that are not the whole one, with their seats."""
    return tuple(
        (name, Seat(index))
        for index, (name, whole) in enumerate(
            zip(column_names(played, language, width), whole_names(played, language), strict=True)
        )
        if name != whole
    )


def _account(
    played: Played, reviews: tuple[SeatReview, ...], seats: slice, names: Sequence[str]
) -> Sheet:
    """Return the accounts of some seats: a column each, from the start to the result."""
    shown, unit = reviews[seats], played.unit
    columns = [rounded_account(unit, one) for one in shown]

    def amounts(of: Literal["start", "result"]) -> Iterator[Text]:
        for column in columns:
            yield say_in("an amount", "{number}", number=Points(column[of] / 10, 1))

    rows: list[tuple[Text | str | int | None, ...]] = [
        (say_in("review", "start"), *amounts("start"))
    ]
    rows += [
        (name, *(signed(column[kind]) for column in columns))
        for kind, name in KINDS.items()
        if any(one.total(kind) for one in reviews)
    ]
    result = say_in("review", "result") if played.over else say_in("review", "on exit")
    rows.append((result, *amounts("result")))
    rows += [
        (COUNTED[verdict], *(one.count(verdict) or None for one in shown))
        for verdict in VERDICTS
        if any(one.count(verdict) for one in reviews)
    ]
    return Sheet(tuple(names[seats]), tuple(rows))


def rounded_account(unit: Unit, seat_review: SeatReview) -> dict[str, int]:
    """Return a seat's account in whole tenths of a point or of a percent.

    Start, result and all kinds but luck are rounded independently; luck is the remainder, so that
    the rounded numbers add up exactly. Every sentence, table and picture about a whole round shows
    these numbers.
    """
    account: dict[str, int] = {
        kind: tenths(unit, seat_review.total(kind)) for kind in KINDS if kind != "luck"
    }
    start, result = tenths(unit, seat_review.start), tenths(unit, seat_review.result)
    luck = result - start - sum(account.values())
    return {**account, "start": start, "luck": luck, "result": result}
