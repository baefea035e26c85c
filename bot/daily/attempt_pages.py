"""Draws the messages of the daily challenge: an attempt under way, its end, its card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import discord

from bot.daily.attempt import Attempt
from bot.daily.calendar import GRACE, Plan, number
from bot.daily.controls import Control, details_of, fairness_of, of_attempt
from bot.daily.sets import Key, SharedSet, day_of
from bot.language.render import Person, PlainRenderer, Until, render
from bot.play import proofs
from bot.review import amounts
from bot.review.second_person import to_you
from bot.table import frame as frames
from bot.table.frame import Frame, check_label, has_cards
from bot.ui import components, layout, rules_pages
from bot.ui.components import Component, Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules.review import Verdict
from rules.screen import Action, Block, Divider, Line, Peek, Screen, Seat
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


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a member has chosen in a hand and not played yet.

    `dice` are the selected ones, in blurple; `action` is a choice of a menu that waits to
    be confirmed.
    """

    dice: tuple[int, ...] = ()
    action: Action | None = None


NOTHING_CHOSEN = Chosen()


def screen_of(attempt: Attempt) -> Screen:
    """Return the Screen of the present hand: the public one, unless the member needs their own."""
    plan, play = attempt.plan, attempt.play()
    public = play.game.screen(play.state, None)
    if public.suffices or play.over is not None:
        return public
    return play.game.screen(play.state, plan.seat)


def playing(
    response: Response,
    attempt: Attempt,
    chosen: Chosen,
    ends: datetime,
    *,
    over: bool,
    anew: bool = False,
) -> Drawing:
    """Return the present hand with its controls and with what is `chosen` there.

    The set `ends`, or it is a day that is `over` and has its grace; it may have been drawn `anew`.
    """
    play, screen = attempt.play(), screen_of(attempt)
    goes_on = attempt.goes_on
    if chosen.action is not None:
        screen = screen.with_choice(chosen.action) or screen
    if attempt.hand == 1:
        screen = screen.with_goal()
    screen = to_you(screen, attempt.plan.seat)
    controls = tuple(one for one in screen.controls if not isinstance(one, Peek) and not goes_on)
    shown = Frame(
        0,
        play.moment,
        response.language,
        "round",
        replace(screen, blocks=(heading(attempt, attempt.hand), *screen.blocks), controls=controls),
        names(attempt),
        (
            *_footer(attempt, screen),
            *_notes(attempt, ends, over=over),
            *([DRAWN_ANEW] if anew else []),
        ),
        (frames.RULES,),
    )
    emoji, commands = response.renderer.emoji, response.renderer.commands
    drawn = layout.draw(shown, emoji, chosen.dice, commands).to_components()
    changed = of_attempt(attempt.key, attempt.hand, chosen.dice)
    parts = [components.with_custom_ids(one, changed) for one in drawn]
    if goes_on:
        label = response.renderer.text(say("Next hand"))
        following = Control(attempt.key, attempt.hand, play.moment, "next").custom_id
        parts += components.rows([components.button(following, label, components.SUCCESS)])
    return Drawing(parts)


def finished(
    response: Response,
    attempt: Attempt,
    before: list[Component],
    *,
    standings: bool,
) -> Drawing:
    """Return the end of an attempt: the last hand, the card and the button that shares it.

    `before` is the button of the day before, if it has one; a server has `standings`.
    """
    renderer = response.renderer.naming(names(attempt))
    share = Control(attempt.day, attempt.hand, 0, "share").custom_id
    buttons = [
        components.button(share, renderer.text(say("Share here")), components.SUCCESS),
        *(_standings(attempt, renderer) if standings else ()),
        *before,
        fair_button(attempt.day, attempt.plan, renderer),
        components.button(rules_pages.LIST_OF_GAMES, renderer.text(frames.OTHER_GAMES.label)),
    ]
    blocks = (*ended(attempt), *_tomorrow(attempt))
    return layout.page(title(attempt.day, attempt.plan), blocks, renderer, buttons=buttons)


def _tomorrow(attempt: Attempt) -> Iterator[Line]:
    """Yield when the best choices are told, where others may still play these dice."""
    if isinstance(attempt.key, date):
        yield Line(say("Which choices were best is told once the day is over."), "quiet")


