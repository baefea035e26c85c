"""Takes a picture of every board, as a player's window shows it: plays in the demo.

    python assets/take_boards.py FOLDER [--language en|ro] [--size desktop|phone] [--story NAME]

Each option chooses one of what is otherwise taken in full. The files are called
LANGUAGE-SIZE-BOARD.png. Needs chromium on the machine and the extra `dev`.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import end_stories
import private_page_stories as private_pages
from board_pictures import SIZES, Boards
from demo_page import Player, playing
from earlier_rounds import PAST

from bot.commands.demo import Past
from bot.language.languages import LANGUAGES
from bot.table.frame import IN_PLAY
from rules.dice import Roll
from rules.text import Text, say, say_count, say_in

TALL = {"desktop": 1100, "phone": 1300}
"""The heights of windows that show a long page as a whole."""

START, JOIN, LEAVE = say("Start"), say("Join"), say("Leave")
ADD, WRITE = say("Add a computer …"), say("Write this roll into …")
KEEP_ALL, KEEP_HAND, HINT = say("Keep all"), say("Keep this hand and stop"), say("💡 Hint")

WINNING = ((4, 4, 4, 1, 6), (6, 6, 3, 2, 1), (1, 2), (6, 4, 1))
"""The dealer's roll, the player's, what the dealer rerolls, what the player rerolls."""

LOST = ((6, 6, 6, 6, 1), (1, 2, 3, 5, 6))
"""The dealer's roll, and the player's."""

Story = Callable[[Boards], Awaitable[None]]


@dataclass(frozen=True)
class Setting:
    """What a story is played with: first rolls, then those of a seed; minutes for a turn.

    Before it there is a `past`; `heights` are those of its windows, other than usual.
    """

    story: Story
    rolls: Sequence[Roll] = ()
    seed: int = 7
    minutes: float = 10
    past: Past | None = None
    heights: Mapping[str, int] = field(default_factory=dict)


def reroll(number: int) -> Text:
    """Return the label of the button that rerolls the selected dice."""
    return say_count("Reroll {n} die", "Reroll {n} dice", number)


async def pages(boards: Boards) -> None:
    """Take the pages that need no round."""
    player = boards.player
    await boards.take("welcome")
    await player.command("play")
    await boards.take("first-page")
    await player.press(say("Rules"))
    await boards.take("rules")
    await player.press(say("Thirteen Rows"))
    await boards.take("rules-thirteen-rows")
    await player.press(say("Back to the games"))
    await player.press(say("Rules"))
    await player.press(say("Dice Poker"))
    await boards.take("rules-dice-poker")


async def first_hand(boards: Boards) -> None:
    """Take the dealer's turn against the computer, before and after dice are selected.

    It is the rematch, in which the member is the dealer.
    """
    player = boards.player
    await player.command("play", game="Dice Poker")
    await player.press(KEEP_ALL)
    await player.press(say("Rematch"))
    await boards.take("fresh")
    await player.mark(3, 4, 5)
    await boards.take("selected")


async def hint(boards: Boards) -> None:
    """Take the board after the computer's move, and a hint."""
    player = boards.player
    await player.command("play", game="Dice Poker")
    await boards.take("computer-moved")
    await player.press(HINT)
    await boards.take("hint")


async def won(boards: Boards) -> None:
    """Take a round that is won, its review, and the card that is shared."""
    player = boards.player
    await player.command("play", game="Dice Poker")
    await player.mark(3, 4, 5)
    await player.press(reroll(3))
    await boards.take("end-won")
    await player.press(say("Review"))
    await boards.take("review")
    await player.press(say("Share"))
    await player.press(say("Post"))
    await boards.take("shared")


async def lost(boards: Boards) -> None:
    """Take a round that is lost to the computer."""
    await boards.player.command("play", game="Dice Poker")
    await boards.player.press(KEEP_ALL)
    await boards.take("end-lost")


async def looked_back(boards: Boards) -> None:
    """Take a round that was lost by a choice, step by step."""
    player = boards.player
    await player.command("play", game="Dice Poker")
    await player.press(KEEP_ALL)
    await player.press(say("Review"))
    await player.press(say("Step by step"))
    await boards.take("step-by-step")


