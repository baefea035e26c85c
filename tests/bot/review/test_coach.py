"""The coach: a word after a costly choice, nothing after a good one; Take back."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.config import Config
from bot.table.store import member_settings
from bot.thinking.questions import ONE_AT_A_TIME
from discord_limits import assert_fits
from rules.engine import Acted, TakenBack
from rules.errors import Refusal
from simulated import LOCALES, buttons, table, text_of
from whole_rounds import between_two, click, do, look, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

KEEP = Words(
    {
        "en": "keeping all would have raised your chance to win by 54.2%.",
        "ro": "păstrând tot, aveai șanse de câștig mai mari cu 54,2",
    }
)


def speak(sim, language):
    for member in (sim.ana, sim.bogdan):
        sim.locales[member.id] = LOCALES[language]


async def coached(sim, *members):
    """Turn the coach of members on, or off again, in their settings."""
    for member in members:
        await sim.own_settings(member, "coach")


async def worst(sim, member, message=None):
    """Do the worst that the member's seat can; return what the press was answered with."""
    stored = await look(sim)
    play = stored.play
    at = stored.seats_of(member.id)[0]
    action = play.game.advise(play.state, at)[-1].action
    answer = await do(sim, member, message or sim.message, action)
    await sim.env.settle()
    return answer


def words(answer):
    """Return the private messages that followed a press and are still there."""
    return [one for one in answer.followups if one.flags.ephemeral]


async def alone(sim, game="thirteen"):
    """Open a sheet of Ana's."""
    await seat(sim, game, [sim.ana])


