"""Reviews on Discord: for every game, with their picture, within Discord's limits."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import cycle

import pytest

from bot.language.languages import LANGUAGES
from bot.review.amounts import rounded_totals
from bot.review.played_round import played_round
from bot.review.review_page import review_in_pieces
from bot.table.frame import frame, names
from bot.table.players import Players
from bot.ui.drawing import layout, mentions
from bot.ui.drawing.discord_renderer import DiscordRenderer
from discord_limits import LONGEST_EMOJI, assert_fits, every
from documented.sent import TEXT
from random_play import ended_round
from rules import registry
from rules.pieces import whole
from rules.review import costliest
from rules.screen import Line
from rules.text import say
from simulated import LOCALES, buttons, find, table, text_of
from simulated_luck import WrittenLuck
from whole_reviews import review
from whole_rounds import click, do, leave, look, seat, use
from words import Words, in_each_language

GAMES = list(registry.games())
GIVEN_AWAY = Words(
    {
        "en": re.compile(r"^Chance to win lost by choices:(.*)$", re.MULTILINE),
        "ro": re.compile(r"^Șanse de câștig pierdute prin alegeri:(.*)$", re.MULTILINE),
    }
)
GALLERY = 12


async def played(sim, game):
    """Play a round of Ana and Bogdan to its end; return its message."""
    if len(registry.game(game).info.seats) == 1:
        await sim.play(sim.ana, game, opponent=sim.bogdan)
        (join,) = [one for one in buttons(sim.message).values() if ":join" in one["custom_id"]]
        await sim.bogdan.click(sim.message, custom_id=join["custom_id"])
    else:
        await seat(sim, game, [sim.ana, sim.bogdan])
    members = {member.id: member for member in (sim.ana, sim.bogdan)}
    while (stored := await look(sim)).status == "playing":
        play, at = stored.play, stored.play.awaits.seats[0]
        member = members[stored.players[at.index].user]
        message = sim.message
        if game == "six-card":
            message = sim.reread_private(await click(member, message, r"peek:.*"))
        legal = play.game.legal(play.state, at)
        await do(sim, member, message, legal[0] if "write" in legal[0].verb else legal[-1])
    return sim.message


async def reviewed(sim, member, message):
    """Press Review; return the private message, and the body of the request."""
    since = len(sim.env.http_requests)
    answer = await use(member, message, "review")
    private = sim.reread_private(answer)
    assert private.ephemeral
    sent = sim.requests("POST", "/interactions/*", since=since)[-1]
    assert_fits(private.components)
    return private, sent.json["data"]


@pytest.mark.parametrize(
    ("game", "language"), [*zip(GAMES, cycle(LANGUAGES)), (GAMES[0], LANGUAGES[1])]
)
async def test_every_game_is_reviewed(tmp_path, game, language):
    """Each game in one language, one game in both."""
    async with table(tmp_path) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        message = await played(sim, game)
        shown = text_of(message)
        private, sent = await reviewed(sim, sim.ana, message)
        text = text_of(private)
        assert len(text.splitlines()) <= 12
        assert Words({"en": "### Review", "ro": "### Analiză"})[language] in text
        stored = await look(sim)
        named = {sim.ana.id: "ana", sim.bogdan.id: "bogdan"}
        names = [named[player.user] for player in stored.players]
        record = sim.record()
        reviews = review(stored.play.game, 2, stored.options, record)
        given = GIVEN_AWAY[language].search(text)[1].replace(",", ".")
        lost = [round(10 * float(one)) for one in re.findall(r" ([\d.]+)\s?%", given)]
        assert lost == [-rounded_totals("share", one)["skill"] for one in reviews]
        for place, (one, decision) in enumerate(costliest(reviews, 3), 1):
            number = f"{decision.loss * 100:.1f}".replace(".", "." if language == "en" else ",")
            (line, cost) = text[text.index(f"\n{place}. ") :].splitlines()[1:3]
            done = rf"{place}\. (.*: )?\*\*<@{stored.players[one.seat.index].user}> "
            assert re.match(done, line), "who it was, and in the past what they did"
            assert re.search(rf" {number}\s?% ", cost)
        if game == "six-card":  # each seat knows its own cards only
            assert not private.attachments
            assert not [one for one in every(private.components) if one["type"] == GALLERY]
            return
        # The picture stands below the text, attached, with a description.
        (gallery,) = [one for one in every(private.components) if one["type"] == GALLERY]
        ((item,)) = gallery["items"]
        (attachment,) = sent["attachments"]
        assert attachment["filename"] == "review.png"
        assert str(attachment["id"]) == "0"
        picture = Words({"en": "A line plot: ", "ro": "Un grafic"})[language]
        for description in (item["description"], attachment["description"]):
            assert description.startswith(picture)
            assert description.count(" ana: ") == 1
            assert description.count(" bogdan: ") == 1
            assert len(description) <= 1024
        (file,) = private.attachments
        assert file.filename == "review.png"
        again = whole(review_in_pieces(played_round(stored, record, names), language))
        assert file.size == len(again.picture) > 10_000
        # The board stays as it was, and anybody may ask.
        assert text_of(sim.reread(message)) == shown
        again, _ = await reviewed(sim, sim.carmen, message)
        own = Words({"en": "Only you see: accuracy", "ro": "Doar tu vezi: precizie"})[language]
        lines = [line for line in text.splitlines()[2:] if not line.startswith(own)]
        assert len(lines) == len(text.splitlines()) - 3, "one line is the reader's own"
        assert text_of(again).splitlines()[2:] == lines
        assert "<@" in text_of(again).splitlines()[1], "others read about the winner"
        assert "<@" not in text.splitlines()[1]


async def test_a_name_that_has_changed_since_is_the_new_one(tmp_path):
    async with table(tmp_path) as sim:
        message = await played(sim, "dice-poker")
        for name in ("bogdan", "zoe"):
            sim.rename(sim.bogdan, name)
            _, sent = await reviewed(sim, sim.ana, message)
            assert f" {name}: " in sent["attachments"][0]["description"]


@pytest.mark.slow
async def test_each_member_reads_it_in_their_own_language(tmp_path):
    """Its picture, too, which is kept for whoever asks next."""
    async with table(tmp_path) as sim:
        message = await played(sim, "poker-dice")
        sim.locales[sim.bogdan.id] = LOCALES["ro"]
        pictures = []
        for member, language in ((sim.ana, "en"), (sim.bogdan, "ro"), (sim.ana, "en")):
            private, _ = await reviewed(sim, member, message)
            told = (GIVEN_AWAY[one].search(text_of(private)) for one in LANGUAGES)
            assert [found is not None for found in told] == [one == language for one in LANGUAGES]
            (file,) = private.attachments
            pictures.append(await file.read())
        first, other, again = pictures
        assert first == again != other


async def test_nothing_is_reviewed_before_it_is_over(tmp_path):
    """The button is on the message although the round goes on; a review would show hidden cards."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "six-card", opponent=sim.bogdan)
        await click(sim.bogdan, sim.message, r"lobby:.*:join")
        assert "Review" not in buttons(sim.message)
        before, message = sim.stored(), sim.message
        gone = (replace(before.players[0], left=True), before.players[1])
        board = layout.draw(
            frame(replace(before, status="over", players=Players(gone))), sim.bot.emoji
        )
        partial = sim.bot.get_partial_messageable(sim.channel.id).get_partial_message(message.id)
        await partial.edit(**mentions.edited(board))
        await sim.env.settle()
        since = len(sim.env.http_requests)
        answer = await sim.press(sim.ana, sim.reread(message), "Review")
        assert not answer.followups
        assert not sim.requests("*", "/webhooks/*", since=since)
        assert "Look at my cards" in buttons(sim.reread(message))
        now = sim.stored()
        assert replace(now, seed=before.seed) == before
        assert not now.seed.proven, "the board seems to know more than the database"


