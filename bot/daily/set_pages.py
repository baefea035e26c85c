"""Draws the card of a set, its table once it has closed, and the private pages around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.daily.attempt_pages import amount, ended, fair_button, given_away_of, title_of
from bot.daily.calendar import Plan
from bot.daily.controls import control
from bot.daily.judging import Judged
from bot.daily.parting import Parted
from bot.daily.ranking import Entry, ranked
from bot.daily.sets import Card, Key, SharedSet
from bot.language.render import FORMER_PLAYER, Person, Until
from bot.table.frame import names
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.discord_renderer import DiscordRenderer
from rules.screen import Block, Divider, Line
from rules.text import Argument, Text, say, say_count

MEDALS = ("🥇", "🥈", "🥉")
"""What stands before the first three."""

LISTED = 10
"""How many members a table lists."""


@dataclass(frozen=True, slots=True)
class Parting:
    """Where the attempts of two members parted."""

    first: int
    second: int
    where: Parted


def card(
    renderer: DiscordRenderer, shared: SharedSet, told: Card, points: Fraction | None, played: int
) -> Drawing:
    """Return the card of a set that can be played.

    `points` are those of its owner's sheet, None where nobody has seen the dice; so many have
    `played`, the owner's sheet left out.
    """
    plan = shared.plan
    blocks: list[Block] = [
        Line(headline(told, points), "strong"),
        Line(
            say(
                "Whoever presses plays the same dice in private, in their own time. It ends "
                "{when}. Then a table ranks choices, not luck: what each gave away against "
                "perfect play.",
                when=Until(told.until),
            )
        ),
        Line(_played(played), "quiet"),
    ]
    button = _button(shared.key, "join", say("Play these dice"), renderer, components.SUCCESS)
    return layout.page(title_of(shared.key, plan), blocks, renderer, buttons=[button])


def headline(told: Card, points: Fraction | None) -> Text:
    """Return the first line of a card."""
    if points is not None:
        return say_count(
            "{owner} made {n} point with these dice. Who chooses best?",
            "{owner} made {n} points with these dice. Who chooses best?",
            int(points),
            owner=owner_of(told),
        )
    if told.round is not None:
        return say("Who chooses best with these dice?")
    if told.invited is not None:
        return say(
            "{owner} challenges {member} to the same new dice. Who chooses best?",
            owner=owner_of(told),
            member=Person(told.invited),
        )
    return say(
        "{owner} deals new dice: the same for everybody. Who chooses best?",
        owner=owner_of(told),
    )


def owner_of(told: Card) -> Argument:
    """Return the name of who posted a card."""
    return FORMER_PLAYER if told.owner is None else Person(told.owner)


def _played(played: int) -> Text:
    if not played:
        return say("Nobody else has played them yet.")
    return say_count("{n} member has played them.", "{n} members have played them.", played)


def table(  # noqa: PLR0917 — what stands on a table, from the top
    renderer: DiscordRenderer,
    shared: SharedSet,
    told: Card,
    lines: Sequence[Entry],
    counts: tuple[int, int],
    partings: Sequence[Parting],
) -> Drawing:
    """Return the table of a set that has closed; `lines` are its first ones.

    `counts` are how many have finished it, and how many have not.
    """
    plan = shared.plan
    buttons = [
        *(
            ()
            if told.followed
            else [_button(shared.key, "new", say("Again"), renderer, components.SUCCESS)]
        ),
        _button(shared.key, "review", say("My review"), renderer),
        fair_button(shared.key, shared.plan, renderer),
    ]
    finished, unfinished = counts
    blocks = [
        *_table(plan, lines, finished),
        *_below(told, unfinished, partings, plan),
    ]
    return layout.page(title_of(shared.key, plan), blocks, renderer, buttons=buttons)


def _table(plan: Plan | None, lines: Sequence[Entry], finished: int) -> Iterator[Block]:
    yield Line(say("The table: who gave away least with the same dice."), "strong")
    if not lines or plan is None:
        yield Line(say("Nobody has played them to the end."))
        return
    ranks = {one.attempt.member: one.rank for one in ranked(lines)}
    for line in lines:
        yield Line(_line(ranks.get(line.member, 0), line, plan))
    if finished > len(lines):
        more = finished - len(lines)
        yield Line(say_count("and {n} member more", "and {n} members more", more), "quiet")


def _line(place: int, line: Entry, plan: Plan) -> Text:
    said: dict[str, Argument] = {
        "member": Person(line.member),
        "made": made(line.total or Fraction(0), plan),
    }
    if line.given is None:
        return say("{member} · {made} · still being computed", **said)
    medal = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}\\."
    return say(
        "{rank} {member} · {lost} · {made}",
        rank=medal,
        lost=given_away_of(plan, line.given),
        **said,
    )


def made(total: Fraction, plan: Plan) -> Text:
    """Return what an attempt made: its points, or the hands that it won."""
    if plan.unit == "points":
        return say("made {total}", total=amount(total))
    return say("won {total} of {hands}", total=amount(total), hands=str(plan.hands))


def _below(
    told: Card, unfinished: int, partings: Sequence[Parting], plan: Plan | None
) -> Iterator[Block]:
    """Yield where members parted, and what else is to be known of a table."""
    if partings:
        yield Divider()
    for one in partings:
        yield Line(_parted(one, plan))
    notes = [*_notes(told, unfinished)]
    if notes:
        yield Divider()
    for note in notes:
        yield Line(note, "quiet")


def _parted(one: Parting, plan: Plan | None) -> Text:
    said: dict[str, Argument] = {
        "place": str(one.where.place),
        "first": Person(one.first),
        "choice": one.where.first,
        "second": Person(one.second),
        "other": one.where.second,
    }
    if plan is not None and plan.hands > 1:
        return say("They parted in hand {place}. {first}: {choice}. {second}: {other}.", **said)
    return say("They parted in turn {place}. {first}: {choice}. {second}: {other}.", **said)


def _notes(told: Card, unfinished: int) -> Iterator[Text]:
    if told.round is not None:
        yield say(
            "{owner} filled this sheet in public: whoever watched could know some of the dice.",
            owner=owner_of(told),
        )
    if told.helped:
        yield say("{owner} played with help.", owner=owner_of(told))
    if unfinished:
        yield say_count("{n} member did not finish.", "{n} members did not finish.", unfinished)


def finished(
    renderer: DiscordRenderer,
    shared: SharedSet,
    told: Card,
    stored: StoredRound,
    judged: Judged | None,
    *,
    owns: bool,
) -> Drawing:
    """Return the end of an attempt, which only its member sees; its owner may close the card."""
    renderer = renderer.naming(names(stored))
    if shared.closed is None:
        told_next = say(
            "The card shows the table {when}, or once {owner} closes it.",
            when=Until(told.until),
            owner=owner_of(told),
        )
        blocks = (*ended(stored, judged), Line(told_next, "quiet"))
    else:
        blocks = ended(stored, judged)
    close = [_close(shared.key, renderer)] if owns and shared.closed is None else []
    buttons = [*close, fair_button(shared.key, shared.plan, renderer)]
    return layout.page(title_of(shared.key, shared.plan), blocks, renderer, buttons=buttons)


def owners(renderer: DiscordRenderer, shared: SharedSet, told: Card, played: int) -> Drawing:
    """Return what the owner of a card sees whose sheet it is about."""
    blocks = [
        Line(
            say(
                "These are your dice. Others may play them; that ends {when}.",
                when=Until(told.until),
            )
        ),
        Line(_played(played)),
        Line(say("Close the card, and it shows the table to everybody at once."), "quiet"),
    ]
    buttons = [_close(shared.key, renderer), fair_button(shared.key, shared.plan, renderer)]
    return layout.page(title_of(shared.key, shared.plan), blocks, renderer, buttons=buttons)


def _close(key: Key, renderer: DiscordRenderer) -> Component:
    return _button(key, "close", say("Close the card"), renderer)


def _button(
    key: Key, verb: str, label: Text, renderer: DiscordRenderer, style: int = components.SECONDARY
) -> Component:
    return components.button(control(key, verb), renderer.text(label), style)
