"""The turns of a sheet for everybody: their members, their ends and their points.

One seat of such a round belongs to no particular member: each of its turns belongs to the member
who presses first. Pure functions, as in `bot.table.seating`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.language.render import FORMER_PLAYER, Person, Until
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import MemberTurn, StoredRound
from rules.engine import Round
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Line, Screen, Seat
from rules.text import Argument, Text, say, say_count, say_in

TURN_LASTS = timedelta(minutes=2)
"""How long a turn may take before the table ends it, as for an absent member."""

AGAIN_AFTER = timedelta(minutes=1)
"""How long after their turn a member may have the next one as well, if no other member takes it."""

NAME = say_in("the name of a player", "Everybody")
"""The name of the seat."""


def is_for_everybody(game: Game[object]) -> bool:
    """Return whether a game can be for everybody: it has sheets and can be played alone."""
    return game.so_far is not None and game.info.played_alone


def seat_of(stored: StoredRound) -> Seat:
    """Return the seat of everybody."""
    return next(Seat(at) for at, player in enumerate(stored.players) if player.everybody)


def begin_turn(before: StoredRound, user: int, moment: int, now: datetime) -> StoredRound:
    """Begin the turn of the member who presses first; a turn of their own continues.

    A press of an earlier moment begins no turn. Raises Stale for such a press of the same member,
    and a refusal that says when the member may have a turn.
    """
    play = before.play
    if play is None or not before.begun:
        raise Stale
    check_admitted(before, user)
    if before.turns.under_way is not None:
        check_own_turn(before, user)
        return before
    last = before.turns.taken[-1] if before.turns.taken else None
    if moment != before.moment:
        if last is None or last.member == user:
            raise Stale
        raise Refusal(
            say(
                "{player} was faster. Press first to get the next turn.",
                player=_name(last),
            )
        )
    if last is not None and last.member == user and last.ended is not None:
        free = last.ended + AGAIN_AFTER
        if now < free:
            raise Refusal(
                say(
                    "You have just had a turn. Press again after {when}, or after somebody else’s "
                    "turn.",
                    when=Until(free),
                )
            )
    turn = MemberTurn(user, now, play.recorded + 1)
    return _with_taken(before, (*before.turns.taken, turn))


def check_admitted(stored: StoredRound, user: int) -> None:
    """Raise a refusal for a member whom the opener keeps out."""
    if user in stored.turns.kept_out:
        raise Refusal(say("This sheet is for others to play; you can watch it here."))


def check_own_turn(stored: StoredRound, user: int) -> None:
    """Raise a refusal if another member's turn is under way."""
    turn = stored.turns.under_way
    if turn is not None and turn.member != user:
        raise Refusal(
            say(
                "{player} has this turn; it ends {when} at the latest. Press first to get the "
                "next one.",
                player=_name(turn),
                when=Until(stored.deadline.at or turn.begun + TURN_LASTS),
            )
        )


def mark_missed(stored: StoredRound) -> StoredRound:
    """Mark the turn under way as ended by the table."""
    return _with_last(stored, replace(stored.turns.taken[-1], missed=True))


def end_written_turn(stored: StoredRound, play: Round[object], now: datetime) -> StoredRound:
    """End the turn under way where its row has been written in `play`."""
    turn, so_far = stored.turns.under_way, play.game.so_far
    if turn is None or so_far is None:
        return stored
    finished, points = so_far(play.state, seat_of(stored))
    if finished < len(stored.turns.taken):
        return stored
    before = sum(earlier.points for earlier in stored.turns.taken)
    return _with_last(stored, replace(turn, ended=now, points=points - before))


def toggle_kept_out(before: StoredRound, user: int, member: int) -> StoredRound:
    """Keep a member out of a sheet that `user` has opened, or let them play again.

    Raises Stale, and a refusal for anybody else and for the opener.
    """
    if not before.players.everybody or not before.begun:
        raise Stale
    if user != before.opener:
        raise NotSeated
    if member == user:
        raise Refusal(say("You opened this sheet, so you stay in."))
    others = tuple(other for other in before.turns.kept_out if other != member)
    kept_out = (*others, member) if others == before.turns.kept_out else others
    return replace(before, turns=replace(before.turns, kept_out=kept_out))


def with_members(stored: StoredRound, screen: Screen) -> Screen:
    """Return a board with the member of the turn in its headline, and with the last writer."""
    play, seat, last = stored.play, seat_of(stored), _last_ended(stored)
    if last is not None:
        blocks = tuple(
            replace(block, text=_with_writer(block.text, seat, _name(last)))
            if isinstance(block, Line)
            else block
            for block in screen.blocks
        )
        screen = replace(screen, blocks=blocks)
    if play is None or seat not in play.awaits.seats:
        return screen
    turn = stored.turns.under_way
    number = len(stored.turns.taken) + (turn is None)
    if turn is None:
        title = say_in("headline", "Anybody: press to take turn {turn}", turn=number)
    else:
        title = say_in("headline", "Turn {turn}: {player}", turn=number, player=_name(turn))
        task = dict(screen.title.arguments).get("task")
        if task is not None:
            title = say_in("headline", "{turn} — {task}", turn=title, task=task)
    return replace(screen, title=title)


def missed_turn_note(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line that reports that the table ended the last turn."""
    last = _last_ended(stored)
    if last is None or not last.missed:
        return ()
    return (say("⌛ Time was up for {seat}: the bot chose for them.", seat=_name(last)),)


def best_turn(stored: StoredRound) -> int | None:
    """Return the number of the turn with most points that a member has ended, the first of equals.

    None if the table has ended all turns.
    """
    played = {number: turn for number, turn in enumerate(stored.turns.taken, 1) if not turn.missed}
    return max(played, key=lambda number: (played[number].points, -number), default=None)


def best_text(stored: StoredRound, number: int) -> Text:
    """Return the sentence about the best turn, which has this number."""
    turn = stored.turns.taken[number - 1]
    return say_count(
        "🎯 Best turn: {player}, {n} point",
        "🎯 Best turn: {player}, {n} points",
        turn.points,
        player=_name(turn),
    )


def _last_ended(stored: StoredRound) -> MemberTurn | None:
    return next((turn for turn in reversed(stored.turns.taken) if turn.ended is not None), None)


def _with_writer(text: Text, seat: Seat, name: Argument) -> Text:
    """Return a text about a row that the seat has written, with this player as its writer."""
    wrote = {key for key, _ in text.arguments} == {"seat", "points", "row"}

    def named(value: Argument) -> Argument:
        if isinstance(value, Text):
            return _with_writer(value, seat, name)
        return name if wrote and value == seat else value

    return replace(text, arguments=tuple((key, named(value)) for key, value in text.arguments))


def _name(turn: MemberTurn) -> Argument:
    return FORMER_PLAYER if turn.member < 0 else Person(turn.member)


def _with_last(stored: StoredRound, turn: MemberTurn) -> StoredRound:
    return _with_taken(stored, (*stored.turns.taken[:-1], turn))


def _with_taken(stored: StoredRound, taken: tuple[MemberTurn, ...]) -> StoredRound:
    return replace(stored, turns=replace(stored.turns, taken=taken))
