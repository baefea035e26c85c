"""Proofs made from the definition alone, without the bot: what lands, a game, and its file."""

from __future__ import annotations

import hmac
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import accumulate
from math import lcm
from random import Random
from typing import Any

from rules import engine, registry
from rules.dice import Roll
from rules.engine import Acted, Landed, Step
from rules.screen import Seat

Told = dict[str, Any]
"""The object in a file."""

BLOCKS = 64
"""How many blocks of a stream are computed: more than anything in a test needs."""


class FollowingLuck:
    """What follows from a seed. It implements `rules.engine.Luck`.

    The labels of an `alone` game name no seat.
    """

    def __init__(self, seed: str, opened: str, *, alone: bool = False) -> None:
        self.key, self.opened, self.alone = bytes.fromhex(seed), opened, alone

    def label(self, label: str) -> str:
        return label.replace("seat/1/", "") if self.alone else label

    def stream(self, label: str) -> bytes:
        lines = ["dice-poker/3", self.opened, self.label(label)]
        messages = ("\n".join([*lines, str(block)]) for block in range(BLOCKS))
        return b"".join(hmac.digest(self.key, one.encode(), "sha256") for one in messages)

    def roll(self, label: str, count: int) -> Roll:
        return tuple(byte % 6 + 1 for byte in self.stream(label) if byte < 252)[:count]

    def shuffle(self, label: str, cards: Roll) -> Roll:
        rest, left, last_first = list(self.stream(label)), list(cards), []
        while len(left) > 1:
            byte = rest.pop(0)
            if byte < 256 // len(left) * len(left):
                place = byte % len(left)
                left[place], left[-1] = left[-1], left[place]
                last_first.append(left.pop())
        return (*left, *reversed(last_first))

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        common, stream = lcm(*(weight.denominator for weight in weights)), self.stream(label)
        bits = len(f"{common - 1:b}") if common > 1 else 0
        width = -(-bits // 8)
        drawn = (
            int.from_bytes(stream[at * width : at * width + width], "big") for at in range(999)
        )
        number = next(one for one in (each % (1 << bits) for each in drawn) if one < common)
        uppers = enumerate(accumulate(weights))
        return next(index for index, upper in uppers if Fraction(number, common) < upper)


def seal_of(seed: str) -> str:
    return sha256(bytes.fromhex(seed)).hexdigest()


def head(number: int, game: str, seats: Sequence[str], options: Mapping[str, str]) -> Told:
    """Return the fields of a proof without steps; the seed follows from a number."""
    seed = sha256(f"seed {number}".encode()).hexdigest()
    return {
        "protocol": "dice-poker/3",
        "levels": 7,
        "game": game,
        "options": {**options},
        "seats": [*seats],
        "opened": str(1470000000000000000 + number),
        "seed": seed,
        "seal": seal_of(seed),
        "drawn": "2026-11-29T20:15:30+00:00",
        "steps": [],
    }


def made_proof(
    game: str, number: int, levels: Sequence[str] = (), *, alone: bool = False, most: int = 10_000
) -> Told:
    """Return the proof of a game of members who choose at random, and of computers.

    `levels` holds "member" or a level for each seat. Members make at most `most` choices; then
    the game is left as it stands.
    """
    rules, random = registry.game(game), Random(number)
    seats = levels or ["member"] * max(rules.info.seats.start, 2 - alone)
    options = {option.key: option.values[-1].key for option in rules.info.options}
    told = head(number, game, seats, options)
    luck = FollowingLuck(told["seed"], told["opened"], alone=alone)
    computers = {Seat(at): level for at, level in enumerate(seats) if level != "member"}
    now = engine.begin(rules, len(seats), options, luck)
    now = engine.play_automatic(now, computers, luck)
    while not now.over and most:
        seat = random.choice(now.awaits.seats)
        now = engine.act(now, seat, random.choice(rules.legal(now.state, seat)), luck)
        now = engine.play_automatic(now, computers, luck)
        most -= 1
    told["steps"] = [step_of(step, luck) for step in now.steps]
    return told


def step_of(step: Step, luck: FollowingLuck) -> Told:
    match step:
        case Landed(_, cards, label, deck) if deck:
            return {"label": label, "deck": [*deck], "cards": [*cards]}
        case Landed(_, faces, label):
            return {"label": luck.label(label), "faces": [*faces]}
        case Acted(_, seat, action, label, weights) if weights:
            pairs = [[other.code, str(weight)] for other, weight in weights]
            lot = {"label": label, "weights": pairs}
            return {"seat": seat.index + 1, "action": action.code, **lot}
        case _:
            return {"seat": step.seat.index + 1, "action": step.action.code}


def file_of(told: Any, **form: Any) -> bytes:
    """Return the bytes of a file; `form` is passed to `json.dumps`."""
    return json.dumps(told, **form).encode()


def holds(told: Told) -> bool:
    """Return whether all that a proof says of its seed is true; its form is taken as right."""
    luck = FollowingLuck(told["seed"], told["opened"])
    labels = [step["label"] for step in told["steps"] if "label" in step]
    if told["seal"] != seal_of(told["seed"]) or len({*labels}) < len(labels):
        return False
    turns = defaultdict[str, list[tuple[int, int]]](list)
    for step in told["steps"]:
        label = step.get("label", "")
        if "faces" in step:
            before, roll = label.split("/roll/")
            seat, turn = before.split("turn/")
            turns[seat].append((int(turn), int(roll)))
            due = luck.roll(label, len(step["faces"])) == (*step["faces"],)
        elif "deck" in step:
            due = luck.shuffle(label, (*step["deck"],)) == (*step["cards"],)
        elif "weights" in step:
            weights = [Fraction(weight) for _, weight in step["weights"]]
            due = sum(weights) == 1 and label.startswith(f"choose/seat/{step['seat']}/")
            due = due and step["weights"][luck.choose(label, weights)][0] == step["action"]
        else:
            due = step["seat"] <= len(told["seats"])
        if not due:
            return False
    seats = {f"seat/{number}/" for number in range(1, len(told["seats"]) + 1)}
    known = {*turns} <= seats or ({*turns} == {""} and len(seats) == 1)
    return known and all(counted(rolls) for rolls in turns.values())


def counted(rolls: Sequence[tuple[int, int]]) -> bool:
    """Return whether pairs of turn and roll are those of whole turns, in order."""
    latest = dict(rolls)
    whole = [(turn, roll) for turn, last in latest.items() for roll in range(1, last + 1)]
    return [*latest] == [*range(1, len(latest) + 1)] and [*rolls] == whole
