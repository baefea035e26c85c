"""Draws the messages of the daily challenge: an attempt under way, its end, its card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import discord

from bot.daily.attempt import hand_of, plan_of_round
from bot.daily.calendar import GRACE, Plan, number
from bot.daily.controls import control
from bot.daily.judging import Judged
from bot.daily.sets import Key, SharedSet, day_of, read_key
from bot.language.render import Person, PlainRenderer, Until, render
from bot.review import amounts
from bot.review.second_person import to_you
from bot.table import frame as frames
from bot.table.frame import Frame, check_label, has_cards
from bot.table.round_luck import is_revealed
from bot.table.store.entries import total
from bot.table.stored_round import StoredRound
from bot.ui import components, layout, rules_pages
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import tool
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules.review import Verdict
from rules.screen import Block, Divider, Line, Peek, Screen
from rules.text import Argument, Command, Points, Text, say, say_count, say_in

SQUARES: dict[Verdict, str] = {
    "best": "🟩",
    "good": "🟩",
    "inaccuracy": "🟨",
    "mistake": "🟧",
    "blunder": "🟥",
}
"""The square of a turn, by what it gave away."""

LEGEND = say_in(
    "squares", "🟩\u00a0good · 🟨\u00a0small\u00a0mistake · 🟧\u00a0mistake · 🟥\u00a0blunder"
)
LEGEND_OF_PICTURE = say_in(
    "squares",
    "🟩\u00a0good · 🟨\u00a0?!\u00a0small\u00a0mistake · 🟧\u00a0?\u00a0mistake · "
    "🟥\u00a0??\u00a0blunder",
)
"""The legend with the signs in the squares of the picture, for who does not tell the colours."""


DRAWN_ANEW = say(
    "A backup was restored: the dice of this day were drawn anew, since somebody may have known "
    "them. Attempts from before are gone."
)


def screen_of(stored: StoredRound) -> Screen:
    """Return the Screen of a private round: the public one, unless its member needs their own.

    Raises ValueError for a round that cannot be read.
    """
    play = stored.play
    if play is None:
        raise ValueError(f"round {stored.id} cannot be read")
    public = play.game.screen(play.state, None)
    if public.suffices or play.over is not None:
        return public
    return play.game.screen(play.state, plan_of_round(stored).seat)


def playing(
    response: Response,
    stored: StoredRound,
    selected: Sequence[int],
    ends: datetime,
    *,
    over: bool,
    anew: bool = False,
    numbered: bool = False,
) -> Drawing:
    """Return a private round with its controls and what is `selected`; dice may be `numbered`.

    The set `ends`, or it is a day that is `over` and has its grace; it may have been drawn `anew`.
    """
    screen = screen_of(stored)
    if hand_of(stored) == 1:
        screen = screen.with_goal()
    screen = to_you(screen, plan_of_round(stored).seat)
    controls = tuple(one for one in screen.controls if not isinstance(one, Peek))
    notes = (*_footer(stored, screen), *_notes(stored, ends, over=over))
    shown = Frame(
        stored.id,
        stored.moment,
        response.language,
        "round",
        replace(screen, blocks=(heading(stored), *screen.blocks), controls=controls),
        frames.names(stored),
        (*notes, *([DRAWN_ANEW] if anew else [])),
        (frames.RULES,),
        numbered=numbered,
    )
    return layout.draw(shown, response.renderer.emoji, selected, response.renderer.commands)


def finished(
    response: Response,
    stored: StoredRound,
    judged: Judged | None,
    before: list[Component],
    *,
    standings: bool,
) -> Drawing:
    """Return the end of an attempt at a day: the last hand, the card and the button that shares it.

    `before` is the button of the day before, if it has one; a server has `standings`.
    """
    renderer, day = response.renderer.naming(frames.names(stored)), _day(stored)
    plan = plan_of_round(stored)

    def own(verb: str, label: Text, style: int = components.SECONDARY) -> Component:
        return components.button(control(day, verb), renderer.text(label), style)

    buttons = [
        own("share", say("Share here"), components.SUCCESS),
        *([own("standings", say("Standings"))] if standings else ()),
        *before,
        fair_button(day, plan, renderer),
        components.button(rules_pages.LIST_OF_GAMES, renderer.text(frames.OTHER_GAMES.label)),
    ]
    told = Line(say("Which choices were best is told once the day is over."), "quiet")
    blocks = (*ended(stored, judged), *(() if is_revealed(stored) else (told,)))
    return layout.page(title(day, plan), blocks, renderer, buttons=buttons)


def _day(stored: StoredRound) -> date:
    return day_of(read_key(stored.set_key or ""))


def ended(stored: StoredRound, judged: Judged | None) -> tuple[Block, ...]:
    """Return the last hand of a finished attempt, and its card."""
    plan = plan_of_round(stored)
    screen = to_you(screen_of(stored), plan.seat)
    named = (Line(screen.title, "strong"),) if plan.hands > 1 else ()
    return (*named, *screen.blocks, Divider(), *card(stored, judged))


def look_back(stored: StoredRound, renderer: DiscordRenderer) -> list[Component]:
    """Return *Review* and *Watch replay* of a finished attempt whose set is revealed."""
    if not (stored.finished and is_revealed(stored)):
        return []
    tools = (("review", say("Review")), (frames.REPLAY, say("Watch replay")))
    return [components.button(tool(stored, verb), renderer.text(label)) for verb, label in tools]


def fair_button(key: Key, plan: Plan | None, renderer: DiscordRenderer) -> Component:
    """Return the button that checks the dice of a set."""
    label = check_label(None if plan is None else plan.game)
    return components.button(control(key, frames.FAIR), renderer.text(label))


def to_be_checked(day: SharedSet, *, anew: bool) -> tuple[Text, ...]:
    """Return when the dice of a set can be checked; a day may have been drawn `anew`."""
    plan, when = day.plan, Until(day.committed)
    plain = (
        say("The cards were fixed {when}, the same for everybody.", when=when)
        if has_cards(None if plan is None else plan.game)
        else say("The dice were fixed {when}, the same for everybody.", when=when)
    )
    return (plain, _to_be_checked(day), *([DRAWN_ANEW] if anew else []))


def _to_be_checked(day: SharedSet) -> Text:
    if day.revealed is not None:
        return say("Whoever doubts it can check them.")
    if day.card is not None:
        return say("Once the card has closed, anybody can check them.")
    return say("Once the day has ended, anybody can check them.")


def fair_details(renderer: DiscordRenderer, day: SharedSet, tomorrow: SharedSet | None) -> Drawing:
    """Return the commitment of a set, its seed once it is revealed, and what binds `tomorrow`."""
    lines = [
        say("The dice follow from a seed, a secret number."),
        say("SHA-256 of the day’s seed: {digest}", digest=day.digest)
        if day.card is None
        else say("SHA-256 of the seed: {digest}", digest=day.digest),
    ]
    if day.revealed is None:
        lines.append(
            say("The seed itself is shown once the day has ended, to check all dice.")
            if day.card is None
            else say("The seed itself is shown once its card has closed, to check all dice.")
        )
    else:
        lines.append(say("The seed: {seed}", seed=day.seed.hex()))
    if tomorrow is not None:
        lines.append(say("SHA-256 of tomorrow’s seed: {digest}", digest=tomorrow.digest))
    return layout.page(say("Details"), [Line(line) for line in lines], renderer)


def shared(
    renderer: DiscordRenderer,
    stored: StoredRound,
    judged: Judged | None,
    picture: discord.File | None,
) -> Drawing:
    """Return what is shared with everybody: the card, or what its picture does not tell.

    A button below it opens the challenge of today.
    """
    of_picture = [_headline(stored), Line(LEGEND_OF_PICTURE, "quiet")]
    lines = [*card(stored, judged)] if picture is None else of_picture
    by = Line(say("shared by {member}", member=Person(stored.opener)), "quiet")
    today = control(_day(stored), "today")
    play = components.button(
        today, renderer.text(say("Play today’s challenge")), components.SUCCESS
    )
    return layout.page(_title(stored), (*lines, by), renderer, picture, buttons=[play])


def pictured(stored: StoredRound, judged: Judged, language: str) -> tuple[Any, ...]:
    """Return what `share_picture` is asked for."""
    heading, *below = _plain(stored, judged, language)
    return heading, judged.verdicts, below


def shows(stored: StoredRound, judged: Judged, language: str) -> str:
    """Return the description of the picture, for screen readers."""
    count = Counter(judged.verdicts)
    counted = say(
        "By turn or hand: good {good}, small mistake {inaccuracy}, mistake {mistake}, "
        "blunder {blunder}.",
        good=count["best"] + count["good"],
        inaccuracy=count["inaccuracy"],
        mistake=count["mistake"],
        blunder=count["blunder"],
    )
    told = ". ".join(_plain(stored, judged, language))
    return f"{told}. {render(counted, language, PlainRenderer(language))}"


def _plain(stored: StoredRound, judged: Judged, language: str) -> list[str]:
    """Return the title, the result and what was given away, in letters alone."""
    lost = given_away_of(plan_of_round(stored), judged.given_away)
    renderer = PlainRenderer(language)
    told = (_title(stored), _result(stored), lost)
    return [render(text, language, renderer) for text in told]


def _title(stored: StoredRound) -> Text:
    return title(_day(stored), plan_of_round(stored))


def title(day: date, plan: Plan | None) -> Text:
    """Return the title of a day: its number and its game."""
    if plan is None:
        return say_in("title", "Daily challenge {number}", number=str(number(day)))
    return say_in(
        "title",
        "Daily challenge {number} · {game}",
        number=str(number(day)),
        game=plan.game.info.name,
    )


def title_of(key: Key, plan: Plan | None) -> Text:
    """Return the title of a set: that of the day, or that its dice are the same for all."""
    if isinstance(key, date) or plan is None:
        return title(day_of(key), plan)
    return say_in("title", "The same dice · {game}", game=plan.game.info.name)


def card(stored: StoredRound, judged: Judged | None) -> Iterator[Line]:
    """Yield the lines of the card of a finished attempt; no dice are shown."""
    yield _headline(stored)
    if judged is None:
        yield Line(say("What was given away is still being computed."), "quiet")
        return
    squares = "".join(SQUARES[verdict] for verdict in judged.verdicts)
    given = given_away_of(plan_of_round(stored), judged.given_away)
    yield Line(say("{given} against the best choices", given=given))
    yield Line(say_in("squares", "{squares}", squares=squares))
    yield Line(LEGEND, "quiet")


def _headline(stored: StoredRound) -> Line:
    return Line(_result(stored), "strong")


def given_away_of(plan: Plan, lost: float) -> Text:
    """Return what was given away, in points or in chances to win a hand."""
    if plan.unit == "points":
        return say(
            "gave away {points} points",
            points=amounts.number("points", amounts.tenths("points", lost)),
        )
    chance = amounts.number("share", amounts.tenths("share", lost / plan.hands))
    if plan.hands == 1:
        return say("gave away {chance} chance to win", chance=chance)
    return say("gave away {chance} chance to win a hand", chance=chance)


def _result(stored: StoredRound) -> Text:
    """Return points or hands won."""
    plan, made = plan_of_round(stored), total(stored) or Fraction(0)
    if plan.unit == "points":
        return say_count("{n} point", "{n} points", int(made))
    return say("won {total} of {hands}", total=amount(made), hands=str(plan.hands))


def amount(value: Fraction) -> Argument:
    """Return points, or hands won in whole and half ones.

    >>> amount(Fraction(221)), amount(Fraction(11, 2)), amount(Fraction(1, 2))
    ('221', '5½', '½')
    """
    whole, rest = divmod(value, 1)
    if rest not in (0, Fraction(1, 2)):
        return Points(float(value), 2)
    return f"{whole or ''}½" if rest else str(whole)


def heading(stored: StoredRound) -> Line:
    """Return the line that names the set and, where there are several hands, the present one."""
    plan = plan_of_round(stored)
    named = title_of(read_key(stored.set_key or ""), plan)
    if plan.hands == 1:
        return Line(named, "quiet")
    text = say_in(
        "title",
        "{daily} · hand {hand} of {hands}",
        daily=named,
        hand=str(hand_of(stored)),
        hands=str(plan.hands),
    )
    return Line(text, "quiet")


def _footer(stored: StoredRound, screen: Screen) -> Iterator[Text]:
    """Yield the footer of a Screen where it tells more than the heading: the turn and the roll."""
    if screen.footer is not None and screen.footer != plan_of_round(stored).game.info.name:
        yield screen.footer


def _notes(stored: StoredRound, ends: datetime, *, over: bool) -> Iterator[Text]:
    if isinstance(read_key(stored.set_key or ""), int):
        yield say("Only you see this. Everybody who plays it meets the same dice.")
        yield say(
            "It ends {when}. The card’s button opens this again at any time.", when=Until(ends)
        )
        return
    if has_cards(plan_of_round(stored).game):
        yield say("Only you see this. Everybody gets the same cards today: who chooses best?")
    else:
        yield say("Only you see this. Everybody plays the same dice today: who chooses best?")
    if over:
        yield say(
            "The day has ended. You can still finish what you began: time is up {when}.",
            when=Until(ends + GRACE),
        )
        return
    yield say(
        "The day ends {when}. {command} opens this again at any time.",
        when=Until(ends),
        command=Command("daily", "play"),
    )
