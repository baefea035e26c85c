"""The seeds of rounds: given by number, from blocks that are committed to."""

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest
from discord.utils import time_snowflake
from sqlalchemy import select

from bot.commands.maintenance.copies import put_in_place
from bot.storage.backup import back_up
from bot.storage.database import Storage
from bot.storage.schema import seed_blocks as seed_table
from bot.storage.schema import seed_numbers
from bot.table.commitment import BLOCK, Word, block_of, leaf_of
from bot.table.luck import drawn_word
from bot.table.round_luck import admitted, lines_of
from bot.table.store import rounds, seed_blocks, words
from bot.table.store.errors import ChannelTaken, ReservationLost
from bot.table.store.seed_blocks import Reservations
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from fair_rounds import NOW, WARDEN
from proofs_read import fault_of, verified
from rules import levels
from rules.engine import Landed
from rules.screen import Action, Seat
from stored_proofs import proof_of

ANA, BOGDAN = 11, 22
TABLE = Table(None, TimeLimits())


def reserve(storage, place=5, users=(ANA,), reservations=None):
    """Return what a round needs, as `LiveRounds.open` finds it."""
    known = storage.read(seed_blocks.look_up, place, users)
    return (reservations or Reservations()).reserve(known)


def opened(storage, channel=5, game="dice-poker", place=None, guild=7, **asked):
    """Open a round as the live does: its number is reserved, dice land, all is stored at once."""
    request = OpenRequest(game, ANA, channel, guild=guild, **asked)
    reserved = reserve(storage, place or channel)
    return storage.act(rounds.open_round, TABLE.open(request, NOW, reserved))


def finish(storage, stored):
    """Keep all dice until the round is over."""
    while stored.status == "playing":
        change = TABLE.act(ANA, stored.moment, Action("keep"), NOW)
        stored = storage.act(rounds.save, change(stored), NOW)
    return stored


def checked(storage, stored):
    """Return the proof of a round, made of what is stored, once it has been verified."""
    fresh = storage.read(rounds.load, stored.id)
    assert fresh.commitment == stored.commitment
    assert fault_of(proof_of(storage, stored.id)) == ""
    return verified(proof_of(storage, stored.id))


def endings(storage, channel=5):
    """Return how the rounds with a number of a channel have ended, in the order of the numbers."""
    query = (
        select(seed_numbers.c.ended)
        .join(seed_table, seed_table.c.id == seed_numbers.c.block)
        .where(seed_table.c.channel == channel)
        .order_by(seed_table.c.number, seed_numbers.c.number)
    )
    return storage.read(lambda connection: connection.execute(query).scalars().all())


def renewed(storage, channel=5):
    """Return the number of blocks of a channel that were given up when a backup was restored."""
    ended = select(seed_table.c.ended).where(seed_table.c.channel == channel)
    found = storage.read(lambda connection: connection.execute(ended).scalars().all())
    return found.count(seed_blocks.RENEWED)


def posted(storage, at, channel=5):
    """Make a block for a channel, unless there is one, and note that its root was posted."""
    storage.write(seed_blocks.keep, Reservations().new_block(channel, 1))
    ((block, _),) = storage.read(seed_blocks.look_up, channel).blocks
    posted = replace(block, place=channel, message=time_snowflake(at), shown=at)
    storage.write(seed_blocks.note_root, posted)


# Blocks


def test_the_root_is_above_all_seeds():
    block = block_of(5, 1, b"secret")
    level = [leaf_of(block.seed(number)) for number in range(1, BLOCK + 1)]
    while len(level) > 1:
        level = [
            sha256(left + right).digest()
            for left, right in zip(level[::2], level[1::2], strict=True)
        ]
    assert level[0].hex() == block.root
    for number in (1, 2, 31, 32, 33, 500, BLOCK):
        node, place = leaf_of(block.seed(number)), number - 1
        for beside in map(bytes.fromhex, block.path(number)):
            node = sha256(beside + node if place % 2 else node + beside).digest()
            place //= 2
        assert node.hex() == block.root
        assert len(block.path(number)) == 10


def test_a_path_tells_no_other_seed():
    block = block_of(5, 1, b"secret")
    others = {block.seed(number).hex() for number in range(1, BLOCK + 1)}
    assert not others & {*block.path(7)}
    assert block.path(7)[0] == leaf_of(block.seed(8)).hex()
    assert block.hidden(7, 2, "split.443-22-1") != block.hidden(7, 3, "split.443-22-1")


