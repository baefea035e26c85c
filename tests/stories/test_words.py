"""The words of members, from which dice follow as well; channels and their threads share seeds."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from bot import verify
from bot.language.languages import LANGUAGES
from bot.table.store import words
from discord_limits import assert_fits
from proofs_read import fault_of, verified
from simulated import LOCALES, buttons, table, text_of
from whole_rounds import at_lobby, at_random, between_two, play_on, use
from words import Words

pytestmark = pytest.mark.slow

NONE = Words(
    {"en": "You have none, so the bot draws one", "ro": "Nu ai niciunul, așa că botul trage unul"}
)
COUNTS = Words(
    {"en": " counts for the next games here", "ro": " contează pentru următoarele partide"}
)
NOT_HERE = Words({"en": " does not count for the next", "ro": " nu contează pentru următoarele"})
SET = Words({"en": "Set my word", "ro": "Alege cuvântul"})
REFUSED = Words(
    {"en": "A word has at most 32 letters", "ro": "Un cuvânt are cel mult 32 de litere"}
)
OWN = Words(
    {
        "en": "Word of seat {}, set by the member: `{}`",
        "ro": "Cuvântul locului {}, ales de membru: `{}`",
    }
)
DRAWN = Words({"en": "Word of seat {}: drawn by the bot", "ro": "Cuvântul locului {}: tras de bot"})
OF_CARDS = Words(
    {"en": "Nobody changed the cards of game 1", "ro": "Nimeni n-a schimbat cărțile partidei 1"}
)
HIDDEN = Words({"en": "All choices follow the rules", "ro": "Toate alegerile respectă regulile"})


@asynccontextmanager
async def of_seeds(folder, language):
    """Start the bot with the luck of the rounds' seeds, as it is outside tests."""
    async with table(folder, roots=True) as sim:
        sim.luck = sim.bot.table._given_luck = None
        for member in (sim.ana, sim.bogdan, sim.carmen):
            sim.locales[member.id] = LOCALES[language]
        yield sim


async def details(sim, member, board=None):
    """Press *Fair dice?* and *Details* of a board; return what stands there."""
    private = await sim.fair(member, board)
    assert_fits(private.components)
    page = await sim.details(member, private)
    assert_fits(page.components)
    return page


async def set_word(sim, member, language, word, board=None):
    """Set a word by the button on *Details* of a board; return the page as it is then."""
    page = await details(sim, member, board)
    asked = await sim.press(member, page, SET[language])
    assert asked.modal["components"][0]["component"]["max_length"] == 32
    answer = await member.submit_modal(asked, {"line": word})
    assert answer.acknowledged
    return sim.reread(page)


async def proof_of(sim, member, board=None):
    """Ask for the proof of a round; return what it says, once it is checked, and the page."""
    private = await sim.fair(member, board)
    assert_fits(private.components)
    file = await private.attachments[0].read()
    assert fault_of(file) == ""
    told = verified(file)
    page = text_of(await sim.details(member, private))
    assert told["digest"] in page
    return told, page


