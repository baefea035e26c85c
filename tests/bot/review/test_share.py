"""*Share*: a card about a round that was played, for everybody."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image, ImageColor

from bot.language.languages import LANGUAGES
from bot.pictures import card as cards
from bot.pictures.colours import BACKGROUND, LINES
from bot.review.played_round import PlayedRound, Reviewee
from bot.review.share import round_picture
from bot.review.share_names import picture_names
from bot.ui.drawing.emoji import PICTURES
from discord_limits import assert_all_fit
from green_avatars import (
    give_avatar,
    green_file,
    green_pixels,
    lose_avatar_file,
    shows_avatar,
)
from random_play import play_at_random
from rules import registry
from rules.text import say
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import between_two, do, leave, look, use
from words import Words, in_each_language

POST = Words({"en": "Post", "ro": "Publică"})
POSTED = Words({"en": "Posted", "ro": "Publicată"})
PLAY = Words({"en": "Play", "ro": "Joacă"})
SAID = Words(
    {
        "en": ["-# shared by ana"],
        "ro": ["-# distribuită de ana"],
    }
)
SHOWS = Words(
    {
        "en": [
            "Five of a Kind at once! · bogdan.",
            "The end of a game: ana wins.",
            "ana: from ",
        ],
        "ro": [
            "Cinci la fel din prima! · bogdan.",
            "Sfârșitul unei partide: ana câștigă.",
            "ana: de la ",
        ],
    }
)
GALLERY = 12
LUCK = [(6, 6, 6, 6, 6), (1, 1, 2, 2, 3), (1, 2, 3, 3, 5)]


NAMES = ("Ana", "Bogdan", "Carmen", "Dan", "Elena", "Florin", "Gina", "Horia")


def ends():
    """Yield each game with the fewest and the most seats."""
    for key, game in registry.games().items():
        yield from ((key, seats) for seats in {game.info.seats.start, game.info.seats.stop - 1})


async def played(sim):
    """Let Bogdan throw five sixes away against Ana; return the board."""
    await between_two(sim)
    stored = await look(sim)
    actions = stored.play.game.legal(stored.play.state, stored.play.awaits.seats[0])
    await do(sim, sim.bogdan, sim.message, actions[-1])
    await do(sim, sim.ana, sim.message, actions[0])
    return sim.message


async def shown(sim, member, board):
    """Press Share; return the private message with the picture."""
    private = sim.reread_private(await use(member, board, "share"))
    assert private.ephemeral
    return private


@pytest.mark.slow
@in_each_language
async def test_a_player_shares_result_luck_and_verdict(tmp_path, language):
    """Share shows the picture in private, in the member's language; posted it has the round's."""
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        board = await played(sim)
        sim.locales[sim.ana.id] = LOCALES[Words({"en": "ro", "ro": "en"})[language]]
        private = await shown(sim, sim.ana, board)
        assert [one.filename for one in private.attachments] == ["round.png"]
        assert len(sim.channel.history()) == 1
        since = len(sim.env.http_requests)
        label = POST[Words({"en": "ro", "ro": "en"})[language]]
        assert [*buttons(private)] == [label]
        assert (await sim.press(sim.ana, private, label)).acknowledged
        first, card = sim.channel.history()
        assert first.id == board.id
        assert not card.flags.ephemeral
        assert_all_fit(sim.requests("POST", "/webhooks/*", since=since))
        assert text_of(card).splitlines() == SAID[language], "the picture has the title"
        assert [one.filename for one in card.attachments] == ["round.png"]
        (gallery,) = [one for one in components(card) if one["type"] == GALLERY]
        described = gallery["items"][0]["description"]
        for expected in SHOWS[language]:
            assert expected in described
        assert "<" not in described
        assert [*buttons(card)] == [PLAY[language]]
        assert sim.pings(since) == []
        done = sim.reread(private)
        assert text_of(done) == text_of(private)
        (posted,) = buttons(done).items()
        assert posted[0] == POSTED[Words({"en": "ro", "ro": "en"})[language]]
        assert posted[1]["disabled"]


@pytest.mark.slow
async def test_the_avatar_of_the_member_stands_beside_their_name(tmp_path):
    """Not that of who only looks at it; without its file the picture comes without it."""
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        for member in (sim.ana, sim.carmen):
            give_avatar(sim, member)
        board = await played(sim)
        private = await shown(sim, sim.ana, board)
        assert await shows_avatar(private)
        assert not await shows_avatar(await shown(sim, sim.bogdan, board))
        assert not await shows_avatar(await shown(sim, sim.carmen, board))
        await sim.press(sim.ana, private, "Post")
        assert await shows_avatar(sim.message)
        lose_avatar_file(sim, sim.ana)
        assert not await shows_avatar(await shown(sim, sim.ana, board))


async def test_no_press_of_the_round_asks_for_an_avatar(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("discord.Asset.read", lambda asset: asked.append(asset) or [].pop())
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        give_avatar(sim, sim.ana)
        board = await played(sim)
        await sim.wait(seconds=2)
        await use(sim.ana, board, "review")
        assert asked == []


async def test_a_card_is_shared_once(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        board = await played(sim)
        private, twice = await shown(sim, sim.ana, board), await shown(sim, sim.ana, board)
        await sim.press(sim.ana, private, "Post")
        again = await sim.press(sim.ana, twice, "Post")
        assert "just shared" in text_of(sim.reread_private(again))
        assert len(sim.channel.history()) == 2
        other = await shown(sim, sim.bogdan, board)
        await sim.press(sim.bogdan, other, "Post")
        assert len(sim.channel.history()) == 3


async def test_two_presses_at_once_share_one_card(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        private = await shown(sim, sim.ana, await played(sim))
        share = buttons(private)["Post"]["custom_id"]
        await sim.send_all([(sim.ana, private, share)] * 2)
        assert len(sim.channel.history()) == 2


async def test_only_players_share(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        board = await played(sim)
        private = await shown(sim, sim.carmen, board)
        assert [one.filename for one in private.attachments] == ["round.png"]
        assert "Only players of the game can post this for everybody." in text_of(private)
        assert list(buttons(private)) == []
        record = sim.send(sim.carmen, board, f"tool:1:{sim.stored().moment}:share-now")
        await sim.env.settle()
        assert "not playing" in text_of(sim.reread_private(sim.answer_to(record)))
        assert len(sim.channel.history()) == 1


@pytest.mark.slow
async def test_after_a_restart(tmp_path):
    """Names are not known any more, until a press tells whom its message mentions."""
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        board = await played(sim)
        private = await shown(sim, sim.ana, board)
        await sim.restart()
        record = sim.send(sim.ana, private, f"tool:1:{sim.stored().moment}:share")
        await sim.env.settle()
        again = text_of(sim.reread_private(sim.answer_to(record)))
        assert f"-# A: <@{sim.bogdan.id}>" in again, "the picture has the letter, too"
        await use(sim.ana, sim.reread(board), "review")
        await sim.press(sim.ana, private, "Post")
        assert sim.text == "-# shared by ana"


async def test_a_card_that_is_posted_after_a_restart_keeps_its_picture(tmp_path):
    """An edit that names its members would have to upload it again."""
    async with table(tmp_path) as sim:
        page = await shown(sim, sim.ana, await played(sim))
        await sim.restart()
        await sim.press(sim.ana, page, "Post")
        assert [one.filename for one in sim.channel.last_message.attachments] == ["round.png"]


async def test_a_round_under_way_cannot_be_shared(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        for verb in ("share", "share-now"):
            record = sim.send(sim.ana, sim.message, f"tool:1:{sim.stored().moment}:{verb}")
            await sim.env.settle()
            assert record.responded
        assert len(sim.channel.history()) == 1


async def test_a_round_that_was_left_can_be_shared(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        await leave(sim, sim.bogdan)
        private = await shown(sim, sim.ana, sim.reread(board))
        await sim.press(sim.ana, private, "Post")
        assert [one.filename for one in sim.message.attachments] == ["round.png"]
        assert text_of(sim.message).endswith("-# shared by ana")


@pytest.mark.slow
async def test_whoever_presses_play_has_a_round_of_that_game(tmp_path):
    """As /play without options, also after a restart; where one is open, they are told so."""
    async with table(tmp_path, SeededLuck("play")) as sim:
        private = await shown(sim, sim.ana, await played(sim))
        await sim.press(sim.ana, private, "Post")
        card = sim.message
        await sim.restart()
        await sim.press(sim.carmen, sim.reread(card), "Play")
        opened = sim.stored(2)
        assert (opened.game, opened.opener, opened.place.channel) == (
            "dice-poker",
            sim.carmen.id,
            sim.channel.id,
        )
        assert sim.message.id == opened.place.message != card.id
        told = await sim.press(sim.bogdan, sim.reread(card), "Play")
        assert "already open" in text_of(sim.reread_private(told))
        assert len(sim.channel.history()) == 3


@pytest.mark.parametrize("refused", [False, True])
async def test_without_the_permission_words_and_button_come_alone(tmp_path, refused):
    """Also where Discord refuses the picture though it had not said so."""
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        private = await shown(sim, sim.ana, await played(sim))
        if refused:
            sim.env.inject_error("POST", "/webhooks/*", status=403, times=1)
        else:
            sim.forbid(attach_files=True)
        await sim.press(sim.ana, private, "Post")
        assert sim.message.attachments == []
        assert text_of(sim.message).splitlines()[2:] == SAID["en"]
        assert [*buttons(sim.message)] == ["Play"]


async def test_a_game_that_is_gone_is_answered(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        board = await played(sim)
        sim.put_button(board, "play:0:0:chess")
        answer = await sim.ana.click(board, custom_id="play:0:0:chess")
        assert "There is no game called “chess”" in text_of(sim.reread_private(answer))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "seats"), [*ends()])
def test_the_picture_of_every_game_is_small(key, seats, language):
    """A PNG below 200 KiB, on a background of its own."""
    game = registry.game(key)
    journey = play_at_random(game, seats, {}, f"shared {key} {seats}")
    people = tuple(Reviewee(name) for name in NAMES[:seats])
    over = journey.end.over
    whole = PlayedRound(game, {}, journey.record, people, True, over.outcome)
    shares = [2 * (index + 1) / seats / (seats + 1) for index in range(seats)]
    worths = tuple((1 / seats, one, other) for one, other in zip(shares, shares[::-1], strict=True))
    picture = round_picture(whole, game.screen(journey.end.state, None), worths, language, PICTURES)
    assert len(picture.png) < 200 * 1024
    with Image.open(BytesIO(picture.png)) as picture:
        assert picture.format == "PNG"
        assert picture.size == (600, 340)
        shown = picture.convert("RGB")
        colours = {colour for _, colour in shown.getcolors(picture.width * picture.height)}
        assert shown.getpixel((1, 1)) == ImageColor.getrgb(game.info.colour)
        assert shown.getpixel((1, 30)) == ImageColor.getrgb(BACKGROUND)
    if seats > 1:
        assert ImageColor.getrgb(LINES[0]) in colours


@pytest.mark.parametrize(("key", "seats"), [*ends()])
def test_no_letter_of_the_picture_is_smaller_than_10_pixels_on_a_phone(key, seats, monkeypatch):
    """A phone shows it 360 pixels wide."""
    sizes = set()
    letters = cards.font
    monkeypatch.setattr(
        cards, "font", lambda size, **rest: sizes.add(size) or letters(size, **rest)
    )
    whole, end, worths = at_random(key, NAMES[:seats])
    round_picture(whole, end, worths, "ro", PICTURES)
    assert min(sizes) * 360 / 600 >= 10


@pytest.mark.parametrize(("key", "seats"), [*ends()])
def test_the_picture_begins_with_who_won_or_with_the_game_of_a_sheet_alone(key, seats, monkeypatch):
    written = words_of(monkeypatch)
    whole, end, worths = at_random(key, NAMES[:seats])
    round_picture(whole, end, worths, "en", PICTURES)
    if seats == 1:
        assert written[0] == whole.game.info.name.template
        assert str(whole.outcome.scores[0]) in written
    else:
        winners = [NAMES[seat.index] for seat in whole.outcome.winners]
        assert any(name in written[0] for name in winners)
        assert NAMES[0] in written


@pytest.mark.parametrize("key", ["yams", "dice-poker"])
def test_the_headline_leads_and_the_last_line_names_bot_and_game(key, monkeypatch):
    written = words_of(monkeypatch)
    whole, end, worths = at_random(key, NAMES[:2])
    round_picture(whole, end, worths, "en", PICTURES, headline=say("🎉 Five of a kind!"))
    assert written[0] == "Five of a kind!"
    assert written[-1] == f"Dice Poker for Discord · {whole.game.info.name.template}"


def words_of(monkeypatch):
    """Collect the texts of a picture, in their order."""
    written, write = [], cards.Card.text

    def text(card, at, text, *rest, **more):
        written.append(text)
        write(card, at, text, *rest, **more)

    monkeypatch.setattr(cards.Card, "text", text)
    return written


def test_only_two_have_the_curve_of_the_chance_to_win():
    """It is the winner's, so that it ends at the top; nobody posts a falling line."""
    drawn = {}
    for seats in (1, 2, 3):
        whole, end, _ = at_random("thirteen", NAMES[:seats])
        worths = tuple((1 / seats, float(seat == 0)) for seat in range(seats))
        curve = round_picture(whole, end, worths, "en", PICTURES)
        without = round_picture(whole, end, (), "en", PICTURES)
        drawn[seats] = curve.png != without.png, "plot" in curve.description
    assert drawn == {1: (False, False), 2: (True, True), 3: (False, False)}


