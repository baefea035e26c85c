"""Practice: positions without end, one's own costliest choices first.

Nothing is kept in memory: the custom ids name the position, the message shows which dice are
selected.
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
"""The days after which a choice of one's own is asked again: the first time, then, and after."""

SOLVED = 2
"""How many times in a row one is right before a choice is not asked any more."""

MOST_OWN = 30
"""How many of the costliest choices of a member are practised."""

WANTED = 2 / 3
"""The chance to be right that is looked for."""

SPREAD = 1.5
"""How much members are taken to differ before they have answered, in log odds."""

AMONG = 20
"""Of how many positions of the wanted difficulty the next one is chosen."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a position is: in a round at a `number` of its record, or shipped under a `key`."""

    round: int = 0
    number: int = 0
    key: str = OWN

    @property
    def stored(self) -> str:
        """The place as it is stored.

        >>> Place(7, 12).stored, Place(key="0af14c7bc9").stored
        ('7.12', '0af14c7bc9')
        """
        return f"{self.round}.{self.number}" if self.key == OWN else self.key

    def control(self, kind: str) -> CustomId:
        """Return a control of this position.

        >>> str(Place(7, 12).control("next")), str(Place(key="0af14c7bc9").control("next"))
        ('next:step-7.12:0', 'next:position-47062434761:0')
        """
        if self.key == OWN:
            return CustomId(kind, self.round, 0, "", STEP, self.number)
        return CustomId(kind, int(self.key, 16), 0, "", POSITION)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A position with its `place`, the names of its seats and the line above it."""

    place: Place
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
        """Show a member the next position."""
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
        """Return the next position: what is due again, one's own, a shipped one."""
        known = await self._storage.read(store.practised, response.user)
        own = await self._storage.read(store.costliest, response.user, WRONG_BY, MOST_OWN)
        for place in in_turn(known, own, discord.utils.utcnow()):
            try:
                return self._asked(response, await self._load(response, place), ())
            except (MovesGone, RoundGone):
                await self._storage.write(store.forget, response.user, place.stored)
        chosen = next_shipped(known, response.user)
        if chosen is None:
            raise Refusal(say("You have decided every position that there is. Well done!"))
        return self._asked(response, await self._load(response, Place(key=chosen.key)), ())

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

    async def _load(self, response: Response, place: Place) -> Loaded:
        """Return a position. Raises MovesGone and RoundGone for one's own that is gone."""
        if place.key == OWN:
            return await self._own(response, place)
        return await self._shipped(response, place)

    async def _own(self, response: Response, place: Place) -> Loaded:
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

    async def _shipped(self, response: Response, place: Place) -> Loaded:
        one = shipped.by_key().get(place.key)
        if one is None:
            raise Refusal(say("This position is not asked any more. Please ask for another one."))
        game = registry.game(one.game)
        seats = 1 if game.decisions is None else game.decisions.seats
        key = ("shipped position", one.key)
        found = await self._live.analyse(
            response.user, key, position_of, game, seats, one.state, one.seat, keep=True
        )
        heading = say("{game}: what would you do here?", game=game.info.name)
        return Loaded(place, found, names_at(game, seats, one.seat, response.user), heading)

    async def _decided(self, response: Response, loaded: Loaded, action: Action) -> Drawing:
        """Note a choice, once each time that it was asked, and tell what it gives away."""
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


def _place_of(pressed: CustomId) -> Place:
    """Return the position whose control was pressed."""
    if pressed.where == STEP:
        return Place(pressed.number, pressed.part)
    return Place(key=f"{pressed.number:010x}")


def in_turn(
    known: Mapping[str, Practised], own: Iterable[tuple[int, int]], now: datetime
) -> Iterator[Place]:
    """Yield one's own choices in the order in which they are asked now: due ones, then new ones.

    `own` are the costliest ones by round and number, costliest first.
    """
    due = [one for one in known if "." in one and _is_due(known[one], now)]
    for one in sorted(due, key=lambda key: (known[key].due or now, key)):
        round_id, _, number = one.partition(".")
        yield Place(int(round_id), int(number))
    places = (Place(*one) for one in own)
    yield from (place for place in places if place.stored not in known)


def _is_due(one: Practised, now: datetime) -> bool:
    return one.due is not None and one.due <= now


def answered(before: Practised | None, *, right: bool, own: bool, now: datetime) -> Practised:
    """Return what becomes of a position by an answer: when one's own is asked again."""
    times = 1 if before is None else before.times + 1
    in_a_row = (0 if before is None else before.right) + 1 if right else 0
    if not own or in_a_row >= SOLVED:
        return Practised(times, in_a_row, None)
    days = AGAIN_AFTER[min(times, len(AGAIN_AFTER)) - 1]
    return Practised(times, in_a_row, now + timedelta(days=days))


def next_shipped(known: Mapping[str, Practised], member: int) -> Shipped | None:
    """Return a shipped position of the difficulty at which a member is right in two of three.

    It is none of those that are known.
    """
    positions = shipped.by_key()
    of_member = [
        (positions[key].solved, one.right > 0) for key, one in known.items() if key in positions
    ]
    found = shipped.nearest(wanted(of_member), AMONG, set(known))
    if not found:
        return None
    # nobody gains by foreseeing it: which of equally hard ones comes follows from what was asked
    return Random(f"{member} {len(of_member)}").choice(found)  # noqa: S311


def wanted(answers: Iterable[tuple[float, bool]]) -> float:
    """Return the chance of a noisy player at which a member is right in two of three.

    `answers` holds that chance for each position answered, and whether that was right. The
    log odds of a member are those of the noisy player and what the member is better by,
    which is estimated: the most likely value, taken to be 0 ± `SPREAD` before.

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
    """Return log odds, of a chance that is not quite 0 or 1."""
    inside = min(max(chance, 0.001), 0.999)
    return log(inside / (1 - inside))


def _again(after: Practised, now: datetime) -> Text:
    """Return when a choice of one's own is asked again."""
    if after.due is None:
        return say("Right twice in a row: it is not asked any more.")
    days = max(1, round((after.due - now) / timedelta(days=1)))
    return say_count("It is asked again in {n} day.", "It is asked again in {n} days.", days)
