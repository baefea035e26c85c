"""Highlights of a round that was played to its end, and the players' accuracy.

Those that follow from the round alone are computed from it. Those that depend on earlier rounds are
computed once, after the board was shown, and stored with the round (`noted`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Literal, TypeAlias, get_args

from bot.table import turns
from bot.table.stored_round import StoredRound, changed
from rules.screen import Seat
from rules.text import (
    Argument,
    Percent,
    Text,
    say,
    say_count,
    say_in,
    side_by_side,
)

Kind: TypeAlias = Literal[
    "server-best",
    "best",
    "server-hand",
    "own-hand",
    "feat",
    "above",
    "wins",
    "days",
    "accuracy",
    "best-choice",
    "everybody",
]

LADDER: tuple[tuple[Kind, ...], ...] = (
    ("server-best", "best", "server-hand", "own-hand"),
    ("feat",),
    ("above",),
    ("wins", "days"),
)
"""The kinds of the leading highlight, by priority: a record, of totals and of hands, of the server
and of a member; a row or hand that turns bring seldom; more points than a level makes on average;
wins or days in a row."""

SELDOM = 0.1
"""A row or hand is a highlight if less than this share of the turns for it bring as much."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A highlight of a seat.

    `amounts` are, for a best total, the points and the best before; for a "feat" its number, and in
    how many turns there is one; for "above" the average, and 1 if it is that of perfect play; for
    "wins" and "days" how many in a row; for "accuracy" its
    value, whether that is exact, and whether it is that of a whole match, 0 or 1 each; for
    "everybody" how many such sheets were played, and the best total.
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
    """Return the change that stores highlights with a round."""
    codes = " ".join(".".join(map(str, (one.kind, one.seat, *one.amounts))) for one in found)
    return lambda stored: changed(stored, highlights=codes)


def lead(found: Iterable[Highlight], winners: Container[Seat] = ()) -> Highlight | None:
    """Return the leading highlight: the first on the `LADDER`, of the `winners` before others."""
    order = [*chain(*LADDER)]
    return min(
        (one for one in found if one.kind in order),
        key=lambda one: (order.index(one.kind), Seat(one.seat) not in winners, one.seat),
        default=None,
    )


def lines(stored: StoredRound) -> tuple[Text, ...]:
    """Return the sentences about the end of a round, with the leading highlight first."""
    found = [*_above(stored), *_noted(stored)]
    best = turns.best(stored) if stored.everybody else ()
    if not found:
        return best
    winners = () if stored.outcome is None else stored.outcome.winners
    first = lead(found, winners)
    everybody = (one for one in found if one.kind == "everybody")
    told = (_text(stored, one) for one in (*([] if first is None else [first]), *everybody))
    return (*best, *(text for text in told if text is not None), *_choices(stored, found))


def _above(stored: StoredRound) -> Iterator[Highlight]:
    """Yield the seats with more points than the average of perfect play, else of `house`."""
    play, outcome = stored.play, stored.outcome
    exact = None if play is None else play.game.exact
    if outcome is None or outcome.scores is None or exact is None or exact.average is None:
        return
    house = exact.house_skill.get(1)
    averages = [(round(exact.average), 1)]
    averages += [] if house is None else [(round(exact.average - house.mean), 0)]
    for seat in members(stored):
        passed = (one for one in averages if outcome.scores[seat] > one[0])
        for average in islice(passed, 1):
            yield Highlight("above", seat, average)


def _noted(stored: StoredRound) -> Iterator[Highlight]:
    there = members(stored)
    for one in _stored(stored) if stored.highlights else ():
        if one.seat in there:
            yield one


def _stored(stored: StoredRound) -> Iterator[Highlight]:
    """Yield the stored highlights of a round whose kinds are known."""
    for code in (stored.highlights or "").split():
        name, *numbers = code.split(".")
        for kind in (known for known in get_args(Kind) if known == name):
            seat, *amounts = map(int, numbers)
            yield Highlight(kind, seat, tuple(amounts))


