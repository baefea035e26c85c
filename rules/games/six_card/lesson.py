"""The lesson of a round of Six Card Poker: the splits that would have won.

For each seat it has the splits that would have beaten the split of the other seat (README 5.4), and
the choices of the equilibrium with its cards (README 5.5).
"""

from __future__ import annotations

from rules.games.six_card import equilibrium
from rules.games.six_card.cards import Split, splits_of
from rules.games.six_card.flow import points
from rules.games.six_card.state import SEATS, CardsShowdown, State
from rules.screen import Block, Line, Seat, Sheet
from rules.text import Percent, Text, say, say_count, say_in

SHOWN, BEATS = "●", "✓"
"""The marks of the split that was shown, and of a split that beats the other hand."""


def lesson(state: State) -> tuple[Block, ...]:
    """Return the blocks about other splits at the end of a round, none before the end."""
    match state:
        case CardsShowdown((one, other)):
            legend = say(
                "{shown}: the split that was played. {beats}: beats the other hand. Perfect: "
                "how often the perfect player chooses it.",
                shown=SHOWN,
                beats=BEATS,
            )
            return (
                *_of_seat(SEATS[0], one, other),
                *_of_seat(SEATS[1], other, one),
                Line(legend, "quiet"),
            )
        case _:
            return ()


def winning_splits(own: Split, other: Split) -> tuple[Split, ...]:
    """Return the splits of the cards of `own` that beat `other`, most points first.

    >>> from rules.games.six_card.cards import split_of
    >>> [split.code for split in winning_splits(split_of("443-22-1"), split_of("431-11-4"))]
    ['443-22-1', '441-22-3', '431-22-4']
    """
    winning = [split for split in splits_of(own.hand) if 2 * points(split, other) > 3]
    return tuple(sorted(winning, key=lambda split: -points(split, other)))


def _of_seat(seat: Seat, own: Split, other: Split) -> tuple[Block, ...]:
    """Return the number of winning splits of a seat, with a table of these and of the equilibrium.

    For a seat that has won the table has only its own split and those of the equilibrium.
    """
    winning, played = winning_splits(own, other), equilibrium.EQUILIBRIUM[own.hand]
    others = () if own in winning else winning
    rows = tuple(
        (
            _written(split),
            (SHOWN if split == own else "") + (BEATS if split in winning else ""),
            _weight(split),
        )
        for split in dict.fromkeys((own, *others, *played))
    )
    return (Line(_how_many(seat, winning, len(splits_of(own.hand))), "strong"), Sheet(_HEAD, rows))


_HEAD = ("", say_in("head of a table", "perfect"))


def _how_many(seat: Seat, winning: tuple[Split, ...], number: int) -> Text:
    if not winning:
        return say(
            "{seat}: none of the {splits} splits beats the other hand.", seat=seat, splits=number
        )
    return say_count(
        "{seat}: {n} of {splits} splits beats the other hand.",
        "{seat}: {n} of {splits} splits beat the other hand.",
        len(winning),
        seat=seat,
        splits=number,
    )


def _written(split: Split) -> str:
    """Return a split in few letters: "1 22 443"."""
    return " ".join("".join(map(str, part)) for part in reversed(split.parts))


def _weight(split: Split) -> Text | None:
    """Return the frequency of a split in the equilibrium, None for zero."""
    weight = equilibrium.EQUILIBRIUM[split.hand].get(split)
    if weight is None:
        return None
    return say_in("a probability", "{share}", share=Percent(float(weight), 0))
