"""Help that a member gets in a round: hints, coaching, a choice taken back.

Pure functions that record help with the player, so that the review and the rating of skill can tell
from which choice on there was help (`Player.helped_from`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.refusals import Stale
from bot.table.stored_round import HINTS, NONE, TRAINING, StoredRound, changed
from rules import engine
from rules.engine import Step
from rules.errors import Refusal
from rules.game import Named
from rules.screen import Seat
from rules.text import say, say_in

HINTS_CHOICES = (
    Named(NONE, say_in("hints", "none"), say("the game is rated")),
    Named(HINTS, say_in("hints", "hints"), say("for who asks; unrated")),
    Named(
        TRAINING,
        say_in("hints", "training"),
        say("hints, a word on each costly choice, one choice taken back; unrated"),
    ),
)
"""The values of the option "hints" of a round."""

NO_HINTS = say("Hints are off in this game.")
NO_TAKE_BACKS = say("This game has no take-backs.")
TAKEN_BACK = say("You have already taken back a choice. You can do so once a game.")


def with_hint(before: StoredRound, seat: Seat) -> StoredRound:
    """Note that a seat gets a hint for its next decision, if there are hints. Raises Stale.

    A resting round keeps its dice, so a hint may be given for it, too.
    """
    if before.play is None or not before.begun:
        raise Stale
    if not before.gives_hints:
        raise Refusal(NO_HINTS)
    hinted = before.players[seat.index].hinted
    number = before.play.recorded + 1
    if number in hinted:
        return before
    return before.with_player(seat, hinted=(*hinted, number))


def with_word(before: StoredRound, seat: Seat, number: int) -> StoredRound:
    """Record that the coach commented on the decision `number` of a seat.

    A round that has ended is unchanged, because the comment helps with no further decision.
    """
    coached = before.players[seat.index].coached
    if not before.begun or number in coached:
        return before
    return before.with_player(seat, coached=(*coached, number))


def with_choice_taken_back(
    before: StoredRound, seat: Seat, moment: int, record: Sequence[Step]
) -> StoredRound:
    """Take back the last choice of a seat; `record` is the whole record of the round.

    Raises a refusal if the member has taken a choice back before, if the round is over, if `moment`
    is not current, or if others sit there who have not agreed to it.
    """
    play = before.play
    if before.players[seat.index].taken_back:
        raise Refusal(TAKEN_BACK)
    if (
        play is None
        or before.status != "playing"
        or moment != before.moment
        or len(record) != play.recorded
    ):
        raise Refusal(say("Too late to take this choice back: the game has moved on."))
    if not before.training:
        raise Refusal(NO_TAKE_BACKS)
    others = [
        Seat(index)
        for index, player in enumerate(before.players)
        if player.user is not None and not player.automatic and index != seat.index
    ]
    seats = len(before.players)
    play = engine.take_back(play, record, before.options, seats, seat, others=others)
    after = before.with_player(seat, missed_turns=0, taken_back=(play.recorded,))
    return changed(after, play=play)
