"""Simulated players, who open rounds, select dice, and reroll or keep them.

A player's plan of a round is drawn from a seeded generator and does not depend on what the bot
answers, so that every bot gets the same presses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias

from bench.local_discord import payloads
from bench.local_discord.messages import Message
from bench.local_discord.payloads import COMMAND, COMPONENT, SELECT, Json, Place
from bench.local_discord.server import CALLBACK_SECONDS, Interaction, LocalDiscord

Kind: TypeAlias = Literal["play", "mark", "act"]
"""A step of a player: a command, the selection of a die, a press that ends the decision."""

KINDS: tuple[Kind, ...] = ("play", "mark", "act")
GAME = "dice-poker"

MAX_MARKS = 2
"""The most dice that a player rolls again: one in the mean, so that a round is three presses."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a player and its result.

    `seconds` is the time until the player saw the answer; `fault` names what was wrong with it:
    "late", "private" (a refusal or an apology) or "wrong" (the board does not show the press).
    `over` tells that the board shows the end of the round.
    """

    kind: Kind
    seconds: float
    fault: str | None = None
    deferred: bool = False
    over: bool = False


class Player:
    """A member with a channel of their own who plays round after round.

    `strict` tells whether the board must show what was pressed; the no-op bot's does not. `pause`
    is the time after a step, in seconds.
    """

    def __init__(
        self, discord: LocalDiscord, place: Place, *, strict: bool, pause: float = 0.0
    ) -> None:
        self.discord = discord
        self.place = place
        self.board: Message | None = None
        self._strict = strict
        self._pause = pause
        self._random = Random(place.channel % 1_000_003)
        self._dice: list[str] = []
        self._rerolls = False
        self._plan: list[Kind] = []

    @property
    def next(self) -> Kind:
        return self._plan[0] if self._plan else "play"

    @property
    def playing(self) -> bool:
        return bool(self._plan) and self._plan[0] != "play"

    async def step(self) -> Step:
        """Do the next step of the plan, and put things right where it failed."""
        if not self._plan:
            marks = self._random.randint(0, MAX_MARKS)
            self._dice = self._random.sample("12345", marks)
            self._rerolls = marks > 0
            self._plan = ["play", *(["mark"] * marks), "act"]  # type: ignore[list-item]
        kind = self._plan.pop(0)
        sent: Interaction | None
        over = False
        match kind:
            case "play":
                sent = await self.type("play", game=GAME)
                fault = await self._opened(sent)
            case "mark":
                die = self._dice.pop()
                sent, fault = await self._press("mark", die)
                if fault is None and self._strict and self.board is not None:
                    fault = None if die in self.board.selected else "wrong"
            case "act":
                sent, fault = await self._press("submit" if self._rerolls else "press", "")
                if fault is None and self.board is not None:
                    over = self.board.control("mark") is None
                    fault = None if over or not self._strict else "wrong"
        if fault is not None:
            await self._put_right()
        if sent is None:
            return Step(kind, CALLBACK_SECONDS, fault)
        deferred = sent.callback in (5, 6)
        if self._pause:
            await asyncio.sleep(self._pause)
        return Step(kind, sent.seconds, fault, deferred, over)

    async def type(self, *names: str, **options: str) -> Interaction:
        """Type a command with text options; wait for the answer."""
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        return await self._command(names, given)

    async def show_here(self) -> Interaction:
        """Have the channel's round shown again, where there is one; wait for the answer."""
        sent = await self.type("rounds")
        page = sent.shown.result()
        control = None if page is None else page.control("rounds", "show")
        return sent if page is None or control is None else await self.press(control, page)

    async def challenge(self, other: Place) -> Interaction:
        user, member = other.member["user"], {**other.member}
        del member["user"]
        option = {"name": "opponent", "type": 6, "value": user["id"]}
        resolved = {"users": {user["id"]: user}, "members": {user["id"]: member}}
        game = {"name": "game", "type": 3, "value": GAME}
        sent = await self._command(("play",), [game, option], resolved)
        self.board = sent.shown.result()
        return sent

    async def press(
        self, control: Json, message: Message, values: list[str] | None = None
    ) -> Interaction:
        """Press a control of a message; wait for the answer."""
        carried = payloads.press(control["custom_id"], control["id"], values)
        sent = await self.discord.send(self.place, COMPONENT, carried, message)
        await sent.shown
        return sent

    async def choose(self, message: Message, kinds: Iterable[str]) -> Interaction | None:
        """Press the first control of one of these kinds; None if there is none.

        A kind is the beginning of a custom id, or its beginning and its end with a colon between
        them. Of a menu, the first option is chosen.
        """
        for kind in kinds:
            beginning, _, end = kind.partition(":")
            control = message.control(beginning, end)
            if control is not None:
                menu = control["type"] == SELECT
                values = [control["options"][0]["value"]] if menu else None
                return await self.press(control, message, values)
        return None

    async def finish(self) -> None:
        while self.playing:
            await self.step()

    async def _command(
        self, names: tuple[str, ...], options: list[Json], resolved: Json | None = None
    ) -> Interaction:
        known = (one["id"] for one in self.discord.application.commands if one["name"] == names[0])
        carried = payloads.command(next(known, "1"), names, options, resolved)
        sent = await self.discord.send(self.place, COMMAND, carried)
        await sent.shown
        return sent

    async def _opened(self, sent: Interaction) -> str | None:
        message = sent.shown.result()
        if message is None:
            return "late"
        if message.private:
            return "private"
        self.board = message
        return None

    async def _press(self, kind: str, what: str) -> tuple[Interaction | None, str | None]:
        control = None if self.board is None else self.board.control(kind, what)
        if control is None or self.board is None:
            return None, "wrong"
        sent = await self.press(control, self.board)
        message = sent.shown.result()
        if message is None:
            return sent, "late"
        return sent, "private" if message.private else None

    async def _put_right(self) -> None:
        """Look for the round that may be under way and keep all dice, or open the next one."""
        self._plan, self._dice = [], []
        message = (await self.show_here()).shown.result()
        for _ in range(3):
            keep = None if message is None or message.private else message.control("press")
            if message is None or keep is None:
                return
            message = (await self.press(keep, message)).shown.result()


def choices(commands: list[Any], name: str, option: str) -> Iterator[str]:
    """Yield the values of an option of a command, as it was registered."""
    for command in commands:
        if command["name"] == name:
            for one in command["options"]:
                if one["name"] == option:
                    yield from (choice["value"] for choice in one["choices"])
