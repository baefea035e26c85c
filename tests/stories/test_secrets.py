"""Six Card Poker keeps its secrets: what others receive does not depend on hidden cards.

The same round is played twice with different hidden cards: those of Bogdan (or
the computer) and the four undealt ones change places, and he decides otherwise.
Everything that others than Bogdan receive until both splits are in, and every
line of the log, must be the same, byte for byte.
"""

from __future__ import annotations

import json
import logging
from fractions import Fraction
from random import Random

import pytest

from rules.games.six_card.cards import DECK, falling
from rules.games.six_card.flow import in_a_row
from simulated import cards_of, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import between_two, click, control, look, offered_by, use

pytestmark = pytest.mark.slow

ANAS = (4, 4, 3, 2, 2, 1)


def deals(seed):
    """Return the ten cards that Ana does not hold, in two orders: Bogdan's six first."""
    random = Random(seed)
    rest = list(DECK)
    for card in ANAS:
        rest.remove(card)
    hidden = []
    while len({falling(cards[:6]) for cards in hidden}) < 2:
        hidden = [tuple(random.sample(rest, len(rest))) for _ in range(2)]
    return hidden


class Received:
    """What Discord and the log received, and which of it was for Bogdan alone."""

    def __init__(self, sim, caplog):
        self.sim, self.caplog = sim, caplog
        self.others, self.bogdans = [], []
        self.seen = len(sim.env.http_requests)

    def collect(self, *, bogdan=False):
        """Sort the requests since the last call; only answers to Bogdan's presses are his alone."""
        for request in self.sim.env.http_requests[self.seen :]:
            body = request.json
            if isinstance(body, dict):  # the library draws a number for each message it sends
                body = {key: value for key, value in body.items() if key != "nonce"}
            line = f"{request.method} {request.path} {json.dumps(body, sort_keys=True)}"
            private = bogdan and request.path.startswith(("/interactions/", "/webhooks/"))
            (self.bogdans if private else self.others).append(line)
        self.seen = len(self.sim.env.http_requests)

    @property
    def log(self):
        """Every line of the project's loggers, and those of others from INFO on."""
        return [
            (record.name, record.levelname, record.getMessage())
            for record in self.caplog.records
            if record.name.split(".")[0] in ("bot", "cogs", "rules")
            or record.levelno >= logging.INFO
        ]


async def hinted(sim, member, own):
    """Ask for a hint on the own Screen, which it replaces, and go back."""
    await use(member, own, "hint")
    await click(member, sim.reread(own), r"peek:\d+:\d+")


async def refused_hint(sim, member, own):
    """Ask for a hint on the own Screen between members, where there is no button for one."""
    assert control(sim.reread(own), r"tool:1:0:hint") is None
    record = sim.send(member, own, "tool:1:0:hint")
    await sim.env.settle()
    refused = sim.reread_private(sim.answer_to(record))
    assert "There are hints only in games" in text_of(refused)


async def between_members(folder, hidden, caplog, story):
    """Play one story; return what was received, the log, and the final board."""
    caplog.set_level(logging.DEBUG)
    folder.mkdir()
    async with table(folder, WrittenLuck([(*ANAS, *hidden)])) as sim:
        caplog.clear()  # the first start in a process says more than others
        await between_two(sim, "six-card")
        received = Received(sim, caplog)
        private = {}
        for name, deed in story:
            member = getattr(sim, name)
            if deed == "look":
                answer = await click(member, sim.message, r"peek:\d+:\d+")
                private[name] = sim.reread_private(answer)
            elif deed == "hint":
                await refused_hint(sim, member, private[name])
            elif deed == "wait":
                await sim.wait(minutes=1, seconds=10)
            elif deed == "restart":
                await sim.restart()
            elif deed == "show":
                await sim.show_here(member)
            elif deed == "forge":
                card = cards_of(private["ana"])[0]["custom_id"]
                forged = ("split.444-33-2", "split.433-21-1", "keep")
                for custom_id in (card, *(f"press:1:0:{code}" for code in forged)):
                    sim.send(member, private["ana"], custom_id)
                    await sim.env.settle()
            else:
                message = sim.reread(private[name])
                await sim.choose(member, message, offered_by(message)[deed])
            received.collect(bogdan=name == "bogdan")
        assert (await look(sim)).status == "playing"
        log = received.log
        last = "bogdan" if (await look(sim)).play.awaits.seats[0].index else "ana"
        message = sim.reread(private[last])
        await sim.choose(getattr(sim, last), message, offered_by(message)[0])
        assert (await look(sim)).status == "over"
        return received, log, str(sim.text)