def test_a_channel_begins_with_a_block_that_is_made_as_its_first_round_is_opened(storage):
    first = opened(storage)
    assert (first.commitment.number, first.commitment.ordinal) == (1, 1)
    over = finish(storage, first)
    told = checked(storage, over)
    assert (told["message"], told["number"], told["own"]) == ("0", 1, [False])
    second = opened(storage)
    assert (second.commitment.root, second.commitment.number) == (first.commitment.root, 2)
    assert checked(storage, finish(storage, second))["root"] == told["root"]
    assert endings(storage) == ["over", "over"]
    assert storage.read(seed_blocks.look_up, 6).blocks == ()


def test_channel_and_threads_share_a_block_and_reveal_nothing_of_each_other(storage):
    rounds_at_once = [opened(storage, channel, place=5) for channel in (5, 101, 102)]
    assert [one.commitment.number for one in rounds_at_once] == [1, 2, 3]
    assert len({one.commitment.root for one in rounds_at_once}) == 1
    file = proof_of(storage, finish(storage, rounds_at_once[1]).id).decode()
    for other in (rounds_at_once[0], rounds_at_once[2]):
        assert other.commitment.seed.hex() not in file
    assert opened(storage, channel=6).commitment.root != rounds_at_once[0].commitment.root


def test_a_word_counts_once_the_root_was_posted(storage):
    storage.write(words.set_word, ANA, "before", NOW)
    posted(storage, NOW + timedelta(hours=1))
    reserved = reserve(storage, users=(ANA, BOGDAN))
    assert reserved.words == {ANA: Word(early=True), BOGDAN: Word()}
    storage.write(words.set_word, ANA, "after", NOW + timedelta(hours=2))
    reserved = reserve(storage, users=(ANA, BOGDAN))
    assert reserved.words == {ANA: Word("after"), BOGDAN: Word()}
    elsewhere = reserve(storage, 6).words
    assert elsewhere == {ANA: Word(early=True)}, "the root of another channel was not posted"
    told = checked(storage, finish(storage, opened(storage)))
    assert (told["own"], told["words"]) == ([True], [b"after".hex()])
    storage.write(words.set_word, ANA, "", NOW)
    assert reserve(storage).words == {ANA: Word()}


def test_words_are_taken_when_the_first_die_lands(storage):
    posted(storage, NOW)
    storage.write(words.set_word, ANA, "first", NOW)
    stored = opened(storage, opponent=BOGDAN)
    assert [one.word for one in stored.players] == ["", ""]
    storage.write(words.set_word, ANA, "second", NOW)
    block = stored.commitment.block
    found = storage.read(seed_blocks.words_for, block, {ANA, BOGDAN})
    begun = admitted(TABLE.join(BOGDAN, NOW), found)(stored)
    begun = storage.act(rounds.save, begun)
    assert sorted(one.word for one in begun.players) == ["", "second"]
    assert storage.read(rounds.load, stored.id).players == begun.players
    lines = lines_of(begun)
    assert lines[:4] == (begun.commitment.root, "1", "opened 0", "dice-poker")
    seat = next(at for at, one in enumerate(begun.players, 1) if one.user == BOGDAN)
    drawn = drawn_word(begun.commitment.seed, seat).encode().hex()
    assert {*lines[-2:]} == {b"second".hex(), drawn}


def test_a_word_counts_in_a_block_made_with_a_round_that_waited_until_its_root_was_shown(storage):
    stored = opened(storage, opponent=BOGDAN)
    posted(storage, NOW)
    storage.write(words.set_word, BOGDAN, "after", NOW)
    found = storage.read(seed_blocks.words_for, stored.commitment.block, {ANA, BOGDAN})
    begun = storage.act(rounds.save, admitted(TABLE.join(BOGDAN, NOW), found)(stored))
    over = storage.act(rounds.save, TABLE.leave(ANA, NOW)(begun), NOW)
    told = checked(storage, over)
    assert sorted(told["own"]) == [False, True]


def test_a_word_that_changed_since_it_was_read_is_read_again(storage):
    storage.write(words.set_word, ANA, "one", NOW)
    read = storage.read(words.stored, (ANA, BOGDAN))
    storage.read(words.check, read)
    storage.write(words.set_word, ANA, "two", NOW)
    with pytest.raises(ReservationLost):
        storage.read(words.check, read)


