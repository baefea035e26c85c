"""Who takes which seat before a round begins: pure changes of a waiting round.

Each function takes the round as it stands and returns it as it will be, or
raises the refusal that the member reads. `bot.table` begins a round when its
seating is complete.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.refusals import (
    AlreadySeated,
    NoComputer,
    NotSeated,
    OpenerOnly,
    OwnChallenge,
    SeatReserved,
    Stale,
    TableFull,
    TooFew,
)
from bot.rounds import Kept, Sitter, Status
from rules import registry
from rules.game import Game


def is_challenge(kept: Kept) -> bool:
    """Whether the round is a challenge: a table of two whose seats are both spoken for."""
    return registry.game(kept.game).info.for_two


def complete(kept: Kept) -> bool:
    """Whether a challenge has been accepted by everybody it was made to."""
    return is_challenge(kept) and all(sitter.accepted for sitter in kept.sitters)


def join(kept: Kept, user: int) -> Kept:
    """Give `user` the seat reserved for them, or the next free one.

    Raises Stale, AlreadySeated, SeatReserved or TableFull.
    """
    _waiting(kept)
    for index, sitter in enumerate(kept.sitters):
        if sitter.user == user:
            if sitter.accepted:
                raise AlreadySeated
            return _reseat(kept, index, replace(sitter, accepted=True))
    if is_challenge(kept):
        raise SeatReserved
    if len(kept.sitters) >= registry.game(kept.game).info.seats.stop - 1:
        raise TableFull
    return replace(kept, sitters=(*kept.sitters, Sitter(user=user)))


def decline(kept: Kept, user: int) -> Kept:
    """Decline a challenge, as the challenged member. Raises Stale, OwnChallenge or SeatReserved."""
    _waiting(kept)
    if is_challenge(kept) and user == kept.opener:
        raise OwnChallenge
    if not is_challenge(kept) or not kept.seats_of(user):
        raise SeatReserved
    return _ended(kept, "declined")


def withdraw(kept: Kept, user: int) -> Kept:
    """Withdraw a challenge, as the challenger. Raises Stale or OpenerOnly for others."""
    _waiting(kept)
    if user != kept.opener:
        raise OpenerOnly
    return _ended(kept, "withdrawn")


def leave(kept: Kept, user: int) -> Kept:
    """Take `user` from the table; the next person is the opener, or it closes.

    Raises Stale, also for a challenge, which is declined or withdrawn; NotSeated.
    """
    _waiting(kept)
    if is_challenge(kept):
        raise Stale
    if not kept.seats_of(user):
        raise NotSeated
    sitters = tuple(sitter for sitter in kept.sitters if sitter.user != user)
    people = [sitter.user for sitter in sitters if sitter.user is not None and sitter.accepted]
    if not people:
        return _ended(kept, "withdrawn")
    opener = kept.opener if kept.opener in people else people[0]
    return replace(kept, sitters=sitters, opener=opener)


def add_computer(kept: Kept, user: int, level: str, version: int) -> Kept:
    """Seat a computer of `level`; only the opener may.

    Raises Stale for the button of an older version, so that a double press adds
    one; OpenerOnly; TableFull; UnknownLevel.
    """
    game = _opener_decides(kept, user, version)
    if len(kept.sitters) >= game.info.seats.stop - 1:
        raise TableFull
    return replace(kept, sitters=(*kept.sitters, Sitter(level=game.level(level))))


def remove_computer(kept: Kept, user: int, version: int) -> Kept:
    """Take the last computer away; only the opener may. Raises as `add_computer`, or NoComputer."""
    _opener_decides(kept, user, version)
    for index in reversed(range(len(kept.sitters))):
        if kept.sitters[index].level is not None:
            return replace(kept, sitters=kept.sitters[:index] + kept.sitters[index + 1 :])
    raise NoComputer


def seat_those_present(kept: Kept, user: int) -> Kept:
    """Let the opener start with everybody who accepted.

    Raises Stale, OpenerOnly or TooFew.
    """
    _waiting(kept)
    if user != kept.opener:
        raise OpenerOnly
    game = registry.game(kept.game)
    sitters = tuple(sitter for sitter in kept.sitters if sitter.accepted)
    if len(sitters) < game.info.seats.start:
        raise TooFew(game.info.seats.start)
    return replace(kept, sitters=sitters)


def _opener_decides(kept: Kept, user: int, version: int) -> Game[Any]:
    _waiting(kept)
    if user != kept.opener:
        raise OpenerOnly
    if version != kept.version:
        raise Stale
    return registry.game(kept.game)


def _waiting(kept: Kept) -> None:
    if kept.status != "waiting":
        raise Stale


def _reseat(kept: Kept, index: int, sitter: Sitter) -> Kept:
    return replace(kept, sitters=(*kept.sitters[:index], sitter, *kept.sitters[index + 1 :]))


def _ended(kept: Kept, status: Status) -> Kept:
    return replace(kept, status=status, deadline=None)