async def nine_looked_back(boards: Boards) -> None:
    """Take a hint for two seats of Nine Categories, its review, and a step."""
    player = boards.player
    await _nine_with_a_hint(player, 1)
    await boards.take("nine-hint")
    await _review_nine(player)
    await boards.take("nine-review")
    await player.press(say("Step by step"))
    await boards.take("nine-step-by-step")


async def nine_of_four(boards: Boards) -> None:
    """Take a hint for four seats of Nine Categories, and the review."""
    await _nine_with_a_hint(boards.player, 3)
    await boards.take("nine-of-four-hint")
    await _review_nine(boards.player)
    await boards.take("nine-of-four-review")


async def _nine_with_a_hint(player: Player, computers: int) -> None:
    """Begin Nine Categories against so many computers, and take a hint."""
    await _with_computers(player, "Nine Categories", computers)
    await player.press(HINT)


async def _review_nine(player: Player) -> None:
    """Write the first row offered in each turn, and review the round."""
    for _ in range(9):
        await player.choose(WRITE)
    await player.press(say("Review"))


async def challenge(boards: Boards) -> None:
    """Take a challenge as its challenged member sees it, and the first turn."""
    player = boards.player
    await player.command("play", game="Dice Poker", opponent="bogdan")
    await player.become("bogdan")
    await boards.take("challenge")
    await player.press(say("Accept"))
    await player.become("ana")
    await boards.take("challenge-begun")


async def lobby(boards: Boards) -> None:
    """Take a lobby of four."""
    player = boards.player
    await player.command("play", game="Poker Dice", open="True")
    for name in ("bogdan", "carmen"):
        await player.become(name)
        await player.press(JOIN)
    await player.become("ana")
    await player.choose(ADD)
    await boards.take("lobby-of-four")


async def lobby_ended(boards: Boards) -> None:
    """Take a lobby that everybody has left."""
    await boards.player.command("play", game="Thirteen Rows", open="True")
    await boards.player.press(LEAVE)
    await boards.take("lobby-ended")


async def poker_dice(boards: Boards) -> None:
    """Take a turn of Poker Dice with two computers, and its end."""
    player = boards.player
    await _with_computers(player, "Poker Dice")
    await player.mark(1, 4)
    await boards.take("poker-dice-turn")
    await player.press(reroll(2))
    await player.press(KEEP_HAND)
    await boards.take("end-of-three")


async def thirteen_alone(boards: Boards) -> None:
    """Take the first and the third roll of a turn alone, and the round when it is closed."""
    player = boards.player
    await player.command("play", game="Thirteen Rows")
    for _ in range(4):
        await player.choose(WRITE)
    await boards.take("thirteen-alone")
    await player.mark(1, 2, 3)
    await player.press(reroll(3))
    await player.mark(1, 2)
    await player.press(reroll(2))
    await boards.take("thirteen-third-roll")
    await player.press(IN_PLAY.label)
    await player.press(LEAVE)
    await player.press(say("Leave the game"))
    await boards.take("closed")


async def resting(boards: Boards) -> None:
    """Take a round whose only member stayed away, and the list of the member's rounds."""
    player = boards.player
    await player.command("play", game="Thirteen Rows")
    await player.wait(9)
    await boards.take("resting")
    await player.command("rounds")
    await boards.take("rounds")


async def thirteen_three(boards: Boards) -> None:
    """Take a turn of Thirteen Rows with two computers."""
    player = boards.player
    await _with_computers(player, "Thirteen Rows")
    for _ in range(4):
        await player.choose(WRITE)
    await player.mark(1, 4)
    await boards.take("thirteen-three")


async def nine_two(boards: Boards) -> None:
    """Take a turn of Nine Categories between two members."""
    await _between_two(boards, "Nine Categories")
    await boards.take("nine-two")


async def thirteen_two(boards: Boards) -> None:
    """Take a turn of Thirteen Rows between two members."""
    await _between_two(boards, "Thirteen Rows")
    await boards.take("thirteen-two")


