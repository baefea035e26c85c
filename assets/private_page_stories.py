"""Pages that members see alone, as stories for `take_boards.py`."""

from __future__ import annotations

from board_pictures import Boards

from rules.text import say, say_count, say_in

HIDE, NEXT = say("Keep my statistics to myself"), say_in("a page", "Next")
SERVER, ROUNDS = say_in("a tab", "This server"), say_in("a tab", "My rounds")
SETTLED = 3
"""For how many seconds a page is drawn whose picture takes a moment."""


async def statistics(boards: Boards) -> None:
    """Take how a member stands: over all games, in one, alone, and once they are hidden."""
    player = boards.player
    await player.command("stats")
    await player.wait(SETTLED)
    await boards.take("stats-all")
    await player.command("stats", game="Dice Poker")
    await player.wait(SETTLED)
    await boards.take("stats")
    await player.command("stats", game="Nine Categories, alone")
    await player.wait(SETTLED)
    await boards.take("stats-alone")
    await player.press(say("Details"))
    await boards.take("stats-details")
    await player.press(HIDE)
    await player.command("stats", game="Six Card Poker")
    await player.wait(SETTLED)
    await boards.take("stats-hidden")


async def others(boards: Boards) -> None:
    """Take how others stand, of whom one is hidden, and how somebody does who has not played."""
    player = boards.player
    await player.command("stats", member="ioana")
    await player.wait(SETTLED)
    await boards.take("stats-other")
    await player.command("stats", member="bogdan", game="Poker Dice")
    await player.wait(SETTLED)
    await boards.take("stats-few")
    await player.command("stats")
    await player.press(say("Details"))
    await player.press(HIDE)
    await player.become("carmen")
    await player.command("stats", member="ana")
    await player.command("stats")
    await boards.take("stats-nothing")


async def leaderboards(boards: Boards) -> None:
    """Take the leaderboard with ties, and that of a game."""
    player = boards.player
    await player.command("stats")
    await player.wait(SETTLED)
    await player.press(SERVER)
    await player.wait(SETTLED)
    await boards.take("leaderboard")
    await player.command("stats", game="Nine Categories, alone")
    await player.press(SERVER)
    await boards.take("leaderboard-game")


async def history(boards: Boards) -> None:
    """Take the last rounds of the member and those of another."""
    player = boards.player
    await player.command("play dice-poker")
    await player.press(say("Keep all"))
    await player.wait(15)
    await player.command("stats")
    await player.press(ROUNDS)
    await boards.take("history")
    await player.press(say("Replay"))
    await player.press(say("Show me"))
    await player.wait(2 * SETTLED)
    await boards.take("history-replay")
    await player.command("stats", member="bogdan")
    await player.press(say("Rounds"))
    await boards.take("history-other")


async def looking_back(boards: Boards) -> None:
    """Take a round step by step: its first page, a choice, all choices, the end."""
    player = boards.player
    await player.command("play dice-poker")
    await player.mark(3, 4, 5)
    await player.press(say_count("Reroll {n} die", "Reroll {n} dice", 3))
    await player.press(say("Review"))
    await player.wait(SETTLED)
    await player.press(say("Step by step"))
    await boards.take("step-first")
    await player.press(NEXT)
    await boards.take("step-choice")
    await player.press(say("All choices"))
    await boards.take("step-all-choices")
    await player.press("⏭")
    await boards.take("step-last")


async def panels(boards: Boards) -> None:
    """Take a member's settings, privacy, the server's settings, a bar, and the commitment."""
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
    await player.command("fair")
    await boards.take("fair")


async def daily(boards: Boards) -> None:
    """Take the challenge of the day as it begins, and its standings."""
    player = boards.player
    await player.command("daily play")
    await boards.take("daily")
    await player.command("daily standings")
    await boards.take("daily-standings")