def _text(stored: StoredRound, one: Highlight) -> Text | None:
    """Return the sentence of a highlight, None without one."""
    seat = Seat(one.seat)
    hand = _hand(stored, seat)
    match one.kind, one.amounts:
        case "server-best", (points, before):
            return say_count(
                "🏅 {seat} sets a new server best: {n} point (was {before}).",
                "🏅 {seat} sets a new server best: {n} points (was {before}).",
                points,
                seat=seat,
                before=before,
            )
        case "best", (points, before):
            return say_count(
                "🏅 {seat} has a new best: {n} point (was {before}).",
                "🏅 {seat} has a new best: {n} points (was {before}).",
                points,
                seat=seat,
                before=before,
            )
        case "server-hand", _ if hand is not None:
            return say("🏅 {hand} of {seat}: the rarest hand on this server yet.", **hand)
        case "own-hand", _ if hand is not None:
            return say("🏅 {hand}: the rarest hand of {seat} yet.", **hand)
        case "feat", (number, times):
            return _feat(stored, seat, number, times)
        case "above", (average, 1):
            return say(
                "🌟 {seat} beat the perfect player’s average ({average})!",
                seat=seat,
                average=average,
            )
        case "above", (average, _):
            return say(
                "🌟 {seat} beat the medium computer’s average ({average})!",
                seat=seat,
                average=average,
            )
        case "wins", (won,):
            return say_count(
                "🔥 {seat} has won {n} game in a row.",
                "🔥 {seat} has won {n} games in a row.",
                won,
                seat=seat,
            )
        case "days", (days,):
            return say_count(
                "🔥 {seat} has played {n} day in a row.",
                "🔥 {seat} has played {n} days in a row.",
                days,
                seat=seat,
            )
        case "everybody", (sheets, most):
            return say_count(
                "Everybody has played {n} sheet here, best {most}.",
                "Everybody has played {n} sheets here, best {most}.",
                sheets,
                most=most,
            )
        case _:
            return None


def _hand(stored: StoredRound, seat: Seat) -> dict[str, Argument] | None:
    """Return the hand of a seat, and the seat, as the arguments of a sentence."""
    play = stored.play
    hand = None if play is None else play.game.hand(play.state, seat)
    if play is None or hand is None:
        return None
    return {"hand": hand.named(play.game.info.faces), "seat": seat}


def _feat(stored: StoredRound, seat: Seat, number: int, times: int) -> Text | None:
    play = stored.play
    if play is None or play.game.exact is None:
        return None
    what = play.game.exact.feat_named(play.state, seat, number)
    if what is None:
        return None
    return say(
        "✨ {feat} for {seat}: only 1 turn in {times} gets that far.",
        feat=what,
        seat=seat,
        times=times,
    )


def _choices(stored: StoredRound, found: Sequence[Highlight]) -> Iterator[Text]:
    """Yield the lines about the members' choices: the best choice and the accuracy."""
    best = [one.seat for one in found if one.kind == "best-choice"]
    if best:
        players = [say_in("a player", "{seat}", seat=Seat(seat)) for seat in best]
        yield say("✓ {players}: perfect choice; the rest was luck", players=side_by_side(players))
    told = [one for one in found if one.kind == "accuracy"]
    if not told:
        return
    accuracies = [_accuracy(one, alone=len(stored.players) == 1) for one in told]
    if any(one.amounts[0] < 100 for one in told):
        accuracies.append(say("{most} is perfect", most=Percent(1, 0)))
    each = side_by_side(accuracies)
    if told[0].amounts[2]:
        yield say("Accuracy of choices in this match: {accuracy}", accuracy=each)
    else:
        yield say("Accuracy of choices: {accuracy}", accuracy=each)


def _accuracy(one: Highlight, *, alone: bool) -> Text:
    """Return the accuracy of a seat, with its name unless the member played alone."""
    percent, exact, _ = one.amounts
    said: dict[str, Argument] = {"accuracy": Percent(percent / 100, 0), "seat": Seat(one.seat)}
    match alone, bool(exact):
        case True, True:
            return say_in("an accuracy", "{accuracy}", accuracy=said["accuracy"])
        case True, False:
            return say_in("an accuracy", "about {accuracy}", accuracy=said["accuracy"])
        case False, True:
            return say_in("an accuracy", "{seat} {accuracy}", **said)
        case _:
            return say_in("an accuracy", "{seat} about {accuracy}", **said)
