"""The card of a dare, and the end of a private round with its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.daily.controls import control
from bot.daily.judging import MEMBER, SheetJudgement
from bot.daily.private_round_pages import (
    by_points,
    end_blocks,
    more_button,
    result,
    review_button,
    title_of,
)
from bot.daily.ranking import Entry
from bot.daily.shared_dice import Dare, Key, SharedDice
from bot.language.render import FORMER_PLAYER, Person, Place, Until
from bot.table.frame import AT_END, names
from bot.table.store.entries import total
from bot.table.stored_round import StoredRound
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules.screen import Block, Line
from rules.text import Argument, Text, say, say_count

LISTED = 10
"""The number of members on a card."""


def whom_to_dare(points: int, post: CustomId, dare: CustomId, renderer: DiscordRenderer) -> Drawing:
    """Return the question whom to dare: everybody, or a member who is pinged."""
    text = renderer.text
    everybody = components.button(post, text(say("Dare everybody")), components.SUCCESS)
    menu = components.member_menu(dare, text(say("Dare a member …")))
    question = say(
        "Whom do you dare to beat your {points} with the same dice? A card here lets everybody "
        "play them; a member whom you choose is pinged.",
        points=str(points),
    )
    return layout.message([question], renderer, [everybody, menu])


def dare_card(
    renderer: DiscordRenderer, dice: SharedDice, dare: Dare, finished: Sequence[Entry]
) -> Drawing:
    """Return the card of a dare, with the entries of `finished` rounds, best first."""
    beaten = next((one.total for one in finished if one.member == dare.owner), None)
    open_now = dice.closed is None
    headline = _headline(dare, beaten) if open_now else _outcome(dare, beaten, finished)
    blocks: list[Block] = [Line(headline, "strong")]
    if dare.hinted:
        blocks.append(Line(say("{owner} asked for a hint.", owner=owner_of(dare)), "quiet"))
    if open_now:
        about = say(
            "Everyone gets the same dice, in private and without hints. The card closes {when}.",
            when=Until(dare.until),
        )
        blocks.append(Line(about))
    blocks += _players(dare, finished, open_now=open_now)
    key = dice.key
    buttons = [_button(key, "join", say("Play these dice"), renderer)]  # its owner sees it, too
    if not open_now:
        buttons = [
            _button(key, "review", say("Review"), renderer),
            _button(key, AT_END.verb, AT_END.label, renderer),
        ]
    return layout.page(title_of(key, dice.sheet), blocks, renderer, buttons=buttons)


def _headline(dare: Dare, beaten: int | None) -> Text:
    """Return the first line of an open card; `beaten` are the points to beat."""
    if beaten is None:
        return say("Who makes the most of these dice?")
    if dare.invited is None:
        return say_count(
            "{owner} made {n} point with these dice. Can you beat that?",
            "{owner} made {n} points with these dice. Can you beat that?",
            beaten,
            owner=owner_of(dare),
        )
    return say_count(
        "{member}, {owner} dares you: {n} point with these dice. Can you beat that?",
        "{member}, {owner} dares you: {n} points with these dice. Can you beat that?",
        beaten,
        member=Person(dare.invited),
        owner=owner_of(dare),
    )


def _outcome(dare: Dare, beaten: int | None, finished: Sequence[Entry]) -> Text:
    """Return the first line of a closed card."""
    if not finished:
        return say("Nobody has played these dice to the end.")
    best = finished[0].total or 0
    if beaten is None or best > beaten:
        return say_count(
            "{member} made the most of these dice: {n} point!",
            "{member} made the most of these dice: {n} points!",
            best,
            member=Person(finished[0].member),
        )
    return say_count(
        "{owner} made {n} point with these dice, and nobody made more.",
        "{owner} made {n} points with these dice, and nobody made more.",
        beaten,
        owner=owner_of(dare),
    )


def _players(dare: Dare, finished: Sequence[Entry], *, open_now: bool) -> Iterator[Line]:
    """Yield the members who have played, with points, the best first."""
    if all(one.member == dare.owner for one in finished):
        if open_now:
            yield Line(say("Nobody else has played yet."), "quiet")
        return
    yield from by_points(finished, LISTED)


def owner_of(dare: Dare) -> Argument:
    return FORMER_PLAYER if dare.owner is None else Person(dare.owner)


def to_beat(owner: Entry) -> Text:
    """Return the points to beat, for the board of a private round."""
    return say_count(
        "To beat: {member}, {n} point",
        "To beat: {member}, {n} points",
        owner.total or 0,
        member=Person(owner.member),
    )


def end_page(  # noqa: PLR0917 — what stands on it, from the top
    renderer: DiscordRenderer,
    dice: SharedDice,
    dare: Dare,
    stored: StoredRound,
    judgement: SheetJudgement | None,
    owner: Entry | None,
) -> Drawing:
    """Return the end of a private round, compared with the sheet of the `owner`."""
    renderer = renderer.naming(names(stored), MEMBER)
    blocks = [*end_blocks(stored, judgement, _against(stored, owner))]
    if dice.closed is None:
        later = say("You can review it once the card has closed, {when}.", when=Until(dare.until))
        blocks.append(Line(later, "quiet"))
    buttons = [*review_button(stored, renderer), more_button(stored, renderer)]
    return layout.page(title_of(dice.key, dice.sheet), blocks, renderer, buttons=buttons)


def _against(stored: StoredRound, owner: Entry | None) -> Text:
    """Return the comparison of a round with the sheet of the owner, unless that was erased."""
    own = total(stored) or 0
    if owner is None or owner.total is None:
        return result(own)
    said: dict[str, Argument] = {
        "own": str(own),
        "member": Person(owner.member),
        "score": str(owner.total),
    }
    if own == owner.total:
        return say("You {own} · {member} {score}: a tie!", **said)
    if own > owner.total:
        return say("You {own} · {member} {score}: you are ahead!", **said)
    missing = str(owner.total - own)
    return say("You {own} · {member} {score}: {missing} short.", missing=missing, **said)


def owner_notice(own: Entry, played: Entry, place: Place) -> Text:
    """Return the notice of the first round of another member: better than the `own`, or not."""
    ahead = (played.total or 0) - (own.total or 0)
    said: dict[str, Argument] = {
        "owner": Person(own.member),
        "member": Person(played.member),
        "score": str(played.total),
        "own": str(own.total),
        "place": place,
    }
    if ahead > 0:
        return say("{owner}: {member} beat your {own} with {score}! {place}", **said)
    if ahead < 0:
        return say("{owner}: {member} made {score}: your {own} stands! {place}", **said)
    del said["own"]
    return say("{owner}: {member} made {score} too, a tie! {place}", **said)


def close_button(key: Key, renderer: DiscordRenderer) -> Component:
    """Return the button with which its owner closes a card."""
    return _button(key, "close", say("Close the card"), renderer)


def _button(key: Key, verb: str, label: Text, renderer: DiscordRenderer) -> Component:
    return components.button(control(key, verb), renderer.text(label))
