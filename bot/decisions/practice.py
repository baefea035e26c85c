"""Practice on Discord: endless positions, the member's costliest choices first.

The state is in the message: custom ids name the position, buttons show the selected dice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, log
from random import Random
from typing import TYPE_CHECKING

import discord

from bot.decisions import shipped, store
from bot.decisions.answers import answer, given_away, position_of
from bot.decisions.asking import Question, names_at, question
from bot.decisions.shipped import Shipped
from bot.decisions.store import Practised
from bot.review.played_round import played
from bot.review.positions import Position, position
from bot.review.second_person import to_you
from bot.table.frame import names as names_of
from bot.table.round_luck import check_look_back
from bot.table.store import rounds
from bot.table.store.errors import MovesGone, RoundGone
from bot.ui import components, layout
from bot.ui.components import Drawing
from bot.ui.custom_ids import (
    MARK,
    POSITION,
    PRACTISE,
    STEP,
    CustomId,
    action_of,
    toggled,
)
from bot.ui.response import Response
from rules import registry
from rules.decisions import WRONG_BY
from rules.errors import Refusal
from rules.screen import Action, Block, Divider, Line
from rules.text import Argument, Text, say, say_count, say_in

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

logger = logging.getLogger(__name__)

OWN = "own"

NEXT = "next"
"""The kind of the button that asks the next position."""

AGAIN_AFTER = (1, 3, 10)
"""The days after which a member's own choice is asked again, by number of times."""

SOLVED = 2
"""The number of right answers in a row after which a choice is no longer asked."""

MOST_OWN = 30
"""The number of a member's costliest choices in practice."""

WANTED = 2 / 3
"""The desired chance of a right answer."""

SPREAD = 1.5
"""The prior deviation of members' ability, in log odds."""

AMONG = 20
"""The number of positions near the wanted difficulty among which the next one is chosen."""