def test_the_roll_of_the_game_is_a_row_of_dice():
    whole, end, worths = at_random("yams", NAMES[:1])
    rolls = [
        round_picture(whole, end, worths, "en", PICTURES, roll=roll).png
        for roll in ((), (6, 6, 6, 6, 2), (1, 1, 1, 1, 1))
    ]
    assert len({*rolls}) == 3


def test_names_that_the_font_cannot_write_are_left_to_the_message():
    """They are a letter on the picture; an emoji beside a name is left out."""
    names = ("小明", "🎲 Bogdan", "علي", "Ștefan")
    whole, end, worths = at_random("thirteen", names)
    picture = round_picture(whole, end, worths, "en", PICTURES)
    names, short = picture_names(whole, "en", 12)
    assert names == ("A", "Bogdan", "C", "Ștefan")
    assert [name for name, _ in short] == ["A", "C"]
    assert len(picture.full_names) == 2
    assert not any(name in picture.description for name in ("小明", "علي"))


def at_random(key, names):
    """Return a round of these players played at random, the Screen of its end, and worths."""
    game = registry.game(key)
    journey = play_at_random(game, len(names), {}, f"shared {key} {len(names)}")
    people = tuple(Reviewee(name) for name in names)
    whole = PlayedRound(game, {}, journey.record, people, True, journey.end.over.outcome)
    worths = tuple((0.5, 0.4, 0.6) for _ in names)
    return whole, game.screen(journey.end.state, None), worths


def test_each_game_has_a_colour_of_its_own():
    colours = [game.info.colour for game in registry.games().values()]
    assert len({*colours}) == len(colours)


@pytest.mark.parametrize(("key", "seats"), [*ends()])
def test_each_picture_has_a_place_for_an_avatar(key, seats):
    whole, end, _ = at_random(key, NAMES[:seats])
    picture = round_picture(whole, end, (), "en", PICTURES, avatars={0: green_file()})
    with Image.open(BytesIO(picture.png)) as picture:
        assert green_pixels(picture) > 600


def test_no_lines_are_drawn_where_each_seat_knows_its_own_cards_only(monkeypatch):
    """Their chances would add up to more than one, or less."""
    monkeypatch.setattr(cards.Card, "line", pytest.fail)
    whole, end, _ = at_random("six-card", NAMES[:2])
    round_picture(whole, end, ((0.5, 0.7), (0.5, 0.6)), "en", PICTURES)


@pytest.mark.slow
def test_only_the_analysis_process_loads_what_draws():
    """The bot itself starts without Pillow."""
    loaded = "import sys, bot.client; print({'PIL'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "set()"
