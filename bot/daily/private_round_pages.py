"""The messages of private rounds: under way, finished, shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

import discord

from bot.daily.calendar import GRACE, begins, number
from bot.daily.controls import control
from bot.daily.judging import MEMBER, SheetJudgement, par_of
from bot.daily.ranking import DAY, Entry, places
from bot.daily.shared_dice import Key, day_of, read_key
from bot.language.render import Person, PlainRenderer, Until, render
from bot.review.amounts import accuracy_text
from bot.table import frame as frames
from bot.table import headline
from bot.table.frame import Frame, Rolls
from bot.table.round_luck import is_revealed
from bot.table.store.entries import total
from bot.table.stored_round import StoredRound
from bot.ui.answer import Answer
from bot.ui.custom_ids import tool
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules import registry
from rules.game import Game
from rules.review import Verdict
from rules.screen import Block, Divider, Line, Screen
from rules.text import (
    Capital,
    Command,
    Text,
    say,
    say_count,
    say_in,
    side_by_side,
)

SQUARES: dict[Verdict, str] = {
    "best": "🟩",
    "good": "🟩",
    "inaccuracy": "🔸",
    "mistake": "🔶",
    "blunder": "❌",
}
"""The sign of a turn, by its loss: told apart by shape and size, not by colour alone."""

LEGEND = say_in(
    "squares", "🟩\u00a0good · 🔸\u00a0small\u00a0mistake · 🔶\u00a0mistake · ❌\u00a0blunder"
)
LEGEND_OF_PICTURE = say_in(
    "squares", "?!\u00a0small\u00a0mistake · ?\u00a0mistake · ??\u00a0blunder"
)

_SAME_DICE = say("Everyone gets the same dice. You play once.")


@dataclass(frozen=True, slots=True)
class DayPlace:
    """The place of a member among the `players` of a server on a day that they have finished.

    `days` is the number of days in a row that end with it; `place` is empty while unknown.
    """

    days: int
    place: str = ""
    players: int = 0


def screen_of(stored: StoredRound) -> Screen:
    """Return the Screen of a private round. Raises ValueError for a round that cannot be read."""
    play = stored.play
    if play is None:
        raise ValueError(f"round {stored.id} cannot be read")
    return play.game.screen(play.state, None)


def board_page(
    answer: Answer,
    stored: StoredRound,
    selected: Sequence[int],
    ends: datetime,
    *,
    to_beat: Text | None,
    over: bool,
    numbered: bool,
    rolls: Rolls,
) -> Drawing:
    """Return a private round with its controls and selection; dice may be `numbered`.

    The dice at `rolls` are shown rolling. `ends` is the end of the day or the dare; a day may be
    `over` and in its grace. A dare has points `to_beat`.
    """
    screen, key = screen_of(stored), read_key(stored.set_key or "")
    begins = isinstance(key, date) and screen.goal is not None
    about = [Line(_SAME_DICE)] if begins else []
    if to_beat is not None:
        about.append(Line(to_beat, "strong"))
    screen = screen.with_goal()
    notes = (*_footer(stored, screen), *_notes(key, ends, over=over))
    frame = Frame(
        stored.id,
        stored.moment,
        answer.language,
        "round",
        replace(screen, blocks=(heading(stored), *about, *screen.blocks)),
        frames.names(stored),
        notes,
        (frames.IN_PLAY,),
        numbered=numbered,
        rolls=rolls,
        you=MEMBER,
    )
    renderer = answer.renderer
    return layout.draw(frame, renderer.emoji, selected, renderer.commands, renderer.lead)


def end_page(
    answer: Answer,
    stored: StoredRound,
    judgement: SheetJudgement | None,
    day_place: DayPlace,
    before: list[Component],
    *,
    standings: bool,
) -> Drawing:
    """Return the end of the round of a day: the sheet, the result and the button that shares it.

    `before` is the button of the day before, if there is one; a server has `standings`.
    """
    renderer, day = answer.renderer.naming(frames.names(stored), MEMBER), _day(stored)

    def own(verb: str, label: Text, style: int = components.SECONDARY) -> Component:
        return components.button(control(day, verb), renderer.text(label), style)

    buttons = [
        own("share", say("Share here"), components.SUCCESS),
        own("picture", say("Picture")),
        *([own("standings", say("Standings"))] if standings else ()),
        *before,
        more_button(stored, renderer),
    ]
    following = say(
        "The next one begins {when}. Then the best choices are shown.",
        when=Until(begins(day + DAY), of_discord=True),
    )
    end = end_blocks(stored, judgement, _with_days(stored, day_place.days), *_place(day_place))
    blocks = (*end, *(() if is_revealed(stored) else (Line(following, "quiet"),)))
    return layout.page(_title(stored), blocks, renderer, buttons=buttons)


def _day(stored: StoredRound) -> date:
    return day_of(read_key(stored.set_key or ""))


def _place(day_place: DayPlace) -> Iterator[Text]:
    if day_place.players == 1:
        yield say("you are the first here")
    elif day_place.place:
        of = str(day_place.players)
        yield say("place {place} of {of} here", place=day_place.place, of=of)


def end_blocks(
    stored: StoredRound, judgement: SheetJudgement | None, outcome: Text, *more: Text
) -> tuple[Block, ...]:
    """Return the headline and the `outcome` of a finished round, the sheet and the accuracy.

    `more` follows the accuracy.
    """
    stood_out = headline.sentence_of(stored)
    first = () if stood_out is None else (Line(stood_out, "strong"),)
    result_and_sheet = (*first, Line(outcome, "strong"), *screen_of(stored).blocks)
    return (*result_and_sheet, Divider(), *_choices(stored, judgement, *more))


def review_button(stored: StoredRound, renderer: DiscordRenderer) -> list[Component]:
    """Return *Review* of a finished private round, none before its seed is revealed."""
    if not (stored.finished and is_revealed(stored)):
        return []
    return [components.button(tool(stored, "review"), renderer.text(say("Review")))]


def more_button(stored: StoredRound, renderer: DiscordRenderer) -> Component:
    """Return *More* of a finished private round."""
    more = frames.AT_END
    return components.button(tool(stored, more.verb), renderer.text(more.label))


def page_to_copy(
    renderer: DiscordRenderer,
    stored: StoredRound,
    judgement: SheetJudgement,
    days: int,
    picture: discord.File | None,
) -> Drawing:
    """Return the picture of a finished round, and three lines that can be pasted anywhere."""
    lines = [*map(Line, _three_lines(stored, judgement, days))]
    return layout.page(say("To paste anywhere"), lines, renderer, picture)


def _three_lines(stored: StoredRound, judgement: SheetJudgement, days: int) -> Iterator[Text]:
    """Yield the bot with the day and the points, the game with the days in a row, the squares."""
    yield say_in(
        "to paste",
        "Dice Poker daily {number} · {points}",
        number=str(number(_day(stored))),
        points=str(total(stored) or 0),
    )
    yield side_by_side([_game(stored).info.name, *_in_a_row(days)])
    yield squares_of(judgement)


def picture_arguments(
    stored: StoredRound, judgement: SheetJudgement, language: str
) -> tuple[Any, ...]:
    """Return the arguments of `share_picture`."""
    heading, *below = _plain(stored, language, LEGEND_OF_PICTURE)
    return heading, judgement.verdicts, below, _game(stored).info.colour


def picture_description(stored: StoredRound, judgement: SheetJudgement, language: str) -> str:
    """Return the description of the picture, for screen readers."""
    return ". ".join((*_plain(stored, language), squares(judgement.verdicts)))


def _plain(stored: StoredRound, language: str, *more: Text) -> list[str]:
    """Return the heading of the picture, the points and more as plain text."""
    heading = say_in(
        "title",
        "Dice Poker daily {number} · {game}",
        number=str(number(_day(stored))),
        game=_game(stored).info.name,
    )
    texts = (heading, result_of(stored), *more)
    return [render(text, language, PlainRenderer(language)) for text in texts]


def _title(stored: StoredRound) -> Text:
    return title(_day(stored), _game(stored))


def _game(stored: StoredRound) -> Game[Any]:
    return registry.game(stored.game)


def _accuracy(stored: StoredRound, judgement: SheetJudgement) -> Text:
    return accuracy_text(judgement.loss, par_of(_game(stored)))


def title(day: date, game: Game[Any] | None) -> Text:
    """Return the title of a day: its number and its game."""
    if game is None:
        return say_in("title", "Daily challenge {number}", number=str(number(day)))
    return say_in(
        "title",
        "Daily challenge {number} · {game}",
        number=str(number(day)),
        game=game.info.name,
    )


def title_of(key: Key, game: Game[Any] | None) -> Text:
    """Return the title of a day, or the common one of dares."""
    if isinstance(key, date) or game is None:
        return title(day_of(key), game)
    return say_in("title", "A dare · {game}", game=game.info.name)


def result_lines(
    stored: StoredRound, judgement: SheetJudgement | None, outcome: Text
) -> Iterator[Line]:
    """Yield the lines about the result of a finished private round; no dice are shown."""
    yield Line(outcome, "strong")
    yield from _choices(stored, judgement)


def _choices(stored: StoredRound, judgement: SheetJudgement | None, *more: Text) -> Iterator[Line]:
    """Yield the lines about the choices of a finished private round."""
    if judgement is None:
        yield Line(say("Your accuracy comes in a moment."), "quiet")
        return
    text = side_by_side([_accuracy(stored, judgement), *more])
    yield Line(say_in("a line", "{text}", text=Capital(text)))
    yield Line(squares_of(judgement))
    yield Line(LEGEND, "quiet")


def squares_of(judgement: SheetJudgement) -> Text:
    """Return a square for each turn."""
    return say_in("squares", "{squares}", squares=squares(judgement.verdicts))


def squares(verdicts: Sequence[Verdict]) -> str:
    return "".join(SQUARES[verdict] for verdict in verdicts)


def _with_days(stored: StoredRound, days: int) -> Text:
    return side_by_side([result_of(stored), *_in_a_row(days)])


def _in_a_row(days: int) -> Iterator[Text]:
    if days:
        yield say_count("🔥 {n} day", "🔥 {n} days", days)


def result_of(stored: StoredRound) -> Text:
    """Return the points of a private round."""
    return result(total(stored) or 0)


def result(points: int) -> Text:
    return say_count("{n} point", "{n} points", points)


def by_points(
    entries: Sequence[Entry], most: int, below: Callable[[Entry], Iterable[Line]] = lambda _: ()
) -> Iterator[Line]:
    """Yield the members by points, at most so many, each with lines `below`.

    A shared place is written once, before the first who shares it.
    """
    left = most
    for place in places(entries, lambda entry: entry.total or 0):
        for index, entry in enumerate(place.shared[:left]):
            yield Line(
                say_in(
                    "a rank",
                    "{place}{member} · {points}",
                    place="" if index else f"**{place.number}.** ",
                    member=Person(entry.member),
                    points=str(entry.total),
                )
            )
            yield from below(entry)
        left = max(0, left - len(place.shared))
    more = len(entries) - most
    if more > 0:
        yield Line(say_count("and {n} member more", "and {n} members more", more), "quiet")


def heading(stored: StoredRound) -> Line:
    """Return the line that names the day or the dare."""
    return Line(title_of(read_key(stored.set_key or ""), _game(stored)), "quiet")


def _footer(stored: StoredRound, screen: Screen) -> Iterator[Text]:
    """Yield the footer of a Screen if it adds turn and roll to the heading."""
    if screen.footer is not None and screen.footer != _game(stored).info.name:
        yield screen.footer


def _notes(key: Key, ends: datetime, *, over: bool) -> Iterator[Text]:
    if isinstance(key, int):
        yield say("Private. Once you have finished, the card names you and your points.")
        yield say(
            "It ends {when}. Press the card’s button to come back at any time.", when=Until(ends)
        )
        return
    if over:
        yield say(
            "Private. The day has ended, but you can finish your attempt: time is up {when}.",
            when=Until(ends + GRACE, of_discord=True),
        )
        return
    yield say(
        "Private. Ends {when}; {command} opens it again.",
        when=Until(ends, of_discord=True),
        command=Command("daily"),
    )
