"""Ends of rounds, as stories for `take_boards.py`: each game alone, against others, in private."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from board_pictures import Boards
from demo_page import Player

from rules.text import Text, say, say_in

ADD, WRITE = say("Add a computer …"), say("Write this roll into …")
KEEP_ALL, KEEP_HAND = say("Keep all"), say("Keep this hand and stop")
MEMBERS = ("ana", "bogdan", "carmen")

ROLLS = (
    *((6, 6, 6, 2, 6), (5, 5, 3, 5, 1), (2, 3, 4, 5, 6), (4, 4, 4, 1, 4), (3, 3, 3, 6, 6)),
    *((1, 2, 3, 4, 6), (5, 5, 5, 5, 5), (6, 6, 3, 6, 2), (4, 4, 2, 4, 1), (3, 3, 5, 3, 3)),
    *((2, 2, 6, 5, 2), (1, 1, 4, 1, 5), (6, 5, 5, 6, 4)),
)
"""The first rolls on the sheets, such as skill and luck would bring."""

ROWS = {"Nine Categories": 9, "Thirteen Rows": 13, "Yams": 13}
"""How many turns each has on a sheet."""

DRAWN = 3
"""For how many seconds a page is waited for whose picture takes a moment."""

Story = Callable[[Boards], Awaitable[None]]


def sheet(game: str, others: int = 0, computers: int = 0) -> Story:
    """Return the story of sheets that are filled by so many members and computers.

    Members write each turn's first roll into the row with the most points.
    """

    async def story(boards: Boards) -> None:
        player = boards.player
        await _seated(player, game, others, computers)
        for _ in range(ROWS[game]):
            await _each(player, others, partial(player.choose, best=True), WRITE)
        await _ended(boards, game, others, computers)

    return story


def hands(game: str, keep: Text, others: int = 0, computers: int = 0) -> Story:
    """Return the story of one hand each, which all of them keep."""

    async def story(boards: Boards) -> None:
        player = boards.player
        await _seated(player, game, others, computers)
        await _each(player, others, player.press, keep)
        await _ended(boards, game, others, computers)

    return story


def dealt(others: int = 0) -> Story:
    """Return the story of six cards, against the computer or a member."""

    async def story(boards: Boards) -> None:
        player = boards.player
        if others:
            await player.command("play", game="Six Card Poker", opponent=MEMBERS[1])
            await player.become(MEMBERS[1])
            await player.press(say("Accept"))
        else:
            await player.command("play", game="Six Card Poker")
        for name in MEMBERS[: others + 1]:
            await player.become(name)
            if others:
                await player.press(say("Look at my cards"))
            await player.tap(6, 4, 5)
            await player.press(say_in("a choice", "Confirm"))
        await _ended(boards, "Six Card Poker", others, 1 - others)

    return story


def duel(boards: Boards) -> Awaitable[None]:
    """Take the end of Dice Poker between two members."""
    return _duel(boards)


async def _duel(boards: Boards) -> None:
    player = boards.player
    await player.command("play", game="Dice Poker", opponent=MEMBERS[1])
    await player.become(MEMBERS[1])
    await player.press(say("Accept"))
    await player.press(KEEP_ALL)
    await player.become(MEMBERS[0])
    await player.press(KEEP_ALL)
    await _ended(boards, "Dice Poker", 1, 0)


async def _seated(player: Player, game: str, others: int, computers: int) -> None:
    """Open a table of this game, and start it with so many other members and computers."""
    if not others and not computers:
        await player.command("play", game=game)
        return
    await player.command("play", game=game, open="True")
    for name in MEMBERS[1 : others + 1]:
        await player.become(name)
        await player.press(say("Join"))
    await player.become(MEMBERS[0])
    for _ in range(computers):
        await player.choose(ADD)
    await player.press(say("Start"))


async def _each(
    player: Player, others: int, act: Callable[[Text], Awaitable[None]], what: Text
) -> None:
    """Let each member do the same once."""
    for name in MEMBERS[: others + 1]:
        if others:
            await player.become(name)
        await act(what)


async def _ended(boards: Boards, game: str, others: int, computers: int) -> None:
    """Take the board of a round that is over, and its end as it is shared."""
    await boards.player.become(MEMBERS[0])
    seats = f"{'m' * (others + 1)}{'c' * computers}"
    name = f"end-{game.lower().replace(' ', '-')}-{seats}"
    await boards.take(name)
    await boards.player.press(say("Share"))
    await boards.player.wait(DRAWN)
    await boards.take(f"{name}-share")


STORIES: dict[str, Story] = {
    "ends-dice-poker": duel,
    "ends-poker-dice": hands("Poker Dice", KEEP_HAND, 1),
    "ends-poker-dice-four": hands("Poker Dice", KEEP_HAND, 1, 2),
    "ends-six-card": dealt(),
    "ends-six-card-two": dealt(1),
    **{
        f"ends-{game.split()[0].lower()}-{number}": sheet(game, others, computers)
        for game in ROWS
        for number, others, computers in ((1, 0, 0), ("computer", 0, 1), (2, 1, 0), (4, 1, 2))
    },
}
"""An end of each game, for each number of seats that looks different."""
