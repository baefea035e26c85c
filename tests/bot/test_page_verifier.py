"""A verifier written from the page alone agrees with the bot and with both of its checkers."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import page_verifier
from bot import verify
from bot.play.proof_rules import fault
from bot.table.pace import TimeLimits
from bot.table.store import rounds, seed_blocks, words
from bot.table.store.seed_blocks import Reservations
from bot.table.use_cases import OpenRequest, Table
from fair_rounds import ENDS, NOW, finished
from page_verifier import Refused
from rules import registry
from stored_proofs import proof_of

GAMES = sorted(registry.games())


def rounds_played(count):
    """Yield so many rounds of all games that ended in all ways.

    The first twenty are of cards that were left before they were shown.
    """
    for number in range(281, 301):
        yield finished("six-card", number, "left")
    for number in range(1, count - 19):
        game, end = GAMES[number % len(GAMES)], ENDS[number // len(GAMES) % len(ENDS)]
        yield finished(game, number, end, restarts=number % 7 == 0)


@pytest.mark.parametrize("rounds", [96, pytest.param(300, marks=pytest.mark.whole_space)])
def test_it_agrees_on_rounds_of_all_games(rounds):
    found, random = Counter(), Random("page")
    for played in rounds_played(rounds):
        if not played.stored.ended:  # it rests: its seed is not shown
            found["resting"] += 1
            continue
        file = played.file
        told = page_verifier.verified(file)
        assert told == verify.verify(file)
        back = any("back_to" in step for step in told["record"])
        if back or told["round"] % 5 == 0:  # it computes what computers choose, which takes long
            assert fault(told) == ""
        own = told["own"]
        found.update((told["game"], told["ended"]))
        found.update({"own": sum(own), "drawn": len(own) - sum(own)})
        found.update(key for step in told["record"] for key in step)
        refused_where_changed(file, random)
    for kind in (*GAMES, "over", "closed", "lapsed", "own", "drawn"):
        assert found[kind] > rounds // 15, kind
    for kind in ("back_to", "weights", "cards", "hidden"):
        assert found[kind], kind


def refused_where_changed(file, random):
    """Check that a proof with another digit of its seed, or another die, is refused.

    Nor may it call a word that the seed draws a member's own, or the other way round.
    """
    for place, own in enumerate(json.loads(file)["own"]):
        told = json.loads(file)
        told["own"][place] = not own
        with pytest.raises(Refused, match="drawn word"):
            page_verifier.verified(resealed(told))
        with pytest.raises(verify.Wrong, match="the drawn one"):
            verify.verify(resealed(told))
    told = json.loads(file)
    told["seed"] = f"{int(told['seed'], 16) ^ 1 << random.randrange(250):064x}"
    landed = [step for step in json.loads(file)["record"] if "faces" in step]
    with pytest.raises(Refused):
        page_verifier.verified(resealed(told))
    if landed:
        told = json.loads(file)
        step = random.choice([one for one in told["record"] if "faces" in one])
        step["faces"][0] = step["faces"][0] % 6 + 1
        with pytest.raises(Refused, match="faces"):
            page_verifier.verified(resealed(told))


def resealed(told):
    """Return a proof with a digest that fits."""
    body = json.dumps({key: value for key, value in told.items() if key != "digest"})[:-1]
    digest = page_verifier.sha(f"{body},\n".encode()).hex()
    return f'{body},\n "digest": "{digest}"\n}}\n'.encode()


def play_on(storage, table, stored, random):
    """Let the opener choose at random until a round is over."""
    while stored.status == "playing":
        play = stored.play
        action = random.choice(play.game.legal(play.state, play.awaits.seats[0]))
        after = table.act(stored.opener, stored.moment, action, NOW)(stored)
        stored = storage.act(rounds.save, after, NOW)


def test_it_agrees_on_rounds_of_a_channel_and_its_threads_at_once(storage):
    """They share a block; two members have words that count, one has none."""
    table, reservations, random = Table(None, TimeLimits()), Reservations(), Random("threads")
    storage.write(seed_blocks.show, 5, [reservations.new_block(5, 1)], NOW)
    storage.write(words.set_word, 1, "ana", NOW)
    storage.write(words.set_word, 2, "șah 🎲", NOW)
    opened = []
    for thread in range(30):
        user, game = random.choice((1, 2, 3)), random.choice(GAMES)
        reserved = reservations.foresee(5, (user,))
        if reserved is None:
            reserved = reservations.reserve(storage.read(seed_blocks.look_up, 5, (user,)))
        request = OpenRequest(game, user, 5 if thread == 0 else 100 + thread, guild=7)
        stored = storage.act(rounds.open_round, table.open(request, NOW, reserved))
        reservations.release(reserved, stored, lost=False)
        opened.append(stored)
    random.shuffle(opened)
    seen, roots = set(), set()
    for stored in opened:
        play_on(storage, table, stored, random)
        told = page_verifier.verified(proof_of(storage, stored.id))
        assert told == verify.verify(proof_of(storage, stored.id))
        mine = ["ana", "șah 🎲", None][stored.opener - 1]
        assert told["own"] == [mine is not None]
        assert mine is None or verify.read_word(told["words"][0]) == mine
        seen.add(told["number"])
        roots.add(told["root"])
    assert (seen, len(roots)) == ({*range(1, 31)}, 1)
    assert {stored.commitment.channel for stored in opened} == {5}
