"""The quiet lines below a board: deadline, absent players, help."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache

from bot.language.render import Until
from bot.table import headline, turns
from bot.table.counts import counts
from bot.table.stored_round import StoredRound
from bot.table.time_limits import DAY, HOUR, is_slow
from rules.screen import Seat
from rules.text import Text, say, say_count, side_by_side

_GUEST = say(
    "The bot is only a guest here: the board changes only when a button is pressed, and there "
    "are no reminders."
)

_COUNTS_AS_LEFT = say("💤 After a day of rest it counts as left, until it is finished.")

_FOR_EVERYBODY = say("for fun: everybody plays")


def of_lobby(stored: StoredRound) -> tuple[Text, ...]:
    """Return the lines below a round that waits for players."""
    return (
        *_invitation(stored),
        *((_GUEST,) if stored.place.out_of_reach else ()),
        *_turn_lasts(stored.terms.minutes),
        *_slow_table(stored),
    )


def of_round(
    stored: StoredRound, footer: Text | None = None, *, first: bool = True, brief: bool = False
) -> tuple[Text, ...]:
    """Return the lines below a round in progress; the `footer` of its Screen is in the last.

    The `first` board says that a sheet for everybody does not count. The bot's choice after the
    deadline is left out if the lines are to be `brief`.
    """
    small_print = [
        *(() if footer is None else (footer,)),
        *_deadline(stored, brief=brief),
        *_turn_lasts(None if stored.players.alone else stored.terms.minutes),
        *((_FOR_EVERYBODY,) if first and stored.players.everybody else ()),
    ]
    return (
        *(turns.missed_turn_note(stored) if stored.players.everybody else ()),
        *_player_notes(stored),
        *((_GUEST,) if stored.place.out_of_reach and not stored.players.alone else ()),
        *((side_by_side(small_print),) if small_print else ()),
    )


def of_end(stored: StoredRound, game: Text) -> tuple[Text, ...]:
    """Return the lines below the result of a round, the first with the name of its game."""
    about = side_by_side([game, *headline.comparison(stored)])
    missed = turns.missed_turn_note if stored.players.everybody else _missed_turns
    return (about, *missed(stored))


def of_hosts(stored: StoredRound, hosts: Set[int]) -> tuple[Text, ...]:
    """Return a line for each seat of a member who hosts the bot and so could know the seed."""
    return tuple(
        say("🔑 {seat} hosts this bot.", seat=Seat(index))
        for index, player in enumerate(stored.players)
        if player.user in hosts and player.accepted
    )


@cache
def _turn_lasts(minutes: int | None) -> tuple[Text, ...]:
    """Return the line with the minutes of a turn, unless they are the usual ones."""
    if minutes is None:
        return ()
    if minutes == DAY:
        return (say("A day for each turn."),)
    if minutes % HOUR == 0:
        return (say_count("{n} hour for each turn.", "{n} hours for each turn.", minutes // HOUR),)
    return (say_count("{n} minute for each turn.", "{n} minutes for each turn.", minutes),)


def _player_notes(stored: StoredRound) -> Iterator[Text]:
    """Yield the states of players: they left, are away, missed a turn."""
    for index, player in enumerate(stored.players):
        if player.left:
            yield say("{seat} left; the bot plays on for them.", seat=Seat(index))
        elif player.absent:
            yield say("{seat} is away until they press a button.", seat=Seat(index))
        elif player.missed_turns:
            yield _time_up(Seat(index))


def _invitation(stored: StoredRound) -> tuple[Text, ...]:
    if stored.deadline.at is None:
        return ()
    return (say("⏳ It closes {when} unless it begins.", when=Until(stored.deadline.at)),)


def _slow_table(stored: StoredRound) -> tuple[Text, ...]:
    """Return a line for a slow table in a channel where other members would like to play."""
    if not is_slow(stored.terms.minutes) or stored.place.in_thread:
        return ()
    return (say("A slow table: this channel stays taken until its game is over."),)


def _missed_turns(stored: StoredRound) -> tuple[Text, ...]:
    """Return a line for each player whose last turn was played by the table after the deadline."""
    return tuple(
        _time_up(Seat(index))
        for index, player in enumerate(stored.players)
        if player.missed_turns and not player.automatic
    )


def _time_up(seat: Seat) -> Text:
    return say("⌛ Time was up for {seat}: the bot chose for them.", seat=seat)


def _deadline(stored: StoredRound, *, brief: bool) -> tuple[Text, ...]:
    play, seats = stored.play, () if stored.play is None else stored.play.awaits.seats
    if play is None or not seats or stored.deadline.at is None:
        return ()
    when = Until(stored.deadline.at)
    if stored.status == "resting":
        return (
            *((_COUNTS_AS_LEFT,) if counts(stored) else ()),
            say("💤 It ends {when} unless someone plays on.", when=when),
        )
    if stored.players.alone and stored.turns.under_way is None:
        return ()  # the round rests then, and nothing is lost
    if len(seats) > 1:
        return (
            say("⏳ Everybody is choosing · {when} the bot chooses.", when=when)
            if len(seats) == len(stored.players)
            else say(
                "⏳ {n} players are still choosing · {when} the bot chooses.",
                n=len(seats),
                when=when,
            ),
        )
    seat = seats[0]
    if play.awaits.secret:
        # The idle action could reveal what the seat holds.
        return (say("⏳ {seat} is still choosing · {when} the bot chooses.", seat=seat, when=when),)
    if brief:
        return (say("⏳ {when} the bot chooses", when=when),)
    idle_action = play.game.name(play.state, seat, play.game.idle(play.state, seat))
    return (say("⏳ {when} the bot chooses: {action}", when=when, action=idle_action),)
