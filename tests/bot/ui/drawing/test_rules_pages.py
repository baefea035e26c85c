"""*Rules* in `/play` and How to play: every game in both languages, with its tables and figures."""

from __future__ import annotations

import re

import pytest

from bot.language.languages import KNOWN, LANGUAGES
from bot.language.render import PlainRenderer, render
from discord_limits import assert_all_fit
from rules import registry
from simulated import LOCALES, Sim, components, table, text_of
from whole_rounds import click, use
from words import Words

FIGURES = {
    "five": ("6/7776", "0.08", "1296"),
    "four": ("150/7776", "1.93", "51.8"),
    "full": ("300/7776", "3.86", "25.9"),
    "straight": ("240/7776", "3.09", "32.4"),
    "three": ("1200/7776", "15.43", "6.5"),
    "two": ("1800/7776", "23.15", "4.3"),
    "one": ("3600/7776", "46.30", "2.2"),
    "none": ("480/7776", "6.17", "16.2"),
    "bust": ("720/7776", "9.26", "10.8"),
}
"""README 2.3 and 2.4 of Poker Dice: exact, in percent, and "1 in …" rolls."""

DICE_POKER = ("five", "four", "straight", "full", "three", "two", "one", "none")
POKER_DICE = ("five", "four", "full", "straight", "three", "two", "one", "none")
STRAIGHTS_BUST = ("five", "four", "full", "three", "two", "one", "bust")


async def rules(sim: Sim, member, game: str) -> str:
    return text_of(await sim.rules(member, game))


def letters(text):
    """Return a text with one letter for each die."""
    return re.sub(r"<:\w+:\d+>", "x", text)


def figures(text, language):
    """Return fraction, percent and "1 in …" of every rank, with the marks of English numbers."""
    decimal, once_in = KNOWN[language].decimal, Words({"en": "1 in", "ro": "1 din"})[language]
    found = re.findall(rf"(\d+/7776) · ([\d{decimal}]+)\s?% · {once_in} ([\d{decimal}]+)", text)
    return [tuple(number.replace(",", ".") for number in rank) for rank in found]


async def part(sim: Sim, member, page, number: int) -> str:
    """Turn a page of the rules to a part, and return its text."""
    pressed = await click(member, sim.reread(page), rf"rules:0:0:[a-z-]+\.{number}")
    assert pressed.acknowledged
    assert not pressed.followups
    return text_of(sim.reread(page))


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("en-GB", "en"), ("ro", "ro")])
async def test_the_rules_of_every_game(tmp_path, locale, language):
    """In the reader's language, in private, on pages of their own; also the figures."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        texts = {key: await rules(sim, sim.ana, key) for key in registry.games()}
        assert len(set(texts.values())) == len(texts)
        assert all(200 < len(letters(text)) <= 1_500 for text in texts.values())
        assert figures(texts["dice-poker"], language) == [FIGURES[name] for name in DICE_POKER]
        assert figures(texts["poker-dice"], language) == [FIGURES[name] for name in POKER_DICE]
        decimal = KNOWN[language].decimal
        assert f"229{decimal}64" in texts["thirteen"]
        assert f"254{decimal}59" in texts["yams"]
        assert f"463{decimal}74" in texts["nine"]
        for game, worths in (("thirteen", (25, 30, 40, 50)), ("nine", (100, 70, 95))):
            points = Words({"en": r": (\d+) points\.", "ro": r": (\d+) (?:de )?puncte\."})[language]
            assert set(worths) == {int(number) for number in re.findall(points, texts[game])}
        assert "44, 33, 22, 11, 43, 42, 41, 32, 31, 21" in texts["six-card"]
        english = ("the", "wins", "dice")
        for text in texts.values():
            words = set(re.findall(r"[a-z]+", text.lower()))
            assert bool(words & set(english)) == (language == "en")
        assert_all_fit(sim.env.http_requests)


PARTS = Words(
    {
        "en": ("How to play", "Equal ranks", "Rules without straights"),
        "ro": ("Cum se joacă", "Combinații egale", "Regulile fără chinte"),
    }
)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_long_rules_are_read_part_by_part_in_one_message(tmp_path, language):
    """Buttons turn the page where it stands; that of the part that is read cannot be pressed."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await sim.rules(sim.ana, "poker-dice")
        first = text_of(page)
        assert [one["label"] for one in tabs(page)] == [*PARTS[language]]
        ties = await part(sim, sim.ana, page, 1)
        assert ties.startswith(f"### {PLAYED[language]} · {PARTS[language][1]}")
        assert ties.count(Words({"en": "\nbeats ", "ro": "\nbate "})[language]) == len(POKER_DICE)
        page = sim.reread(page)
        assert [one.get("disabled", False) for one in tabs(page)] == [False, True, False]
        busts = await part(sim, sim.ana, page, 2)
        assert figures(busts, language) == [FIGURES[name] for name in STRAIGHTS_BUST]
        assert await part(sim, sim.ana, page, 0) == first
        assert_all_fit(sim.env.http_requests)


PLAYED = Words({"en": "Poker Dice", "ro": "Zaruri cu figuri"})