@dataclass(frozen=True, slots=True)
class PositionKey:
    """The key of a position: the `number` of a step in a round, or the `key` of a shipped one."""

    round: int = 0
    number: int = 0
    key: str = OWN

    @property
    def stored(self) -> str:
        """The key as it is stored.

        >>> PositionKey(7, 12).stored, PositionKey(key="0af14c7bc9").stored
        ('7.12', '0af14c7bc9')
        """
        return f"{self.round}.{self.number}" if self.key == OWN else self.key

    def control(self, kind: str) -> CustomId:
        """Return a control of this position.

        >>> str(PositionKey(7, 12).control("next"))
        'next:step-7.12:0'
        >>> str(PositionKey(key="0af14c7bc9").control("next"))
        'next:position-46997994441:0'
        """
        if self.key == OWN:
            return CustomId(kind, self.round, 0, "", STEP, self.number)
        return CustomId(kind, int(self.key, 16), 0, "", POSITION)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A position with its `place`, the names of its seats and the line above it."""

    place: PositionKey
    position: Position
    names: tuple[Argument, ...]
    heading: Text


class Practice:
    """Answers /daily practise and the controls of its messages."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._live, self._names, self._opening = bot.live, bot.names, bot.opening
        self._board = bot.board
        self._storage = bot.live.storage

    async def play(self, response: Response) -> None:
        await self._opening.admit(response)
        await response.defer_private()
        await response.show_private(await self._next(response))
        logger.info("practice begins")

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Ask a position, select dice in it, decide it, or go on. Raises BadCode or NotLegal."""
        place = _place_of(pressed)
        if pressed.kind == PRACTISE:
            await response.defer_private()
            drawing = self._asked(response, await self._load(response, place), ())
            await response.show_private(drawing)
            return
        if pressed.kind == NEXT:
            drawing = await self._next(response)
        else:
            loaded = await self._load(response, place)
            selected = components.selected_on(response.interaction.message, pressed)
            if pressed.kind == MARK:
                screen = loaded.position.screen
                selects = screen.mark or screen.sort
                drawing = self._asked(response, loaded, toggled(pressed, selected, selects))
            else:
                action = action_of(pressed, response.chosen, selected)
                drawing = await self._decided(response, loaded, action)
        await (response.redraw(drawing) if response.private else response.show_private(drawing))

    async def _next(self, response: Response) -> Drawing:
        """Return the next position: one that is due again, a new own choice, or a shipped one."""
        known = await self._storage.read(store.practised, response.user)
        own = await self._storage.read(store.costliest, response.user, WRONG_BY, MOST_OWN)
        for place in in_turn(known, own, discord.utils.utcnow()):
            try:
                return self._asked(response, await self._load(response, place), ())
            except (MovesGone, RoundGone):
                await self._storage.write(store.forget, response.user, place.stored)
        chosen = next_shipped(known, response.user)
        if chosen is None:
            raise Refusal(say("You have solved every position. Well done!"))
        return self._asked(response, await self._load(response, PositionKey(key=chosen.key)), ())

    def _asked(self, response: Response, loaded: Loaded, selected: tuple[int, ...]) -> Drawing:
        shown = Question(
            loaded.position.screen,
            loaded.position.seat,
            loaded.names,
            Line(loaded.heading, "strong"),
            say("Practice: only you see this, and nothing is rolled. Press what you would do."),
            numbered=response.user in self._board.numbering,
        )
        return question(response, shown, selected, loaded.place.control(PRACTISE))

    async def _load(self, response: Response, place: PositionKey) -> Loaded:
        """Return a position. Raises MovesGone and RoundGone for a deleted own one."""
        if place.key == OWN:
            return await self._own(response, place)
        return await self._shipped(response, place)

    async def _own(self, response: Response, place: PositionKey) -> Loaded:
        stored = await self._live.load(place.round)
        if not stored.finished or not stored.seats_of(response.user):
            raise RoundGone(place.round)
        check_look_back(stored, response.user)
        record = await self._storage.read(rounds.record, stored.id)
        question = (played(stored, record, self._names.of(stored)), place.number)
        key = ("position", stored.id, place.number)
        found = await self._live.analyse(response.user, key, position, *question, keep=True)
        if found.seat not in stored.seats_of(response.user):
            raise RoundGone(place.round)
        game = registry.game(stored.game).info.name
        heading = say("{game}: a costly choice of yours. What would you do now?", game=game)
        return Loaded(place, found, names_of(stored), heading)

    async def _shipped(self, response: Response, place: PositionKey) -> Loaded:
        one = shipped.by_key().get(place.key)
        if one is None:
            raise Refusal(say("This position is no longer available. Take another one."))
        game = registry.game(one.game)
        seats = 1 if game.decisions is None else game.decisions.seats
        key = ("shipped position", one.key)
        found = await self._live.analyse(
            response.user, key, position_of, game, seats, one.state, one.seat, keep=True
        )
        heading = say("{game}: what would you do here?", game=game.info.name)
        return Loaded(place, found, names_at(game, seats, one.seat, response.user), heading)

    async def _decided(self, response: Response, loaded: Loaded, action: Action) -> Drawing:
        """Note a choice, once for each question, and show the answer."""
        found, place = loaded.position, loaded.place
        right = not given_away(found, found.option(action))
        now = discord.utils.utcnow()
        known = await self._storage.read(store.practised, response.user)
        before = known.get(place.stored)
        after = before
        if before is None or (before.due is not None and before.due <= now):
            after = answered(before, right=right, own=place.key == OWN, now=now)
            await self._storage.write(store.note, response.user, place.stored, before, after)
            logger.info("practice right=%s", right)
        renderer = response.renderer.naming(loaded.names)
        blocks: list[Block] = [*answer(found, action)]
        if place.key == OWN and after is not None:
            blocks += [Divider(), Line(_again(after, now), "quiet")]
        following = place.control(NEXT)
        label = renderer.text(say_in("a position", "Next"))
        button = components.button(following, label, components.SUCCESS)
        shown = to_you(tuple(blocks), found.seat)
        return layout.page(say("Practice"), shown, renderer, buttons=[button])


def _place_of(pressed: CustomId) -> PositionKey:
    if pressed.where == STEP:
        return PositionKey(pressed.number, pressed.part)
    return PositionKey(key=f"{pressed.number:010x}")


def in_turn(
    known: Mapping[str, Practised], own: Iterable[tuple[int, int]], now: datetime
) -> Iterator[PositionKey]:
    """Yield a member's own choices in order: due ones, then new ones.

    `own` are the costliest ones by round and number, costliest first.
    """
    due = [one for one in known if "." in one and _is_due(known[one], now)]
    for one in sorted(due, key=lambda key: (known[key].due or now, key)):
        round_id, _, number = one.partition(".")
        yield PositionKey(int(round_id), int(number))
    places = (PositionKey(*one) for one in own)
    yield from (place for place in places if place.stored not in known)


def _is_due(one: Practised, now: datetime) -> bool:
    return one.due is not None and one.due <= now


def answered(before: Practised | None, *, right: bool, own: bool, now: datetime) -> Practised:
    """Return the new state of a position after an answer, with its due time if it is an own one."""
    times = 1 if before is None else before.times + 1
    in_a_row = (0 if before is None else before.right) + 1 if right else 0
    if not own or in_a_row >= SOLVED:
        return Practised(times, in_a_row, None)
    days = AGAIN_AFTER[min(times, len(AGAIN_AFTER)) - 1]
    return Practised(times, in_a_row, now + timedelta(days=days))


def next_shipped(known: Mapping[str, Practised], member: int) -> Shipped | None:
    """Return a new shipped position that a member solves with a chance of two in three."""
    positions = shipped.by_key()
    of_member = [
        (positions[key].solved, one.right > 0) for key, one in known.items() if key in positions
    ]
    found = shipped.nearest(wanted(of_member), AMONG, set(known))
    if not found:
        return None
    # which of equally hard ones comes follows from earlier questions: foreseeing it is harmless
    return Random(f"{member} {len(of_member)}").choice(found)  # noqa: S311


def wanted(answers: Iterable[tuple[float, bool]]) -> float:
    """Return the chance of a noisy player at which a member is right in two of three.

    `answers` holds that chance and the correctness for each answered position. The log odds of a
    member are those of the noisy player plus an advantage, which is estimated as the most likely
    value with the prior 0 ± `SPREAD`.

    >>> wanted([]) == WANTED
    True
    """
    known = [(_odds(solved), right) for solved, right in answers]
    low, high = -8.0, 8.0
    for _ in range(30):
        better = (low + high) / 2
        slope = sum(right - 1 / (1 + exp(-better - odds)) for odds, right in known)
        if slope > better / SPREAD**2:
            low = better
        else:
            high = better
    better = (low + high) / 2 if known else 0.0
    return 1 / (1 + exp(better - _odds(WANTED))) if known else WANTED


def _odds(chance: float) -> float:
    """Return the log odds of a chance, which is kept away from 0 and 1."""
    inside = min(max(chance, 0.001), 0.999)
    return log(inside / (1 - inside))


def _again(after: Practised, now: datetime) -> Text:
    """Return the time when an own choice is asked again."""
    if after.due is None:
        return say("Right twice in a row: this position is done.")
    days = max(1, round((after.due - now) / timedelta(days=1)))
    if days == 1:
        return say("It comes back tomorrow.")
    return say_count("It comes back in {n} day.", "It comes back in {n} days.", days)