def test_the_last_numbers_of_a_block_are_followed_by_the_next_block(storage):
    reservations = Reservations()
    first = opened(storage)
    with storage._held.transaction(reads=False) as connection:
        connection.execute(seed_numbers.update().values(number=BLOCK - 1))
    found = storage.read(seed_blocks.look_up, 5, (ANA,))
    reserved = reservations.reserve(found)
    assert (reserved.commitment.ordinal, reserved.commitment.number) == (1, BLOCK)
    request = OpenRequest("dice-poker", ANA, 101)
    stored = storage.act(rounds.open_round, TABLE.open(request, NOW, reserved))
    reservations.release(reserved, stored, lost=False)
    assert reservations.foresee(5, (ANA,)) is None
    reserved = reserve(storage, 5)
    assert (reserved.commitment.ordinal, reserved.commitment.number) == (2, 1)
    assert reserved.commitment.root != first.commitment.root


# The rounds that have them


@pytest.mark.parametrize("before", [1, 2])
def test_a_proof_names_the_levels_with_which_the_whole_round_was_played(
    storage, monkeypatch, before
):
    """Rounds that a version with other levels has opened name none: 0."""
    stored = opened(storage)
    assert stored.commitment.levels == 1 == levels.VERSION
    with storage._held.transaction(reads=False) as connection:
        connection.execute(seed_numbers.update().values(levels=before))
    monkeypatch.setattr(levels, "VERSION", 1)
    over = finish(storage, storage.read(rounds.load, stored.id))
    told = checked(storage, over)
    assert told["levels"] == over.commitment.levels == (1 if before == 1 else 0)
    assert told["left"] == 0


def test_what_lands_is_stored_with_its_label_and_a_reload_continues_the_same_luck(storage, url):
    stored = opened(storage, game="thirteen")
    live = TABLE.act(ANA, 0, Action("reroll", "135"), NOW)(stored)
    with Storage.open(url) as other:
        loaded = other.read(rounds.load, stored.id)
        assert loaded == stored
        again = TABLE.act(ANA, 0, Action("reroll", "135"), NOW)(loaded)
    assert again.play.state == live.play.state
    labels = [
        step.label for step in storage.read(rounds.record, stored.id) if isinstance(step, Landed)
    ]
    assert labels == ["seat/1/turn/1/roll/1"]


@pytest.mark.parametrize("end", ["lapsed", "withdrawn", "declined", "closed", "over"])
def test_a_number_is_used_up_however_its_round_ends(storage, end):
    stored = opened(storage, opponent=BOGDAN)
    assert endings(storage) == [None]
    change = {
        "lapsed": TABLE.expire(NOW.replace(year=2027)),
        "withdrawn": TABLE.withdraw(ANA),
        "declined": TABLE.decline(BOGDAN),
        "closed": TABLE.join(BOGDAN, NOW),
        "over": TABLE.join(BOGDAN, NOW),
    }[end]
    stored = storage.act(rounds.save, change(stored), NOW)
    if end == "closed":
        stored = storage.act(rounds.save, TABLE.close(WARDEN, NOW, may_manage=True)(stored), NOW)
    if end == "over":
        stored = storage.act(rounds.save, TABLE.leave(BOGDAN, NOW)(stored), NOW)
    assert stored.status == end
    assert checked(storage, stored)["ended"] == end
    assert endings(storage) == [end]
    assert opened(storage).commitment.number == 2


def test_a_resting_round_keeps_its_seed_wherever_it_is_taken_up(storage):
    stored = opened(storage)
    resting = storage.act(rounds.save, TABLE.expire(NOW.replace(year=2027))(stored))
    assert resting.status == "resting"
    assert opened(storage).commitment.number == 2
    taken_up = storage.act(rounds.resume, TABLE.resume(ANA, NOW, 6, 7)(resting))
    assert taken_up.commitment == stored.commitment
    over = finish(storage, storage.read(rounds.load, taken_up.id))
    assert (over.channel, checked(storage, over)["channel"]) == (6, "5")


def test_two_processes_never_give_one_number_to_two_rounds(storage, url):
    finish(storage, opened(storage))
    with Storage.open(url) as other:
        mine, theirs = reserve(storage), reserve(other)
        assert mine.commitment == theirs.commitment
        requests = [OpenRequest("dice-poker", ANA, channel) for channel in (5, 101)]
        first = storage.act(rounds.open_round, TABLE.open(requests[0], NOW, mine))
        with pytest.raises(ReservationLost):
            other.act(rounds.open_round, TABLE.open(requests[1], NOW, theirs))
        with pytest.raises(ChannelTaken):
            other.act(rounds.open_round, TABLE.open(requests[0], NOW, theirs))
        again = reserve(other)
        second = other.act(rounds.open_round, TABLE.open(requests[1], NOW, again))
    assert [one.commitment.number for one in (first, second)] == [2, 3]