def tabs(message):
    """Return the buttons that turn the page."""
    return [
        one
        for one in components(message)
        if one["type"] == 2 and one["custom_id"].startswith("rules:")
    ]


async def test_short_rules_have_no_buttons(tmp_path):
    async with table(tmp_path) as sim:
        for game in ("thirteen", "nine", "six-card"):
            page = await sim.rules(sim.ana, game)
            assert not tabs(page)


GONE = [
    ("poker-dice.9", "### Poker Dice\n"),
    ("poker-dice", "There is no game called"),
    ("chess.1", "There is no game called “chess”."),
]


async def test_a_part_that_no_longer_exists_gets_the_first_page_or_a_sentence(tmp_path):
    async with table(tmp_path) as sim:
        for what, seen in GONE:
            sim.another_story()
            page = await sim.rules(sim.ana, "poker-dice")
            assert "Equal ranks" in await part(sim, sim.ana, page, 1), what
            sim.put_button(page, f"rules:0:0:{what}")
            pressed = await sim.ana.click(sim.reread(page), custom_id=f"rules:0:0:{what}")
            assert pressed.acknowledged, what
            shown = pressed.response if "no game" in seen else sim.reread(page)
            assert seen in text_of(shown), what


async def test_a_part_asked_for_on_a_board_leaves_the_board_as_it_is(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.text
        sim.put_button(sim.message, "rules:0:0:dice-poker.1")
        answer = await sim.bogdan.click(sim.message, custom_id="rules:0:0:dice-poker.1")
        assert answer.acknowledged
        assert answer.ephemeral
        assert "Equal ranks" in text_of(answer.response)
        assert sim.text == before


async def test_the_pages_turn_after_a_restart(tmp_path):
    async with table(tmp_path) as sim:
        page = await sim.rules(sim.ana, "dice-poker")
        await sim.restart()
        assert "Equal ranks" in await part(sim, sim.ana, page, 1)


@pytest.mark.slow
async def test_how_to_play_says_the_same(tmp_path):
    """From the lobby or the challenge, to anybody, in their own language."""
    async with table(tmp_path) as sim:
        for game in registry.games():
            sim.another_story()
            sim.locales[sim.carmen.id] = "ro"
            await sim.open_table(sim.ana, game)
            for member in (sim.ana, sim.carmen):
                shown = await sim.press_id(member, sim.message, "tool:*:rules")
                assert shown.ephemeral, game
                assert text_of(shown.response) == await rules(sim, member, game)


async def test_the_command_is_named_in_both_languages(tmp_path):
    """`/play` with its options, as Discord holds it; all that is listed is at most 25 lines."""
    async with table(tmp_path) as sim:
        (play,) = [one for one in sim.synced() if one["name"] == "play"]
        options = {one["name"]: one for one in play["options"]}
        assert [*options] == ["game", "opponent", "open", "level", "slow"]
        assert not any(one.get("required") or one.get("autocomplete") for one in options.values())
        listed = [choice["value"] for choice in options["game"]["choices"]]
        assert sorted(listed) == sorted([*registry.games(), "poker-dice.bust"])
        described = {"en": play["description"], "ro": play["description_localizations"]["ro"]}
        for language, shown in described.items():
            for game in registry.games().values():
                assert render(game.info.name, language, PlainRenderer(language)) in shown
        for option in options.values():
            assert option["name_localizations"]["ro"]
            assert option["description_localizations"]["ro"]
            for choice in option.get("choices", ()):
                assert choice["name_localizations"]["ro"]


async def test_every_command_keeps_to_the_letters_that_discord_allows(tmp_path):
    """8,000 in names, descriptions and values; of a localised text the longest counts."""
    async with table(tmp_path) as sim:
        letters = {one["name"]: letters_of(one) for one in sim.synced()}
        assert max(letters.values()) <= 8_000
        assert 500 < letters["play"] < 2_500


def letters_of(part):
    """Return the letters of a command, an option or a choice with all that stands in it."""
    own = 0
    for key in ("name", "description"):
        texts = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        own += max(map(len, texts))
    own += len(str(part.get("value", "")))
    return own + sum(
        letters_of(one) for key in ("options", "choices") for one in part.get(key) or ()
    )


async def test_an_unknown_game_is_refused(tmp_path):
    async with table(tmp_path) as sim:
        page = await sim.rules(sim.ana, "nine")
        record = sim.send(sim.ana, page, "rules:0:0:choose", ["chess"])
        await sim.env.settle()
        assert record.responded
        assert "There is no game called “chess”." in text_of(sim.answer_to(record).response)


async def test_a_round_under_way_keeps_its_review_for_the_end(tmp_path):
    """A review is refused while the round goes on."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        record = sim.send(sim.ana, sim.message, "tool:1:0:review")
        await sim.env.settle()
        assert record.responded
        assert sim.stored().status == "playing"
        assert "your turn — beat" in sim.text
        await sim.press(sim.ana, sim.message, "Keep all")
        assert (await use(sim.carmen, sim.message, "review")).ephemeral
