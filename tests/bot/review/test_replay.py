"""Replay: a round as an animation, posted once by who played, and private to everybody else."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import aiohttp
import pytest

from bot.review.animation import scenes
from bot.table.store import results
from costly_rounds import played, worst_row
from discord_limits import assert_all_fit
from elsewhere import elsewhere
from hanging import treated
from mentions_sent import with_names
from rules import registry
from simulated import LOCALES, buttons, components, table, text_of
from whole_rounds import between_two, click, leave, look, replay, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

SHARED = Words({"en": "-# shared by {}", "ro": "-# distribuită de {}"})
HERE = Words({"en": "The replay of this game is here: ", "ro": "Filmul acestei partide e aici: "})
DESCRIBED = Words(
    {"en": "An animation of a game of Dice Poker", "ro": "O animație a unei partide de"}
)
POST = Words({"en": "Post", "ro": "Publică"})
VERDICT = Words({"en": "verdict", "ro": "verdictul"})
PLAYERS_ONLY = "Only players of the game can post this for everybody."
DRAWING = Words({"en": "Drawing the replay …", "ro": "Desenez filmul …"})
GALLERY = 12
NOT_HERE = "The bot may not post pictures in this channel, so only you see this."


def described(message):
    """Return the description of the picture of a message."""
    (picture,) = [one for one in components(message) if one["type"] == GALLERY]
    return picture["items"][0]["description"]


def files_of(message):
    return [one.filename for one in message.attachments]


@in_each_language
async def test_a_player_posts_it_once(tmp_path, language):
    """It speaks the language of the round; later presses link to it, also after a restart."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = sim.locales[sim.bogdan.id] = LOCALES[language]
        board = await played(sim, "dice-poker", worst_row)
        shown, outcome = text_of(board), sim.stored().outcome
        since = len(sim.env.http_requests)
        await replay(sim, sim.ana, sim.reread(board))
        first, card = sim.channel.history()
        assert first.id == board.id
        assert not card.flags.ephemeral
        assert files_of(card) == ["replay.gif"]
        (picture,) = [one for one in components(card) if one["type"] == GALLERY]
        assert picture["items"][0]["description"].startswith(DESCRIBED[language])
        title, *lines = text_of(card).splitlines()
        named = with_names(shown.splitlines()[0], sim.ana, sim.bogdan)
        assert title == named.replace("@", ""), "boards alone write it before names"
        assert lines == [SHARED[language].format("ana")]
        assert_all_fit(sim.requests("POST", "*", since=since))
        assert sim.pings(since) == []
        for _ in range(2):
            again = sim.reread_private(await replay(sim, sim.bogdan, sim.reread(board)))
            assert again.ephemeral
            assert HERE[language] in text_of(again)
            assert text_of(again).endswith(f"/{sim.channel.id}/{card.id}")
            await sim.restart()
        assert len(sim.channel.history()) == 2
        assert text_of(sim.reread(board)) == shown
        assert sim.stored().outcome == outcome
        assert len(sim.bot.storage.read(results.of_round, 1)) == 2
        sim.assert_replays()


