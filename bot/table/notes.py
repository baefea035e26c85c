"""The quiet lines below a board: the deadline, absent players, missed turns, help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bot.language.render import Until
from bot.table import next_round, pace
from bot.table.stored_round import HINTS, NONE, TRAINING, StoredRound
from rules import registry
from rules.engine import has_open_choices
from rules.screen import Seat
from rules.text import Text, say, side_by_side

_GUEST = say(
    "The bot is only a guest here: this board changes when somebody presses a button, and nobody "
    "is reminded."
)

_OF_TABLE = {
    pace.QUICK.key: say("Quick pace: 1 minute for each turn."),
    pace.SLOW.key: say("Slow pace: 1 day for each turn."),
    HINTS: say("unrated (hints on)"),
    TRAINING: say("unrated (training)"),
}

NEXT_WAITS = say("The next round of the match could not begin by itself. Its button says why.")


def of_lobby(stored: StoredRound) -> tuple[Text, ...]:
    """Return the lines below a round that waits for players."""
    return (
        *_invitation(stored),
        *((_GUEST,) if stored.out_of_reach else ()),
        *_of_table(stored.pace),
        *_stays_taken(stored),
        *_of_table(hints=stored.hints),
        *_take_backs_on(stored),
    )


def of_round(stored: StoredRound, footer: Text | None = None) -> tuple[Text, ...]:
    """Return the lines below a round in progress; the `footer` of its Screen stands in the last."""
    small_print = [
        *(() if footer is None else (footer,)),
        *_deadline(stored),
        *_of_table(pace.NORMAL.key if stored.alone else stored.pace, stored.hints),
    ]
    return (
        *_of_players(stored),
        *((_GUEST,) if stored.out_of_reach and not stored.alone else ()),
        *((side_by_side(small_print),) if small_print else ()),
    )


def of_end(stored: StoredRound) -> tuple[Text, ...]:
    """Return the lines below the result of a round."""
    return (*_missed_turns(stored), *_taken_back(stored))


def of_next(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line below a round of a match whose next one has begun, or could not."""
    if next_round.is_begun(stored):
        return (say("The next round of the match is below."),)
    return (NEXT_WAITS,) if next_round.is_waiting(stored) else ()


@cache
def _of_table(pace_key: str = pace.NORMAL.key, hints: str = NONE) -> tuple[Text, ...]:
    """Return the lines that stay the same while a round is played.

    They tell its pace, unless it is the normal one, and that it is unrated with these hints.
    """
    return tuple(_OF_TABLE[fact] for fact in (pace_key, hints) if fact in _OF_TABLE)


def _take_backs_on(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line that warns whoever joins that choices may be taken back here."""
    if not stored.training or not has_open_choices(registry.game(stored.game)):
        return ()
    return (say("↩️ Each player may take back one choice in this round."),)


def _of_players(stored: StoredRound) -> Iterator[Text]:
    """Yield what has become of players: they left, are away, missed a turn, took a choice back."""
    recorded = 0 if stored.play is None else stored.play.recorded
    for index, player in enumerate(stored.players):
        if player.left:
            yield say("{seat} left; this seat is now played automatically.", seat=Seat(index))
        elif player.absent:
            yield say("{seat} is away until they press a button.", seat=Seat(index))
        elif player.missed_turns:
            yield _missed(Seat(index))
        if recorded in player.taken_back:
            yield _took_back(Seat(index))


def _taken_back(stored: StoredRound) -> tuple[Text, ...]:
    """Return a line for each player who took back a choice in this round."""
    return tuple(
        _took_back(Seat(index)) for index, player in enumerate(stored.players) if player.taken_back
    )


def _took_back(seat: Seat) -> Text:
    return say("↩️ {seat} took back a choice.", seat=seat)


def _invitation(stored: StoredRound) -> tuple[Text, ...]:
    if stored.deadline is None:
        return ()
    return (say("⏳ This invitation ends {when}.", when=Until(stored.deadline)),)


def _stays_taken(stored: StoredRound) -> tuple[Text, ...]:
    """Return a line for a slow table in a channel where others would like to play, too."""
    if stored.pace != pace.SLOW.key or stored.in_thread:
        return ()
    return (say("A slow table: this channel stays taken until its round is over."),)


def _missed_turns(stored: StoredRound) -> tuple[Text, ...]:
    """Return a line for each player whose last turn the table played, after the deadline."""
    return tuple(
        _missed(Seat(index))
        for index, player in enumerate(stored.players)
        if player.missed_turns and not player.automatic
    )


def _missed(seat: Seat) -> Text:
    return say("⌛ Time was up for {seat}: the bot chose for them.", seat=seat)


def _deadline(stored: StoredRound) -> tuple[Text, ...]:
    play, seats = stored.play, () if stored.play is None else stored.play.awaits.seats
    if play is None or not seats or stored.deadline is None:
        return ()
    when = Until(stored.deadline)
    if stored.status == "resting":
        return (say("💤 It ends {when}, if nobody takes it up.", when=when),)
    if stored.alone:  # the round rests then, and nothing is lost
        return ()
    if len(seats) > 1:
        return (
            say("⏳ Everybody is choosing · time is up {when}.", when=when)
            if len(seats) == len(stored.players)
            else say(
                "⏳ {n} players are still choosing · time is up {when}.", n=len(seats), when=when
            ),
        )
    seat = seats[0]
    if play.awaits.secret:
        # The idle action could reveal what the seat holds.
        return (say("⏳ {seat} is still choosing · time is up {when}.", seat=seat, when=when),)
    idle_action = play.game.name(play.state, seat, play.game.idle(play.state, seat))
    return (say("⏳ {when} the bot picks: {action}", when=when, action=idle_action),)
