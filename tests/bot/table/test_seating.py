"""Who takes which seat before a round begins."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.table import seating
from bot.table.players import Player, Players
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import DiscordPlace, StoredRound
from rules import registry
from rules.errors import Refusal

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)


def waiting(*players, game="poker-dice", opener=ANA):
    return StoredRound(
        place=DiscordPlace(7),
        game=game,
        opener=opener,
        players=Players(players),
        opened=NOW,
        version=4,
    )


def challenge():
    return waiting(Player(user=BOGDAN, accepted=False), Player(user=ANA), game="dice-poker")


LOBBY = waiting(Player(user=ANA))


def users(stored):
    return [player.user or player.level for player in stored.players]


def test_only_a_game_of_exactly_two_is_a_challenge():
    assert seating.is_challenge(challenge())
    assert not seating.is_challenge(LOBBY)


def test_a_challenge_is_complete_once_accepted():
    assert not seating.is_complete(challenge())
    accepted = seating.join(challenge(), BOGDAN)
    assert seating.is_complete(accepted)
    assert users(accepted) == [BOGDAN, ANA]


def test_a_reserved_seat_is_for_one_person():
    with pytest.raises(Refusal, match="This seat is reserved"):
        seating.join(challenge(), CARMEN)
    with pytest.raises(Refusal, match="You already have a seat"):
        seating.join(challenge(), ANA)


def test_the_free_seat_of_an_open_challenge_is_for_the_first_who_joins():
    opened = waiting(Player(accepted=False), Player(user=ANA), game="dice-poker")
    assert seating.is_open_challenge(opened)
    assert not seating.is_complete(opened)
    with pytest.raises(Refusal, match="You already have a seat"):
        seating.join(opened, ANA)
    accepted = seating.join(opened, CARMEN)
    assert users(accepted) == [CARMEN, ANA]
    assert seating.is_complete(accepted)
    assert not seating.is_open_challenge(accepted)
    with pytest.raises(Refusal, match="This seat is reserved"):
        seating.join(accepted, BOGDAN)


def test_nobody_declines_an_open_challenge_and_its_opener_withdraws_it():
    opened = waiting(Player(user=ANA), Player(accepted=False), game="six-card")
    for user in (ANA, BOGDAN):
        with pytest.raises(Stale):
            seating.decline(opened, user)
    with pytest.raises(Refusal, match="Only the player who opened this game"):
        seating.withdraw(opened, BOGDAN)
    assert seating.withdraw(opened, ANA).status == "withdrawn"


def test_only_the_challenged_declines_and_only_the_challenger_withdraws():
    assert seating.decline(challenge(), BOGDAN).status == "declined"
    assert seating.withdraw(challenge(), ANA).status == "withdrawn"
    with pytest.raises(Refusal, match="This challenge is yours"):
        seating.decline(challenge(), ANA)
    with pytest.raises(Refusal, match="This seat is reserved"):
        seating.decline(challenge(), CARMEN)
    for user in (BOGDAN, CARMEN):
        with pytest.raises(Refusal, match="Only the player who opened this game"):
            seating.withdraw(challenge(), user)


def test_nobody_declines_a_table_for_everybody():
    """A lobby is left, not declined: the others may still play."""
    with pytest.raises(Refusal, match="This seat is reserved"):
        seating.decline(waiting(Player(user=ANA), Player(user=BOGDAN)), BOGDAN)


def test_a_challenge_is_left_by_its_own_buttons_only():
    for user in (ANA, BOGDAN):
        with pytest.raises(Stale):
            seating.leave(challenge(), user)


def test_a_lobby_takes_people_until_it_is_full():
    stored = LOBBY
    most = registry.game("poker-dice").info.seats.stop - 1
    for user in range(2, most + 1):
        stored = seating.join(stored, user)
    assert users(stored) == list(range(1, most + 1))
    with pytest.raises(Refusal, match="Every seat at this table is taken"):
        seating.join(stored, 99)
    with pytest.raises(Refusal, match="You already have a seat"):
        seating.join(stored, 3)


def test_if_the_opener_leaves_the_next_person_is_the_opener():
    stored = waiting(
        Player(user=ANA), Player(level="house"), Player(user=BOGDAN), Player(user=CARMEN)
    )
    after = seating.leave(stored, ANA)
    assert after.opener == BOGDAN
    assert users(after) == ["house", BOGDAN, CARMEN]
    assert seating.leave(stored, CARMEN).opener == ANA


def test_a_reserved_seat_does_not_make_an_opener():
    stored = waiting(Player(user=ANA), Player(user=BOGDAN, accepted=False), Player(user=CARMEN))
    assert seating.leave(stored, ANA).opener == CARMEN


def test_the_opener_of_a_rematch_stays_the_opener_wherever_they_sit():
    """Carmen asked for the rematch; Bogdan sits before her and has joined."""
    lobby = waiting(
        Player(user=BOGDAN), Player(user=ANA, accepted=False), Player(user=CARMEN), opener=CARMEN
    )
    assert seating.leave(lobby, ANA).opener == CARMEN
    assert seating.leave(lobby, BOGDAN).opener == CARMEN
    after = seating.leave(lobby, CARMEN)
    assert after.opener == BOGDAN
    assert users(after) == [BOGDAN, ANA]


def test_when_nobody_is_left_it_closes():
    stored = waiting(Player(user=ANA), Player(level="house"))
    after = seating.leave(stored, ANA)
    assert after.status == "withdrawn"
    assert after.deadline.at is None
    with pytest.raises(NotSeated):
        seating.leave(stored, CARMEN)


def test_members_whose_seat_is_reserved_may_take_over():
    stored = waiting(
        Player(user=ANA), Player(user=BOGDAN, accepted=False), Player(user=CARMEN, accepted=False)
    )
    left = seating.leave(stored, ANA)
    assert (left.status, left.opener, users(left)) == ("waiting", BOGDAN, [BOGDAN, CARMEN])
    taken = seating.join(left, CARMEN)
    assert (taken.opener, taken.players.people) == (CARMEN, (CARMEN,))
    assert seating.join(taken, BOGDAN).opener == CARMEN
    assert seating.join(left, 9).opener == 9, "anybody who comes may"
    started = seating.remove_unaccepted(
        replace(left, players=Players((*left.players, Player(level="easy")))), BOGDAN, NOW, LATER
    )
    assert users(started) == [BOGDAN, "easy"], "starting is coming"
    none = seating.leave(seating.leave(left, CARMEN), BOGDAN)
    assert none.status == "withdrawn"


def test_only_the_opener_adds_and_removes_computers():
    stored = waiting(Player(user=ANA), Player(user=BOGDAN))
    added = seating.add_computer(stored, ANA, "easy", 4)
    assert users(added) == [ANA, BOGDAN, "easy"]
    twice = seating.add_computer(added, ANA, "house", 4)
    assert users(seating.remove_computer(twice, ANA, 4)) == [ANA, BOGDAN, "easy"]
    for change in (
        lambda: seating.add_computer(stored, BOGDAN, "easy", 4),
        lambda: seating.remove_computer(added, BOGDAN, 4),
    ):
        with pytest.raises(Refusal, match="Only the player who opened this game"):
            change()
    with pytest.raises(Refusal, match="There is no computer at this table"):
        seating.remove_computer(stored, ANA, 4)
    with pytest.raises(Refusal, match="The computer has no level"):
        seating.add_computer(stored, ANA, "genius", 4)


def test_a_double_press_adds_one_computer():
    """The button carries the version that it was drawn for; the save has increased it."""
    added = replace(seating.add_computer(LOBBY, ANA, "easy", 4), version=5)
    with pytest.raises(Stale):
        seating.add_computer(added, ANA, "easy", 4)
    with pytest.raises(Stale):
        seating.remove_computer(added, ANA, 4)


def test_a_full_table_takes_no_computer():
    most = registry.game("poker-dice").info.seats.stop - 1
    full = waiting(*(Player(user=user) for user in range(1, most + 1)))
    with pytest.raises(Refusal, match="Every seat at this table is taken"):
        seating.add_computer(full, ANA, "easy", 4)


def test_it_starts_with_those_who_are_there():
    stored = waiting(Player(user=ANA), Player(user=BOGDAN, accepted=False), Player(level="easy"))
    assert users(seating.remove_unaccepted(stored, ANA, NOW, LATER)) == [ANA, "easy"]
    with pytest.raises(Refusal, match="This game needs at least"):
        seating.remove_unaccepted(LOBBY, ANA, NOW, LATER)


def test_where_the_opener_is_silent_any_player_of_a_table_that_is_full_enough_starts_it():
    stored = waiting(
        Player(user=ANA),
        Player(user=BOGDAN),
        Player(user=CARMEN, accepted=False),
        game="poker-dice",
    )
    with pytest.raises(Refusal, match="may start now, and any player"):
        seating.remove_unaccepted(stored, BOGDAN, NOW, LATER)
    assert users(seating.remove_unaccepted(stored, BOGDAN, LATER, LATER)) == [ANA, BOGDAN]
    for user in (CARMEN, 9):
        with pytest.raises(Refusal, match="Press \\*Join\\* first"):
            seating.remove_unaccepted(stored, user, LATER, LATER)


@pytest.mark.parametrize("status", ["playing", "over", "closed", "declined", "lapsed"])
def test_seats_do_not_change_once_the_round_has_begun_or_ended(status):
    later = replace(challenge(), status=status)
    for change in (
        lambda: seating.join(later, BOGDAN),
        lambda: seating.decline(later, BOGDAN),
        lambda: seating.withdraw(later, ANA),
        lambda: seating.leave(later, ANA),
        lambda: seating.add_computer(later, ANA, "easy", 4),
        lambda: seating.remove_computer(later, ANA, 4),
        lambda: seating.remove_unaccepted(later, ANA, NOW, NOW),
    ):
        with pytest.raises(Stale):
            change()
