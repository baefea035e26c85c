"""The card of a set, its table, and the private pages of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.daily.attempt_pages import (
    accuracy,
    ended,
    look_back,
    more_button,
    result,
    title_of,
)
from bot.daily.controls import control
from bot.daily.judging import Judged
from bot.daily.ranking import Entry, ranked
from bot.daily.sets import Card, Key, SharedSet
from bot.language.render import FORMER_PLAYER, Person, Until
from bot.table.frame import AT_END, names
from bot.table.store.entries import total
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.discord_renderer import DiscordRenderer
from rules import registry
from rules.screen import Block, Divider, Line
from rules.text import Argument, Text, say, say_count

MEDALS = ("🥇", "🥈", "🥉")
"""The marks of the first three."""

LISTED = 10
"""The number of members in a table."""


def card(  # noqa: PLR0917 — what stands on a card, from the top
    renderer: DiscordRenderer,
    shared: SharedSet,
    told: Card,
    points: int | None,
    lines: Sequence[Entry],
    finished: int,
) -> Drawing:
    """Return the card of a set that can be played.

    `points` are those of its owner's sheet, None for new dice; `lines` are the results with most
    points, out of `finished`.
    """
    key = shared.key
    blocks: list[Block] = [
        Line(headline(told, points), "strong"),
        _until_closed(told),
        *_players(told, lines, finished),
    ]
    buttons = [
        _button(key, "join", say("Play these dice"), renderer, components.SUCCESS),
        _dare(key, renderer),
        close_button(key, renderer),
    ]
    return layout.page(title_of(key, shared.sheet), blocks, renderer, buttons=buttons)


def _until_closed(told: Card) -> Line:
    """Return the line on what others roll and until when the card is open."""
    return Line(
        say(
            "Everybody else rolls the same numbers. The card closes {when}.",
            when=Until(told.until),
        )
    )


def _players(told: Card, lines: Sequence[Entry], finished: int) -> Iterator[Line]:
    """Yield the members who have played an open set, with points, the best first."""
    if all(told.round and line.member == told.owner for line in lines):
        yield Line(say("Nobody else has played them yet."), "quiet")
        return
    for line in lines:
        rank = 1 + sum((other.total or 0) > (line.total or 0) for other in lines)
        yield Line(
            say(
                "{rank} {member} · {result}",
                rank=f"{rank}\\.",
                member=Person(line.member),
                result=result(line.total or 0),
            )
        )
    yield from _more(finished - len(lines))


def _more(more: int) -> Iterator[Line]:
    if more > 0:
        yield Line(say_count("and {n} member more", "and {n} members more", more), "quiet")


def headline(told: Card, points: int | None) -> Text:
    """Return the first line of a card."""
    if points is not None:
        return say_count(
            "{owner} made {n} point with these dice. Can you beat that?",
            "{owner} made {n} points with these dice. Can you beat that?",
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
    return FORMER_PLAYER if told.owner is None else Person(told.owner)


def dare(  # noqa: PLR0917 — what stands on it, from the top
    renderer: DiscordRenderer,
    shared: SharedSet,
    told: Card,
    daring: int,
    dared: int,
    own: Entry | None,
) -> Drawing:
    """Return the card for a `dared` member, with the result of the `daring` one."""
    said: dict[str, Argument] = {"member": Person(dared), "daring": Person(daring)}
    if own is None or own.total is None:
        text = say("{member}, {daring} dares you to play the same dice.", **said)
    else:
        text = say("{member}, {daring} dares you: beat {score}!", score=str(own.total), **said)
    play = _button(shared.key, "join", say("Play these dice"), renderer, components.SUCCESS)
    blocks = [Line(text, "strong"), _until_closed(told)]
    return layout.page(title_of(shared.key, shared.sheet), blocks, renderer, buttons=[play])


def table(
    renderer: DiscordRenderer,
    shared: SharedSet,
    told: Card,
    lines: Sequence[Entry],
    counts: tuple[int, int],
) -> Drawing:
    """Return the table of a closed set, with `lines` as its first ones.

    `counts` are the numbers of finished and of unfinished attempts.
    """
    buttons = [
        *_play_again(shared, told, renderer),
        _button(shared.key, "review", say("Review"), renderer),
        _button(shared.key, AT_END.verb, AT_END.label, renderer),
    ]
    finished, unfinished = counts
    blocks = [
        *_table(lines, finished),
        *_below(told, unfinished),
    ]
    return layout.page(title_of(shared.key, shared.sheet), blocks, renderer, buttons=buttons)


def _table(lines: Sequence[Entry], finished: int) -> Iterator[Block]:
    yield Line(say("The best choices come first; luck does not count."), "strong")
    if not lines:
        yield Line(say("Nobody has played them to the end."))
        return
    ranks = {one.attempt.member: one.rank for one in ranked(lines)}
    for line in lines:
        yield Line(_line(ranks.get(line.member, 0), line))
    yield from _more(finished - len(lines))


def _line(place: int, line: Entry) -> Text:
    said: dict[str, Argument] = {
        "member": Person(line.member),
        "score": str(line.total),
    }
    if line.given is None:
        return say("{member} · {score} · accuracy in a moment", **said)
    return say(
        "{rank} {member} · {score} · {accuracy}",
        rank=MEDALS[place - 1] if place <= len(MEDALS) else f"{place}\\.",
        accuracy=accuracy(registry.game(line.game), line.given),
        **said,
    )


def _below(told: Card, unfinished: int) -> Iterator[Block]:
    """Yield the remarks on a table."""
    notes = [*_notes(told, unfinished)]
    if notes:
        yield Divider()
    for note in notes:
        yield Line(note, "quiet")


def _notes(told: Card, unfinished: int) -> Iterator[Text]:
    if told.round is not None:
        yield say(
            "{owner} filled this sheet in public: others may know some of the dice.",
            owner=owner_of(told),
        )
    if told.helped:
        yield say("{owner} played with help.", owner=owner_of(told))
    if unfinished:
        yield say_count("{n} member did not finish.", "{n} members did not finish.", unfinished)


def finished(  # noqa: PLR0917 — what stands on it, from the top
    renderer: DiscordRenderer,
    shared: SharedSet,
    told: Card,
    stored: StoredRound,
    judged: Judged | None,
    rival: Entry | None,
) -> Drawing:
    """Return the private end of an attempt, compared with that of the `rival`."""
    renderer = renderer.naming(names(stored))
    blocks = [*ended(stored, judged, _against(stored, rival))]
    dares = []
    if shared.closed is None:
        closes = say(
            "The card closes {when}. Then it shows who chose best.", when=Until(told.until)
        )
        blocks.append(Line(closes, "quiet"))
        dares.append(_dare(shared.key, renderer, components.SUCCESS))
    buttons = [
        *dares,
        *_play_again(shared, told, renderer),
        *look_back(stored, renderer),
        more_button(stored, renderer),
    ]
    return layout.page(title_of(shared.key, shared.sheet), blocks, renderer, buttons=buttons)


def _against(stored: StoredRound, rival: Entry | None) -> Text:
    """Return the comparison of an attempt with that of a rival, if there is one."""
    own = total(stored) or 0
    if rival is None or rival.total is None:
        return say("You made {score}. Now the others have to beat that!", score=str(own))
    said: dict[str, Argument] = {
        "own": str(own),
        "member": Person(rival.member),
        "score": str(rival.total),
    }
    if own == rival.total:
        return say("You {own} · {member} {score}: a tie!", **said)
    if own > rival.total:
        return say("You {own} · {member} {score}: you are ahead!", **said)
    missing = str(rival.total - own)
    return say("You {own} · {member} {score}: {missing} short.", missing=missing, **said)


def close_button(key: Key, renderer: DiscordRenderer) -> Component:
    """Return the button with which its owner closes a card."""
    return _button(key, "close", say("Close the card"), renderer)


def _dare(key: Key, renderer: DiscordRenderer, style: int = components.SECONDARY) -> Component:
    return _button(key, "dare", say("Dare a member"), renderer, style)


def _play_again(shared: SharedSet, told: Card, renderer: DiscordRenderer) -> list[Component]:
    """Return the button that deals new dice, unless it was used already."""
    if told.followed:
        return []
    style = components.SECONDARY if shared.closed is None else components.SUCCESS
    return [_button(shared.key, "new", say("Play again"), renderer, style)]


def _button(
    key: Key, verb: str, label: Text, renderer: DiscordRenderer, style: int = components.SECONDARY
) -> Component:
    return components.button(control(key, verb), renderer.text(label), style)
