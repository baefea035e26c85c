"""The root of a channel's seeds is a message of its own, and tells when dice were fixed."""

from __future__ import annotations

from contextlib import asynccontextmanager

import discord
import pytest

from bot import verify
from bot.language.languages import LANGUAGES
from bot.table.commitment import BLOCK, OpeningNumber
from bot.table.store import seed_blocks
from bot.ui.response import Response
from proofs_read import fault_of
from simulated import LOCALES, table, text_of
from stored_proofs import proof_of
from words import Words

pytestmark = pytest.mark.slow

FIXED = Words(
    {
        "en": "✅ Fixed before the game: committed <t:",
        "ro": "✅ Fixate înainte de joc: stabilite <t:",
    }
)
AFTER_WORD = Words(
    {
        "en": "and nobody could choose them after your word.",
        "ro": "și nimeni nu le putea alege după cuvântul tău.",
    }
)
HOST = Words(
    {
        "en": "The dice follow from a seed that the host drew.",
        "ro": "Zarurile rezultă dintr-o sămânță trasă de gazda botului.",
    }
)
SET_AGAIN = Words(
    {
        "en": "They can set it again: *⋯*, *Fair dice?*, *Details*.",
        "ro": "Poate fi ales din nou: *⋯*, *Zaruri cinstite?*, *Detalii*.",
    }
)
NO_WORD = Words({"en": "does not count here: they set", "ro": "nu contează aici: a fost ales"})


@asynccontextmanager
async def unopened(folder, language="en"):
    """Start the bot where no root was posted, with the luck of the rounds' seeds."""
    async with table(folder, roots=True) as sim:
        sim.luck = sim.bot.table._given_luck = None
        for member in (sim.ana, sim.bogdan, sim.carmen):
            sim.locales[member.id] = LOCALES[language]
        yield sim


def block(sim, channel=None):
    """Return the block in use in a channel."""
    found = sim.bot.storage.read(seed_blocks.look_up, (channel or sim.channel).id)
    return found.present[0]


def roots(sim, channel=None):
    """Return the messages that show a root."""
    found = sim.bot.storage.read(seed_blocks.look_up, (channel or sim.channel).id)
    shown = [one.root for one, _ in found.blocks]
    history = (channel or sim.channel).history()
    return [one for one in history if any(root in text_of(one) for root in shown)]


async def finish(sim, member, number):
    """Keep all dice, then check the round by its board; return its proof and what is said."""
    boards = [one for one in sim.channel.history() if one.id == sim.stored(number).message]
    await sim.press_id(member, boards[0], f"press:{number}:*:keep")
    private = await sim.fair(member, boards[0])
    file = await private.attachments[0].read()
    assert fault_of(file) == ""
    return verify.verify(file), text_of(private)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_root_opened_and_message_numbers_are_those_of_the_messages(tmp_path, language):
    async with unopened(tmp_path, language) as sim:
        begun = await sim.play(sim.ana, level="easy")
        (root,) = roots(sim)
        board = begun.response
        assert [one.id for one in sim.channel.history()] == [root.id, board.id]
        first, said = await finish(sim, sim.ana, 1)
        assert (first.place, first.message) == (sim.channel.id, root.id)
        assert (first.opened_by, first.opened) == ("board", board.id)
        assert root.id < board.id
        assert FIXED[language] in said
        assert verify.told(verify.verify(proof_of(sim.bot.storage, 1))).splitlines()[
            -1
        ] == verify.claim(first)

        await sim.wait(minutes=1)
        again = await sim.press_id(sim.ana, sim.message, "tool:1:*:rematch")
        (posted,) = again.followups
        printed = sim.env.backend.get_message(sim.channel.id, posted.id).interaction_metadata
        second, said = await finish(sim, sim.ana, 2)
        assert (second.opened_by, str(second.opened)) == ("interaction", printed["id"])
        assert second.message == root.id < second.opened
        assert FIXED[language] in said
        assert AFTER_WORD[language] not in said
        assert len(roots(sim)) == 1
        assert not root.edited_at


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_the_bot_may_not_post_nothing_is_claimed(tmp_path, language):
    async with unopened(tmp_path, language) as sim:
        sim.forbid(send_messages=True)
        await sim.play(sim.ana, level="easy")
        assert roots(sim) == []
        proof, said = await finish(sim, sim.ana, 1)
        assert (proof.message, proof.fixed, proof.opened_by) == (0, False, "interaction")
        assert HOST[language] in said
        assert "✅" not in said
        assert verify.claim(proof) == f"The dice {verify.HOST_DREW}"


