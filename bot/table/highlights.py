"""What is worth telling about a round that was played to its end: at most two sentences.

What follows from the round alone is read from it. What the rounds before it are needed for is
found once, after the board was shown, and stored with the round (`noted`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from bot.table import score
from bot.table.stored_round import StoredRound
from rules import registry
from rules.screen import Seat
from rules.text import Points, Text, say, say_count
from rules.whole_hands import CARDS

Kind: TypeAlias = Literal["rare", "win", "best", "above", "days", "ahead"]

ORDER: tuple[Kind, ...] = ("rare", "win", "best", "above", "days", "ahead")
"""What is told first, the rarest: a rare hand, a member's first win in the game, a new best, more
than perfect play averages, several days in a row, the score between two members."""

MOST = 2
"""How many sentences a board tells at most, each of another kind."""

RARE = Fraction(1, 50)
"""A hand is rare where the chance of its rank in one roll is smaller."""

_WHOLE_FROM = 100
"""From which n on "1 in n" is told without decimals."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something worth telling about a seat.

    `amounts` are, for a "best", the points and the best before; for "above" the average in tenths;
    for "days" how many in a row; for "ahead" the index of the other seat, the rounds won and those
    lost against its member.
    """

    kind: Kind
    seat: int
    amounts: tuple[int, ...] = ()


def members(stored: StoredRound) -> tuple[int, ...]:
    """Return the seats of members who played to the end; none unless the round was played out."""
    if not stored.finished or stored.play is None or stored.play.over is None:
        return ()
    return tuple(
        index
        for index, player in enumerate(stored.players)
        if player.user is not None and not player.left and not player.former
    )


def noted(found: Iterable[Highlight]) -> Callable[[StoredRound], StoredRound]:
    """Note what the rounds before this one make worth telling."""
    codes = " ".join(".".join(map(str, (one.kind, one.seat, *one.amounts))) for one in found)
    return lambda stored: replace(stored, highlights=codes)


def lines(stored: StoredRound) -> tuple[Text, ...]:
    """Return the sentences that the board of a round tells of its end, in their `ORDER`."""
    winners = () if stored.outcome is None else stored.outcome.winners
    found = [*_of_play(stored), *_noted(stored)]
    found.sort(key=lambda one: (ORDER.index(one.kind), Seat(one.seat) not in winners, one.seat))
    told: dict[Kind, Text] = {}
    for one in found:
        if one.kind not in told and (text := _text(stored, one)) is not None:
            told[one.kind] = text
    return tuple(told.values())[:MOST]


def _of_play(stored: StoredRound) -> Iterator[Highlight]:
    """Yield what follows from the round alone."""
    play, outcome = stored.play, stored.outcome
    if play is None or outcome is None:
        return
    for seat in members(stored):
        hand = play.game.hand(play.state, Seat(seat))
        if hand is not None and hand.rank != CARDS and hand.chance < RARE:
            yield Highlight("rare", seat)
        average = None if play.game.exact is None else play.game.exact.average
        alone = len(stored.players) == 1 and outcome.scores is not None
        if alone and average is not None and outcome.scores and outcome.scores[seat] > average:
            yield Highlight("above", seat, (round(average * 10),))


def _noted(stored: StoredRound) -> Iterator[Highlight]:
    there = members(stored)
    for code in (stored.highlights or "").split():
        kind, *numbers = code.split(".")
        if kind in ORDER:
            seat, *amounts = map(int, numbers)
            if seat in there:
                yield Highlight(kind, seat, tuple(amounts))


def _text(stored: StoredRound, one: Highlight) -> Text | None:
    """Return the sentence; None where the board says it already, or the other has gone."""
    seat = Seat(one.seat)
    match one.kind, one.amounts:
        case "rare", _:
            return _rare(stored, seat)
        case "win", _:
            game = registry.game(stored.game).info.name
            return say("🎉 The first win of {seat} in {game}!", seat=seat, game=game)
        case "best", (points, before):
            return say_count(
                "🏅 {seat} has a new best: {n} point ({before} before).",
                "🏅 {seat} has a new best: {n} points ({before} before).",
                points,
                seat=seat,
                before=before,
            )
        case "above", (average,):
            return say(
                "🌟 {seat} made more than the {average} that perfect play makes on average.",
                seat=seat,
                average=Points(average / 10, 1),
            )
        case "days", (days,):
            return say_count(
                "🔥 {seat} has played {n} day in a row.",
                "🔥 {seat} has played {n} days in a row.",
                days,
                seat=seat,
            )
        case "ahead", (other, won, lost) if not score.lines(stored):
            return _ahead(stored, seat, Seat(other), won, lost)
        case _:
            return None


def _rare(stored: StoredRound, seat: Seat) -> Text | None:
    play = stored.play
    hand = None if play is None else play.game.hand(play.state, seat)
    if play is None or hand is None:
        return None
    once_in = float(1 / hand.chance)
    return say(
        "✨ A rare hand of {seat}: {hand} (1 in {times} in one roll).",
        seat=seat,
        hand=hand.named(play.game.info.faces),
        times=Points(once_in, 1 if once_in < _WHOLE_FROM else 0),
    )


def _ahead(stored: StoredRound, seat: Seat, other: Seat, won: int, lost: int) -> Text | None:
    if other.index not in members(stored):
        return None
    if won == lost:
        return say(
            "⚔️ {seat} and {other} are level at {won} – {lost}.",
            seat=seat,
            other=other,
            won=won,
            lost=lost,
        )
    return say(
        "⚔️ {seat} leads against {other}, {won} – {lost}.",
        seat=seat,
        other=other,
        won=won,
        lost=lost,
    )