def test_two_processes_never_make_one_block_twice(storage, url):
    with Storage.open(url) as other:
        mine, theirs = reserve(storage), reserve(other)
        requests = [OpenRequest("dice-poker", ANA, channel) for channel in (5, 101)]
        storage.act(rounds.open_round, TABLE.open(requests[0], NOW, mine))
        with pytest.raises(ReservationLost):
            other.act(rounds.open_round, TABLE.open(requests[1], NOW, theirs))
        shown = NOW + timedelta(hours=1)
        posted(other, shown)
        posted(other, shown + timedelta(hours=1))
        ((block, last),) = storage.read(seed_blocks.look_up, 5).blocks
        assert (block.root, block.shown, last) == (mine.commitment.root, shown, 1)


def test_numbers_are_given_in_order_and_those_given_back_first(storage):
    reservations = Reservations()
    first = reserve(storage, reservations=reservations)
    stored = storage.act(rounds.open_round, TABLE.open(OpenRequest("nine", ANA, 5), NOW, first))
    reservations.release(first, stored, lost=False)
    given = [reservations.foresee(5, (ANA,)) for _ in range(3)]
    assert [one.commitment.number for one in given] == [2, 3, 4]
    reservations.release(given[0], None, lost=False)
    assert reservations.foresee(5, (ANA,)).commitment.number == 2
    assert reservations.foresee(5, (BOGDAN,)) is None, "the word of Bogdan is not known"
    reservations.release(given[1], None, lost=True)
    assert reservations.foresee(5, (ANA,)) is None


def test_the_words_of_a_reservation_that_was_lost_are_read_again(storage):
    """Also for another channel: the word of a member may be what was not known any more."""
    reservations = Reservations()
    for channel in (6, 5):
        first = reserve(storage, channel, reservations=reservations)
        request = OpenRequest("nine", ANA, channel)
        stored = storage.act(rounds.open_round, TABLE.open(request, NOW, first))
        reservations.release(first, stored, lost=False)
    foreseen = reservations.foresee(5, (ANA,))
    storage.write(words.set_word, ANA, "new", NOW)
    reservations.release(foreseen, None, lost=True)
    assert reservations.foresee(6, (ANA,)) is None
    assert reserve(storage, 6, reservations=reservations).stored[ANA].endswith(" new")


def test_a_refused_round_uses_nothing_up(storage):
    opened(storage, opponent=BOGDAN)
    with pytest.raises(ChannelTaken):
        opened(storage)
    assert endings(storage) == [None]


def test_a_round_without_a_seed_plays_on_and_has_no_proof(storage, maker):
    stored = storage.act(rounds.open_round, maker.begun(channel=5))
    while stored.status == "playing":
        stored = storage.act(rounds.save, maker.acted(storage.read(rounds.load, stored.id)), NOW)
    assert stored.commitment is None
    assert endings(storage) == []


def test_after_a_restore_every_block_is_begun_anew(storage):
    over = finish(storage, opened(storage))
    playing = opened(storage, channel=6)
    assert storage.write(seed_blocks.renew) == 2
    loaded = storage.read(rounds.load, playing.id)
    assert loaded.commitment is None
    assert finish(storage, loaded).status == "over"
    assert endings(storage, 6) == ["renewed"]
    assert [renewed(storage, channel) for channel in (5, 6, 7)] == [1, 1, 0]
    again = opened(storage)
    assert (again.commitment.ordinal, again.commitment.number) == (2, 1)
    assert checked(storage, over)["ended"] == "over", "what was proven before stays so"


def test_an_act_sends_no_more_statements_than_before(storage, statements):
    stored = opened(storage, game="thirteen")
    acted = TABLE.act(ANA, 0, Action("reroll", "1"), NOW)(stored)
    with statements() as sent:
        storage.act(rounds.save, acted, NOW)
    assert [one.split()[0] for one in sent if "BEGIN" not in one] == ["UPDATE", "INSERT"]
    assert acted.play.awaits.seats == (Seat(0),)


def test_a_restored_backup_draws_what_is_to_come_anew(tmp_path):
    url, copy = f"sqlite:///{tmp_path / 'rounds.sqlite3'}", tmp_path / "copy.sqlite3"
    with Storage.open(url) as storage:
        over, playing = finish(storage, opened(storage)), opened(storage, channel=6)
        back_up(url, copy)
        finish(storage, opened(storage))
        finish(storage, playing)
    put_in_place(url, copy, NOW)
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, playing.id).commitment is None
        assert renewed(storage) == 1
        again = opened(storage)
        assert (again.commitment.ordinal, again.commitment.number) == (2, 1)
        assert again.commitment.root != over.commitment.root
        assert checked(storage, storage.read(rounds.load, over.id))["number"] == 1