def _standings(attempt: Attempt, renderer: DiscordRenderer) -> Iterator[Component]:
    control = Control(attempt.day, attempt.hand, 0, "standings")
    yield components.button(control.custom_id, renderer.text(say("Standings")))


def ended(attempt: Attempt) -> tuple[Block, ...]:
    """Return the last hand of a finished attempt, and its card."""
    play = attempt.play()
    screen = to_you(play.game.screen(play.state, None), attempt.plan.seat)
    named = (Line(screen.title, "strong"),) if attempt.plan.hands > 1 else ()
    return (*named, *screen.blocks, Divider(), *card(attempt))


def rules(renderer: DiscordRenderer, key: Key, plan: Plan) -> Drawing:
    """Return the rules of the game of a set, with the button that checks its dice."""
    check = fair_button(key, plan, renderer)
    return rules_pages.draw(plan.game, renderer, beside=True, more=[check])


def fair_button(key: Key, plan: Plan | None, renderer: DiscordRenderer) -> Component:
    """Return the button that checks the dice of a set."""
    label = check_label(None if plan is None else plan.game)
    return components.button(fairness_of(key).custom_id, renderer.text(label))


def fair(
    renderer: DiscordRenderer,
    day: SharedSet,
    checked: Sequence[Text] = (),
    files: Sequence[discord.File] = (),
    *,
    anew: bool = False,
) -> Drawing:
    """Return what was `checked` of the member's attempt (`of_proof`), with its files.

    How the seed was committed to is a press away (`fair_details`).
    """
    plan = day.plan
    when = Until(day.committed)
    plain = (
        say("The cards were fixed {when}, the same for everybody.", when=when)
        if has_cards(None if plan is None else plan.game)
        else say("The dice were fixed {when}, the same for everybody.", when=when)
    )
    found = checked or (_to_be_checked(day),)
    blocks: list[Block] = [*map(Line, (plain, *found))]
    if anew:
        blocks.append(Line(DRAWN_ANEW, "quiet"))
    page = layout.page(title_of(day.key, plan), blocks, renderer)
    more = proofs.details_button(details_of(day.key).custom_id, renderer)
    attached = map(components.attachment, files)
    return Drawing([*page.to_components(), *attached, *components.rows([more])])


def _to_be_checked(day: SharedSet) -> Text:
    if day.revealed is not None:
        return say("Whoever doubts it can check them.")
    if day.card is not None:
        return say("Once the card has closed, anybody can check them.")
    return say("Once the day has ended, anybody can check them.")


def fair_details(
    renderer: DiscordRenderer,
    day: SharedSet,
    tomorrow: SharedSet | None,
    checked: dict[str, Any],
) -> Drawing:
    """Return the commitment of a set, its seed once it is revealed, and what binds `tomorrow`.

    `checked` is what the proof of the member's attempt says; empty where there is none.
    """
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
    if checked:
        lines.append(proofs.digest_of(checked))
    return layout.page(say("Details"), [Line(line) for line in lines], renderer)


def of_proof(found: tuple[bytes, dict[str, Any], str] | None, name: str) -> tuple[Text, ...]:
    """Return what `attempt_proof.checked` has found, in words; its file is called `name`."""
    if found is None:
        return (say("This version of the bot cannot replay your attempt: its rules have changed."),)
    _, checked, broken = found
    if broken:
        return (
            say(
                "❌ Your attempt: what landed was changed, or the rules of the game were broken. "
                "The files below show it: ask whoever hosts the bot."
            ),
        )
    return (
        say("✅ Honest: nobody changed what landed in your attempt."),
        proofs.rules_kept(checked),
        proofs.to_run(name),
    )


def shared(renderer: DiscordRenderer, attempt: Attempt, picture: discord.File | None) -> Drawing:
    """Return what is shared with everybody: the card, or what its picture does not tell.

    A button below it opens the challenge of today.
    """
    of_picture = [_headline(attempt), Line(LEGEND_OF_PICTURE, "quiet")]
    lines = [*card(attempt)] if picture is None else of_picture
    by = Line(say("shared by {member}", member=Person(attempt.member)), "quiet")
    today = Control(attempt.day, attempt.hand, 0, "today").custom_id
    play = components.button(
        today, renderer.text(say("Play today’s challenge")), components.SUCCESS
    )
    return layout.page(
        title(attempt.day, attempt.plan), (*lines, by), renderer, picture, buttons=[play]
    )