@in_each_language
async def test_who_played_sees_it_alone_and_may_post_it(tmp_path, no_picture, language):
    """There is no question; posted it is once."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        board = await played(sim, "dice-poker", worst_row)
        shown = sim.reread_private(await use(sim.ana, board, "film"))
        assert shown.ephemeral
        assert files_of(shown) == ["replay.gif"]
        assert [*buttons(shown)] == [POST[language]]
        assert len(sim.channel.history()) == 1
        told = sim.reread_private(await use(sim.ana, shown, "post"))
        assert files_of(sim.message) == ["replay.gif"]
        assert text_of(told).startswith(HERE[language])
        again = sim.reread_private(await use(sim.ana, board, "film"))
        assert HERE[language] in text_of(again)
        assert not buttons(again), "it is posted once"


@in_each_language
async def test_what_choices_cost_is_seen_in_private_alone(tmp_path, monkeypatch, language):
    """The picture that everybody sees has no verdicts, and its description names none."""
    judged = []
    drawn = scenes.story

    def story(*given, **options):
        told = drawn(*given, **options)
        judged.append({one.verdict for one in told.scenes} | {one.cost for one in told.scenes})
        return told

    monkeypatch.setattr("bot.review.animation.animated.story", story)
    monkeypatch.setattr("bot.review.animation.gif.gif", lambda *_: b"GIF89a")
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        board = await played(sim, "dice-poker", worst_row)
        shown = sim.reread_private(await use(sim.ana, board, "film"))
        assert VERDICT[language] in described(shown)
        await use(sim.ana, shown, "post")
        assert described(sim.message).startswith(DESCRIBED[language])
        assert VERDICT[language] not in described(sim.message)
        private, public = judged
        assert len(private) > 2
        assert public == {None}


@in_each_language
@pytest.mark.parametrize("verb", ["film", "post"])
async def test_while_it_is_drawn_the_member_is_told_so(tmp_path, monkeypatch, language, verb):
    """On the message whose button was pressed, which then has what came of it."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        board = await played(sim, "dice-poker", worst_row)
        answer = await use(sim.ana, board, "more" if verb == "film" else "film")
        seen, analyse = [], sim.bot.live.analyse

        async def watched(*question, **options):
            seen.append(text_of(sim.reread_private(answer)))
            return await analyse(*question, **options)

        monkeypatch.setattr(sim.bot.live, "analyse", watched)
        await use(sim.ana, sim.reread_private(answer), verb)
        assert seen == [DRAWING[language]]
        now = sim.reread_private(answer)
        assert DRAWING[language] not in text_of(now)
        assert files_of(now if verb == "film" else sim.message) == ["replay.gif"]


async def test_a_note_that_discord_refuses_hinders_nothing(tmp_path, no_picture):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        asked = sim.reread_private(await use(sim.ana, board, "film"))
        sim.env.inject_error("POST", "/interactions/*/callback", status=403, times=1)
        await use(sim.ana, asked, "post")
        assert files_of(sim.message) == ["replay.gif"]


async def test_two_presses_at_once_post_one(tmp_path):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        pressed = f"tool:1:{sim.stored().moment}:post"
        await sim.send_all([(sim.ana, board, pressed), (sim.bogdan, board, pressed)])
        assert len(sim.channel.history()) == 2


async def test_others_see_it_in_private(tmp_path):
    async with table(tmp_path) as sim:
        sim.locales[sim.carmen.id] = LOCALES["ro"]
        board = await played(sim, "six-card", worst_row)
        private = sim.reread_private(await replay(sim, sim.carmen, board))
        assert private.ephemeral
        assert files_of(private) == ["replay.gif"]
        assert "Doar cei care au jucat partida o pot posta pentru toți." in text_of(private)
        assert len(sim.channel.history()) == 1
        await replay(sim, sim.ana, board)
        assert len(sim.channel.history()) == 2


async def test_from_the_menu_of_a_message(tmp_path, no_picture):
    """Apps, Replay this round, Share: the same as the button."""
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        answer = await sim.bogdan.context_menu(sim.channel, "Replay this game", board)
        private = sim.reread_private(answer)
        assert private.ephemeral
        assert files_of(private) == ["replay.gif"]
        assert len(sim.channel.history()) == 1
        await use(sim.bogdan, private, "post")
        assert files_of(sim.message) == ["replay.gif"]
        assert text_of(sim.message).endswith(SHARED["en"].format("bogdan"))
        told = sim.reread_private(await use(sim.ana, board, "film"))
        assert HERE["en"] in text_of(told)


async def test_without_the_permission_only_who_asks_sees_it(tmp_path):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        sim.forbid(attach_files=True)
        private = sim.reread_private(await replay(sim, sim.ana, board))
        assert private.ephemeral
        assert files_of(private) == ["replay.gif"]
        assert NOT_HERE in text_of(private)
        assert len(sim.channel.history()) == 1


@pytest.mark.parametrize("kind", ["server", "group"])
async def test_where_the_bot_is_no_member_it_is_an_answer(tmp_path, kind):
    async with table(tmp_path) as sim:
        with elsewhere(sim, kind):
            board = await played(sim, "dice-poker", worst_row)
            since = len(sim.env.http_requests)
            await replay(sim, sim.ana, board)
            assert files_of(sim.message) == ["replay.gif"]
            assert not sim.requests("*", "/channels/*", since)


