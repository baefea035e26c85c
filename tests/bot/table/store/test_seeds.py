"""The seeds of games, and that of each channel's next game."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from bot.table.seed import draw_seed
from bot.table.store import rounds, seeds
from bot.table.store.errors import ChannelTaken, SeedTaken
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from refusals import write_or_refuse
from rules import levels
from rules.engine import Landed
from rules.screen import Action

ANA = 11
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
TABLE = Table(None, TimeLimits())


def next_seed(storage, channel=5, at=NOW):
    return storage.write(seeds.next_of, channel, at)


def opened(storage, seed, channel=None, *, later=timedelta(0), **asked):
    """Open a round with a seed, as it is known."""
    request = OpenRequest("dice-poker", ANA, channel or seed.channel, guild=7, **asked)
    new = TABLE.open(request, NOW + later, seed)
    following = draw_seed(seed.channel, NOW + later, "game")
    return write_or_refuse(storage, rounds.open_round, new, following)


def ended(storage, stored):
    """Keep all dice until the round is over."""
    while stored.status == "playing":
        change = TABLE.choose_action(ANA, stored.moment, Action("keep"), NOW)
        stored = storage.write(rounds.save, change(stored), NOW)
    return stored


def earlier(storage):
    found = storage.read(seeds.earlier, 5)
    return [(one.seal, one.round, one.status) for one in found]


def test_the_next_seed_of_a_channel_stays_until_a_game_takes_it(storage):
    first = next_seed(storage)
    assert (first.channel, first.drawn, first.reason) == (5, NOW, "start")
    assert first.seal == sha256(first.secret).hexdigest()
    assert next_seed(storage, at=NOW + timedelta(hours=1)) == first
    assert next_seed(storage, channel=6).secret != first.secret
    stored = opened(storage, first, later=timedelta(hours=2))
    second = next_seed(storage, at=NOW + timedelta(hours=3))
    assert second.secret != first.secret
    assert (second.drawn, second.reason) == (NOW + timedelta(hours=2), "game")
    assert storage.read(rounds.load, stored.id).seed == first


def test_a_game_keeps_what_is_known_of_its_seed(storage):
    seed = next_seed(storage)
    asked = seeds.Seed(**{**{name: getattr(seed, name) for name in seed.__slots__}, "opened": 77})
    stored = opened(storage, asked)
    loaded = storage.read(rounds.load, stored.id).seed
    assert (loaded.opened, loaded.levels, loaded.proven) == (77, levels.VERSION, True)
    assert (loaded.secret, loaded.drawn) == (seed.secret, seed.drawn)


def test_two_openings_never_share_a_seed(storage):
    seed = next_seed(storage)
    opened(storage, seed)
    with pytest.raises(SeedTaken):
        opened(storage, seed, channel=6)  # a thread of the same channel
    other = next_seed(storage)
    assert other.secret != seed.secret
    assert opened(storage, other, channel=6).seed.secret == other.secret


def test_a_refused_opening_takes_no_seed(storage):
    opened(storage, next_seed(storage))
    seed = next_seed(storage)
    with pytest.raises(ChannelTaken):
        opened(storage, seed)
    assert next_seed(storage) == seed


def test_a_seed_that_was_withdrawn_is_taken_by_no_game(storage):
    seed = next_seed(storage)
    storage.write(seeds.withdraw)
    with pytest.raises(SeedTaken):
        opened(storage, seed)
    drawn = next_seed(storage, at=NOW + timedelta(days=1))
    assert drawn.secret != seed.secret
    assert (drawn.drawn, drawn.reason) == (NOW + timedelta(days=1), "start")


def test_withdrawing_leaves_the_seeds_of_games(storage):
    stored = opened(storage, next_seed(storage))
    before = storage.read(rounds.load, stored.id)
    storage.write(seeds.withdraw)
    assert storage.read(rounds.load, stored.id).seed == before.seed
    assert ended(storage, before).finished


def test_the_seals_before_tell_what_became_of_them(storage):
    shown = storage.write(seeds.show_next, 5, NOW)
    assert shown == next_seed(storage)
    assert earlier(storage) == []
    storage.write(seeds.withdraw)
    next_seed(storage)
    storage.write(seeds.withdraw)  # nobody was shown this one
    first = ended(storage, opened(storage, next_seed(storage), level="easy"))
    second = opened(storage, next_seed(storage), open_to_all=True)
    withdrawn = TABLE.withdraw(ANA)(second)
    storage.write(rounds.save, withdrawn)
    third = opened(storage, next_seed(storage), level="easy")
    next_seed(storage, channel=6)
    assert earlier(storage) == [
        (third.seed.seal, third.id, "playing"),
        (second.seed.seal, second.id, "withdrawn"),
        (first.seed.seal, first.id, "over"),
        (shown.seal, None, None),
    ]


def test_ten_seals_before_are_told(storage):
    played = [ended(storage, opened(storage, next_seed(storage), level="easy")) for _ in range(12)]
    assert [number for _, number, _ in earlier(storage)] == [one.id for one in played[:1:-1]]


def test_another_seed_is_not_proven_and_gives_other_dice(storage):
    stored = opened(storage, next_seed(storage), level="easy")
    storage.write(seeds.replace_seed, stored.id, NOW)
    replaced = storage.read(rounds.load, stored.id)
    assert replaced.seed.secret != stored.seed.secret
    assert not replaced.seed.proven
    assert earlier(storage) == [
        (replaced.seed.seal, stored.id, "playing"),
        (stored.seed.seal, None, None),
    ]

    def rerolled(one):
        reroll = TABLE.choose_action(ANA, one.moment, Action("reroll", "12345"), NOW)(one)
        return [step.faces for step in reroll.play.steps if isinstance(step, Landed)]

    assert rerolled(replaced) != rerolled(stored)


def test_the_computers_were_of_several_versions(storage, monkeypatch):
    stored = opened(storage, next_seed(storage), level="easy")
    monkeypatch.setattr(levels, "VERSION", levels.VERSION + 1)
    over = ended(storage, storage.read(rounds.load, stored.id))
    assert storage.read(rounds.load, over.id).seed.levels == 0


def test_the_unused_seeds_of_a_channel_go_with_its_rounds(storage):
    stored = ended(storage, opened(storage, next_seed(storage), level="easy"))
    other = next_seed(storage, channel=6)
    storage.write(seeds.delete_next_of, [stored.id])
    assert [number for _, number, _ in earlier(storage)] == [stored.id]
    assert next_seed(storage, channel=6) == other
    assert next_seed(storage, at=NOW + timedelta(days=1)).drawn == NOW + timedelta(days=1)
