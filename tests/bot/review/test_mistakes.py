"""Try my mistakes again: the costliest positions once more, in private, in every game."""

from __future__ import annotations

import re
from itertools import cycle

import pytest

from bot.language.languages import LANGUAGES
from costly_rounds import best, opened, played, worst_row
from discord_limits import assert_fits
from rules import registry
from rules.review import review
from rules.screen import Action
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import control, look, use
from words import Words

GAMES = list(registry.games())
ONCE_MORE = Words({"en": "Costly choice 1 of", "ro": "Alegerea slabă 1 din"})
BEST = Words({"en": "✅ The best choice: ", "ro": "✅ Cea mai bună alegere: cu "})
SAME = Words({"en": "The same choice as in the round", "ro": "Aceeași alegere ca în partidă"})
GOOD = Words({"en": "every choice of yours was good", "ro": "toate au fost bune"})


def dice_of(message):
    """The buttons of the dice, in order."""
    return [one for one in components(message) if "retry:" in one.get("custom_id", "")]


async def again(sim, member, answer, action):
    """Make a choice in a position through its controls; return the text of the answer."""
    message = sim.reread_private(answer)
    if action.verb == "reroll":
        for position in map(int, action.on):
            dice = dice_of(message)
            die = dice[position - 1]
            await member.click(message, custom_id=die["custom_id"])
            message = sim.reread_private(answer)
        done = control(message, r"decide:\d+:\d+:reroll\.\d+")
        await member.click(message, custom_id=done["custom_id"])
    elif (button := control(message, rf"choose:\d+:\d+:{re.escape(action.code)}")) is not None:
        await member.click(message, custom_id=button["custom_id"])
    else:
        menu = control(message, r"pick:\d+:\d+")
        await member.select(message, [action.code], custom_id=menu["custom_id"])
    message = sim.reread_private(answer)
    assert_fits(message.components)
    return text_of(message)


@pytest.mark.parametrize(
    ("game", "language"), [*zip(GAMES, cycle(LANGUAGES)), (GAMES[0], LANGUAGES[1])]
)
async def test_the_costliest_positions_one_after_the_other(tmp_path, no_picture, game, language):
    """The best choice is called so, the one of the round the same; nothing of it changes."""
    async with table(tmp_path) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        message = await played(sim, game, worst_row)
        stored, record = await look(sim), sim.record()
        (at,) = stored.seats_of(sim.ana.id)
        own = review(stored.play.game, 2, stored.options, record)[at.index]
        slips = sorted(own.slips, key=lambda one: (-one.given_away, one.number))[:3]
        assert slips
        board = text_of(message)
        answer = await opened(sim, sim.ana, message)
        for place, slip in enumerate(slips, 1):
            shown = sim.reread_private(answer)
            assert_fits(shown.components)
            assert ONCE_MORE[language].replace("1", str(place)) in text_of(shown)
            assert not any(word in text_of(shown) for word in ("chance to win", "șanse de câștig"))
            green = [one for one in components(shown) if one.get("style") == 3]
            assert not green, "on a board it may be the very slip"
            text = await again(sim, sim.ana, answer, slip.action)
            assert SAME[language] in text
            back = control(sim.reread_private(answer), rf"retry:1:{slip.number}:0")
            await sim.ana.click(sim.reread_private(answer), custom_id=back["custom_id"])
            text = await again(sim, sim.ana, answer, slip.best)
            assert BEST[language] in text
            lost = f"{100 * slip.given_away:.1f}".removesuffix(".0")
            lost = lost.replace(".", ",") if language == "ro" else lost
            assert re.search(rf" {re.escape(lost)}(,0|\.0)?(\s?%)? ", text)
            assert ("circa" in text or "about" in text) == (not slip.exact)
            assert text.count("► **1. ") == 1
            if place < len(slips):
                button = control(sim.reread_private(answer), rf"retry:1:{slips[place].number}:0")
                await sim.ana.click(sim.reread_private(answer), custom_id=button["custom_id"])
        assert text_of(sim.reread(message)) == board
        assert (await look(sim)) == stored
        assert sim.record() == record


