"""The Screens of a round that waits for players, or ended before it began."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.language.render import Person, Small
from bot.table import closing, score, seating
from bot.table.stored_round import StoredRound
from rules import registry
from rules.screen import Action, Block, Choice, Control, Line, Menu, Press, Screen, Seat
from rules.text import Capital, Command, Text, say, say_count, say_in


def computer_name(level: Text, seat: Seat | None = None) -> Text:
    """Return the name of a computer of this `level`, with the letter of its seat if given."""
    small = Small(level)
    if seat is None:
        return say_in("a computer’s name", "Computer ({level})", level=small)
    return say_in(
        "a computer’s name", "Computer {letter} ({level})", level=small, letter=seat.letter
    )


JOIN, LEAVE, START = Action("join"), Action("leave"), Action("start")
REMOVE = Action("remove-computer")
ACCEPT, DECLINE, WITHDRAW = JOIN, Action("decline"), Action("withdraw")

NameOf: TypeAlias = Callable[[int | None, int], str | None]
"""Returns the name of a member on a server, None if it is not known."""


def no_name(guild: int | None, user: int) -> None:
    """Return None: no name is known."""


_UNREADABLE = say("Sorry, this game can no longer be read. It was closed and does not count.")


def screen(stored: StoredRound, name_of: NameOf = no_name) -> Screen:
    """Return the public Screen of a round that waits for players.

    `name_of` returns the name of the challenger, for the label of their button.
    """
    if seating.is_open_challenge(stored):
        return _open_challenge(stored, name_of)
    return _challenge(stored, name_of) if seating.is_challenge(stored) else _open_seats(stored)


def ended_screen(stored: StoredRound) -> Screen:
    """Return the Screen of a round that ended before it began, or became unreadable."""
    if stored.game not in registry.games():
        return Screen(
            say("Dice and cards"),
            (
                Line(_UNREADABLE),
                Line(say("{command} shows what you can play.", command=Command("play")), "quiet"),
            ),
            tone="gone",
        )
    game = registry.game(stored.game).info
    match stored.status:
        case _ if stored.unreadable:
            reason = _UNREADABLE
        case _ if closing.was_closed(stored):
            reason = closing.reason_before(stored)
        case "declined":
            reason = say("{player} declined the challenge.", player=Person(_challenged(stored)))
        case "withdrawn" if seating.is_challenge(stored):
            reason = say("{player} withdrew the challenge.", player=Person(stored.opener))
        case "withdrawn":
            reason = say("Nobody is left at this table: the game did not begin.")
        case "lapsed" if seating.is_open_challenge(stored):
            reason = say("Nobody accepted the challenge in time.")
        case "lapsed" if seating.is_challenge(stored):
            reason = say("{player} did not answer in time.", player=Person(_challenged(stored)))
        case _:
            reason = say("The game was not started in time.")
    again = say("Open a new game with {command}.", command=Command("play"))
    return Screen(
        say_in("title", "{game}", game=game.name),
        (Line(reason), Line(again, "quiet")),
        tone="gone",
    )


def _challenge(stored: StoredRound, name_of: NameOf) -> Screen:
    info = registry.game(stored.game).info
    both = {"challenger": Person(stored.opener), "challenged": Person(_challenged(stored))}
    begins = _beginner(stored)
    if stored.successor_of is None:
        invitation = say("{challenged}, {challenger} challenges you!", **both)
    elif begins is None:
        invitation = say("{challenged}, {challenger} asks you for a rematch!", **both)
    elif begins == stored.opener:
        invitation = say(
            "{challenged}, {challenger} asks you for a rematch! {challenger} goes first now.",
            **both,
        )
    else:
        invitation = say(
            "{challenged}, {challenger} asks you for a rematch! Now you go first.", **both
        )
    title = say_in("title", "{game} · a challenge", game=info.name)
    return _invitation(stored, title, invitation, name_of, Press(DECLINE, say("Decline")))


def _open_challenge(stored: StoredRound, name_of: NameOf) -> Screen:
    info = registry.game(stored.game).info
    challenger = Person(stored.opener)
    invitation = say("{challenger} is looking for an opponent!", challenger=challenger)
    title = say_in("title", "{game} · an open challenge", game=info.name)
    return _invitation(stored, title, invitation, name_of)


def _invitation(
    stored: StoredRound,
    title: Text,
    invitation: Text,
    name_of: NameOf,
    *answers: Press,
) -> Screen:
    """Return the Screen of a challenge; `answers` follow Accept."""
    info = registry.game(stored.game).info
    name = name_of(stored.place.guild, stored.opener)
    withdraw = (
        say("Withdraw my challenge") if name is None else say("{member}: withdraw", member=name)
    )
    return Screen(
        title,
        (
            Line(invitation, "strong"),
            *(() if _beginner(stored) is not None else (Line(info.course),)),
            *(Line(text) for text in score.lines(stored)),
            Line(info.summary, "quiet"),
            *_unusual(stored),
        ),
        (
            Press(ACCEPT, say("Accept"), "main"),
            *answers,
            Press(WITHDRAW, withdraw, row=1),
        ),
        tone="waiting",
    )


def _beginner(stored: StoredRound) -> int | None:
    """Return the member who begins a rematch; None in other rounds and where all begin at once."""
    begins = registry.game(stored.game).info.begins
    if stored.successor_of is None or begins is None:
        return None
    return stored.players[begins.index].user


def _open_seats(stored: StoredRound) -> Screen:
    info = registry.game(stored.game).info
    free = info.seats.stop - 1 - len(stored.players)
    accepted = sum(player.accepted for player in stored.players)
    missing = info.seats.start - accepted
    blocks: list[Block] = [Line(info.summary, "quiet"), *_seat_lines(stored)]
    if _beginner(stored) is not None:
        blocks.append(Line(say("{seat} goes first now.", seat=Seat(0))))
    blocks += [Line(text, "quiet") for text in score.lines(stored)]
    blocks += _unusual(stored)
    blocks.append(
        Line(
            say_count(
                "{n} more player is needed to start.",
                "{n} more players are needed to start.",
                missing,
            )
            if missing > 0
            else say(
                "{opener} may start now, any player after two quiet minutes; with {n} players it "
                "starts by itself.",
                opener=Person(stored.opener),
                n=max(info.seats),
            )
            if free
            else say(
                "The table is full: {opener} may start, any player after two quiet minutes.",
                opener=Person(stored.opener),
            ),
            "quiet",
        )
    )
    controls: list[Control] = []
    if free:
        controls.append(Press(JOIN, say("Join"), "main" if missing > 0 else "plain"))
    controls.append(Press(LEAVE, say("Leave")))
    if missing <= 0:
        controls.append(Press(START, say("Start"), "main", row=1))
    if any(player.level is not None for player in stored.players):
        controls.append(Press(REMOVE, say("Remove computer"), row=1))
    if free:
        controls.append(
            Menu(
                say("Add a computer …"),
                tuple(
                    Choice(
                        Action("add-computer", level.key), computer_name(level.name), level.about
                    )
                    for level in info.levels
                ),
            )
        )
    return Screen(
        say_in("title", "{game} · waiting for players", game=info.name)
        if missing > 0
        else say_in("title", "{game} · ready to start", game=info.name),
        tuple(blocks),
        tuple(controls),
        tone="waiting",
    )


def _unusual(stored: StoredRound) -> tuple[Block, ...]:
    """Return a line for each option of the game with another value than its default."""
    return tuple(
        Line(say("{option}: {value}", option=Capital(option.name), value=value.name), "quiet")
        for option in registry.game(stored.game).info.options
        for value in option.values[1:]
        if stored.options.get(option.key) == value.key
    )


def _seat_lines(stored: StoredRound) -> tuple[Block, ...]:
    """Return a line for each seat of a table, with its player or the member it is reserved for."""
    return tuple(
        Line(
            say_in("who sits", "{number} · {seat}", number=index + 1, seat=Seat(index))
            if player.accepted
            else say(
                "{number} · {seat} (seat reserved, not here yet)",
                number=index + 1,
                seat=Seat(index),
            )
        )
        for index, player in enumerate(stored.players)
    )


def _challenged(stored: StoredRound) -> int:
    """Return the user id of the challenged member."""
    return next(
        player.user
        for player in stored.players
        if player.user is not None and player.user != stored.opener
    )
