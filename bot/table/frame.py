"""The frame around a game's Screen: names of the players, the deadline, Leave, Rematch.

A `Frame` is a plain value with everything that a front end needs to draw a round for
one viewer. Its texts are not translated yet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from bot.language.render import Person
from bot.table import closing, lobby, notes, score
from bot.table.rematch import may_play_again
from bot.table.stored_round import StoredRound
from rules import registry
from rules.endings import won
from rules.game import Info
from rules.screen import Block, Divider, Line, Screen, Seat
from rules.text import Argument, Text, say, say_in

Verb = Literal["hint", "leave", "rematch", "review", "again"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the table, such as Hint or Leave."""

    verb: Verb
    label: Text
    main: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A round as one viewer sees it.

    `kind` is "round" for a Screen of the game and "lobby" for one of `bot.table.lobby`.
    `tools` follow the controls of the Screen; `notes` are quiet lines at the bottom.
    `names` are those of the seats, in order. Every control carries `round` and `moment`.
    """

    round: int
    moment: int
    language: str
    kind: Literal["round", "lobby"]
    screen: Screen
    names: tuple[Argument, ...]
    notes: tuple[Text, ...] = ()
    tools: tuple[Tool, ...] = ()


def frame(stored: StoredRound, viewer: Seat | None = None) -> Frame:
    """Return the round as `viewer` sees it; None is the public view."""
    kind: Literal["round", "lobby"] = "lobby" if stored.play is None else "round"
    screen, texts, tools = _contents(stored, viewer)
    return Frame(
        stored.id, stored.moment, stored.language, kind, screen, names(stored), texts, tools
    )


def names(stored: StoredRound) -> tuple[Argument, ...]:
    """Return the name of the player on each seat; empty if the game no longer exists."""
    if stored.game not in registry.games():
        return ()
    return tuple(name(stored, Seat(index)) for index in range(len(stored.players)))


def name(stored: StoredRound, seat: Seat) -> Argument:
    """Return the name of the player on `seat`: a member, or a computer by its level and part."""
    player = stored.players[seat.index]
    if player.user is not None:
        return Person(player.user)
    computers = sum(other.level is not None for other in stored.players)
    return computer(registry.game(stored.game).info, player.level, seat, alone=computers == 1)


def computer(info: Info, key: str | None, seat: Seat, *, alone: bool) -> Text:
    """Return the name of a computer of the level `key`.

    It names the level and the part of the seat; in games without parts, the letter of
    the seat unless the computer is the only one (`alone`).
    """
    level = next(level.name for level in info.levels if level.key == key)
    if info.seat_names:
        part = info.seat_names[seat.index].name
        return say_in("a computer’s name", "{level} {part}", level=level, part=part)
    if alone:
        return say_in("a computer’s name", "{level} computer", level=level)
    letter = seat.letter
    return say_in("a computer’s name", "{level} computer {letter}", level=level, letter=letter)


def _contents(
    stored: StoredRound, viewer: Seat | None
) -> tuple[Screen, tuple[Text, ...], tuple[Tool, ...]]:
    if stored.play is None:
        if stored.status == "waiting":
            return lobby.screen(stored), notes.of_lobby(stored), ()
        return lobby.ended(stored), (), _tools_after_close(stored)
    screen = stored.play.game.screen(stored.play.state, viewer)
    match stored.status:
        case "playing":
            texts = (*score.lines(stored), *notes.of_round(stored))
            return screen, texts, _tools(stored, screen, viewer)
        case "resting":
            return _resting(stored, screen), score.lines(stored), _tools(stored, screen, viewer)
        case "over":
            tools = _tools_after_end(stored, viewer)
            return _scored(stored, _finished(stored, screen)), notes.missed_turns(stored), tools
        case _:
            title = say_in("title", "{game} · closed", **_game(stored))
            closed = _closing_screen(screen, title, Line(closing.reason(stored)))
            return closed, (), _tools_after_close(stored)


def _tools(stored: StoredRound, screen: Screen, viewer: Seat | None) -> tuple[Tool, ...]:
    """Return Hint where the viewer has a choice, and Leave on the public board."""
    advises = stored.play is not None and stored.play.game.advise is not None
    hint = (Tool("hint", say("💡 Hint")),) if screen.decides and advises and stored.hints else ()
    return hint if viewer is not None else (*hint, Tool("leave", say("Leave")))


def _tools_after_end(stored: StoredRound, viewer: Seat | None) -> tuple[Tool, ...]:
    if viewer is not None:
        return ()
    undecided = score.best_of(stored) > 1 and score.match_winner(stored) is None
    label = say("Next round") if undecided else say("Rematch")
    rematch = Tool("rematch", label, main=True)
    advises = stored.play is not None and stored.play.game.advise is not None
    return (rematch, Tool("review", say("Review"))) if advises else (rematch,)


def _tools_after_close(stored: StoredRound) -> tuple[Tool, ...]:
    """Return Play again on the board of a round that was closed or has lapsed."""
    return (Tool("again", say("Play again"), main=True),) if may_play_again(stored) else ()


def _resting(stored: StoredRound, screen: Screen) -> Screen:
    """Return the Screen of a resting round: it says so first, and keeps its controls."""
    rests = say(
        "💤 This round is resting until {player} presses a button. The channel is free meanwhile.",
        player=Person(stored.opener),
    )
    return replace(screen, blocks=(Line(rests, "strong"), *screen.blocks), tone="waiting")


def _scored(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen with the score of the chain of rematches."""
    lines = tuple(Line(text, "strong") for text in score.lines(stored))
    return replace(screen, blocks=(*screen.blocks, *lines))


def _finished(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen of a round, which a player may have left before its end."""
    outcome = stored.outcome
    if stored.play is None or stored.play.over is not None or outcome is None:
        return screen
    winner = Seat(outcome.shares.index(max(outcome.shares)))
    title = won(registry.game(stored.game).info.name, winner)
    return _closing_screen(screen, title, Line(outcome.reason, "strong"), tone="won")


def _closing_screen(
    screen: Screen, title: Text, reason: Block, tone: Literal["won", "gone"] = "gone"
) -> Screen:
    """Return the blocks of `screen` below a new title and reason, without controls."""
    return Screen(title, (reason, Divider(), *screen.blocks), (), tone)


def _game(stored: StoredRound) -> dict[str, Argument]:
    return {"game": registry.game(stored.game).info.name}
