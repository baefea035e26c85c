"""The use cases of the table: open, join, choose, leave, close, expire.

Synchronous code without storage, Discord or a clock. `Table.open` and
`Table.rematch` return a new round; every other use case returns a `Change`, a
function from the present round to the changed one. It raises the refusal that the
member reads. `bot.play.rounds` loads the round, applies the change and saves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from bot.table import closing, hints, rematch, round_luck, seating, turns
from bot.table.opening import OpenRequest, new_round
from bot.table.refusals import NotSeated, Stale
from bot.table.seed import Seed
from bot.table.stored_round import Deadline, StoredRound
from bot.table.time_limits import TimeLimits
from rules import engine, registry
from rules.engine import ABANDONED, Computer, Luck, Round, by_the_game
from rules.errors import NotYourTurn, Refusal
from rules.screen import Action, Seat
from rules.text import say

__all__ = ["Change", "OpenRequest", "Table", "check_may_close", "may_close"]

Change: TypeAlias = Callable[[StoredRound], StoredRound]
"""A pure function that returns the changed round; it is called again after a version conflict."""


QUIET = timedelta(minutes=2)
"""How long a table does not change until others than its opener may start."""


class Table:
    """The use cases, with the time limits and the computation of the computers' choices.

    `luck` is used in place of the luck of the rounds' seeds, but not for shared dice.
    """

    def __init__(
        self, luck: Luck | None, limits: TimeLimits, computer: Computer = by_the_game
    ) -> None:
        self._fixed_luck, self._computer = luck, computer
        self.limits = limits

    def open(
        self,
        request: OpenRequest,
        now: datetime,
        seed: Seed | None = None,
    ) -> StoredRound:
        """Return a new round, which waits for other members or has begun.

        Raises the refusals of `new_round`.
        """
        new = replace(new_round(request, now), seed=seed)
        return self._extend(new, now) if request.with_others else self._begin(new, now)

    def begin_private(self, new: StoredRound, now: datetime) -> StoredRound:
        """Return a private round that has begun, of a member with the dice of a day or a dare."""
        luck = self._luck(new)
        play = engine.begin(registry.game(new.game), len(new.players), {}, luck)
        return self._continue(replace(new, status="private"), play, now, luck)

    def rematch(
        self,
        before: StoredRound,
        user: int,
        now: datetime,
        seed: Seed | None = None,
    ) -> StoredRound:
        """Return the rematch of a round; it has begun if no other member has to accept.

        Raises NotSeated and the refusals of `bot.table.rematch`.
        """
        new = replace(rematch.rematch(before, user, now), seed=seed)
        return self._begun_if_complete(new, now)

    def again(
        self,
        before: StoredRound,
        user: int,
        now: datetime,
        seed: Seed | None = None,
    ) -> StoredRound:
        """Return a closed or lapsed round with the same seats, without link and score.

        A round that had begun has begun again if no other member has to accept.
        Raises NotSeated and the refusals of `bot.table.rematch`.
        """
        new = replace(rematch.play_again(before, user, now), seed=seed)
        return self._extend(new, now) if before.play is None else self._begun_if_complete(new, now)

    def join(self, user: int, now: datetime) -> Change:
        """Take a free or reserved seat; begin the round if that was the last one.

        Raises the errors of `seating.join`.
        """

        def take_seat(before: StoredRound) -> StoredRound:
            after = self._extend(seating.join(before, user), now)
            return self._begin(after, now) if seating.is_complete(after) else after

        return take_seat

    def decline(self, user: int) -> Change:
        """Decline a challenge. Raises the errors of `seating.decline`."""
        return lambda before: seating.decline(before, user)

    def withdraw(self, user: int) -> Change:
        """Withdraw a challenge. Raises the errors of `seating.withdraw`."""
        return lambda before: seating.withdraw(before, user)

    def leave_lobby(self, user: int, now: datetime) -> Change:
        """Leave a round that waits for players. Raises the errors of `seating.leave`."""

        def leave_seat(before: StoredRound) -> StoredRound:
            after = seating.leave(before, user)
            return self._extend(after, now) if after.open else after

        return leave_seat

    def add_computer(self, user: int, level: str, version: int, now: datetime) -> Change:
        """Give a free seat to a computer. Raises the errors of `seating.add_computer`."""
        return lambda before: self._extend(seating.add_computer(before, user, level, version), now)

    def remove_computer(self, user: int, version: int, now: datetime) -> Change:
        """Remove the last computer. Raises the errors of `seating.remove_computer`."""
        return lambda before: self._extend(seating.remove_computer(before, user, version), now)

    def start(self, user: int, now: datetime) -> Change:
        """Begin a waiting round with the players who have accepted.

        Its opener may, and any of these players once it has not changed for `QUIET`. Raises the
        errors of `seating.remove_unaccepted`.
        """

        def begin_round(before: StoredRound) -> StoredRound:
            waits = self.limits.invitation(before.terms.minutes)
            quiet = (before.deadline.at or now) - waits + QUIET
            return self._begin(seating.remove_unaccepted(before, user, now, quiet), now)

        return begin_round

    def choose_action(self, user: int, moment: int, action: Action, now: datetime) -> Change:
        """Play `action` for the member's seat, then let computers play until a person must.

        Raises Stale if `moment` is not current or the round is not in progress, NotSeated,
        NotYourTurn or NotLegal. Any press of an absent member returns them to their seat, including
        one that is stale or out of turn.
        """

        def play_action(before: StoredRound) -> StoredRound:
            if before.turns.under_way is not None:
                turns.check_own_turn(before, user)
            seat = _seat_of(before, user)
            if before.play is None or not before.played:
                raise Stale
            player = before.players[seat.index]
            was_absent = player.absent
            returned = before.with_player(seat, missed_turns=0) if player.missed_turns else before
            if moment != before.moment:
                if was_absent:
                    return returned
                raise Stale
            luck = self._luck(before)
            try:
                play = engine.act(before.play, seat, action, luck)
            except NotYourTurn:
                if was_absent:
                    return returned
                raise
            if play.state == before.play.state:  # a second press repeats a decision
                return returned
            return self._continue(returned, play, now, luck)

        return play_action

    def take_turn(self, user: int, moment: int, now: datetime) -> Change:
        """Begin the turn of a member on a sheet for everybody; a resting sheet is taken up by it.

        The member who takes it up is its opener from then on. Raises the errors of
        `turns.begin_turn`.
        """

        def take_free_turn(before: StoredRound) -> StoredRound:
            after = turns.begin_turn(before, user, moment, now)
            if after is before:
                return before
            opener = user if before.status == "resting" else before.opener
            deadline = after.deadline.moved(now + turns.TURN_LASTS)
            return replace(after, status="playing", opener=opener, deadline=deadline)

        return take_free_turn

    def keep_out(self, user: int, member: int, now: datetime) -> Change:
        """Keep a member out of a sheet for everybody, or let them play again.

        A turn of theirs that is under way ends. Raises the errors of `turns.toggle_kept_out`.
        """

        def keep_out_or_let_in(before: StoredRound) -> StoredRound:
            after = turns.toggle_kept_out(before, user, member)
            turn = after.turns.under_way
            if turn is None or turn.member not in after.turns.kept_out:
                return after
            return self._end_turn(after, now)

        return keep_out_or_let_in

    def return_to_seat(self, user: int) -> Change:
        """Return an absent member to their seat; for other members the round is unchanged."""

        def return_player(before: StoredRound) -> StoredRound:
            for seat in before.seats_of(user):
                if before.players[seat.index].absent:
                    return before.with_player(seat, missed_turns=0)
            return before

        return return_player

    def note_hint(self, user: int) -> Change:
        """Record that the member requested a hint for their next decision.

        Raises NotSeated, Stale, and a refusal without hints.
        """
        return lambda before: hints.with_hint(before, _seat_of(before, user))

    def leave(self, user: int, now: datetime) -> Change:
        """Leave a round in progress.

        A round of two seats ends and the other seat wins; with more seats, the game's
        idle action plays this seat from then on. Where no member is left, it ends; a
        sheet alone is closed. A resting round can be left as well. Raises Stale or NotSeated.
        """

        def leave_round(before: StoredRound) -> StoredRound:
            seat = _seat_of(before, user)
            if before.play is None or not before.begun:
                raise Stale
            if not sits(before, user):  # nobody leaves the seat of everybody
                raise NotSeated
            after = before.with_player(seat, left=True, left_at=before.play.recorded + 1)
            if len(before.players) == 2:
                return after.ended_as("over")
            return self._continue(after, before.play, now, self._luck(before))

        return leave_round

    def close(self, user: int, now: datetime, *, may_manage: bool) -> Change:
        """Close an open round without a result; a member who sits in a begun one leaves it.

        Raises Stale (it has ended) and the refusals of `check_may_close`.
        """

        def close_round(before: StoredRound) -> StoredRound:
            if not before.open:
                raise Stale
            check_may_close(before, user, may_manage)
            if before.play is not None and sits(before, user):
                return self.leave(user, now)(before)
            closed = closing.with_closer(before, user)
            return closed.ended_as("withdrawn" if before.play is None else "closed")

        return close_round

    def resume(self, user: int, now: datetime, channel: int, guild: int | None) -> Change:
        """Resume a resting round in `channel` of `guild`; another round is unchanged.

        Raises NotSeated, also for a member who left. A sheet for everybody is resumed by its
        opener.
        """

        def resume_round(before: StoredRound) -> StoredRound:
            as_opener = before.players.everybody and user == before.opener
            seat = None if as_opener else _seat_of(before, user)
            if before.status != "resting":
                return before
            after = before if seat is None else before.with_player(seat, missed_turns=0)
            place = before.place
            if (place.channel, place.guild) != (channel, guild):
                # A thread of its own stays where it was.
                place = replace(place, channel=channel, guild=guild, message=None, in_thread=False)
            deadline = before.deadline.moved(now + self._limits(before).turn)
            return replace(after, status="playing", place=place, deadline=deadline)

        return resume_round

    def expire(self, now: datetime) -> Change:
        """Play the idle action of the awaited seats after the deadline; lapse a waiting round.

        Each of these seats gets one more missed turn, unless the action of another seat has ended
        the decision. If no other player waits, the round rests instead and no action is played.
        Before the deadline the round is unchanged.
        """

        def expire_round(before: StoredRound) -> StoredRound:
            if not before.open or before.deadline.at is None or before.deadline.at > now:
                return before
            if before.play is None:
                return before.ended_as("lapsed")
            if before.turns.under_way is not None:
                return self._end_turn(before, now)
            if before.players.alone:
                return _unattended(before, now)
            after, play, luck = before, before.play, self._luck(before)
            for seat in before.play.awaits.seats:
                if play.moment != before.play.moment:
                    break
                action = play.game.idle(play.state, seat)
                play = engine.act(play, seat, action, luck)
                missed = after.players[seat.index].missed_turns + 1
                after = after.with_player(seat, missed_turns=missed)
            return self._continue(after, play, now, luck)

        return expire_round

    def _end_turn(self, before: StoredRound, now: datetime) -> StoredRound:
        """End the turn under way of a sheet for everybody by the game's idle action."""
        play, luck, seat = before.play, self._luck(before), turns.seat_of(before)
        assert play is not None  # noqa: S101 — a turn is one of a round that has begun
        missed = turns.mark_missed(before)
        while turns.end_written_turn(missed, play, now) is missed:
            play = engine.act(play, seat, play.game.idle(play.state, seat), luck)
        return self._continue(missed, play, now, luck)

    def _begun_if_complete(self, new: StoredRound, now: datetime) -> StoredRound:
        all_accepted = all(player.accepted for player in new.players)
        enough = len(new.players) in registry.game(new.game).info.seats
        return self._begin(new, now) if all_accepted and enough else self._extend(new, now)

    def _begin(self, waiting: StoredRound, now: datetime) -> StoredRound:
        game, luck = registry.game(waiting.game), self._luck(waiting)
        play = engine.begin(game, len(waiting.players), waiting.options, luck)
        return self._continue(replace(waiting, status="playing", play=None), play, now, luck)

    def _continue(
        self, before: StoredRound, play: Round[Any], now: datetime, luck: Luck
    ) -> StoredRound:
        """Let computers and automatic seats play; set the next deadline or the final status.

        If all members are away, they play to the end. If no other player waits for the only member
        who has not left, nobody plays for that member.
        """
        players = before.players
        before = turns.end_written_turn(before, play, now) if players.everybody else before
        somebody = len(players.absent) < len(players.people)
        attended = somebody or not players.alone or players.everybody
        levels = _automatic_levels(before)
        if not attended:
            levels = {
                seat: level
                for seat, level in levels.items()
                if players.people and not players[seat.index].absent
            }
        if levels:
            play = engine.play_automatic(play, levels, luck, self._computer)
        if play.over is not None:
            return round_luck.keep_secret(replace(before, play=play).ended_as("over"), now)
        if not attended:
            return _unattended(replace(before, play=play), now)
        return replace(before, play=play, deadline=self._deadline(before, play, now))

    def _deadline(self, before: StoredRound, play: Round[Any], now: datetime) -> Deadline:
        """Return the deadline of a new decision; it stays that of the same one.

        A private round has none, and the deadline of a member's turn is that of the turn.
        """
        same = before.play is not None and play.moment == before.moment
        if same or before.status == "private" or before.turns.under_way is not None:
            return before.deadline
        limits = self._limits(before)
        remind_at = None if before.players.alone else now + limits.reminder
        return before.deadline.moved(now + limits.turn, remind_at)

    def _luck(self, stored: StoredRound) -> Luck:
        if self._fixed_luck is not None and stored.set_key is None:
            return self._fixed_luck
        return round_luck.luck_of(stored)

    def _limits(self, stored: StoredRound) -> TimeLimits:
        """Return the time limits of a round; its own count if members wait for each other."""
        return self.limits if stored.players.alone else self.limits.of(stored.terms.minutes)

    def _extend(self, waiting: StoredRound, now: datetime) -> StoredRound:
        lapses = now + self.limits.invitation(waiting.terms.minutes)
        return replace(waiting, deadline=waiting.deadline.moved(lapses))


