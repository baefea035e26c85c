"""Pages that members see alone, as stories for `take_boards.py`."""

from __future__ import annotations

from board_pictures import Boards
from demo_page import Player

from bot.statistics import leaderboard_page
from bot.statistics.leaderboard_page import WON
from rules.text import say, say_count, say_in

NEXT = say_in("a page", "Next")
SERVER = say_in("a tab", "This server")
SETTLED = 8
"""For how many seconds a page is drawn that takes a moment."""


async def statistics(boards: Boards) -> None:
    """Take the games of the member, of another, and of somebody who has not played."""
    player = boards.player
    await player.command("stats")
    await boards.take("stats")
    await player.command("stats", member="ioana")
    await boards.take("stats-other")
    await player.become("carmen")
    await player.command("stats")
    await boards.take("stats-nothing")


async def lists(boards: Boards) -> None:
    """Take the lists of games won and of one accuracy."""
    player = boards.player
    await player.command("stats")
    await player.wait(SETTLED)
    await player.press(SERVER)
    await player.wait(SETTLED)
    await boards.take("list-won")
    await player.choose(
        leaderboard_page.name(*WON), leaderboard_page.name("accuracy", "nine/alone")
    )
    await player.wait(SETTLED)
    await boards.take("list-accuracy")


async def looking_back(boards: Boards) -> None:
    """Take a round step by step: its first page, a choice, the end."""
    player = boards.player
    await player.command("play", game="Dice Poker")
    await player.mark(3, 4, 5)
    await player.press(say_count("Reroll {n} die", "Reroll {n} dice", 3))
    await player.press(say("Review"))
    await player.wait(SETTLED)
    await player.press(say("Step by step"))
    await boards.take("step-first")
    await player.press(NEXT)
    await boards.take("step-choice")
    await player.press("⏭")
    await boards.take("step-last")


async def panels(boards: Boards) -> None:
    """Take a member's settings, privacy, the server's settings, and a bar."""
    player = boards.player
    await player.command("settings")
    await boards.take("settings")
    await player.press(say("Privacy"))
    await boards.take("privacy")
    await player.press(say("Your settings"))
    await player.press(say("This server"))
    await boards.take("settings-server")
    await player.command("bar", member="bogdan", duration="A week")
    await boards.take("bar")


async def daily(boards: Boards) -> None:
    """Take the page of the day, and its challenge as it begins."""
    player = boards.player
    await player.command("daily")
    await boards.take("daily-page")
    await player.press(say_in("a button", "Play"))
    await boards.take("daily")


async def dares(boards: Boards) -> None:
    """Take a dare: its question and card, an attempt, its end, and the closed card."""
    player = boards.player
    await player.command("play", game="Nine Categories")
    await _fill(player)
    await boards.take("dare-board")
    await player.press(say("Dare others"))
    await boards.take("dare-ask")
    await player.press(say("Dare everybody"))
    await boards.take("dare-card")
    await player.become("bogdan")
    await player.press(say("Play these dice"))
    await boards.take("dare-attempt")
    await _fill(player)
    await boards.take("dare-end")
    await player.press_behind(say_in("a button at an end", "More"), say("Fair dice?"))
    await boards.take("dare-fair")
    await player.wait(12)
    await boards.take("dare-told")
    await player.become("ana")
    await player.press(say("Play these dice"))
    await boards.take("dare-close")
    await player.press(say("Close the card"))
    await player.wait(12)
    await boards.take("dare-closed")


async def _fill(player: Player) -> None:
    """Write the first row offered in each turn."""
    for _ in range(9):
        await player.choose(say("Write this roll into …"))