async def test_where_answers_are_private_it_is_private(tmp_path):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        with elsewhere(sim, "server", external=False):
            private = sim.reread_private(await replay(sim, sim.ana, board))
            assert private.ephemeral
            assert NOT_HERE in text_of(private)


async def test_a_refusal_of_discord_leaves_it_private(tmp_path):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        asked = sim.reread_private(await use(sim.ana, board, "film"))
        sim.env.inject_error("POST", "/webhooks/*", status=403, times=1)
        private = sim.reread_private(await use(sim.ana, asked, "post"))
        assert private.ephemeral
        assert NOT_HERE in text_of(private)
        await replay(sim, sim.ana, board)
        assert len(sim.channel.history()) == 2


ON_ITS_WAY = Words(
    {
        "en": "The replay of this game is being posted in this channel, or stands in it.",
        "ro": "Filmul acestei partide se postează în acest canal sau e deja aici.",
    }
)


@pytest.mark.parametrize("language", ON_ITS_WAY)
async def test_one_that_was_posted_without_an_answer_is_not_posted_again(tmp_path, language):
    """Discord posts it, and its answer is lost; the bot is started again as well."""
    async with table(tmp_path, language="en") as sim:
        board = await played(sim, "dice-poker", worst_row)
        asked = sim.reread_private(await use(sim.ana, board, "film"))

        async def lose(carry_out, _json):
            await carry_out()
            raise aiohttp.ServerDisconnectedError

        with treated(sim, "POST", "/webhooks/*", lose):
            await use(sim.ana, asked, "post")
        posted = len(sim.channel.history())
        assert posted == 2
        sim.locales[sim.bogdan.id] = language
        for _ in range(2):
            again = sim.reread_private(await replay(sim, sim.bogdan, sim.reread(board)))
            assert text_of(again).endswith(ON_ITS_WAY[language])
            await sim.restart()
        assert len(sim.channel.history()) == posted


async def test_a_refusal_leaves_no_note(tmp_path):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        asked = sim.reread_private(await use(sim.ana, board, "film"))
        sim.env.inject_error("POST", "/webhooks/*", status=400, times=1)
        await use(sim.ana, asked, "post")
        assert sim.stored().replay is None
        await replay(sim, sim.ana, board)
        assert files_of(sim.message) == ["replay.gif"]


async def test_a_picture_that_takes_long_is_posted_all_the_same(tmp_path, monkeypatch):
    """The press is deferred meanwhile, and so is that of a member who sees it in private."""
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        monkeypatch.setattr("bot.ui.response.DEFER_AFTER", 0.0)
        private = sim.reread_private(await replay(sim, sim.carmen, board))
        assert private.ephemeral
        assert files_of(private) == ["replay.gif"]
        await replay(sim, sim.ana, board)
        assert files_of(sim.message) == ["replay.gif"]
        assert len(sim.channel.history()) == 2
        assert text_of(sim.reread(board)) == text_of(board)


async def test_a_round_whose_moves_are_no_longer_kept_has_none(tmp_path):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        with closing(sqlite3.connect(tmp_path / "rounds.sqlite3")) as database:
            database.execute("DELETE FROM steps")
            database.commit()
        told = sim.reread_private(await replay(sim, sim.ana, board))
        assert told.ephemeral
        assert "no longer kept" in text_of(told)
        assert len(sim.channel.history()) == 1


async def test_a_round_that_was_left_before_a_split_was_shown(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim, "six-card")
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:.*"))
        split = registry.game("six-card").legal(
            (await look(sim)).play.state, sim.stored().seats_of(sim.ana.id)[0]
        )[0]
        await sim.choose(sim.ana, own, split.code)
        board = sim.message
        await leave(sim, sim.bogdan)
        await replay(sim, sim.bogdan, sim.reread(board))
        assert files_of(sim.message) == ["replay.gif"]


async def test_a_rematch_has_a_replay_of_its_own(tmp_path):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        await replay(sim, sim.ana, board)
        await use(sim.ana, sim.reread(board), "rematch")
        assert sim.stored(1).replay
        assert sim.stored(2).replay is None


async def test_a_round_under_way_has_none(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        record = sim.send(sim.ana, sim.message, f"tool:1:{sim.stored().moment}:post")
        await sim.env.settle()
        assert record.responded
        assert len(sim.channel.history()) == 1
