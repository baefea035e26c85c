"""Whole rounds at the simulated table, played through the controls of its messages.

Controls are found by their ids, so that the same round can be played in every language.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from random import Random
from typing import Any

from bot.table.stored_round import StoredRound
from rules.engine import Acted, Step
from rules.games.six_card.cards import splits_of
from rules.screen import Action, Seat
from simulated import Sim, buttons, components, dice_of, hand_of, selected

Chooser = Callable[[StoredRound, Seat], Action]
"""Decides what a seat does."""


def at_random(seed: object) -> Chooser:
    """Return a chooser that now and then rerolls one or two dice, and else does anything legal."""
    random = Random(str(seed))

    def choose(stored: StoredRound, seat: Seat) -> Action:
        assert stored.play is not None
        legal = stored.play.game.legal(stored.play.state, seat)
        rerolls = [action for action in legal if action.verb == "reroll" and len(action.on) <= 2]
        if rerolls and random.random() < 0.4:
            return random.choice(rerolls)
        return random.choice([action for action in legal if action.verb != "reroll"])

    return choose


def control(message: Any, pattern: str) -> dict[str, Any] | None:
    """Return the control whose id fits the pattern, None if the message has none."""
    found = [one for one in components(message) if re.fullmatch(pattern, one.get("custom_id", ""))]
    assert len(found) <= 1, f"{len(found)} controls are {pattern}"
    return found[0] if found else None


def offered_by(message: Any) -> list[str]:
    """Return the values of the message's menu, in order, or what can be tapped there."""
    menu = next((one for one in components(message) if one["type"] == 3), None)
    if menu is None:
        return [f"split.{split.code}" for split in splits_of(hand_of(message))]
    return [option["value"] for option in menu["options"]]


def rows_offered(message: Any) -> dict[str, str]:
    """Return the rows of a sheet in the message's menu, by key, with what each scores."""
    menu = next(one for one in components(message) if one["type"] == 3)
    return {one["value"].removeprefix("write."): one["description"] for one in menu["options"]}


def rows_written(record: Iterable[Step]) -> list[Acted]:
    """Return the steps of a record that write a row of a sheet."""
    return [step for step in record if isinstance(step, Acted) and step.action.verb == "write"]


def order_of_finish(text: str) -> list[tuple[str, str, str, int]]:
    """Return the lines of an ended sheet of several seats: place, player, letter and points."""
    line = r"^(🥇|🥈|🥉|\d\ufe0f\u20e3) (.+) \(([A-F])\) · (\d+) points?$"
    found = re.findall(line, text, re.MULTILINE)
    return [(place, player, letter, int(points)) for place, player, letter, points in found]


async def click(member: Any, message: Any, pattern: str) -> Any:
    """Press the button whose id fits the pattern; it must be answered."""
    button = control(message, pattern)
    assert button is not None, f"no button is {pattern}"
    answer = await member.click(message, custom_id=button["custom_id"])
    assert answer.acknowledged
    return answer


async def at_lobby(member: Any, message: Any, code: str) -> Any:
    """Press a button of the lobby."""
    return await click(member, message, rf"lobby:\d+:\d+:{code}")


async def use(member: Any, message: Any, verb: str) -> Any:
    """Press a button of the table: leave, rematch, …; behind *Menu*, where a board has only that."""
    pattern, more = (rf"tool:\d+:\d+:{one}" for one in (verb, "more"))
    if control(message, pattern) is None and control(message, more):
        answer = await click(member, message, more)
        message = answer.response or answer.followups[-1]
    return await click(member, message, pattern)


async def behind_more(sim: Sim, member: Any, message: Any) -> list[str]:
    """Press *More* at an end; return the labels of the buttons behind it."""
    return [*buttons(sim.reread_private(await use(member, sim.reread(message), "more")))]


async def leave(sim: Sim, member: Any) -> None:
    """Leave the round under way: press Leave, and then confirm it."""
    asked = await use(member, sim.message, "leave")
    assert sim.reread_private(asked).ephemeral
    await use(member, sim.reread_private(asked), "leave-now")


async def seat(
    sim: Sim, game: str, members: Sequence[Any], computers: Sequence[str] = (), **options: Any
) -> Any:
    """Open a table, let everybody join, and start; return the message of the round.

    A member alone plays at once; a table that the last member fills has begun.
    """
    opener, *others = members
    if not others and not computers:
        await sim.play(opener, game, **options)
        return sim.message
    await sim.open_table(opener, game, **options)
    message = sim.message
    for member in others:
        await at_lobby(member, sim.reread(message), "join")
    for level in computers:
        await sim.choose(opener, sim.reread(message), f"add-computer.{level}")
    if control(sim.reread(message), r"lobby:\d+:\d+:start"):
        await at_lobby(opener, sim.reread(message), "start")
    return sim.reread(message)


async def between_two(sim: Sim, game: str = "dice-poker", **options: Any) -> None:
    """Begin a round of Ana and Bogdan: she challenges him, he accepts.

    In Dice Poker Bogdan deals and is to choose, Ana plays.
    """
    await sim.play(sim.ana, game, opponent=sim.bogdan, **options)
    await at_lobby(sim.bogdan, sim.message, "join")


async def kept_between_two(sim: Sim) -> Any:
    """Play a round of Dice Poker of Ana and Bogdan, who keep all dice; return its message."""
    await between_two(sim)
    for member in (sim.bogdan, sim.ana):
        await do(sim, member, sim.message, Action("keep"))
    return sim.message


async def do(sim: Sim, member: Any, message: Any, action: Action) -> Any:
    """Do an action through the controls of a message, as it stands; return the last answer."""
    message = sim.reread(message)
    if action.verb == "reroll":
        wanted = {int(position) for position in action.on}
        for position in sorted(wanted ^ set(selected(message))):
            await member.click(message, custom_id=dice_of(message)[position - 1]["custom_id"])
            message = sim.reread(message)
        assert set(selected(message)) == wanted
        return await click(member, message, r"submit:\d+:\d+:reroll")
    if control(message, rf"press:\d+:\d+:{re.escape(action.code)}"):
        return await click(member, message, rf"press:\d+:\d+:{re.escape(action.code)}")
    return await sim.choose(member, message, action.code)


async def look(sim: Sim, round_id: int = 1) -> StoredRound:
    """Return the round as the bot finds it."""
    return await sim.bot.rounds.load(round_id)


async def step(sim: Sim, members: Sequence[Any], choose: Chooser, round_id: int = 1) -> bool:
    """Let the member who is awaited act on the public message; False once the round has ended."""
    stored = await look(sim, round_id)
    if stored.status != "playing":
        return False
    assert stored.play is not None
    seat = stored.play.awaits.seats[0]
    member = next(one for one in members if one.id == stored.players[seat.index].user)
    await do(sim, member, sim.message, choose(stored, seat))
    return True


async def play_on(
    sim: Sim,
    members: Sequence[Any],
    choose: Chooser,
    *,
    round_id: int = 1,
    after_each: Callable[[int], Awaitable[None]] | None = None,
) -> StoredRound:
    """Play until the round has ended; `after_each` is awaited with the number of acts so far."""
    acts = 0
    while await step(sim, members, choose, round_id):
        acts += 1
        if after_each is not None:
            await after_each(acts)
    return await look(sim, round_id)
