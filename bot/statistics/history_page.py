"""The tab *My rounds* of /stats: the last rounds of a member, with what can be done with each."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from bot.language.render import Person, Until
from bot.review.amounts import difference, gained
from bot.review.review_page import VERDICT_NAMES
from bot.statistics import game_names
from bot.statistics.store.history import PastRound
from bot.table.frame import REPLAY, check_label, names
from bot.table.score import ending
from bot.table.store.game_keys import game_key
from bot.ui import components
from bot.ui.components import Component
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from rules import registry
from rules.review import verdict
from rules.screen import Seat
from rules.text import Argument, Text, say, say_count, say_in, side_by_side

PROOF = "proof"
"""The verb of the button that hands out a proof."""


def title(user: int) -> Text:
    """Return the title of the page."""
    return say("The rounds of {member}", member=Person(user))


def parts(
    found: Sequence[PastRound],
    renderer: DiscordRenderer,
    seen: Container[int],
    hidden: Container[int],
    *,
    own: bool,
) -> Iterator[Component]:
    """Yield the components of the page: for each round its lines, and for its player buttons.

    Only of rounds in the channels `seen` the page tells where they are and who else sat there,
    without the names of those who are `hidden`.
    """
    for number, one in enumerate(found):
        if number:
            yield components.separator()
        named = renderer.naming(names(one.stored))
        told = [*_when_and_where(one, seen, hidden), *_accounted(one)]
        lines = [named.text(_result(one)), *(f"-# {named.text(line)}" for line in told)]
        yield components.text("\n".join(lines))
        buttons = _buttons(one, renderer) if own else []
        yield from components.rows(buttons)


def _result(one: PastRound) -> Text:
    key = game_key(one.stored.game, len(one.stored.players))
    said: dict[str, Argument] = {"number": str(one.stored.id), "game": game_names.name(key)}
    if len(one.stored.players) == 1:
        if one.score is None:
            return say("**#{number} {game}**", **said)
        points = say_count("{n} point", "{n} points", one.score)
        return say("📄 **#{number} {game}**: {points}", **said, points=points)
    if one.stored.players[one.seat].left:
        return say("🚪 **#{number} {game}**: left", **said)
    match ending(one.share, won=one.won):
        case "won":
            return say("🏆 **#{number} {game}**: won", **said)
        case "drawn":
            return say("🤝 **#{number} {game}**: drawn", **said)
        case "lost":
            return say("**#{number} {game}**: lost", **said)


def _when_and_where(one: PastRound, seen: Container[int], hidden: Container[int]) -> Iterator[Text]:
    told = (
        []
        if one.finished is None
        else [say_in("when a round ended", "{when}", when=Until(one.finished))]
    )
    if one.stored.channel in seen:
        told.append(_where(one, hidden))
    if told:
        yield side_by_side(told)


def _where(one: PastRound, hidden: Container[int]) -> Text:
    """Return who else sat there, and where."""
    others: list[Argument] = [
        say_in("a player", "a member") if player.user in hidden else Seat(seat)
        for seat, player in enumerate(one.stored.players)
        if seat != one.seat
    ]
    place = one.stored.place
    if not others:
        return say_in("where a round is", "{place}", place=place)
    told = say("with {player}", player=others[0])
    for more in (*others[1:], place):
        told = say_in("side by side", "{before} · {after}", before=told, after=more)
    return told


def _accounted(one: PastRound) -> Iterator[Text]:
    if one.start is None or one.luck is None or one.given is None:
        return
    unit = registry.game(one.stored.game).info.unit(len(one.stored.players))
    told = [say("luck {luck}", luck=gained(unit, one.luck))]
    if one.given < 1e-9:
        told.append(say("nothing given away"))
    else:
        told.append(say("gave away {amount}", amount=difference(unit, one.given)))
        worst = VERDICT_NAMES[verdict(one.worst or 0.0, unit, one.start)]
        told.append(say("worst choice: {verdict}", verdict=worst))
    yield side_by_side(told)


def _buttons(one: PastRound, renderer: DiscordRenderer) -> list[Component]:
    if not one.kept or one.stored.game not in registry.games():
        return []
    labels = {"review": say("Review"), REPLAY: say("Watch replay")}
    made = [
        components.button(CustomId("tool", one.stored.id, 0, verb), renderer.text(label))
        for verb, label in labels.items()
    ]
    if one.proved:
        proof = CustomId("stats", one.stored.id, 0, PROOF)
        label = check_label(registry.game(one.stored.game))
        made.append(components.button(proof, renderer.text(label)))
    return made
