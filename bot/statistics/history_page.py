"""The tab *My rounds* of /stats: a member's last rounds with their buttons."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from bot.language.render import Person, Until
from bot.review.amounts import gained
from bot.statistics import game_names
from bot.statistics.store.history import PastRound
from bot.table.frame import names
from bot.table.score import ending
from bot.table.store.game_keys import game_key
from bot.ui import components
from bot.ui.components import Component
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from rules import registry
from rules.accuracy import accuracy
from rules.screen import Seat
from rules.text import Argument, Percent, Text, say, say_count, say_in, side_by_side


def title(user: int) -> Text:
    return say("The games of {member}", member=Person(user))


def parts(
    found: Sequence[PastRound],
    renderer: DiscordRenderer,
    seen: Container[int],
    hidden: Container[int],
    *,
    own: bool,
) -> Iterator[Component]:
    """Yield the components of the page: the lines of each round, and buttons for its player.

    The place and the other players are shown only for rounds in the channels `seen`, without the
    names of members who are `hidden`.
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
        return say("🚪 **#{number} {game}**: left, so lost", **said)
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
    """Return the other players and the place of a round."""
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
    game, seats = registry.game(one.stored.game), len(one.stored.players)
    unit = game.info.unit(seats)
    told = [say("luck {luck}", luck=gained(unit, one.luck))]
    house = game.house_skill(seats, one.stored.options)
    whole = one.stored.status == "over" and not one.stored.leavers
    if house is not None and whole and not one.stored.players[one.seat].hinted:
        found = Percent(accuracy(one.given, house.mean) / 100, 0)
        told.append(
            say("accuracy {accuracy}", accuracy=found)
            if game_names.is_exact(game_key(one.stored.game, seats))
            else say("accuracy about {accuracy}", accuracy=found)
        )
    yield side_by_side(told)


def _buttons(one: PastRound, renderer: DiscordRenderer) -> list[Component]:
    if not one.kept or one.stored.game not in registry.games():
        return []
    review = CustomId("tool", one.stored.id, 0, "review")
    return [components.button(review, renderer.text(say("Review")))]