@in_each_language
async def test_a_choice_that_cost_something_gets_a_word_and_can_be_taken_back(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        await coached(sim, sim.ana)
        await alone(sim)
        before = await look(sim)
        answer = await worst(sim, sim.ana)
        after = await look(sim)
        (word,) = words(answer)
        text = text_of(word)
        assert Words({"en": "Your coach", "ro": "Antrenorul tău"})[language] in text
        unit = Words(
            {
                "en": r"; \w+ing .* was worth \d+\.\d points more\.",
                "ro": r"cu \d+,\d puncte mai mult\.",
            }
        )[language]
        assert re.search(unit, text)
        assert Words({"en": "You wrote 0 in ", "ro": "Ai scris 0 la "})[language] in text
        assert_fits(word.components)
        assert after.players[0].coached == (before.play.recorded + 1,)
        assert after.players[0].helped_from == before.play.recorded + 2

        taken = await use(sim.ana, word, "take-back")
        again = await look(sim)
        assert again.play.state == before.play.state
        assert again.moment == after.moment + 1
        assert again.play.taken_back == 1
        assert again.players[0].taken_back == (again.play.recorded,)
        done = text_of(sim.reread(word))
        assert Words({"en": "Taken back. Choose again", "ro": "Alege din nou"})[language] in done
        assert not buttons(sim.reread(word))
        quiet = Words({"en": "took back a choice.", "ro": "și-a retras o alegere."})[language]
        assert quiet in sim.text
        sim.assert_replays()
        assert isinstance(sim.record()[-1], TakenBack)

        second = await worst(sim, sim.ana)
        (word,) = words(second)
        assert not buttons(word), "once a game"
        assert quiet not in sim.text
        await sim.restart()
        sim.assert_replays()
        assert sim.stored().play.taken_back == 1
        assert taken.acknowledged


async def test_a_good_choice_gets_none_and_nobody_else_hears_anything(tmp_path):
    async with table(tmp_path) as sim:
        await coached(sim, sim.ana)
        await seat(sim, "thirteen", [sim.ana], hints="hints")
        play = (await look(sim)).play
        best = play.game.advise(play.state, play.awaits.seats[0])[0].action
        answer = await do(sim, sim.ana, sim.message, best)
        await sim.env.settle()
        assert not words(answer)
        assert not (await look(sim)).players[0].coached
        assert not words(await coached_off(sim))


async def coached_off(sim):
    """Turn the coach off, and choose badly."""
    await coached(sim, sim.ana)
    return await worst(sim, sim.ana)


async def test_the_coach_is_remembered_and_works_in_direct_messages(tmp_path):
    async with table(tmp_path) as sim:
        page = (await sim.ana.user.slash("settings")).response
        await sim.press_id(sim.ana.user, page, "own:0:0:coach.*")
        await sim.restart()
        await alone(sim)
        assert words(await worst(sim, sim.ana))


async def test_what_another_process_was_told_is_known_within_a_minute(tmp_path):
    async with table(tmp_path) as sim:
        assert "choices" not in sim.bot.ticks.loops, "it is alone"
        sim.settings = Config(shards=1, shard_ids="0")
        await sim.restart()
        reading = sim.bot.ticks.loops["choices"]
        assert reading.is_running()
        assert reading.seconds <= 60
        # As another process does.
        sim.bot.storage.write(member_settings.choose, sim.ana.id, "coach", "on")
        reading.restart()
        await alone(sim)
        assert words(await worst(sim, sim.ana))


async def test_a_new_word_takes_the_place_of_the_last(tmp_path):
    async with table(tmp_path) as sim:
        await coached(sim, sim.ana)
        await alone(sim)
        await worst(sim, sim.ana)
        deleted = len(sim.requests("DELETE"))
        await worst(sim, sim.ana)
        assert len(sim.requests("DELETE")) == deleted + 1


@in_each_language
async def test_at_a_table_without_hints_it_keeps_silent_and_says_so_once(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        await coached(sim, sim.ana)
        await seat(sim, "thirteen", [sim.ana], hints="none")
        (excuse,) = words(await worst(sim, sim.ana))
        said = Words({"en": "and so is your coach.", "ro": "deci și antrenorul."})[language]
        assert said in text_of(excuse)
        assert not words(await worst(sim, sim.ana))
        assert not (await look(sim)).players[0].coached


async def test_a_press_does_not_wait_for_the_word(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        await coached(sim, sim.ana)
        await alone(sim)
        asked = asyncio.Event()
        answered = asyncio.Event()
        analysis = sim.bot.analysis
        real = analysis.ask

        async def slow(*question):
            asked.set()
            await answered.wait()
            return await real(*question)

        monkeypatch.setattr(analysis, "ask", slow)
        message = sim.message
        keep = next(
            one["custom_id"]
            for label, one in buttons(message).items()
            if one["custom_id"].startswith("press:")
        )
        record = sim.send(sim.ana, message, keep)
        await asyncio.wait_for(asked.wait(), 5)
        for _ in range(100):
            if record.responded:
                break
            await asyncio.sleep(0.01)
        assert record.responded
        assert (await look(sim)).moment > 0
        answered.set()
        await sim.env.settle()


async def test_with_others_choices_stand_unless_all_agreed(tmp_path):
    async with table(tmp_path) as sim:
        await coached(sim, sim.ana, sim.bogdan)
        await between_two(sim, hints="hints")
        (word,) = words(await worst(sim, sim.bogdan))
        assert not buttons(word)
        (word,) = words(await worst(sim, sim.ana))
        assert not buttons(word), "the round is over"


@in_each_language
async def test_who_joins_a_table_with_take_backs_agrees(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        await coached(sim, sim.ana, sim.bogdan)
        await sim.play(sim.ana, opponent=sim.bogdan, hints="training")
        told = Words(
            {
                "en": "Each player may take back one choice in this game.",
                "ro": "Fiecare jucător își poate retrage o alegere în partida aceasta.",
            }
        )[language]
        assert told in sim.text
        await click(sim.bogdan, sim.message, r"lobby:\d+:\d+:join")
        before = await look(sim)
        answer = await worst(sim, sim.bogdan)
        (word,) = words(answer)
        custom_id = next(iter(buttons(word).values()))["custom_id"]
        # Twice at once: taken back once, and Ana cannot do it for him.
        records = await sim.send_all([(sim.bogdan, word, custom_id), (sim.bogdan, word, custom_id)])
        assert len(records) == 2
        stored = await look(sim)
        assert stored.play.taken_back == 1
        assert stored.play.state == before.play.state
        sim.assert_replays()
        await worst(sim, sim.bogdan)
        await worst(sim, sim.ana)
        assert (await look(sim)).status == "over"
        quiet = Words({"en": "took back a choice.", "ro": "și-a retras o alegere."})[language]
        assert sim.text.count(quiet) == 1, "the result says it, too"
        sim.assert_replays()


async def test_it_is_too_late_once_another_person_has_chosen(tmp_path):
    async with table(tmp_path) as sim:
        await coached(sim, sim.bogdan)
        await between_two(sim, hints="training")
        answer = await worst(sim, sim.bogdan)
        (word,) = words(answer)
        custom_id = next(iter(buttons(word).values()))["custom_id"]
        await worst(sim, sim.ana)
        late = await sim.bogdan.click(word, custom_id=custom_id)
        assert late.acknowledged
        assert "Too late to take this choice back" in text_of(sim.reread_private(late))
        assert (await look(sim)).play.taken_back == 0


async def test_what_computers_did_is_taken_back_along_with_the_choice(tmp_path):
    async with table(tmp_path) as sim:
        await coached(sim, sim.ana)
        await seat(sim, "nine", [sim.ana], ["easy"], hints="training")
        before = await look(sim)
        play, at = before.play, before.play.awaits.seats[0]
        writes = [one for one in play.game.advise(play.state, at) if one.action.verb == "write"]
        answer = await do(sim, sim.ana, sim.message, writes[-1].action)
        await sim.env.settle()
        after = await look(sim)
        assert len({step.seat for step in sim.record() if isinstance(step, Acted)}) == 2
        assert after.play.awaits.seats == before.play.awaits.seats
        (word,) = words(answer)
        assert "raised your chance to win by about " in text_of(word)
        await use(sim.ana, word, "take-back")
        assert (await look(sim)).play.state == before.play.state
        sim.assert_replays()
        await worst(sim, sim.ana)
        sim.assert_replays()


async def test_a_coach_who_cannot_be_heard_disturbs_nothing(tmp_path, monkeypatch):
    """The analysis fails, then Discord refuses the word: the presses are answered as ever."""
    async with table(tmp_path) as sim:
        await coached(sim, sim.ana)
        await alone(sim)

        async def refused(*_):
            raise Refusal(ONE_AT_A_TIME)

        with monkeypatch.context() as patch:
            patch.setattr(sim.bot.analysis, "ask", refused)
            assert not words(await worst(sim, sim.ana))
        sim.env.inject_error("POST", "/webhooks/*", status=500)
        await worst(sim, sim.ana)
        assert (await look(sim)).players[0].coached
        assert "turn 3" in sim.text
