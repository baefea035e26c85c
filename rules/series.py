"""Series: several consecutive hands of a game for two as one game.

The daily challenge plays games with short hands as series, so that an attempt is one round with one
record. After each hand but the last the member continues with `NEXT`; worth and result of the
series are the share of its hands that a seat wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from rules.game import (
    Advice,
    Awaits,
    ExactPlay,
    Game,
    Outcome,
    Over,
    Rolls,
    Shuffles,
    Turn,
    Weighted,
    certainly,
    closes,
    shared_by_two,
)
from rules.screen import Action, Press, Screen, Seat
from rules.text import Text, say

S = TypeVar("S")

NEXT = Action("next")
"""The action with which the member begins the next hand."""


@dataclass(frozen=True, slots=True)
class Series(Generic[S]):
    """The state of a series: the `hand` with this number, from 1, is at `state`.

    `moments` counts its closed decisions; `won` is the number of earlier hands that the member has
    won, ties in part.
    """

    state: S
    hand: int = 1
    moments: int = 0
    won: Fraction = Fraction(0)


def series(game: Game[S], hands: int, member: Seat) -> Game[Series[S]]:
    """Return the series of `hands` hands of `game`, in which the `member` plays a computer.

    Labels of landings and mixed choices are those of the hand, after `hand/N/`.
    """
    playing = _Playing(game, hands, member)
    return Game(
        info=game.info,
        state=Series[game.state],  # type: ignore[name-defined]
        first=playing.first,
        turn=playing.turn,
        legal=playing.legal,
        name=playing.name,
        play=playing.play,
        land=lambda now, faces: replace(now, state=game.land(now.state, faces)),
        idle=playing.idle,
        screen=playing.screen,
        rules=game.rules,
        computer=playing.computer,
        choice_label=playing.choice_label,
        hand=lambda now, seat: game.hand(now.state, seat),
        exact=None if game.exact is None else playing.exact(game.exact),
        daily=game.daily,
        hands=hands,
        feat_text=lambda now, feat: game.feat_text(now.state, feat),
    )


class _Playing(Generic[S]):
    """The functions of a series."""

    def __init__(self, game: Game[S], hands: int, member: Seat) -> None:
        self._game, self._hands, self._member = game, hands, member

    def first(self, seats: int, options: Mapping[str, str]) -> Series[S]:
        return Series(self._game.start(seats, options))

    def _end(self, now: Series[S]) -> Outcome | None:
        """Return the end of the present hand, None before it."""
        turn = self._game.turn(now.state)
        return turn.outcome if isinstance(turn, Over) else None

    def _of(self, seat: Seat, of_member: Fraction) -> Fraction:
        """Return the share of a seat, given that of the member."""
        return of_member if seat == self._member else 1 - of_member

    def turn(self, now: Series[S]) -> Turn:
        turn = self._game.turn(now.state)
        match turn:
            case Rolls(count, label):
                return Rolls(count, f"hand/{now.hand}/{label}")
            case Shuffles(cards, label):
                return Shuffles(cards, f"hand/{now.hand}/{label}")
            case Over(outcome) if now.hand == self._hands:
                return Over(self._outcome(now, outcome))
            case Over():
                return Awaits((self._member,))
            case _:
                return turn

    def _outcome(self, now: Series[S], last: Outcome) -> Outcome:
        mine = (now.won + last.shares[self._member.index]) / self._hands
        shares = tuple(self._of(Seat(index), mine) for index in range(len(last.shares)))
        return Outcome(shares, last.reason, won=tuple(share > Fraction(1, 2) for share in shares))

    def legal(self, now: Series[S], seat: Seat) -> tuple[Action, ...]:
        if self._end(now) is None:
            return self._game.legal(now.state, seat)
        return (NEXT,) if seat == self._member and now.hand < self._hands else ()

    def name(self, now: Series[S], seat: Seat, action: Action) -> Text:
        return say("Next hand") if action == NEXT else self._game.name(now.state, seat, action)

    def play(self, now: Series[S], seat: Seat, action: Action) -> Series[S]:
        end, before = self._end(now), self._game.turn(now.state)
        if end is not None:
            won = now.won + end.shares[self._member.index]
            return Series(self._game.start(len(end.shares), {}), now.hand + 1, 0, won)
        after = self._game.play(now.state, seat, action)
        closed = isinstance(before, Awaits) and closes(before, seat, self._game.turn(after))
        return replace(now, state=after, moments=now.moments + closed)

    def idle(self, now: Series[S], seat: Seat) -> Action:
        return NEXT if self._end(now) else self._game.idle(now.state, seat)

    def screen(self, now: Series[S], viewer: Seat | None) -> Screen:
        shown = self._game.screen(now.state, viewer)
        if self._end(now) is None or now.hand == self._hands:
            return shown
        return replace(shown, controls=(Press(NEXT, say("Next hand"), "main"),))

    def computer(self, now: Series[S], seat: Seat, level: str) -> Weighted:
        return certainly(NEXT) if self._end(now) else self._game.computer(now.state, seat, level)

    def choice_label(self, now: Series[S], seat: Seat, _: int) -> str:
        return f"hand/{now.hand}/{self._game.choice_label(now.state, seat, now.moments)}"

    def exact(self, of_hand: ExactPlay[S]) -> ExactPlay[Series[S]]:
        """Return the exact play of the series, computed from that of a hand."""

        def of_others(now: Series[S], seat: Seat) -> float:
            """Return the share that a seat has won in earlier hands and expects from later ones."""
            played, left = now.hand - 1, self._hands - now.hand
            won = float(now.won) if seat == self._member else played - float(now.won)
            return won + left * fresh(seat)

        known: dict[Seat, float] = {}

        def fresh(seat: Seat) -> float:
            """Return the worth of a hand to a seat before it begins."""
            if seat not in known:
                known[seat] = of_hand.worth(self._game.start(2, {}), seat)
            return known[seat]

        def worth(now: Series[S], seat: Seat) -> float:
            return (of_others(now, seat) + of_hand.worth(now.state, seat)) / self._hands

        def advise(now: Series[S], seat: Seat) -> tuple[Advice, ...]:
            if self._end(now) is not None:
                going_on = (Advice(NEXT, worth(now, seat)),) if self.legal(now, seat) else ()
                return shared_by_two(going_on, seat)
            others = of_others(now, seat)
            each = (
                replace(one, worth=(others + one.worth) / self._hands, chances=None)
                for one in of_hand.advise(now.state, seat)
            )
            return shared_by_two(each, seat)

        def in_hand(explain: Callable[..., Text | None]) -> Callable[..., Text | None]:
            """Return the explanation of a choice in the series, from that of the hand."""

            def explained(now: Series[S], seat: Seat, *actions: Action) -> Text | None:
                return None if NEXT in actions else explain(now.state, seat, *actions)

            return explained

        return ExactPlay(
            worth=worth, advise=advise, reason=in_hand(of_hand.reason), why=in_hand(of_hand.why)
        )


def dealt_by_the_day(game: Game[Any]) -> Game[Any]:
    """Return the series of an attempt at the daily challenge.

    For a single hand it is the game itself.
    """
    if game.daily is None or game.daily.hands == 1 or game.hands > 1:
        return game
    return series(game, game.daily.hands, game.info.opener)
