"""How often each face has landed on a server, in games that have ended."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

from bot.table.round_luck import reveal
from bot.table.seed import draw_seed
from bot.table.store import face_counts, rounds, seeds
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table

ANA, SERVER = 11, 7
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
TABLE = Table(None, TimeLimits())


def opened(storage, game, guild=SERVER, *, out_of_reach=False):
    seed = storage.write(seeds.next_of, 5, NOW)
    new = TABLE.open(OpenRequest(game, ANA, 5, guild=guild), NOW, seed)
    new = replace(new, place=replace(new.place, out_of_reach=out_of_reach))
    return storage.write(rounds.open_round, new, draw_seed(5, NOW, "game"))


def ended(storage, stored):
    """Play the first legal action until the round is over; return it as it is stored."""
    while stored.status == "playing":
        play = stored.play
        action = next(one for one in play.game.legal(play.state, play.awaits.seats[0])[::-1])
        change = TABLE.choose_action(ANA, stored.moment, action, NOW)
        stored = storage.write(rounds.save, change(stored), NOW)
    return stored


def landed(storage, stored):
    faces = [face for step in storage.read(rounds.record, stored.id) for face in faces_of(step)]
    counts = Counter(faces)
    return tuple(counts[face] for face in range(1, 7))


def faces_of(step):
    return getattr(step, "faces", ())


def of_server(storage, guild=SERVER):
    return storage.read(face_counts.of_server, guild)


def test_the_dice_of_a_game_count_once_it_has_ended(storage):
    stored = opened(storage, "nine")
    assert of_server(storage) == (0,) * 6
    over = ended(storage, stored)
    assert of_server(storage) == landed(storage, over)
    assert sum(of_server(storage)) >= 45
    assert of_server(storage, 8) == (0,) * 6


def test_they_count_once_however_often_the_end_is_stored(storage):
    over = ended(storage, opened(storage, "nine"))
    before = of_server(storage)
    assert over.end.secret_until is not None
    storage.write(rounds.save, reveal(over), NOW)
    assert of_server(storage) == before
    loaded = storage.read(rounds.load, over.id)
    storage.write(rounds.save, replace(loaded, language="ro"), NOW)
    assert of_server(storage) == before
    assert storage.read(rounds.load, over.id).seed.levels == over.seed.levels


def test_a_game_that_is_closed_while_it_rests_counts(storage):
    stored = opened(storage, "nine")
    resting = storage.write(rounds.save, replace(stored, status="resting"), NOW)
    assert of_server(storage) == (0,) * 6
    closed = storage.write(rounds.save, replace(resting, status="closed"), NOW)
    assert of_server(storage) == landed(storage, closed)


def test_several_games_add_up_and_cards_and_direct_messages_do_not_count(storage):
    first = ended(storage, opened(storage, "nine"))
    second = ended(storage, opened(storage, "dice-poker"))
    ended(storage, opened(storage, "six-card"))
    ended(storage, opened(storage, "nine", guild=None))
    ended(storage, opened(storage, "nine", out_of_reach=True))
    both = zip(landed(storage, first), landed(storage, second), strict=True)
    assert of_server(storage) == tuple(map(sum, both))