def pictured(attempt: Attempt, language: str) -> tuple[Any, ...] | None:
    """Return what `share_picture` is asked for; None while it is not computed yet."""
    if attempt.judged is None:
        return None
    told = (title(attempt.day, attempt.plan), _result(attempt), given_away(attempt))
    heading, *below = (render(text, language, PlainRenderer(language)) for text in told)
    return heading, attempt.judged.verdicts, below


def shows(attempt: Attempt, language: str) -> str:
    """Return the description of the picture, for screen readers."""
    verdicts = () if attempt.judged is None else attempt.judged.verdicts
    count = Counter(verdicts)
    counted = say(
        "By turn or hand: good {good}, small mistake {inaccuracy}, mistake {mistake}, "
        "blunder {blunder}.",
        good=count["best"] + count["good"],
        inaccuracy=count["inaccuracy"],
        mistake=count["mistake"],
        blunder=count["blunder"],
    )
    texts = (title(attempt.day, attempt.plan), _result(attempt), given_away(attempt))
    renderer = PlainRenderer(language)
    told = ". ".join(render(text, language, renderer) for text in texts)
    return f"{told}. {render(counted, language, renderer)}"


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


def card(attempt: Attempt) -> Iterator[Line]:
    """Yield the lines of the card of a finished attempt; no dice are shown."""
    yield _headline(attempt)
    judged = attempt.judged
    if judged is None:
        yield Line(say("What was given away is still being computed."), "quiet")
        return
    squares = "".join(SQUARES[verdict] for verdict in judged.verdicts)
    yield Line(say("{given} against the best choices", given=given_away(attempt)))
    yield Line(say_in("squares", "{squares}", squares=squares))
    yield Line(LEGEND, "quiet")


def _headline(attempt: Attempt) -> Line:
    return Line(_result(attempt), "strong")


def given_away(attempt: Attempt) -> Text:
    """Return what an attempt gave away, in points or in chances to win a hand."""
    return given_away_of(attempt.plan, 0.0 if attempt.judged is None else attempt.judged.given_away)


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


def _result(attempt: Attempt) -> Text:
    """Return points or hands won."""
    if attempt.plan.unit == "points":
        return say_count("{n} point", "{n} points", int(attempt.total or 0))
    total, hands = amount(attempt.total or Fraction(0)), str(attempt.plan.hands)
    return say("won {total} of {hands}", total=total, hands=hands)


def amount(value: Fraction) -> Argument:
    """Return points, or hands won in whole and half ones.

    >>> amount(Fraction(221)), amount(Fraction(11, 2)), amount(Fraction(1, 2))
    ('221', '5½', '½')
    """
    whole, rest = divmod(value, 1)
    if rest not in (0, Fraction(1, 2)):
        return Points(float(value), 2)
    return f"{whole or ''}½" if rest else str(whole)


def names(attempt: Attempt) -> tuple[Argument, ...]:
    """Return the names of the seats: the member and the computer."""
    plan = attempt.plan
    names: list[Argument] = [Person(attempt.member)] * plan.daily.seats
    for seat, level in plan.levels.items():
        names[seat.index] = frames.computer(plan.game.info, level, Seat(seat.index), alone=True)
    return tuple(names)


def heading(attempt: Attempt, hand: int) -> Line:
    """Return the line that names the day and, where there are several, the hand."""
    named = title_of(attempt.key, attempt.plan)
    if attempt.plan.hands == 1:
        return Line(named, "quiet")
    text = say_in(
        "title",
        "{daily} · hand {hand} of {hands}",
        daily=named,
        hand=str(hand),
        hands=str(attempt.plan.hands),
    )
    return Line(text, "quiet")


def _footer(attempt: Attempt, screen: Screen) -> Iterator[Text]:
    """Yield the footer of a Screen where it tells more than the heading: the turn and the roll."""
    if screen.footer is not None and screen.footer != attempt.plan.game.info.name:
        yield screen.footer


def _notes(attempt: Attempt, ends: datetime, *, over: bool) -> Iterator[Text]:
    if isinstance(attempt.key, int):
        yield say("Only you see this. Everybody who plays it meets the same dice.")
        yield say(
            "It ends {when}. The card’s button opens this again at any time.", when=Until(ends)
        )
        return
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
