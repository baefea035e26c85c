"""A round that still waits for its players, as a Screen."""

from __future__ import annotations

from bot import seating
from bot.rounds import Kept
from bot.words import Person
from rules import registry
from rules.screen import Action, Block, Choice, Control, Line, Menu, Press, Screen, Seat
from rules.text import Text, say, say_count, say_in

JOIN, LEAVE, START = Action("join"), Action("leave"), Action("start")
REMOVE = Action("remove-computer")
ACCEPT, DECLINE, WITHDRAW = JOIN, Action("decline"), Action("withdraw")
HOW_TO_PLAY = Action("how-to-play")

_ANOTHER = say("Open a new round with /play.")
_SORRY = say(
    "We are sorry: this round cannot be read any more. It was closed and counts for nobody."
)


def screen(kept: Kept) -> Screen:
    """Return what everybody sees while the round waits for its players."""
    return _challenge(kept) if seating.is_challenge(kept) else _open_table(kept)


def ended(kept: Kept) -> Screen:
    """Return what is left of a waiting round that never began, or of one that nobody can read."""
    if kept.game not in registry.games():
        return Screen(say("Dice and cards"), (Line(_SORRY), Line(_ANOTHER, "quiet")), tone="gone")
    game = registry.game(kept.game).info
    match kept.status:
        case "declined":
            why = say("{player} declined the challenge.", player=Person(_challenged(kept)))
        case "withdrawn" if seating.is_challenge(kept):
            why = say("{player} withdrew the challenge.", player=Person(kept.opener))
        case "withdrawn":
            why = say("Everybody left before the round began.")
        case "lapsed" if seating.is_challenge(kept):
            why = say("{player} did not answer in time.", player=Person(_challenged(kept)))
        case "lapsed":
            why = say("The table was not started in time.")
        case _ if seating.complete(kept):
            why = _SORRY
        case _:
            why = say("The round was closed before it began.")
    return Screen(
        say_in("title", "{game}", game=game.name),
        (Line(why), Line(_ANOTHER, "quiet")),
        tone="gone",
    )


def _challenge(kept: Kept) -> Screen:
    info = registry.game(kept.game).info
    who, whom = Person(kept.opener), Person(_challenged(kept))
    invitation = (
        say("{challenger} challenges {challenged}!", challenger=who, challenged=whom)
        if kept.successor_of is None
        else say("{challenger} asks {challenged} for a rematch!", challenger=who, challenged=whom)
    )
    return Screen(
        say_in("title", "{game} · a challenge", game=info.name),
        (Line(invitation, "strong"), *_parts(kept), Line(info.summary, "quiet")),
        (
            Press(ACCEPT, say("Accept"), "main"),
            Press(DECLINE, say("Decline")),
            Press(WITHDRAW, say("Withdraw")),
            Press(HOW_TO_PLAY, say("How to play")),
        ),
        tone="waiting",
    )


def _open_table(kept: Kept) -> Screen:
    info = registry.game(kept.game).info
    most = info.seats.stop - 1
    free = most - len(kept.sitters)
    present = sum(sitter.accepted for sitter in kept.sitters)
    missing = info.seats.start - present
    blocks: list[Block] = [Line(info.summary, "quiet"), *_parts(kept)]
    blocks += [
        Line(say("{option}: {value}", option=option.name, value=value.name), "quiet")
        for option in info.options
        for value in option.values[1:]
        if kept.options.get(option.key) == value.key
    ]
    blocks.append(
        Line(
            say_count(
                "{n} more player is needed to start.",
                "{n} more players are needed to start.",
                missing,
            )
            if missing > 0
            else say("{opener} can start the round now.", opener=Person(kept.opener)),
            "quiet",
        )
    )
    controls: list[Control] = []
    if free:
        controls.append(Press(JOIN, say("Join"), "main"))
    controls.append(Press(LEAVE, say("Leave")))
    if missing <= 0:
        controls.append(Press(START, say("Start"), "main"))
    if any(sitter.level is not None for sitter in kept.sitters):
        controls.append(Press(REMOVE, say("Remove computer")))
    controls.append(Press(HOW_TO_PLAY, say("How to play")))
    if free:
        controls.append(
            Menu(
                say("Add a computer …"),
                tuple(
                    Choice(Action("add-computer", level.key), _level(level.name))
                    for level in info.levels
                ),
            )
        )
    return Screen(
        say_in("title", "{game} · waiting for players", game=info.name),
        tuple(blocks),
        tuple(controls),
        tone="waiting",
    )


def _level(name: Text) -> Text:
    return say("Computer, level {level}", level=name)


def _parts(kept: Kept) -> tuple[Block, ...]:
    """Say who sits where, or for whom a seat is kept."""
    names = registry.game(kept.game).info.seat_names
    lines = []
    for index, sitter in enumerate(kept.sitters):
        seat = Seat(index)
        if names:
            part = names[index].name
            lines.append(
                Line(say_in("who plays which part", "{seat} is the {part}", part=part, seat=seat))
            )
        elif sitter.accepted:
            lines.append(Line(say_in("who sits", "{number} · {seat}", number=index + 1, seat=seat)))
        else:
            lines.append(
                Line(
                    say("{number} · {seat} (seat kept, not here yet)", number=index + 1, seat=seat)
                )
            )
    return tuple(lines)


def _challenged(kept: Kept) -> int:
    """Return the member whom the challenge is made to."""
    return next(
        sitter.user
        for sitter in kept.sitters
        if sitter.user is not None and sitter.user != kept.opener
    )