async def test_a_round_that_was_closed_has_no_review(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        mod = sim.member("mod", manage_messages=True)
        asked = await mod.context_menu(sim.channel, "Close this game", sim.message)
        await sim.press_id(mod, asked.response, "tool:*:close-now")
        assert sim.stored().status == "closed"
        assert "Review" not in buttons(sim.channel.history()[0])


@in_each_language
@pytest.mark.parametrize("game", ["dice-poker", "poker-dice", "six-card"])
async def test_a_round_that_somebody_left(tmp_path, game, language):
    """The game did not end; the review stops where the round was left."""
    async with table(tmp_path) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        if game == "poker-dice":
            await seat(sim, game, [sim.ana, sim.bogdan])
        else:
            await sim.play(sim.ana, game, opponent=sim.bogdan)
            await click(sim.bogdan, sim.message, r"lobby:.*:join")
        board = sim.message
        await leave(sim, sim.bogdan)
        assert sim.stored().status == "over"
        assert sim.stored().play.over is None
        private, _ = await reviewed(sim, sim.ana, sim.reread(board))
        left = Words({"en": "The game was left before", "ro": "Partida a fost părăsită înainte"})
        assert left[language] in text_of(private)


async def test_after_a_restart(tmp_path):
    luck = WrittenLuck([(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,), (3,)])
    async with table(tmp_path, luck) as sim:
        await sim.play(sim.ana)
        await sim.reroll(sim.ana, sim.message, 5)
        before, _ = await reviewed(sim, sim.ana, sim.message)
        text = text_of(before)
        await sim.restart()
        after, _ = await reviewed(sim, sim.ana, sim.message)
        assert text_of(after) == text
        assert find(sim.message, "Rematch")


@cache
def longest(key, seats, seed):
    """Return a round of members with its review."""
    stored, record = ended_round(key, seats, f"longest {key} {seats} {seed}")
    names = ("Alexandra the Great",) * seats
    found = [whole(review_in_pieces(played_round(stored, record, names), one)) for one in LANGUAGES]
    blocks = [(one.headline(None), one.loss_line, *one.costliest_choices) for one in found]
    cards = [(one.headline(None), *map(Line, one.headlines)) for one in found]
    return (
        stored,
        dict(zip(LANGUAGES, blocks, strict=True)),
        dict(zip(LANGUAGES, cards, strict=True)),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "seats"),
    [
        (key, seats)
        for key in GAMES
        for seats in (4, 8, 6, 2)
        if seats in registry.game(key).info.seats
    ],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_longest_reviews_fit(no_picture, key, seats, seed):
    """78 turns of Thirteen Rows, eight hands of Poker Dice, with cards to share."""
    for language in LANGUAGES:
        stored, blocks, cards = longest(key, seats, seed)
        words = DiscordRenderer(language, LONGEST_EMOJI, names(stored))
        assert_fits(layout.page(say("Review"), cards[language], words).to_components())
        tree = layout.page(say("Review"), blocks[language], words).to_components()
        assert_fits(tree)
        text = "\n".join(one["content"] for one in every(tree) if one["type"] == TEXT)
        assert len(text) <= 4_000 - 200, "leave some room for a longer translation"
        if seats > 4 or key == "six-card":
            assert "<:" not in text
