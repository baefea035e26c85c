"""The seats of a round before it begins, as pure functions that change them.

Each takes a waiting round and returns the changed round, or raises the refusal that the member
reads. `bot.table.use_cases` begins the round.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.language.render import Person, Until
from bot.table.players import Player, Players
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import StoredRound
from rules import registry
from rules.errors import Refusal
from rules.text import say, say_count

_JOIN_FIRST = say("Press *Join* first: then you sit at this table.")
_RESERVED = say("This seat is reserved. You can watch the game here.")


def is_challenge(stored: StoredRound) -> bool:
    """Return whether the round is a challenge: a round of two with both seats assigned."""
    return stored.terms.pair or registry.game(stored.game).info.for_two


def is_open_challenge(stored: StoredRound) -> bool:
    """Return whether the round is a challenge with a seat for the first member who accepts it."""
    return is_challenge(stored) and any(player.free for player in stored.players)


def is_complete(stored: StoredRound) -> bool:
    """Return whether every player has accepted and no other member can join."""
    most = registry.game(stored.game).info.seats.stop - 1
    full = is_challenge(stored) or len(stored.players) >= most
    return full and all(player.accepted for player in stored.players)


def join(stored: StoredRound, user: int) -> StoredRound:
    """Give `user` the seat reserved for them, the free one of an open challenge, or the next one.

    Where the opener of a rematch has left, the first member who comes is the opener.
    Raises Stale, and a refusal where no seat is free for them.
    """
    _check_waiting(stored)
    for index, player in enumerate(stored.players):
        if player.user == user:
            if player.accepted:
                raise Refusal(say("You already have a seat at this table."))
            after = _with_player(stored, index, replace(player, accepted=True))
            return after if stored.opener in stored.players.people else replace(after, opener=user)
    for index, player in enumerate(stored.players):
        if player.free:
            return _with_player(stored, index, Player(user=user))
    if is_challenge(stored):
        raise Refusal(_RESERVED)
    _check_room(stored)
    opener = stored.opener if stored.opener in stored.players.people else user
    return replace(stored, players=Players((*stored.players, Player(user=user))), opener=opener)


def may_join(stored: StoredRound, user: int) -> bool:
    """Return whether a round that waits for players has a seat for `user`."""
    if stored.status != "waiting":
        return False
    most = registry.game(stored.game).info.seats.stop - 1
    room = not is_challenge(stored) and len(stored.players) < most
    reserved = any(player.user == user and not player.accepted for player in stored.players)
    return room or reserved or is_open_challenge(stored)


def decline(stored: StoredRound, user: int) -> StoredRound:
    """Decline a challenge as the challenged member.

    Raises Stale, also for a challenge that any member may accept, and a refusal for the challenger
    and for any other member.
    """
    _check_waiting(stored)
    if is_open_challenge(stored):
        raise Stale
    if is_challenge(stored) and user == stored.opener:
        raise Refusal(
            say("This challenge is yours: you cannot decline it, but you can withdraw it.")
        )
    if not is_challenge(stored) or not stored.seats_of(user):
        raise Refusal(_RESERVED)
    return stored.ended_as("declined")


def withdraw(stored: StoredRound, user: int) -> StoredRound:
    """Withdraw a challenge as the challenger. Raises Stale, or a refusal for any other member."""
    _check_opener(stored, user)
    return stored.ended_as("withdrawn")


def leave(stored: StoredRound, user: int) -> StoredRound:
    """Remove `user`; the next person becomes the opener.

    If only members with reserved seats remain, one of them can take the round over; without them it
    is withdrawn. Raises Stale, also for a challenge (it is declined or withdrawn instead), or
    NotSeated.
    """
    _check_waiting(stored)
    if is_challenge(stored):
        raise Stale
    if not stored.seats_of(user):
        raise NotSeated
    players = Players(player for player in stored.players if player.user != user)
    seated = {player.user: player.accepted for player in players if player.user is not None}
    people = [user for user, accepted in seated.items() if accepted] or [*seated]
    if not people:
        return stored.ended_as("withdrawn")
    opener = stored.opener if stored.opener in people else people[0]
    return replace(stored, players=players, opener=opener)


def add_computer(stored: StoredRound, user: int, level: str, version: int) -> StoredRound:
    """Give a free seat to a computer of `level`, as the opener.

    Raises Stale if `version` is not current, so that a double press adds one computer,
    and a refusal where there is no free seat or no such level.
    """
    _check_opener(stored, user)
    _check_version(stored, version)
    _check_room(stored)
    computer = Player(level=registry.game(stored.game).level(level))
    return replace(stored, players=Players((*stored.players, computer)))


def remove_computer(stored: StoredRound, user: int, version: int) -> StoredRound:
    """Remove the last computer, as the opener. Raises Stale, and a refusal where there is none."""
    _check_opener(stored, user)
    _check_version(stored, version)
    players = stored.players
    for index in reversed(range(len(players))):
        if players[index].level is not None:
            return replace(stored, players=Players((*players[:index], *players[index + 1 :])))
    raise Refusal(say("There is no computer at this table."))


def remove_unaccepted(
    stored: StoredRound, user: int, now: datetime, silent: datetime
) -> StoredRound:
    """Remove the reserved seats of members who have not accepted, as a player who may start.

    That is the opener, and from the moment `silent` on any player. An opener whose own seat is
    still reserved takes it. Raises Stale, NotSeated, and a refusal where too few players are left.
    """
    _check_waiting(stored)
    present = stored
    if user == stored.opener:
        present = stored if user in stored.players.people else join(stored, user)
    elif user not in stored.players.people:
        raise Refusal(_JOIN_FIRST) if may_join(stored, user) else NotSeated
    elif now < silent:
        may = say(
            "{opener} may start now, and any player {when}.",
            opener=Person(stored.opener),
            when=Until(silent),
        )
        raise Refusal(may)
    players = Players(player for player in present.players if player.accepted)
    fewest = registry.game(stored.game).info.seats.start
    if len(players) < fewest:
        raise Refusal(
            say_count(
                "This game needs at least {n} player. Wait for others or add a computer.",
                "This game needs at least {n} players. Wait for others or add a computer.",
                fewest,
            )
        )
    return replace(stored, players=players)


def _check_opener(stored: StoredRound, user: int) -> None:
    _check_waiting(stored)
    if user != stored.opener:
        raise Refusal(say("Only the player who opened this game can do that."))


def _check_version(stored: StoredRound, version: int) -> None:
    if version != stored.version:
        raise Stale


def _check_room(stored: StoredRound) -> None:
    if len(stored.players) >= registry.game(stored.game).info.seats.stop - 1:
        raise Refusal(say("Every seat at this table is taken. You can watch the game here."))


def _check_waiting(stored: StoredRound) -> None:
    if stored.status != "waiting":
        raise Stale


def _with_player(stored: StoredRound, index: int, player: Player) -> StoredRound:
    return replace(stored, players=stored.players.replace_player(index, player))
