"""A verifier written from the page alone decides as `bot.verify` does, and as the bot."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import page_verifier
import tampering
from bot import verify
from bot.table.store import rounds, seed_blocks, words
from bot.table.store.seed_blocks import Reservations
from bot.table.time_limits import TimeLimits
from bot.table.turns import is_for_everybody
from bot.table.use_cases import OpenRequest, Table
from fair_rounds import ENDS, NOW, finished
from page_verifier import Refused
from proofs_read import fault_of, verified
from rules import registry
from stored_proofs import proof_of
from tampering import file_of, redrawn

GAMES = sorted(registry.games())
SHEETS = [key for key in GAMES if is_for_everybody(registry.game(key))]


def rounds_played(count):
    """Yield so many rounds of all games that ended in all ways.

    The first twenty are of cards that were left before they were shown; beside them are twelve
    that everybody plays.
    """
    for number in range(281, 301):
        yield finished("six-card", number, "left")
    for number in range(1, count - 19):
        game, end = GAMES[number % len(GAMES)], ENDS[number // len(GAMES) % len(ENDS)]
        yield finished(game, number, end, restarts=number % 7 == 0)
    for number in range(301, 313):
        yield finished(SHEETS[number % 3], number, ENDS[number % len(ENDS)], everybody=True)


def taken(checker, refusal, file):
    """Return whether a verifier takes a file."""
    try:
        checker(file)
    except refusal:
        return False
    return True


ROUNDS = 300
"""How many random rounds are played and proven."""


def by_both(file):
    """Return whether both verifiers take a file; they decide alike."""
    one = taken(verify.verify, verify.Wrong, file)
    assert taken(page_verifier.verified, Refused, file) is one, file.decode("utf-8", "replace")
    return one


@pytest.mark.slow
def test_it_agrees_on_rounds_of_all_games():
    found, random = Counter(), Random("page")
    for played in rounds_played(ROUNDS):
        if not played.stored.ended:  # it rests: its seed is not shown
            found["resting"] += 1
            continue
        file = played.file
        assert by_both(file)
        told = json.loads(file)
        if told["round"] % 5 == 0:  # it computes what computers choose, which takes long
            assert fault_of(file) == ""
        own = told["own"]
        found.update((told["game"], told["ended"]))
        found.update({"own": sum(own), "drawn": len(own) - sum(own)})
        found["everybody"] += "everybody" in told["seats"]
        found["sets"] += told["set"] != ""
        found.update(key for step in told["record"][0] for key in step)
        for _ in range(5):
            found[by_both(changed(told, random))] += 1
    for kind in (*GAMES, "over", "closed", "lapsed", "own", "drawn"):
        assert found[kind] > ROUNDS // 15, kind
    for kind in ("everybody", "weights", "cards", "hidden", "sets"):
        assert found[kind], kind
    assert found[False] > ROUNDS


def changed(told, random):
    """Return a proof with another value in one of its fields or steps, drawn anew or not."""
    told = json.loads(json.dumps(told))
    hands = told["record"]
    steps = [step for hand in hands for step in hand]
    place = random.choice([told, *steps]) if random.random() < 0.7 and steps else told
    key = random.choice([*place])
    place[key] = otherwise(place[key], random)
    if random.random() < 0.2 and hands and hands[0]:
        hands[0].pop(random.randrange(len(hands[0])))
    try:
        return file_of(redrawn(told) if random.random() < 0.5 else told)
    except Exception:  # noqa: BLE001 — nothing can be drawn from it
        return file_of(told)


def otherwise(value, random):
    """Return another value of the same kind, or of another one."""
    if random.random() < 0.1:
        return random.choice([None, True, 7, 1.5, "7", [], {}, [[]]])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + random.choice([-1, 1, 2, 1000]))
    if isinstance(value, str):
        kinds = ("member", "everybody", "house", "perfect", "over", "closed", "lapsed", "nine")
        others = (*kinds, "keep", "reroll.12", "board", "nothing", "0", "77", "set/7", "")
        return random.choice([*others, value[1:], f"{value}0", value[::-1]])
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        how = random.randrange(4)
        if how == 0:
            return [*value[:at], *value[at + 1 :]]
        if how == 1:
            return [*value[: at + 1], *value[at:]]
        if how == 2:
            return value[::-1]
        return [*value[:at], otherwise(value[at], random), *value[at + 1 :]]
    return {"straights": "bust"} if isinstance(value, dict) else [value]


@pytest.mark.slow
def test_it_agrees_on_ten_thousand_proofs_that_were_tampered_with():
    found = Counter()
    for told in tampering.subjects().values():
        for _, file in (*tampering.rows(told), *tampering.monsters(told)):
            found[by_both(file)] += 1
    random, number = Random("tampered"), 1
    while found.total() < 10_000:
        number += 1
        played = finished(GAMES[number % len(GAMES)], number % 500 + 2, random.choice(ENDS))
        if played.stored.ended:
            told = json.loads(played.file)
            for _ in range(20):
                found[by_both(changed(told, random))] += 1
    assert found[False] > 9_000
    assert found[True] > 50, "what only the digest protects"


def play_on(storage, table, stored, random):
    """Let the opener choose at random until a round is over."""
    while stored.status == "playing":
        play = stored.play
        action = random.choice(play.game.legal(play.state, play.awaits.seats[0]))
        after = table.act(stored.opener, stored.moment, action, NOW)(stored)
        stored = storage.act(rounds.save, after, NOW)


@pytest.mark.slow
def test_it_agrees_on_rounds_of_a_channel_and_its_threads_at_once(storage):
    """They share a block; two members have words that count, one has none."""
    table, reservations, random = Table(None, TimeLimits()), Reservations(), Random("threads")
    storage.write(seed_blocks.keep, reservations.new_block(5, 1))
    ((block, _),) = storage.read(seed_blocks.look_up, 5).blocks
    storage.write(seed_blocks.note_root, replace(block, place=5, message=7, shown=NOW))
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
        file = proof_of(storage, stored.id)
        assert by_both(file)
        told = verified(file)
        mine = ["ana", "șah 🎲", None][stored.opener - 1]
        assert told["own"] == ([] if told["set"] else [mine is not None])
        assert mine is None or verify.read_word(told["words"][0]) == mine
        seen.add(told["number"])
        roots.add(told["root"])
    assert (seen, len(roots)) == ({*range(1, 31)}, 1)
    assert {stored.commitment.channel for stored in opened} == {5}
