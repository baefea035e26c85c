"""`/rules` and How to play: every game in both languages, with its tables and figures."""

from __future__ import annotations

import re

import pytest

from discord_limits import assert_all_fit
from rules import registry
from simulated import Sim, table, text_of
from whole_rounds import at_lobby, use

SHARES = {
    "five": ("0.08", "1,296"),
    "four": ("1.93", "51.8"),
    "full": ("3.86", "25.9"),
    "straight": ("3.09", "32.4"),
    "three": ("15.43", "6.5"),
    "two": ("23.15", "4.3"),
    "one": ("46.30", "2.2"),
    "none": ("6.17", "16.2"),
    "bust": ("9.26", "10.8"),
}
"""README 2.3 and 2.4 of Poker Dice."""

DICE_POKER = ("five", "four", "straight", "full", "three", "two", "one", "none")
POKER_DICE = ("five", "four", "full", "straight", "three", "two", "one", "none")
STRAIGHTS_BUST = ("five", "four", "full", "three", "two", "one", "bust")


async def rules(sim: Sim, member, game: str) -> str:
    answer = await member.slash(sim.channel, "rules", game=game)
    assert answer.acknowledged
    assert answer.ephemeral
    return text_of(answer.response)


def figures(text, language):
    """Return the two last cells of every row below each table's head."""
    tables = []
    for block in text.split("```")[1::2]:
        _, *rows = block.strip("\n").split("\n")
        tables.append([tuple(row.split()[-2:]) for row in rows])
    separators = str.maketrans(",.", ".,") if language == "ro" else {}
    return [[tuple(cell.translate(separators) for cell in row) for row in rows] for rows in tables]


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("en-GB", "en"), ("ro", "ro")])
async def test_the_rules_of_every_game(tmp_path, locale, language):
    """In the reader's language, in private, in no more than 1,200 letters; also the figures."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        texts = {key: await rules(sim, sim.ana, key) for key in registry.games()}
        assert len(set(texts.values())) == 5
        assert all(200 < len(text) <= 1_200 for text in texts.values())
        assert figures(texts["dice-poker"], language) == [[SHARES[name] for name in DICE_POKER]]
        assert figures(texts["poker-dice"], language) == [
            [SHARES[name] for name in POKER_DICE],
            [SHARES[name] for name in STRAIGHTS_BUST],
        ]
        decimal = "," if language == "ro" else "."
        assert f"229{decimal}64" in texts["thirteen"]
        assert f"463{decimal}74" in texts["nine"]
        for game, worths in (("thirteen", (25, 30, 40, 50)), ("nine", (100, 70, 95))):
            (sheet,) = texts[game].split("```")[1::2]
            numbers = [int(number) for number in re.findall(r" (\d+)$", sheet, re.MULTILINE)]
            assert set(worths) <= set(numbers)
        assert "44, 33, 22, 11, 43, 42, 41, 32, 31, 21" in texts["six-card"]
        english = ("the", "wins", "dice")
        for text in texts.values():
            words = set(re.findall(r"[a-z]+", text.lower()))
            assert bool(words & set(english)) == (language == "en")
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("game", registry.games())
async def test_how_to_play_says_the_same(tmp_path, game):
    """From the lobby or the challenge, to anybody, in their own language."""
    async with table(tmp_path) as sim:
        sim.locales[sim.carmen.id] = "ro"
        two = len(registry.game(game).info.seats) == 1
        await sim.play(sim.ana, game, **({"opponent": sim.bogdan} if two else {}))
        for member in (sim.ana, sim.carmen):
            shown = await at_lobby(member, sim.message, "how-to-play")
            assert shown.ephemeral
            assert text_of(shown.response) == await rules(sim, member, game)


async def test_the_commands_are_named_in_both_languages(tmp_path):
    """`/play <game>` with its options, as Discord holds them."""
    async with table(tmp_path) as sim:
        play = next(one for one in sim.bot.tree.get_commands() if one.name == "play")
        assert [one.name for one in play.commands] == sorted(registry.games())
        options = {one.name: [each.name for each in one.parameters] for one in play.commands}
        assert options == {
            "dice-poker": ["opponent", "seat", "level", "hints", "pace", "match"],
            "poker-dice": ["straights", "hints", "pace"],
            "thirteen": ["hints", "pace"],
            "nine": ["hints", "pace"],
            "six-card": ["opponent", "level", "hints", "pace", "match"],
        }
        sent = next(
            one
            for request in sim.requests("PUT", "*/commands")
            for one in request.json
            if one["name"] == "play"
        )
        for game in sent["options"]:
            assert game["name_localizations"]["ro"]
            assert game["description_localizations"]["ro"] != game["description"]
            for option in game.get("options", ()):
                assert option["name_localizations"]["ro"]
                assert option["description_localizations"]["ro"]
                for choice in option.get("choices", ()):
                    assert choice["name_localizations"]["ro"]


async def test_an_unknown_game_is_refused(tmp_path):
    async with table(tmp_path) as sim:
        record = sim.send_command(sim.ana, "rules", game="chess")
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
        assert "phase 5 of 7" in sim.text
        await sim.press(sim.ana, sim.message, "Keep all")
        assert (await use(sim.carmen, sim.message, "review")).ephemeral
