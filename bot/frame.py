"""What surrounds a game's Screen at the table: who sits, the deadline, Leave, Rematch.

A `Frame` is all that a front end needs to draw a round for one viewer. It is a
value and speaks no language yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot import lobby
from bot.rounds import Kept
from bot.words import Person, Until
from rules import registry
from rules.game import Info
from rules.screen import Block, Divider, Line, Screen, Seat
from rules.text import Argument, Text, say, say_in

Verb = Literal["hint", "leave", "rematch", "review", "how-to-play"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the table rather than the game."""

    verb: Verb
    label: Text
    main: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A round as one viewer sees it.

    `kind` tells whose controls the Screen carries: the game's, or the lobby's.
    `notes` stand in quiet lines below everything, `tools` behind the controls.
    `moment` is what every control must name.
    """

    round: int
    moment: int
    language: str
    kind: Literal["round", "lobby"]
    screen: Screen
    names: tuple[Argument, ...]
    notes: tuple[Text, ...] = ()
    tools: tuple[Tool, ...] = ()


def frame(kept: Kept, viewer: Seat | None = None) -> Frame:
    """Return the round as `viewer` sees it; None is everybody."""
    kind: Literal["round", "lobby"] = "lobby" if kept.play is None else "round"
    screen, notes, tools = _contents(kept, viewer)
    return Frame(kept.id, kept.moment, kept.language, kind, screen, names(kept), notes, tools)


def names(kept: Kept) -> tuple[Argument, ...]:
    """Return who sits on each seat, to be said wherever a Screen names the seat.

    Nobody where the game is not known any more: then no Screen names a seat.
    """
    if kept.game not in registry.games():
        return ()
    return tuple(name(kept, Seat(index)) for index in range(len(kept.sitters)))


def name(kept: Kept, seat: Seat) -> Argument:
    """Return who sits on `seat`: a member, or the computer by its level and part."""
    sitter = kept.sitters[seat.index]
    if sitter.user is not None:
        return Person(sitter.user)
    computers = sum(other.level is not None for other in kept.sitters)
    return computer(registry.game(kept.game).info, sitter.level, seat, alone=computers == 1)


def computer(info: Info, key: str | None, seat: Seat, *, alone: bool) -> Text:
    """Name a computer by its level, and by its part or, unless it is `alone`, its letter."""
    level = next(level.name for level in info.levels if level.key == key)
    if info.seat_names:
        part = info.seat_names[seat.index].name
        return say_in("a computer’s name", "{level} {part}", level=level, part=part)
    if alone:
        return say_in("a computer’s name", "{level} computer", level=level)
    letter = seat.letter
    return say_in("a computer’s name", "{level} computer {letter}", level=level, letter=letter)


def _contents(kept: Kept, viewer: Seat | None) -> tuple[Screen, tuple[Text, ...], tuple[Tool, ...]]:
    if kept.play is None:
        if kept.status == "waiting":
            return lobby.screen(kept), (*_waiting_note(kept), *_hints_note(kept)), ()
        return lobby.ended(kept), (), ()
    screen = kept.play.game.screen(kept.play.state, viewer)
    match kept.status:
        case "playing":
            notes = (*_away_notes(kept), *_late_notes(kept), *_turn_note(kept), *_hints_note(kept))
            return screen, notes, _tools(kept, screen, viewer)
        case "over":
            tools = _tools_at_the_end(kept, viewer)
            return _finished(kept, screen), _late_notes(kept), tools
        case _:
            why = Line(say("The round was closed. It counts for nobody."))
            return (
                _still(screen, say_in("title", "{game} · closed", **_game(kept)), why),
                (),
                (),
            )


def _tools(kept: Kept, screen: Screen, viewer: Seat | None) -> tuple[Tool, ...]:
    """Offer a hint wherever there is something to choose, and to leave on the public board."""
    known = kept.play is not None and kept.play.game.advise is not None
    hint = (Tool("hint", say("💡 Hint")),) if screen.decides and known and kept.hints else ()
    return hint if viewer is not None else (*hint, Tool("leave", say("Leave")))


def _tools_at_the_end(kept: Kept, viewer: Seat | None) -> tuple[Tool, ...]:
    if viewer is not None:
        return ()
    rematch = Tool("rematch", say("Rematch"), main=True)
    known = kept.play is not None and kept.play.game.advise is not None
    return (rematch, Tool("review", say("Review"))) if known else (rematch,)


def _hints_note(kept: Kept) -> tuple[Text, ...]:
    return () if kept.hints else (say("This table plays without hints."),)


def _finished(kept: Kept, screen: Screen) -> Screen:
    """Return the end of a round, also where somebody left it before its game had ended."""
    outcome = kept.outcome
    if kept.play is None or kept.play.over is not None or outcome is None:
        return screen
    winner = Seat(outcome.shares.index(max(outcome.shares)))
    title = say_in("title", "🏆 {game} · {seat} wins", **_game(kept), seat=winner)
    return _still(screen, title, Line(outcome.reason, "strong"), tone="won")


def _still(
    screen: Screen, title: Text, why: Block, tone: Literal["won", "gone"] = "gone"
) -> Screen:
    return Screen(title, (why, Divider(), *screen.blocks), (), tone)


def _game(kept: Kept) -> dict[str, Argument]:
    return {"game": registry.game(kept.game).info.name}


def _waiting_note(kept: Kept) -> tuple[Text, ...]:
    if kept.deadline is None:
        return ()
    return (say("⏳ This invitation ends {when}.", when=Until(kept.deadline)),)


def _away_notes(kept: Kept) -> tuple[Text, ...]:
    return tuple(
        say("{seat} left; the table plays for this seat.", seat=Seat(index))
        if sitter.left
        else say("{seat} is away; any press brings them back.", seat=Seat(index))
        for index, sitter in enumerate(kept.sitters)
        if sitter.away
    )


def _late_notes(kept: Kept) -> tuple[Text, ...]:
    """Say whose time ran out a moment ago, so that nobody takes the table's choice for theirs."""
    return tuple(
        say("⌛ Time was up for {seat}: the table chose for them.", seat=Seat(index))
        for index, sitter in enumerate(kept.sitters)
        if sitter.user is not None and sitter.idles and not sitter.away
    )


def _turn_note(kept: Kept) -> tuple[Text, ...]:
    """Say whose turn it is, until when, and what happens then."""
    play, seats = kept.play, () if kept.play is None else kept.play.awaits.seats
    if play is None or not seats or kept.deadline is None:
        return ()
    when = Until(kept.deadline)
    if len(seats) > 1:
        return (
            say("⏳ Everybody is choosing · time is up {when}.", when=when)
            if len(seats) == len(kept.sitters)
            else say(
                "⏳ {n} players are still choosing · time is up {when}.", n=len(seats), when=when
            ),
        )
    seat = seats[0]
    if not play.game.screen(play.state, None).decides:
        # What the seat will be taken to do could tell what it holds.
        return (say("⏳ {seat} is still choosing · time is up {when}.", seat=seat, when=when),)
    idle = play.game.name(play.state, seat, play.game.idle(play.state, seat))
    return (
        say(
            "⏳ {seat} to choose · time is up {when}, then: {action}",
            seat=seat,
            when=when,
            action=idle,
        ),
    )
