"""*Share* of a finished attempt: a picture that tells no dice, and a button that plays today's."""

from __future__ import annotations

import re
from datetime import date, timedelta
from io import BytesIO

import pytest
from PIL import Image, ImageColor

from bot.daily.share_picture import share_picture
from bot.pictures.colours import VERDICTS
from daily_days import best, open_daily, play_on, press, stored
from green_avatars import give_avatar, shows_avatar
from simulated import LOCALES, buttons, components, table, text_of
from words import Words, in_each_language

THURSDAY, FRIDAY = date(2026, 1, 1), date(2026, 1, 2)
GALLERY = 12
PLAY = Words({"en": "Play today’s challenge", "ro": "Joacă provocarea de azi"})
OFF = Words({"en": "There is no daily challenge today.", "ro": "Azi nu e nicio provocare a zilei."})
ACCURACY = Words({"en": "accuracy 100%", "ro": "precizie 100\N{NO-BREAK SPACE}%"})


def speak(sim, language):
    """Let everybody's Discord speak a language."""
    sim.locales.update(dict.fromkeys((one.id for one in (sim.ana, sim.bogdan)), LOCALES[language]))


MEASURED = re.compile("perfect|known beforehand|[Șș]tiind|lost|loses|pierd|mistakes")
"""What belongs to the day after, and what nobody else is told."""

LEGEND = Words(
    {
        "en": "🟩\u00a0good · 🟨\u00a0?!\u00a0small\u00a0mistake",
        "ro": "🟩\u00a0bine · 🟨\u00a0?!\u00a0greșeală\u00a0mică",
    }
)


async def finished(sim):
    """Play the day to its end; return its private message."""
    message = await open_daily(sim, sim.ana)
    await play_on(sim, sim.ana, message, THURSDAY, best)
    return message


async def shared(sim):
    """Play the day to its end and share it; return what everybody sees."""
    message = await finished(sim)
    sim.answer = await press(sim, sim.ana, message, r"share:(day|set)-\d+:0")
    return sim.message


AGAIN = Words({"en": "again in a minute", "ro": "din nou peste un minut"})


@pytest.mark.slow
@in_each_language
async def test_it_is_shared_again_after_a_minute(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        message = await finished(sim)
        before = len(sim.channel.history())

        async def share():
            answer = await press(sim, sim.ana, message, r"share:day-\d+:0")
            return (
                text_of(sim.reread_private(answer)) if answer.followups or answer.response else ""
            )

        await share()
        assert len(sim.channel.history()) == before + 1
        assert AGAIN[language] in await share()
        assert len(sim.channel.history()) == before + 1
        await sim.wait(seconds=61)
        await share()
        assert len(sim.channel.history()) == before + 2


@pytest.mark.slow
@in_each_language
async def test_it_is_a_picture_without_dice(tmp_path, language):
    """Whoever presses its button plays in private; days later it is the challenge of that day."""
    async with table(tmp_path) as sim:
        speak(sim, language)
        card = await shared(sim)
        assert [one.filename for one in card.attachments] == ["daily.png"]
        (gallery,) = [one for one in components(card) if one["type"] == GALLERY]
        described = gallery["items"][0]["description"]
        assert described.endswith(f"{ACCURACY[language]}. {'🟩' * 13}")
        assert "<:" not in text_of(card) + described, "no dice and no cards"
        legend, by = text_of(card).splitlines()
        assert LEGEND[language] in legend
        assert by.endswith("ana")
        assert not MEASURED.search(described)
        assert not MEASURED.search(text_of(card))
        assert [*buttons(card)] == [PLAY[language]]
        pasted = sim.answer.followups[-1]
        assert pasted.ephemeral
        assert "http" not in text_of(pasted)
        _, day, result, squares = text_of(pasted).splitlines()
        points = result.removesuffix(f" · {ACCURACY[language]}")
        assert described == f"{day}. {points}. {ACCURACY[language]}. {'🟩' * 13}"
        assert squares == "🟩" * 13
        answer = await sim.press(sim.bogdan, card, PLAY[language])
        assert sim.reread_private(answer).ephemeral
        assert stored(sim, sim.bogdan, THURSDAY).status == "private"
        await sim.restart(away=timedelta(days=1))
        await sim.press(sim.bogdan, sim.reread(card), PLAY[language])
        assert stored(sim, sim.bogdan, FRIDAY).status == "private"
        assert len(sim.channel.history()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("avatar", [True, False])
async def test_it_shows_the_avatar_of_the_member(tmp_path, avatar):
    async with table(tmp_path) as sim:
        if avatar:
            give_avatar(sim, sim.ana)
        assert await shows_avatar(await shared(sim)) is avatar


@pytest.mark.slow
async def test_without_the_permission_it_is_the_card_with_the_button(tmp_path):
    async with table(tmp_path) as sim:
        sim.forbid(attach_files=True)
        card = await shared(sim)
        assert card.attachments == []
        assert "🟩" * 13 in text_of(card)
        assert "Accuracy 100%" in text_of(card)
        assert not MEASURED.search(text_of(card))
        assert [*buttons(card)] == ["Play today’s challenge"]


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
    def height(name):
        drawn = share_picture("Daily challenge 2", ("best",), ("221 points",), "#56b4e9", name=name)
        with Image.open(BytesIO(drawn)) as picture:
            return picture.height

    assert height("小明") == height("") < height("🎲 Ștefan")


@pytest.mark.parametrize("rows", [9, 13])
def test_every_verdict_has_its_square_and_its_sign(rows):
    verdicts = (("inaccuracy", "mistake", "blunder", "best", "good") * 4)[:rows]
    below = ("221 points", "lost 6.4 points")
    drawn = share_picture("Daily challenge 2 · Thirteen Rows", verdicts, below, "#56b4e9")
    assert len(drawn) < 200 * 1024
    with Image.open(BytesIO(drawn)) as picture:
        assert picture.width == 2 * 390
        colours = {
            colour: count
            for count, colour in picture.convert("RGB").getcolors(780 * picture.height)
        }
    assert colours[ImageColor.getrgb("#56b4e9")] > 780 * 10, "the colour of the game"
    shown = ["best" if verdict == "good" else verdict for verdict in verdicts]
    for verdict in set(shown):
        assert colours[ImageColor.getrgb(VERDICTS[verdict])] > 2400 * shown.count(verdict)