async def everybody(boards: Boards) -> None:
    """Take a sheet for everybody: how it is opened, a free turn, one of bogdan's, its end."""
    player = boards.player
    await player.command("play")
    await player.press(say("Open a table"))
    await player.press(say("One sheet for everybody"))
    await boards.take("everybody-page")
    await player.press(say("Nine Categories"))
    await boards.take("everybody-free")
    await player.become("bogdan")
    await player.mark(1, 2)
    await boards.take("everybody-turn")
    await player.become("ana")
    await player.mark(1)
    await boards.take("everybody-another")
    for turn in range(9):
        await player.become(("bogdan", "ana", "carmen")[turn % 3])
        await player.choose(WRITE)
    await player.wait(3)
    await boards.take("everybody-over")


async def _between_two(boards: Boards, game: str) -> None:
    """Play to the third turn of a game of sheets between two members."""
    player = boards.player
    await player.command("play", game=game, open="True")
    await player.become("bogdan")
    await player.press(JOIN)
    await player.become("ana")
    await player.press(START)
    for _ in range(2):
        for name in ("ana", "bogdan"):
            await player.become(name)
            await player.choose(WRITE)
    await player.become("ana")


async def six_card(boards: Boards) -> None:
    """Take the cards of Six Card Poker below its board, tapped one after the other, and the end."""
    player = boards.player
    await player.command("play", game="Six Card Poker")
    await boards.take("six-card-secret")
    await player.tap(1)
    await boards.take("six-card-tapped")
    await player.tap(2, 3)
    await boards.take("six-card-chosen")
    await player.press(say_in("a choice", "Confirm"))
    await boards.take("six-card-end")


async def _with_computers(player: Player, game: str, computers: int = 2) -> None:
    """Open a table of this game, add so many computers, and start it."""
    await player.command("play", game=game, open="True")
    for _ in range(computers):
        await player.choose(ADD)
    await player.press(START)


STORIES = {
    "pages": Setting(pages),
    "first-hand": Setting(first_hand, rolls=[*LOST, (4, 4, 2, 6, 1)]),
    "hint": Setting(hint, rolls=WINNING),
    "won": Setting(won, rolls=WINNING),
    "looked-back": Setting(looked_back, rolls=WINNING),
    "nine-looked-back": Setting(nine_looked_back),
    "nine-of-four": Setting(nine_of_four),
    "lost": Setting(lost, rolls=LOST),
    "challenge": Setting(challenge),
    "lobby": Setting(lobby),
    "lobby-ended": Setting(lobby_ended),
    "poker-dice-turn": Setting(poker_dice),
    "thirteen-alone": Setting(thirteen_alone),
    "resting": Setting(resting, minutes=0.1),
    "thirteen-three": Setting(thirteen_three),
    "nine-two": Setting(nine_two),
    "thirteen-two": Setting(thirteen_two),
    "everybody": Setting(everybody),
    "six-card-round": Setting(six_card),
    "statistics": Setting(private_pages.statistics, past=PAST, heights=TALL),
    "lists": Setting(private_pages.lists, past=PAST, heights=TALL),
    "looking-back": Setting(private_pages.looking_back, rolls=WINNING, heights=TALL),
    "panels": Setting(private_pages.panels, heights=TALL),
    "daily": Setting(private_pages.daily, heights=TALL),
    "dares": Setting(private_pages.dares, heights=TALL),
    **{
        name: Setting(story, rolls=end_stories.ROLLS) for name, story in end_stories.STORIES.items()
    },
}


async def take(
    folder: Path, languages: Sequence[str], sizes: Sequence[str], names: Sequence[str]
) -> None:
    """Play these stories and take their pictures into a folder."""
    for language in languages:
        for name in names:
            setting = STORIES[name]
            async with playing(
                SIZES[sizes[0]],
                language=language,
                seed=setting.seed,
                rolls=setting.rolls,
                minutes=setting.minutes,
                past=setting.past,
            ) as player:
                await setting.story(Boards(folder, language, sizes, setting.heights, player))


def main() -> None:
    """Take the pictures that were asked for."""
    parser = ArgumentParser(description="Take a picture of every board, played in the demo.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--size", choices=tuple(SIZES))
    parser.add_argument("--story", choices=tuple(STORIES))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    languages = [asked.language] if asked.language else LANGUAGES
    sizes = [asked.size] if asked.size else tuple(SIZES)
    names = [asked.story] if asked.story else tuple(STORIES)
    asyncio.run(take(asked.folder, languages, sizes, names))


if __name__ == "__main__":
    main()
