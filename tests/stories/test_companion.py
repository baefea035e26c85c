"""The silent companion of a sheet played alone: medium with the same dice, told turn by turn."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest
from discord.utils import utcnow

from bot.table.rated import is_rated
from bot.table.store import results
from bot.table.store.words import set_word
from daily_days import do as do_in_private
from daily_days import stored as stored_attempt
from proofs_read import fault_of, verified
from rules import engine, registry
from rules.screen import Seat
from rules.sheets.rows import total
from sets_played import join, offered, seeded_table, set_of, writes_only
from simulated import table, text_of
from simulated_luck import SeededLuck
from whole_rounds import between_two, do, look, play_on, step, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

ROW = Words({"en": "Medium", "ro": "Mediu"})
NOTE = Words(
    {"en": "The medium computer plays the same dice", "ro": "Calculatorul mediu joacă și el"}
)
END = Words({"en": "with the same dice:", "ro": "cu aceleași zaruri:"})
WINNER = Words(
    {
        "en": {"won": "<@{}> wins!", "lost": "the computer wins.", "drawn": "a draw."},
        "ro": {"won": "câștigă <@{}>!", "lost": "câștigă calculatorul.", "drawn": "egalitate."},
    }
)
PRIVATE = Words(
    {
        "en": "**You {} · the computer {} with the same dice: {}**",
        "ro": "**Tu {} · calculatorul {} cu aceleași zaruri: {}**",
    }
)
TO_YOU = Words(
    {
        "en": {"won": "you win!", "lost": "the computer wins.", "drawn": "a draw."},
        "ro": {"won": "câștigi!", "lost": "câștigă calculatorul.", "drawn": "egalitate."},
    }
)


class PageLuck:
    """Dice as docs/proof-format.md describes them; `asked` lists the labels."""

    def __init__(self, seed, lines, *, is_set=True):
        part = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
        self.seed, self.part, self.is_set, self.asked = seed, part, is_set, []

    def roll(self, label, count):
        self.asked.append(label)
        label = label.removeprefix("seat/1/") if self.is_set else label
        message = f"dice-poker/2\n{self.part}\n{label}\n0".encode()
        stream = hmac.digest(self.seed, message, "sha256")
        return tuple(1 + byte % 6 for byte in stream if byte < 252)[:count]


def by_medium(stored, seat):
    ((action, _),) = stored.play.game.computer(stored.play.state, seat, "house")
    return action


def totals(key, luck):
    """Return what medium has after each turn, by the page's dice."""
    game, found = registry.game(key), []
    playing = engine.begin(game, 1, {}, luck)
    while playing.over is None:
        action = by_medium(type("Stored", (), {"play": playing}), Seat(0))
        playing = engine.act(playing, Seat(0), action, luck)
        if action.verb == "write":
            found.append(total(playing.state.sheets[0]))
    return found


def of_sheet(stored):
    """Return the luck of a public sheet alone, as an auditor knows it from its proof."""
    digest = hashlib.sha256(stored.commitment.seed).hexdigest()
    name = f"set/{int(digest, 16) % 10**9}"
    return PageLuck(stored.commitment.seed, (name, f"opened {stored.commitment.opening.number}"))


def row_of(sim, name):
    """Return the number in the last line of the drawn table, if that is called so."""
    table_lines = re.search(r"```\n(.*?)\n```", sim.text, re.DOTALL)[1].splitlines()
    found = re.search(rf"{name} +(\d+)$", table_lines[-1])
    return None if found is None else int(found[1])


def ending(own, theirs):
    return "won" if own > theirs else "lost" if own < theirs else "drawn"


@in_each_language
async def test_its_total_stands_below_the_own_turn_by_turn(tmp_path, language):
    """Also across a restart; the end says who has won, and nothing else of the round changes."""
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, "nine")
        expected = totals("nine", of_sheet(await look(sim)))
        assert row_of(sim, ROW[language]) is None
        assert NOTE[language] not in sim.text
        for turn in range(1, 9):
            await step(sim, [sim.ana], writes_only)
            assert row_of(sim, ROW[language]) == expected[turn - 1]
            assert (NOTE[language] in sim.text) == (turn == 1)
            if turn == 2:
                await do(sim, sim.ana, sim.message, next(iter_rerolls(await look(sim))))
                assert row_of(sim, ROW[language]) == expected[1]
            if turn == 5:
                await sim.restart()
                sim.bot.table._given_luck = None
                await sim.bot.board.refresh(await look(sim))
                assert row_of(sim, ROW[language]) == expected[4]
            assert END[language] not in sim.text
        over = await play_on(sim, [sim.ana], writes_only)
        own, theirs = over.outcome.scores[0], expected[-1]
        won = WINNER[language][ending(own, theirs)].format(sim.ana.id)
        (line,) = [one for one in sim.text.splitlines() if END[language] in one]
        assert line.startswith(f"**<@{sim.ana.id}> {own} · ")
        assert f" {theirs} {END[language]} {won}**" in line
        assert row_of(sim, ROW[language]) is None
        assert is_rated(over)
        assert len(over.outcome.scores) == 1
        (result,) = sim.bot.storage.read(results.of_round, 1)
        assert result.score == own
        assert {step.seat for step in sim.record() if isinstance(step, engine.Acted)} == {Seat(0)}
        answer = await use(sim.ana, sim.message, "proof")
        file, _ = sim.reread_private(answer).attachments
        told = verified(await file.read())
        assert fault_of(await file.read()) == ""
        assert {one["seat"] for one in told["record"][0] if "seat" in one} == {1}


