"""Seeds: one chain a channel, committed before, used up by one round each, shown when it ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest
from sqlalchemy import update

from bot import verify
from bot.commands.maintenance.copies import put_in_place
from bot.storage.backup import back_up
from bot.storage.database import Storage
from bot.storage.schema import seeds as seeds_table
from bot.table import proof
from bot.table.pace import TimeLimits
from bot.table.round_luck import admitted, lines_of
from bot.table.store import faces, rounds, seeds
from bot.table.store.errors import ChannelTaken, ReservationLost
from bot.table.use_cases import OpenRequest, Table
from fair_rounds import NOW
from rules import levels
from rules.engine import Landed
from rules.screen import Action, Seat

ANA, BOGDAN = 11, 22
TABLE = Table(None, TimeLimits())


def opened(storage, channel=5, game="dice-poker", **asked):
    """Open a round as the live does: its seed is reserved, dice land, all is stored at once."""
    request = OpenRequest(game, ANA, channel, guild=7, **asked)
    reserved = storage.read(seeds.Reservations().reserve, channel)
    reserved = replace(reserved, interaction=900 + channel)
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
    file = proof.file_of(fresh, storage.read(rounds.record, stored.id))
    told = verify.verify(file)
    assert told["digest"] == fresh.commitment.proof == proof.digest(file)
    return told


def test_the_next_seed_is_committed_in_the_transaction_that_ends_a_round(storage):
    assert storage.read(seeds.next_of, 5) is None
    first = opened(storage)
    assert (first.commitment.number, first.commitment.early) == (1, False)
    assert storage.read(seeds.next_of, 5) is None, "it is in use, and no other one is made yet"
    over = finish(storage, first)
    number, digest = storage.read(seeds.next_of, 5)
    assert (number, digest) == (2, over.commitment.announced)
    told = checked(storage, over)
    assert (told["committed_before"], told["previous"]) == (False, None)

    second = opened(storage)
    assert second.commitment.digest == digest
    assert second.commitment.early
    assert second.commitment.previous == first.commitment.digest
    assert storage.read(seeds.next_of, 6) is None, "every channel has a chain of its own"
    told = checked(storage, finish(storage, second))
    assert told["commitment"] == digest == sha256(bytes.fromhex(told["seed"])).hexdigest()
    assert storage.read(seeds.endings, 5) == {"over": 2}


@pytest.mark.parametrize("before", [1, 2, None])
def test_a_proof_names_the_levels_with_which_the_whole_round_was_played(
    storage, monkeypatch, before
):
    """Rounds that older versions have opened, before the column too, name no version: 0."""
    stored = opened(storage)
    assert stored.commitment.levels == 1 == levels.VERSION
    with storage._held.transaction(reads=False) as connection:
        connection.execute(update(seeds_table).values(levels=before))
    monkeypatch.setattr(levels, "VERSION", 1)
    over = finish(storage, storage.read(rounds.load, stored.id))
    told = checked(storage, over)
    assert told["levels"] == over.commitment.levels == (1 if before == 1 else 0)
    assert told["left"] == 0


def test_rounds_that_ended_before_the_column_keep_their_proofs(storage):
    over = finish(storage, opened(storage))
    older = replace(over, commitment=replace(over.commitment, levels=None))
    digest = proof.digest(proof.file_of(older, storage.read(rounds.record, over.id)))
    with storage._held.transaction(reads=False) as connection:
        connection.execute(update(seeds_table).values(levels=None, proof=digest))
    told = checked(storage, storage.read(rounds.load, over.id))
    assert "levels" not in told
    assert "left" not in told


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
def test_a_seed_is_used_up_however_its_round_ends(storage, end):
    stored = opened(storage, opponent=BOGDAN)
    change = {
        "lapsed": TABLE.expire(NOW.replace(year=2027)),
        "withdrawn": TABLE.withdraw(ANA),
        "declined": TABLE.decline(BOGDAN),
        "closed": TABLE.join(BOGDAN, NOW),
        "over": TABLE.join(BOGDAN, NOW),
    }[end]
    stored = storage.act(rounds.save, change(stored), NOW)
    if end == "closed":
        stored = storage.act(rounds.save, TABLE.close(ANA, may_manage=True)(stored), NOW)
    if end == "over":
        stored = storage.act(rounds.save, TABLE.leave(BOGDAN, NOW)(stored), NOW)
    assert stored.status == end
    assert checked(storage, stored)["ended"] == end
    assert storage.read(seeds.endings, 5) == {end: 1}
    assert storage.read(seeds.next_of, 5) == (2, stored.commitment.announced)
    assert storage.read(seeds.provable, 5) == ((stored.id, "dice-poker", end),)


def test_what_admits_somebody_is_kept_until_the_first_die_lands(storage):
    stored = opened(storage, opponent=BOGDAN)
    assert stored.interactions == (905,)

    begun = storage.act(rounds.save, admitted(TABLE.join(BOGDAN, NOW), 77)(stored))
    assert begun.status == "playing"
    assert storage.read(rounds.load, stored.id).interactions == (905, 77)
    acted = admitted(TABLE.act(BOGDAN, 0, Action("keep"), NOW), 78)(begun)
    assert acted.interactions == (905, 77)
    assert lines_of(acted)[-4:] == ("member", "member", "905", "77")


def test_a_resting_round_keeps_its_seed_and_its_channel_gets_another(storage):
    stored = opened(storage)
    resting = storage.act(rounds.save, TABLE.expire(NOW.replace(year=2027))(stored))
    assert resting.status == "resting"
    waiting = storage.read(seeds.next_of, 5)
    assert waiting[0] == 2
    other = opened(storage)
    assert other.commitment.number == 2
    taken_up = storage.act(rounds.resume, TABLE.resume(ANA, NOW, 6, 7)(resting))
    assert taken_up.commitment == stored.commitment
    over = finish(storage, storage.read(rounds.load, taken_up.id))
    assert over.channel == 6
    assert storage.read(seeds.next_of, 6) == (1, over.commitment.announced)
    assert checked(storage, over)["channel"] == "5"
    finish(storage, other)
    assert storage.read(seeds.endings, 5) == {"over": 2}


def test_two_rounds_never_share_a_seed_or_an_id(storage, url):
    finish(storage, opened(storage))
    with Storage.open(url) as other:
        mine, theirs = (one.read(seeds.Reservations().reserve, 5) for one in (storage, other))
        assert mine.commitment == theirs.commitment
        request = OpenRequest("dice-poker", ANA, 5)
        first = storage.act(rounds.open_round, TABLE.open(request, NOW, mine))
        with pytest.raises((ChannelTaken, ReservationLost)):
            other.act(rounds.open_round, TABLE.open(request, NOW, theirs))
        finish(storage, first)
        late = replace(theirs, id=first.id + 1)
        with pytest.raises(ReservationLost):
            other.act(rounds.open_round, TABLE.open(request, NOW, late))
        reserved = other.read(seeds.Reservations().reserve, 5)
        assert other.act(rounds.open_round, TABLE.open(request, NOW, reserved)).id > first.id
    reservations = seeds.Reservations()
    ids = [storage.read(reservations.reserve, channel).id for channel in range(3)]
    assert len(set(ids)) == 3


def test_a_refused_round_uses_nothing_up(storage):
    finish(storage, opened(storage))
    waiting = storage.read(seeds.next_of, 5)
    opened(storage, opponent=BOGDAN)
    with pytest.raises(ChannelTaken):
        opened(storage)
    assert storage.read(seeds.next_of, 5) is None
    assert storage.read(rounds.load, 2).commitment.digest == waiting[1]


def test_a_round_without_a_seed_plays_on_and_has_no_proof(storage, maker):
    stored = storage.act(rounds.open_round, maker.begun(channel=5))
    while stored.status == "playing":
        stored = storage.act(rounds.save, maker.acted(storage.read(rounds.load, stored.id)), NOW)
    assert stored.commitment is None
    assert storage.read(seeds.endings, 5) == {}
    assert storage.read(seeds.next_of, 5)[0] == 1, "from here on the channel has a chain"


def test_after_a_restore_every_seed_is_renewed(storage):
    finish(storage, opened(storage))
    finish(storage, opened(storage, channel=6))
    before = storage.read(seeds.next_of, 5)
    playing = opened(storage, channel=6)
    assert storage.write(seeds.renew) == 2
    assert storage.read(seeds.next_of, 5)[0] == before[0] + 1
    assert storage.read(seeds.next_of, 5)[1] != before[1]
    assert storage.read(seeds.next_of, 6)[0] == 3
    loaded = storage.read(rounds.load, playing.id)
    assert loaded.commitment is None
    assert finish(storage, loaded).status == "over"
    assert storage.read(seeds.endings, 6) == {"over": 1, "renewed": 1}
    assert checked(storage, finish(storage, opened(storage)))["number"] == 3


def test_faces_are_counted_when_a_round_ends_and_cards_are_not(storage):
    shown = Counter()
    for _ in range(2):
        over = finish(storage, opened(storage))
        record = storage.read(rounds.record, over.id)
        shown.update(face for step in record if isinstance(step, Landed) for face in step.faces)
        assert storage.read(faces.of, 7) == tuple(shown[face] for face in range(1, 7))
    assert storage.read(faces.of, None) == (0,) * 6
    assert storage.read(faces.total) == storage.read(faces.of, 7)
    cards = opened(storage, game="six-card")
    storage.act(rounds.save, TABLE.close(ANA, may_manage=True)(cards), NOW)
    assert sum(storage.read(faces.total)) == shown.total()


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
        finish(storage, opened(storage))
        committed, playing = storage.read(seeds.next_of, 5), opened(storage, channel=6)
        back_up(url, copy)
        finish(storage, opened(storage))
        finish(storage, playing)
    put_in_place(url, copy, NOW)
    with Storage.open(url) as storage:
        assert storage.read(seeds.next_of, 5)[0] == committed[0] + 1
        assert storage.read(rounds.load, playing.id).commitment is None