def may_close(stored: StoredRound, user: int, may_manage: bool) -> bool:
    """Return whether `user` may close the round: its only person, or a manager of messages.

    A member who left may not, because their loss would not count. A sheet for everybody is closed
    by its opener or by a manager.
    """
    if stored.players.everybody:
        return may_manage or user == stored.opener
    if stored.play is not None and stored.seats_of(user) and not sits(stored, user):
        return False
    return may_manage or {*stored.players.people} == {user}


def check_may_close(stored: StoredRound, user: int, may_manage: bool) -> None:
    """Raise a refusal if `user` may not close the round."""
    if stored.players.everybody and not may_close(stored, user, may_manage):
        raise Refusal(
            say("Only its opener, and members who may manage messages, can close this sheet.")
        )
    if may_manage and not may_close(stored, user, may_manage):
        raise Refusal(
            say("You left this game. Another member who may manage messages can close it.")
        )
    if not may_close(stored, user, may_manage):
        raise Refusal(
            say(
                "Another person plays in this game, so only members who may manage messages "
                "can close it. You can leave it instead."
            )
        )


def _seat_of(stored: StoredRound, user: int) -> Seat:
    for seat in stored.seats_of(user):
        if not stored.players[seat.index].left:
            return seat
    raise NotSeated


def _automatic_levels(stored: StoredRound) -> dict[Seat, str]:
    return {
        Seat(index): ABANDONED if player.automatic else player.level or ABANDONED
        for index, player in enumerate(stored.players)
        if player.automatic or player.level is not None
    }


