"""*Picture* of a finished private round: no dice and three lines, both to be copied."""

from __future__ import annotations

import re
from datetime import date
from io import BytesIO

import pytest
from PIL import Image, ImageColor

from bot.daily.share_picture import share_picture
from bot.pictures.colours import VERDICTS
from bot.play import quotas
from daily_days import best, open_daily, play_on, stored
from green_avatars import give_avatar, shows_avatar
from simulated import buttons, components, last_message, speak, table, text_of
from words import Words, in_each_language

THURSDAY = date(2026, 1, 1)
GALLERY = 12
OFF = Words({"en": "There is no daily challenge today.", "ro": "Azi nu e nicio provocare a zilei."})
TOO_MANY = Words({"en": "You asked for many pictures", "ro": "Ai cerut multe imagini"})
PICTURE = Words({"en": "Picture", "ro": "Imagine"})
LINES = Words(
    {
        "en": ("Dice Poker daily 1 · {}", "Yams · 🔥 1 day"),
        "ro": ("Dice Poker, ziua 1 · {}", "Yams · 🔥 1 zi"),
    }
)


MEASURED = re.compile("perfect|known beforehand|[Șș]tiind|lost|loses|pierd|ccuracy|recizie")
"""What belongs to the day after, and what nobody else is told."""


async def finished(sim):
    """Play the day to its end; return its private message."""
    message = await open_daily(sim, sim.ana)
    await play_on(sim, sim.ana, message, THURSDAY, best)
    return message


async def pictured(sim, language="en"):
    """Play the day to its end and press *Picture*; return the page."""
    message = await finished(sim)
    answer = await sim.press(sim.ana, sim.reread(message), PICTURE[language])
    page = last_message(answer)
    assert page.ephemeral
    return page


@pytest.mark.slow
@in_each_language
async def test_it_is_a_picture_without_dice_and_three_lines(tmp_path, language):
    """They name the game and the bot; the accuracy is not for others."""
    async with table(tmp_path) as sim:
        speak(sim, language)
        page = await pictured(sim, language)
        points = stored(sim, sim.ana, THURSDAY).total
        assert [one.filename for one in page.attachments] == ["daily.png"]
        (gallery,) = [one for one in components(page) if one["type"] == GALLERY]
        described = gallery["items"][0]["description"]
        assert described.endswith("🟩" * 13)
        assert str(points) in described
        text = text_of(page)
        assert "<:" not in text + described, "no dice and no cards"
        assert not MEASURED.search(text + described)
        assert "http" not in text
        first, second = LINES[language]
        assert text.splitlines()[1:] == [first.format(points), second, "🟩" * 13]
        assert sim.channel.history() == [], "nobody else sees it"
        assert not buttons(page)


@pytest.mark.slow
@pytest.mark.parametrize("avatar", [True, False])
async def test_it_shows_the_avatar_of_the_member(tmp_path, avatar):
    async with table(tmp_path) as sim:
        if avatar:
            give_avatar(sim, sim.ana)
        assert await shows_avatar(await pictured(sim)) is avatar


@pytest.mark.slow
@in_each_language
async def test_it_is_one_of_the_pictures_that_a_member_may_ask_for(tmp_path, monkeypatch, language):
    monkeypatch.setattr(quotas, "PICTURES", 1)
    async with table(tmp_path) as sim:
        speak(sim, language)
        message = await finished(sim)
        answers = [await sim.press(sim.ana, sim.reread(message), PICTURE[language]) for _ in "12"]
        first, second = (last_message(one) for one in answers)
        assert [one.filename for one in first.attachments] == ["daily.png"]
        assert TOO_MANY[language] in text_of(second)
        assert not second.attachments


@in_each_language
async def test_where_the_host_has_turned_the_challenge_off_it_begins_none(tmp_path, language):
    async with table(tmp_path, daily="off") as sim:
        speak(sim, language)
        await sim.play(sim.ana, "nine")
        today = f"today:day-{THURSDAY.toordinal()}:0"
        sim.put_button(sim.message, today)
        answer = await sim.bogdan.click(sim.message, custom_id=today)
        assert OFF[language] in text_of(sim.reread_private(answer))
        assert stored(sim, sim.bogdan, THURSDAY) is None


def test_a_name_that_the_font_cannot_write_is_left_to_the_message():
    def drawn(name):
        return share_picture("Dice Poker daily 2", ("best",), ("221 points",), "#56b4e9", name=name)

    assert drawn("小明") == drawn("") != drawn("🎲 Ștefan") == drawn("Ștefan")


@pytest.mark.parametrize("rows", [9, 13])
def test_every_verdict_has_its_square_and_its_sign(rows):
    verdicts = (("inaccuracy", "mistake", "blunder", "best", "good") * 4)[:rows]
    below = ("221 points", "?! small mistake · ? mistake · ?? blunder")
    drawn = share_picture("Dice Poker daily 2 · Thirteen Rows", verdicts, below, "#56b4e9")
    assert len(drawn) < 200 * 1024
    with Image.open(BytesIO(drawn)) as picture:
        assert picture.size == (600, 340)
        colours = {colour: count for count, colour in picture.convert("RGB").getcolors(600 * 340)}
    assert colours[ImageColor.getrgb("#56b4e9")] > 600 * 10, "the colour of the game"
    shown = ["best" if verdict == "good" else verdict for verdict in verdicts]
    for verdict in set(shown):
        assert colours[ImageColor.getrgb(VERDICTS[verdict])] > 1500 * shown.count(verdict)
