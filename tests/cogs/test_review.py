"""Reviews on Discord: after every game, with their picture, within every limit."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.analysis.review import Reviewed
from bot.language.languages import LANGUAGES
from bot.table.frame import names
from bot.table.stored_round import Player, StoredRound
from bot.ui import layout
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet, pictured
from discord_limits import TEXT, assert_fits, code_lines, every
from random_play import play_at_random
from rules import registry
from rules.engine import Acted
from rules.review import review
from rules.text import say
from simulated import buttons, find, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import click, do, leave, look, seat, use

GAMES = list(registry.games())
LOCALES = {"en": "en-US", "ro": "ro"}
KINDS = {
    "en": ("luck", "skill", "others", "hidden"),
    "ro": ("noroc", "joc", "ceilalți", "ascuns"),
}
ENDS = {"en": ("start", "result"), "ro": ("început", "rezultat")}
GALLERY = 12


async def played(sim, game):
    """Play a round of Ana's and Bogdan's, or the first of its menus, to its end."""
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
    """Press Review; return the private message, and what was sent for it."""
    since = len(sim.env.http_requests)
    answer = await use(member, message, "review")
    told = sim.reread_private(answer)
    assert told.ephemeral
    (sent,) = [request for request in sim.requests("*", "/webhooks/*", since=since) if request.json]
    assert_fits(told.components)
    return told, sent.json


def table_rows(said):
    """What the tables say, row by row: the label, then the numbers as they are read."""
    rows = {}
    for line in code_lines(said):
        words = re.findall(r"[-+]?[\d.,]+|[^\W\d_]+", line.replace("\xa0", " "))
        label = next((word for word in words if len(word) > 1 and word.isalpha()), None)
        if label:
            numbers = [word.replace(",", ".") for word in words if word[-1].isdigit()]
            rows.setdefault(label, []).extend(round(10 * float(number)) for number in numbers)
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_reviewed(tmp_path, game, language):
    async with table(tmp_path) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        message = await played(sim, game)
        shown = text_of(message)
        told, sent = await reviewed(sim, sim.ana, message)
        said = text_of(told)
        assert {"en": "### Review", "ro": "### Analiză"}[language] in said
        stored = await look(sim)
        for letter, player in zip("AB", stored.players, strict=True):
            assert f"**{letter}** <@{player.user}>" in said
        rows = table_rows(said)
        start, result = (rows[name] for name in ENDS[language])
        for place in range(2):
            gains = [rows[name][place] for name in KINDS[language] if name in rows]
            assert start[place] + sum(gains) == result[place]
        record = sim.record()
        for one in review(stored.play.game, 2, stored.options, record):
            if one.costliest is not None:
                lost = one.costliest.given_away * (1 if stored.outcome.scores else 100)
                number = f"{lost:.2f}".replace(".", "." if language == "en" else ",")
                assert number in said
        # The picture stands below the words, attached, with a text for who cannot see it.
        (gallery,) = [one for one in every(told.components) if one["type"] == GALLERY]
        ((item,)) = gallery["items"]
        (attachment,) = sent["attachments"]
        assert attachment["filename"] == "review.png"
        assert str(attachment["id"]) == "0"
        picture = {"en": "A line plot: ", "ro": "Un grafic"}[language]
        for description in (item["description"], attachment["description"]):
            assert description.startswith(picture)
            assert description.count(" A ") == 1
            assert description.count(" B ") == 1
            assert len(description) <= 1024
        (file,) = told.attachments
        assert file.filename == "review.png"
        assert file.size == len(Reviewed(stored, record, language).picture) > 10_000
        # Nobody else sees a change, and anybody may ask.
        assert text_of(sim.reread(message)) == shown
        again, _ = await reviewed(sim, sim.carmen, message)
        assert text_of(again).count("<@") == text_of(told).count("<@")


async def test_a_hint_that_was_taken_is_told(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await use(sim.ana, sim.message, "hint")
        await use(sim.ana, sim.message, "hint")
        await sim.press(sim.ana, sim.message, "Keep all")
        told, _ = await reviewed(sim, sim.ana, sim.message)
        lines = text_of(told).splitlines()
        at = lines.index("-# 💡 with a hint for choice 1")
        assert f"<@{sim.ana.id}>" in lines[at - 1]
        assert text_of(told).count("💡") == 1


async def test_nothing_is_reviewed_before_it_is_over(tmp_path):
    """A review would tell what the other seat holds. The button is one that should not be there."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "six-card", opponent=sim.bogdan)
        await click(sim.bogdan, sim.message, r"lobby:.*:join")
        assert "Review" not in buttons(sim.message)
        before, message = sim.stored(), sim.message
        gone = (replace(before.players[0], left=True), before.players[1])
        board = sim.bot.interactions.board.drawing(replace(before, status="over", players=gone))
        await sim.bot.get_channel(sim.channel.id).get_partial_message(message.id).edit(view=board)
        await sim.env.settle()
        since = len(sim.env.http_requests)
        answer = await sim.press(sim.ana, sim.reread(message), "Review")
        assert not answer.followups
        assert not sim.requests("*", "/webhooks/*", since=since)
        assert "Look at my cards" in buttons(sim.reread(message))
        assert sim.stored() == before