def _unattended(stored: StoredRound, now: datetime) -> StoredRound:
    """Return a round that no member attends, resting or ended.

    It rests until a deadline `closing.RESTS` later if everybody plays, or if a single member has
    not left, who is its opener from then on. If all have left it is over; a sheet played alone is
    closed.
    """
    players = stored.players
    if players.people or players.everybody:
        user = stored.opener if players.everybody else players.people[0]
        ends = stored.deadline.moved(now + closing.RESTS)
        return replace(stored, status="resting", opener=user, deadline=ends)
    if len(players) > 1:
        return stored.ended_as("over")
    return closing.with_reason(stored, "left").ended_as("closed")


def depart(table: Table, user: int, now: datetime) -> Change:
    """Let a member who is erased leave a lobby, or a round in which others play on.

    Their own challenge is withdrawn, another member's is declined; a round of two, or against
    computers, is closed. A round in which they no longer have a seat, or that has ended, is
    unchanged.
    """

    def remove_member(before: StoredRound) -> StoredRound:
        if before.ended or not sits(before, user):
            return before
        if before.game not in registry.games():
            return before.ended_as("closed")
        if before.play is not None:
            if len(before.players) > 2 and not before.players.alone:
                return table.leave(user, now)(before)
            return closing.with_reason(before, "erased").ended_as("closed")
        if not seating.is_challenge(before):
            return table.leave_lobby(user, now)(before)
        if user == before.opener:
            return table.withdraw(user)(before)
        return table.decline(user)(before)

    return remove_member