async def test_where_discord_fails_the_round_begins_all_the_same(tmp_path):
    async with unopened(tmp_path) as sim:
        path = f"/channels/{sim.channel.id}/messages"
        sim.env.inject_error("POST", path, status=400, times=1)
        await sim.play(sim.ana, level="easy")
        assert sim.stored(1).status == "playing"
        assert roots(sim) == []
        proof, _ = await finish(sim, sim.ana, 1)
        assert not proof.fixed
        await sim.play(sim.ana, level="easy")
        (root,) = roots(sim)
        proof, _ = await finish(sim, sim.ana, 2)
        assert (proof.number, proof.message, proof.fixed) == (2, root.id, True)


async def test_a_round_that_a_button_opens_has_the_number_of_its_board(tmp_path):
    async with unopened(tmp_path) as sim:
        page = await sim.first_page(sim.ana)
        pressed = await sim.press_id(sim.ana, page, "play:0:0:dice-poker")
        assert pressed.acknowledged
        (root,) = roots(sim)
        stored = sim.stored(1)
        assert stored.commitment.opening == OpeningNumber(stored.message, "board")
        assert root.id < stored.message
        assert [one.id for one in sim.channel.history()] == [root.id, stored.message]
        proof, _ = await finish(sim, sim.ana, 1)
        assert proof.fixed


async def test_where_the_answer_cannot_be_held_the_round_begins_all_the_same(tmp_path, monkeypatch):
    async def refused(_):
        raise TimeoutError

    async with unopened(tmp_path) as sim:
        monkeypatch.setattr(Response, "hold", refused)
        begun = await sim.play(sim.ana, level="easy")
        assert sim.stored(1).message == begun.response.id
        proof, _ = await finish(sim, sim.ana, 1)
        assert (proof.opened_by, proof.fixed) == ("interaction", False)


async def test_a_bot_that_stopped_before_or_after_the_message_loses_no_root(tmp_path):
    async with unopened(tmp_path) as sim:
        (stored,) = await sim.bot.live.unposted(sim.channel.id)
        await sim.restart()
        await sim.play(sim.ana, level="easy")
        assert block(sim).root == stored.root, "it was stored, and is posted now"
        (first,) = roots(sim)
        with sim.bot.storage._engine.begin() as connection:  # killed before it was noted
            connection.exec_driver_sql(
                "UPDATE seed_blocks SET message = 0, place = 0, shown = NULL"
            )
        await finish(sim, sim.ana, 1)
        await sim.restart()
        await sim.play(sim.ana, level="easy")
        again, *_ = [one for one in roots(sim) if one.id != first.id]
        assert len(roots(sim)) == 2
        assert text_of(first) == text_of(again), "both say the same"
        proof, _ = await finish(sim, sim.ana, 2)
        assert (proof.message, proof.fixed) == (again.id, True)