async def test_a_round_that_was_closed_has_no_review(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        busy = await sim.play(sim.ana)
        await sim.press(sim.ana, busy.response, "Close the round")
        assert "Review" not in buttons(sim.channel.history()[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["dice-poker", "poker-dice", "six-card"])
async def test_a_round_that_somebody_left(tmp_path, game, language):
    """Its game never ended; what was counted ends where it was left."""
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
        told, _ = await reviewed(sim, sim.ana, sim.reread(board))
        said = text_of(told)
        assert {"en": "left before the end", "ro": "a plecat înainte de"}[language] in said
        assert {"en": "when left", "ro": "la plecare"}[language] in said
        assert {"en": "left the round", "ro": "a plecat"}[language] in said


async def test_after_a_restart(tmp_path):
    luck = WrittenLuck([(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,), (3,)])
    async with table(tmp_path, luck) as sim:
        await sim.play(sim.ana)
        await sim.reroll(sim.ana, sim.message, 5)
        before, _ = await reviewed(sim, sim.ana, sim.message)
        said = text_of(before)
        await sim.restart()
        after, _ = await reviewed(sim, sim.ana, sim.message)
        assert text_of(after) == said
        assert find(sim.message, "Rematch")


EMOJI = EmojiSet({name: 10**19 + number for number, name in enumerate(pictured())})


def longest(key, seats, seed):
    """A round of a full table in which every member took a hint for every choice, and left."""
    game = registry.game(key)
    options = {option.key: option.values[-1].key for option in game.info.options}
    journey = play_at_random(game, seats, options, f"longest {key} {seats} {seed}")
    acted = [step for step in journey.record if isinstance(step, Acted)]
    players = tuple(
        Player(
            user=18_446_744_073_709_551_600 + index,
            hints=tuple(step.number for step in acted if step.seat.index == index),
            left=index > 0,
        )
        for index in range(seats)
    )
    return journey.record, StoredRound(
        id=1,
        channel=1,
        game=key,
        opener=1,
        players=players,
        opened=datetime(2026, 1, 1, tzinfo=UTC),
        status="over",
        options=options,
        play=replace(journey.end, steps=()),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "seats"),
    [
        (key, seats)
        for key in GAMES
        for seats in (4, 8, 6, 2)
        if seats in registry.game(key).info.seats
    ],
)
def test_the_longest_reviews_fit(key, seats, language):
    """78 turns of Thirteen Rows, eight hands of Poker Dice; dice are drawn up to four seats."""
    for seed in range(2):
        record, stored = longest(key, seats, seed)
        told = Reviewed(stored, record, language)
        words = DiscordRenderer(language, EMOJI, names(stored))
        page = layout.page(say("Review"), told.blocks, words)
        tree = page.to_components()
        assert_fits(tree)
        said = "\n".join(one["content"] for one in every(tree) if one["type"] == TEXT)
        assert len(said) <= 4_000 - 200, "leave some room for a longer translation"
        assert ("<:" in said) == (seats <= 4 and key != "six-card")
        letters = [f"**{letter}** <@" in said for letter in "ABCDEFGH"]
        assert letters == [True] * seats + [False] * (8 - seats)
        heads = [line for line in code_lines(said) if re.fullmatch(r"\s+[A-H](\s+[A-H])?", line)]
        assert len(heads) == (seats + 1) // 2