async def test_dice_are_selected_and_all_choices_listed_after_a_restart(tmp_path, no_picture):
    """All state is in the custom ids and in the record."""
    luck = WrittenLuck([(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2, 2, 1, 2, 3), (3, 1, 1, 2, 4)])
    async with table(tmp_path, luck) as sim:
        message = await played(sim, "dice-poker", worst_row)
        answer = await opened(sim, sim.ana, message)
        await sim.restart()
        for position, marked in ((5, {5}), (1, {1, 5}), (1, {5})):
            shown = sim.reread_private(answer)
            dice = dice_of(shown)
            await sim.ana.click(shown, custom_id=dice[position - 1]["custom_id"])
            await sim.restart()
            shown = sim.reread_private(answer)
            dice = dice_of(shown)
            blurple = {place for place, one in enumerate(dice, 1) if one["style"] == 1}
            assert blurple == marked
        done = control(shown, r"decide:1:\d+:reroll\.5")
        await sim.ana.click(shown, custom_id=done["custom_id"])
        shown = sim.reread_private(answer)
        assert "**Better: 11.7% chance to win more than in the round." in text_of(shown)
        listed = len(re.findall(r"^(?:-# )?(?:[►●]+ \*\*)?\d+\. ", text_of(shown), re.MULTILINE))
        assert listed <= 10
        await sim.press(sim.ana, shown, "All choices")
        text = text_of(sim.reread_private(answer))
        game = registry.game("dice-poker")
        number = int(done["custom_id"].split(":")[2])
        from rules.engine import replay

        before = replay(game, 2, {}, sim.record()[: number - 1])
        at = sim.record()[number - 1].seat
        named = {game.name(before.state, at, one) for one in game.legal(before.state, at)}
        rows = re.findall(r"^(?:-# )?(?:[►●]+ \*\*)?(\d+)\. ", text, re.MULTILINE)
        assert [int(row) for row in rows] == list(range(1, len(named) + 1))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_costly_choices(tmp_path, no_picture, language):
    async with table(tmp_path) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        message = await played(sim, "dice-poker", best)
        review = sim.reread_private(await use(sim.ana, message, "review"))
        assert control(review, r"tool:.*:mistakes") is None
        pressed = sim.send(sim.ana, review, f"tool:1:{sim.stored().moment}:mistakes")
        await sim.env.settle()  # an older review has the button
        shown = sim.reread_private(sim.answer_to(pressed))
        assert GOOD[language] in text_of(shown)
        assert not buttons(shown)


async def test_fewer_than_three_costly_choices(tmp_path, no_picture):
    async with table(tmp_path) as sim:
        message = await played(sim, "dice-poker", worst_row)
        answer = await opened(sim, sim.ana, message)
        text = await again(sim, sim.ana, answer, Action("keep"))
        assert "That was all: your other choices were good." in text
        assert "Next" not in buttons(sim.reread_private(answer))


async def test_others_and_rounds_under_way_are_refused(tmp_path, no_picture):
    """Carmen did not sit there; a position of a round under way would be a hint."""
    async with table(tmp_path) as sim:
        message = await played(sim, "dice-poker", worst_row)
        private = sim.reread_private(await use(sim.carmen, message, "review"))
        assert list(buttons(private)) == ["Details", "Step by step"]
        for custom_id in ("tool:1:2:mistakes", "retry:1:5:0", "choose:1:5:keep", "every:1:5:keep"):
            record = sim.send(sim.carmen, message, custom_id)
            await sim.env.settle()
            text = text_of(sim.reread_private(sim.answer_to(record)))
            assert "You are not playing in this round." in text
        for custom_id in ("retry:1:4:0", "retry:1:999:0", "choose:1:999:keep"):
            record = sim.send(sim.ana, message, custom_id)
            await sim.env.settle()
            assert record.responded
        for custom_id in ("choose:1:5:write.chance", "decide:1:5:nonsense", "pick:1:5"):
            record = sim.send(sim.ana, message, custom_id, ["?"] if "pick" in custom_id else None)
            await sim.env.settle()
            assert record.responded
        assert sim.bot.interactions.figures.apologies == 0
        await sim.play(sim.ana)
        for custom_id in ("retry:2:1:0", "walk:2:0:first", "tool:2:1:mistakes", "tool:2:1:replay"):
            record = sim.send(sim.ana, sim.message, custom_id)
            await sim.env.settle()
            assert record.responded
            assert "chance to win" not in json_of(sim, record)


def json_of(sim, record):
    answer = sim.answer_to(record)
    return "".join(text_of(one) for one in [answer.response, *answer.followups] if one)