STORIES = {
    "he decides first": [
        ("bogdan", "look"),
        ("bogdan", 0),
        ("ana", "look"),
        ("ana", "hint"),
        ("carmen", "show"),
        ("bogdan", "hint"),
        ("bogdan", 3),
        ("ana", "look"),
    ],
    "she decides first": [
        ("ana", "look"),
        ("bogdan", "look"),
        ("ana", 2),
        ("bogdan", "wait"),
        ("ana", 5),
        ("ana", "restart"),
        ("ana", 1),
    ],
    "somebody tries to find out": [
        ("bogdan", "look"),
        ("bogdan", 2),
        ("ana", "look"),
        ("ana", "forge"),
        ("ana", "wait"),
        ("ana", "show"),
    ],
}


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("seed", range(3))
async def test_between_members_nothing_is_revealed(tmp_path, caplog, story, seed):
    played = [
        await between_members(tmp_path / f"{number}", hidden, caplog, STORIES[story])
        for number, hidden in enumerate(deals(seed))
    ]
    (one, one_log, one_end), (other, other_log, other_end) = played
    # Boards are drawn beside the answers: which of the two comes first depends on the machine.
    assert sorted(one.others) == sorted(other.others)
    assert one_log == other_log
    assert one_log
    assert one.bogdans != other.bogdans
    assert one_end != other_end


async def against_computer(folder, hidden, caplog, level):
    caplog.set_level(logging.DEBUG)
    folder.mkdir()

    class Luck(WrittenLuck):
        def choose(self, label, weights):
            """Return the first split."""
            assert sum(weights) == Fraction(1)
            return 0

    async with table(folder, Luck([(*ANAS, *hidden)])) as sim:
        caplog.clear()
        received = Received(sim, caplog)
        await sim.play(sim.ana, "six-card", level=level)
        assert sim.stored().players[0].user == sim.ana.id
        private = sim.reread_private(await click(sim.ana, sim.message, r"peek:\d+:\d+"))
        await hinted(sim, sim.ana, private)
        await sim.wait(minutes=1, seconds=10)
        await sim.restart()
        await sim.show_here(sim.ana)
        received.collect()
        log = received.log
        theirs = sim.stored().play.state.splits[1]
        await sim.choose(sim.ana, sim.reread(private), offered_by(private)[0])
        assert sim.stored().status == "over"
        return received, log, theirs


@pytest.mark.parametrize("level", ["easy", "house", "perfect"])
async def test_against_the_computer_nothing_is_revealed(tmp_path, caplog, level):
    played = [
        await against_computer(tmp_path / f"{number}", hidden, caplog, level)
        for number, hidden in enumerate(deals(level))
    ]
    (one, one_log, one_split), (other, other_log, other_split) = played
    assert one_split != other_split
    assert one.others == other.others
    assert one_log == other_log
    assert one_log


async def test_the_log_names_no_split_while_any_is_secret(tmp_path, caplog):
    """No line names a card either."""
    caplog.set_level(logging.DEBUG)
    hidden = deals(1)[0]
    async with table(tmp_path, WrittenLuck([(*ANAS, *hidden)])) as sim:
        await between_two(sim, "six-card")
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:\d+:\d+"))
        caplog.clear()
        await sim.choose(sim.ana, own, offered_by(own)[4])
        lines = [one.getMessage() for one in caplog.records if one.name.startswith("bot.play")]
        assert lines == ["round=1 game=six-card seat=0 action=split status=playing"]
        everything = "\n".join(
            record.getMessage()
            for record in caplog.records
            if record.name.split(".")[0] in ("bot", "cogs", "rules")
        )
        assert offered_by(own)[4] not in everything
        assert in_a_row(ANAS) not in everything