async def keep(sim, member, number, board=None):
    """Keep all dice of a round."""
    await sim.press_id(member, board or sim.message, f"press:{number}:*:keep")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_is_set_counts_and_stands_in_the_proof(tmp_path, language):
    async with of_seeds(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        assert NONE[language] in text_of(await details(sim, sim.ana))
        await sim.wait(minutes=1)
        page = await set_word(sim, sim.ana, language, "  un cuvânt  `ales` ")
        shown = text_of(page)
        assert "`un cuvânt 'ales'`" + COUNTS[language] in shown
        await keep(sim, sim.ana, 1)
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.restart()
        await sim.press_id(sim.bogdan, sim.message, "lobby:2:*:join")
        seats = [player.user for player in sim.stored(2).players]
        for _ in range(2):
            user = seats[sim.stored(2).play.awaits.seats[0].index]
            await keep(sim, sim.ana if user == sim.ana.id else sim.bogdan, 2)
        told, page = await proof_of(sim, sim.carmen)
        own = seats.index(sim.ana.id)
        assert told["own"] == [at == own for at in range(2)]
        assert verify.read_word(told["words"][own]) == "un cuvânt `ales`"
        assert OWN[language].format(own + 1, "un cuvânt 'ales'") in page
        assert DRAWN[language].format(2 - own) in page
        assert 0 < int(told["message"]) < int(told["opened"])
        assert told["root"] in shown
        assert "un cuvânt" not in sim.text, "boards hold no word"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_does_not_count_where_the_root_was_not_shown_before(tmp_path, language):
    async with of_seeds(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        await set_word(sim, sim.ana, language, "early")
        await keep(sim, sim.ana, 1)
        await sim.wait(minutes=1)
        elsewhere = sim.guild.create_text_channel("elsewhere")
        board = (await sim.play(sim.ana, channel=elsewhere, level="easy")).response
        assert NOT_HERE[language] in text_of(await details(sim, sim.ana, board))
        assert [one.word for one in sim.stored(2).players if one.user] == [""]
        await sim.wait(minutes=1)
        assert COUNTS[language] in text_of(await set_word(sim, sim.ana, language, "late", board))
        await sim.play(sim.ana, level="easy")
        assert [one.word for one in sim.stored(3).players if one.user] == ["late"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_is_changed_taken_back_and_refused(tmp_path, language):
    async with of_seeds(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        await set_word(sim, sim.ana, language, "one")
        page = await details(sim, sim.ana)
        asked = await sim.press(sim.ana, page, SET[language])
        assert asked.modal["components"][0]["component"]["value"] == "one"
        answer = await sim.ana.submit_modal(asked, {"line": "two\u200b"})
        refusal = answer.followups[-1] if answer.followups else answer.response
        assert REFUSED[language] in text_of(refusal)
        assert NONE[language] in text_of(await set_word(sim, sim.ana, language, " "))
        assert sim.bot.storage.read(words.word_of, sim.ana.id) == ("", None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("forum", [False, True])
async def test_rounds_of_a_channel_and_of_its_thread_have_seeds_of_one_block(
    tmp_path, language, forum
):
    async with of_seeds(tmp_path, language) as sim:
        text = sim.channel
        if forum:
            sim.channel = sim.guild.create_forum_channel("posts")
        thread = sim.thread("inside")
        other = sim.thread("beside") if forum else text
        board = (await sim.play(sim.ana, channel=thread, level="easy")).response
        await set_word(sim, sim.ana, language, "mine", board)
        await keep(sim, sim.ana, 1, board)
        first = (await sim.play(sim.ana, channel=thread, level="easy")).response
        second = (await sim.play(sim.bogdan, channel=other, level="easy")).response
        seeds = [sim.stored(number).commitment for number in (2, 3)]
        assert len({one.root for one in seeds}) == 1
        assert [one.number for one in seeds] == [2, 3]
        assert seeds[0].channel == sim.channel.id
        for board in (first, second):
            assert seeds[0].root in text_of(await details(sim, sim.ana, board))
        await keep(sim, sim.ana, 2, first)
        told, _ = await proof_of(sim, sim.ana, first)
        assert told["own"] == [True]
        assert seeds[1].seed.hex() not in str(told)
        sim.put_button(second, "tool:2:0:proof")
        answer = await sim.ana.click(second, custom_id="tool:2:0:proof")
        assert not sim.reread_private(answer).attachments, "it was played in the thread"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_split_that_nobody_saw_stays_hidden_in_the_proof(tmp_path, language):
    async with of_seeds(tmp_path, language) as sim:
        await sim.play(sim.ana, "six-card", opponent=sim.bogdan)
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        stored = sim.stored()
        split = stored.play.game.legal(stored.play.state, stored.seats_of(sim.ana.id)[0])[0]
        change = sim.bot.table.act(sim.ana.id, stored.moment, split, stored.opened)
        await sim.bot.live.change(1, change, stored.opened)
        leaving = sim.bot.table.leave(sim.bogdan.id, stored.opened)
        await sim.bot.live.change(1, leaving, stored.opened)
        private = await sim.fair(sim.bogdan)
        file = await private.attachments[0].read()
        told = verified(file)
        assert split.code not in file.decode()
        assert [step for step in told["record"][0] if "hidden" in step]
        assert HIDDEN[language] in text_of(private)
        assert OF_CARDS[language] in text_of(private)


async def test_the_words_of_both_count_in_a_rematch(tmp_path):
    """The channel was taken when it was asked for first."""
    async with of_seeds(tmp_path, "en") as sim:
        await sim.play(sim.ana, level="easy")
        await sim.wait(minutes=1)
        for member, word in ((sim.ana, "first"), (sim.bogdan, "second")):
            await set_word(sim, member, "en", word)
        await keep(sim, sim.ana, 1)
        await between_two(sim)
        board = sim.message
        await play_on(sim, [sim.ana, sim.bogdan], at_random(1), round_id=2)
        await sim.open_table(sim.carmen, "dice-poker")
        refused = await use(sim.ana, sim.reread(board), "rematch")
        assert refused.ephemeral
        await at_lobby(sim.carmen, sim.message, "withdraw")
        await use(sim.ana, sim.reread(board), "rematch")
        await at_lobby(sim.bogdan, sim.message, "join")
        assert sim.stored(4).status == "playing"
        assert {player.word for player in sim.stored(4).players} == {"first", "second"}


async def test_a_member_who_is_erased_takes_their_word_along(tmp_path):
    """The rounds that were played with it keep it, as they keep rolls and choices."""
    async with of_seeds(tmp_path, "en") as sim:
        await sim.play(sim.ana, level="easy")
        await set_word(sim, sim.ana, "en", "mine")
        await keep(sim, sim.ana, 1)
        await sim.play(sim.ana, level="easy")
        await keep(sim, sim.ana, 2)
        await sim.erase(sim.ana)
        assert sim.bot.storage.read(words.word_of, sim.ana.id) == ("", None)
        assert NONE["en"] in text_of(await details(sim, sim.ana))
        told, _ = await proof_of(sim, sim.bogdan)
        assert [verify.read_word(word) for word in told["words"]] == ["mine"]
        await sim.play(sim.ana, level="easy")
        assert [one.word for one in sim.stored(3).players if one.user] == [""]


async def test_the_page_of_a_game_has_one_button(tmp_path):
    async with of_seeds(tmp_path, "en") as sim:
        await sim.play(sim.ana, level="easy")
        assert [*buttons(await details(sim, sim.ana))] == ["Set my word"]