def without_channel(now: datetime) -> Change:
    """Let an open round whose channel was deleted rest where nobody else plays; else close it.

    A closed one has no result. A resting round, or one that has ended, is unchanged.
    """

    def rest_or_close(before: StoredRound) -> StoredRound:
        if not before.open:
            return before
        if before.begun and before.players.alone and not before.players.everybody:
            return _unattended(before, now)
        return closing.with_reason(before, "deleted").ended_as("closed")

    return rest_or_close


def sits(stored: StoredRound, user: int) -> bool:
    """Return whether a member has a seat that they have not left."""
    return any(player.user == user and not player.left for player in stored.players)


def seat_at_turn(stored: StoredRound, user: int, moment: int) -> Seat:
    """Return the seat of a member who may choose at this moment.

    Raises Stale, NotSeated or NotYourTurn.
    """
    seats = stored.seats_of(user)
    if stored.status == "resting":
        raise NotSeated
    if not stored.played or stored.play is None or stored.moment != moment:
        raise Stale
    if not seats:
        raise NotSeated
    awaits = stored.play.awaits
    if seats[0] not in awaits.may_act:
        raise NotYourTurn(awaits.seats[0])
    return seats[0]


def may_resume(stored: StoredRound, user: int) -> bool:
    """Return whether a member may resume a round: a player, or the opener of everybody's sheet."""
    return user == stored.opener if stored.players.everybody else sits(stored, user)