async def test_the_next_root_is_posted_before_the_block_is_used_up(tmp_path):
    async with unopened(tmp_path) as sim:
        await sim.play(sim.ana, level="easy")
        await finish(sim, sim.ana, 1)
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE seed_numbers SET number = {BLOCK - 65}")
        await sim.restart()
        await sim.play(sim.ana, level="easy")
        await sim.env.settle()
        assert len(roots(sim)) == 2
        assert block(sim).number == 1
        await finish(sim, sim.ana, 2)
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql(
                f"UPDATE seed_numbers SET number = {BLOCK} WHERE number = {BLOCK - 65}"
            )
        await sim.restart()
        await sim.wait(minutes=1)
        await sim.play(sim.ana, level="easy")
        proof, _ = await finish(sim, sim.ana, 3)
        assert (proof.block, proof.number, proof.fixed) == (2, 1, True)
        assert len(roots(sim)) == 2


async def test_rounds_at_once_post_one_root(tmp_path):
    async with unopened(tmp_path) as sim:
        thread = sim.thread("inside")
        before = len(sim.channel.history())
        await sim.play(sim.ana, channel=thread, level="easy")
        await sim.play(sim.bogdan, level="easy")
        (root,) = roots(sim)
        assert root.id == block(sim).message
        assert len(sim.channel.history()) == before + 2, "a root and a board"
        assert len(thread.history()) == 1


async def test_a_refused_opening_posts_nothing(tmp_path):
    async with unopened(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.ana)
        assert sim.channel.history() == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_board_says_that_a_word_does_not_count_there(tmp_path, language):
    async with unopened(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        page = await sim.details(sim.ana, await sim.fair(sim.ana))
        asked = await sim.press_id(sim.ana, page, "fair:1:0:word")
        assert (await sim.ana.submit_modal(asked, {"line": "mine"})).acknowledged
        await finish(sim, sim.ana, 1)
        await sim.wait(minutes=1)
        elsewhere = sim.guild.create_text_channel("elsewhere")
        begun = await sim.play(sim.ana, channel=elsewhere, level="easy")
        assert NO_WORD[language] in text_of(begun.response)
        assert SET_AGAIN[language] in text_of(begun.response)
        await sim.restart()
        await sim.mark(sim.ana, begun.response, 1)
        assert NO_WORD[language] in text_of(sim.reread(begun.response))
        begun = await sim.play(sim.ana, level="easy")
        assert NO_WORD[language] not in text_of(begun.response)
        _, said = await finish(sim, sim.ana, 3)
        assert AFTER_WORD[language] in said


NOT_POSTED = Words(
    {
        "en": "The root of the next seeds here is not posted, so no word counts for them.",
        "ro": "Rădăcina semințelor următoare de aici nu este postată, așa că niciun cuvânt nu",
    }
)


@pytest.mark.parametrize("language", NOT_POSTED)
async def test_where_no_root_can_be_posted_the_page_says_that_no_word_counts(tmp_path, language):
    async with unopened(tmp_path, language) as sim:
        sim.forbid(send_messages=True)
        await sim.play(sim.ana, level="easy")
        page = await sim.details(sim.ana, await sim.fair(sim.ana))
        asked = await sim.press_id(sim.ana, page, "fair:1:0:word")
        assert (await sim.ana.submit_modal(asked, {"line": "mine"})).acknowledged
        assert NOT_POSTED[language] in text_of(sim.reread(page))


async def test_numbers_of_the_clock_are_those_of_discord():
    now = discord.utils.utcnow().replace(microsecond=0)
    assert verify.time_of(discord.utils.time_snowflake(now)) == now


async def test_in_a_thread_the_root_stands_there_if_the_bot_may_not_write_in_the_channel(tmp_path):
    async with unopened(tmp_path) as sim:
        thread = sim.thread("inside")
        sim.forbid(send_messages=True)
        since = len(sim.env.http_requests)
        await sim.play(sim.ana, level="easy", channel=thread)
        found = sim.bot.storage.read(seed_blocks.look_up, sim.channel.id).present[0]
        assert found.place == thread.id
        assert any(found.root in text_of(one) for one in thread.history())
        path = f"/channels/{sim.channel.id}/messages"
        assert sim.requests("POST", path, since=since) == [], "nothing is tried that is refused"