def iter_rerolls(stored):
    return (
        action
        for action in stored.play.game.legal(stored.play.state, Seat(0))
        if action.verb == "reroll"
    )


async def test_who_plays_as_medium_does_meets_the_same_dice(tmp_path):
    """Rerolls, too: each turn both totals are the same, and it ends in a draw."""
    async with seeded_table(tmp_path) as sim:
        for key in ("thirteen", "yams"):
            sim.another_story()
            await sim.play(sim.ana, key)
            rerolled = turns = 0
            number = sim.stored().id
            while (stored := await look(sim, number)).status == "playing":
                action = by_medium(stored, Seat(0))
                await do(sim, sim.ana, sim.message, action)
                rerolled += action.verb == "reroll"
                if action.verb == "write" and (await look(sim, number)).status == "playing":
                    turns += 1
                    assert row_of(sim, "Medium") == total(
                        (await look(sim, number)).play.state.sheets[0]
                    )
            assert turns == 12
            assert rerolled > 5
            assert f"{END['en']} a draw." in sim.text


async def test_with_a_word_of_the_own_the_dice_are_the_same_as_well(tmp_path):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, "dice-poker")  # the root is posted
        await use(sim.ana, sim.message, "leave")
        sim.bot.storage.write(set_word, sim.ana.id, "ana's", utcnow())
        await sim.wait(seconds=5)
        sim.channel = sim.guild.create_text_channel("more")
        await sim.play(sim.ana, "nine")
        number = sim.stored(2).id
        while (stored := await look(sim, number)).status == "playing":
            assert not stored.is_set
            await do(sim, sim.ana, sim.message, by_medium(stored, Seat(0)))
        assert f"{END['en']} a draw." in sim.text


async def test_one_press_turns_it_off_and_it_is_remembered(tmp_path):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, "nine")
        await step(sim, [sim.ana], writes_only)
        assert row_of(sim, "Medium") is not None
        await sim.own_settings(sim.ana, "companion")
        await step(sim, [sim.ana], writes_only)
        assert row_of(sim, "Medium") is None
        await sim.restart()
        sim.bot.table._given_luck = None
        await play_on(sim, [sim.ana], writes_only)
        assert END["en"] not in sim.text
        await sim.own_settings(sim.ana, "companion")
        await sim.bot.board.refresh(await look(sim))
        assert END["en"] in sim.text


@in_each_language
async def test_in_private_its_total_comes_after_the_end(tmp_path, language):
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana)
        assert END[language] in text_of(sim.reread(sim.board))
        begun = await join(sim, sim.bogdan, card)
        shared = set_of(sim)
        expected = totals("nine", PageLuck(shared.seed, shared.lines))[-1]
        while (attempt := stored_attempt(sim, sim.bogdan, shared.key)).status == "private":
            shown = text_of(sim.reread(begun))
            assert END[language] not in shown
            assert NOTE[language] not in shown
            assert not re.search(rf"{ROW[language]} +\d", shown)
            await do_in_private(sim, sim.bogdan, begun, writes_only(attempt.round, Seat(0)))
        own = int(attempt.total)
        won = TO_YOU[language][ending(own, expected)]
        told = PRIVATE[language].format(own, expected, won)
        assert told in text_of(sim.reread(begun)).splitlines()


async def test_it_leaves_once_a_choice_was_taken_back(tmp_path):
    """What lands after that has other labels: the dice would not be the same."""
    async with seeded_table(tmp_path) as sim:
        await offered(sim, sim.ana, taken_back=True)
        assert END["en"] not in sim.text
        assert "Medium" not in sim.text


async def test_between_two_nobody_has_one(tmp_path):
    async with seeded_table(tmp_path) as sim:
        await between_two(sim, "nine")
        await play_on(sim, [sim.ana, sim.bogdan], writes_only)
        assert END["en"] not in sim.text


async def test_without_the_dice_of_the_seed_there_is_none(tmp_path):
    async with table(tmp_path, SeededLuck("given")) as sim:
        await sim.play(sim.ana, "nine")
        await step(sim, [sim.ana], writes_only)
        assert row_of(sim, "Medium") is None
