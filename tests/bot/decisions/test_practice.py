"""Practice: what is asked next, by an injected clock, and what becomes of an answer."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace

import pytest

from bot.decisions import shipped, store
from bot.decisions.answers import answer, position_of, screen_of
from bot.decisions.asking import Question, question
from bot.decisions.practice import PositionKey, answered, in_turn, next_shipped, wanted
from bot.decisions.store import Practised
from bot.review.second_person import to_you
from bot.storage.database import Storage
from bot.ui.components import inside
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet
from broken_full_house import FULL, accounted
from discord_limits import assert_fits
from rules import registry
from rules.screen import Action, Divider, Line
from simulated import LOCALES, components, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import between_two, click, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)
RIGHT = Words({"en": "✅ Right: ", "ro": "✅ Corect: "})
OWN = Words({"en": "a costly choice of yours", "ro": "o alegere slabă de-a ta"})
HERE = Words({"en": "what would you do here?", "ro": "ce ai face aici?"})
TOMORROW = Words({"en": "It comes back tomorrow.", "ro": "Revine mâine."})
DONE = Words({"en": "this position is done", "ro": "poziția e învățată"})


# as values


def days_asked(rights):
    """Return on which days a choice is asked, if it is answered so whenever it is due."""
    known, now, asked = None, NOW, []
    for right in rights:
        asked.append((now - NOW).days)
        known = answered(known, right=right, own=True, now=now)
        if known.due is None:
            break
        now = known.due
    return asked, known


def test_a_choice_comes_again_after_one_three_and_ten_days_until_right_twice():
    assert days_asked([False, False, False, True, True])[0] == [0, 1, 4, 14, 24]
    asked, known = days_asked([True, False, True, True])
    assert asked == [0, 1, 4, 14]
    assert known == Practised(4, 2, None)
    assert days_asked([True, True])[0] == [0, 1]


def test_a_shipped_position_is_asked_once():
    for right in (True, False):
        assert answered(None, right=right, own=False, now=NOW) == Practised(1, int(right), None)


def test_what_is_due_comes_before_what_is_new_and_nothing_before_its_time():
    known = {
        "7.12": Practised(1, 0, NOW + timedelta(hours=1)),
        "7.20": Practised(2, 0, NOW),
        "8.3": Practised(1, 0, NOW - timedelta(days=2)),
        "9.1": Practised(2, 2, None),
        "0af14c7bc9": Practised(1, 1, None),
    }
    own = ((5, 4), (7, 12), (9, 1), (6, 2))
    assert [*in_turn(known, own, NOW)] == [
        PositionKey(8, 3),
        PositionKey(7, 20),
        PositionKey(5, 4),
        PositionKey(6, 2),
    ]


def test_who_is_right_in_two_of_three_gets_as_hard_ones_as_before():
    """A member who answers like a noisy player, some better or worse, is found within the noise."""
    for better in (-1.0, 0.0, 1.5):
        chance, answers, dice = 2 / 3, [], Random(7)
        for _ in range(400):
            odds = chance / (1 - chance) * 2.718281828**better
            answers.append((chance, dice.random() < odds / (1 + odds)))
            chance = min(max(wanted(answers), 0.02), 0.98)
        share = sum(right for _, right in answers[100:]) / 300
        assert share == pytest.approx(2 / 3, abs=0.08)


def test_the_next_shipped_one_is_as_hard_as_wanted_and_was_not_asked_before():
    known, before = {}, None
    for number in range(30):
        one = next_shipped(known, 42)
        assert one.key not in known
        assert next_shipped(known, 42) == one, "asked again before an answer, it is the same one"
        known[one.key] = Practised(1, int(number < 15), None)
        before = before or one
    assert before.solved == pytest.approx(2 / 3, abs=0.05)
    games = {shipped.by_key()[key].game for key in known}
    assert len(games) > 1
    solved_all = {key: Practised(1, 1, None) for key in [*shipped.by_key()][::40]}
    failed_all = {key: Practised(1, 0, None) for key in [*shipped.by_key()][::40]}
    assert next_shipped(solved_all, 42).solved < 0.2
    assert next_shipped(failed_all, 42).solved > 0.95


# on Discord


def drawn(message):
    return [one if isinstance(one, dict) else one.to_dict() for one in message.components]


def of_member(sim, member):
    storage = Storage.open(sim.url)
    try:
        return storage.read(store.practised, member.id)
    finally:
        storage.close()


async def practise(sim, member):
    answer = await member.slash(sim.channel, "daily practise")
    assert answer.acknowledged
    assert answer.ephemeral
    return sim.reread_private(answer)


def controls(sim, message, pattern):
    """The custom ids of a message that fit a pattern."""
    ids = [one.get("custom_id", "") for one in components(sim.reread(message))]
    return [one for one in ids if re.fullmatch(pattern, one)]


async def press(sim, member, message, pattern):
    """Press the first control that fits; return the message as it is then."""
    answer = await member.click(message, custom_id=controls(sim, message, pattern)[0])
    assert answer.acknowledged
    assert_fits(drawn(sim.reread(message)))
    return sim.reread(message)


async def decide(sim, member, message, action):
    """Make a choice through the controls of a position; return the answer."""
    if action.verb == "reroll":
        for position in sorted(map(int, action.on)):
            dice = controls(sim, message, r"mark:(step|position)-.*")
            await member.click(message, custom_id=dice[position - 1])
        return await press(sim, member, message, "submit:.*:reroll")
    code = re.escape(action.code)
    done = controls(sim, message, rf"press:(step|position)-.*:{code}")
    if done:
        return await press(sim, member, message, rf"press:(step|position)-.*:{code}")
    if action.verb == "split":
        await sim.choose(member, message, action.code)
        return sim.reread(message)
    (menu,) = controls(sim, message, r"menu:(step|position)-.*")
    answer = await member.select(message, [action.code], custom_id=menu)
    assert answer.acknowledged
    return sim.reread(message)


def shipped_in(sim, message):
    """The shipped position that a message asks."""
    (number,) = {one.split(":")[1] for one in controls(sim, message, ".+:position-.+")}
    return shipped.by_key()[f"{int(number.removeprefix('position-')):010x}"]


def place(one):
    """How custom ids name a shipped position."""
    return f"position-{int(one.key, 16)}"


def best_of(one):
    game = registry.game(one.game)
    return game.advise(one.state, one.seat)


@in_each_language
async def test_a_newcomer_gets_shipped_positions_one_after_the_other(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        message = await practise(sim, sim.ana)
        assert HERE[language] in text_of(message)
        greens = [one for one in components(message) if one.get("style") == 3]
        assert not greens, "a green button would be what the level medium does"
        assert_fits(drawn(message))
        first = shipped_in(sim, message)
        shown = text_of(await decide(sim, sim.ana, message, best_of(first)[0].action))
        assert RIGHT[language] in shown
        assert of_member(sim, sim.ana) == {first.key: Practised(1, 1, None)}
        message = await press(sim, sim.ana, message, r"next:.*")
        second = shipped_in(sim, message)
        assert second.key != first.key
        shown = text_of(await decide(sim, sim.ana, message, best_of(second)[-1].action))
        assert RIGHT[language] not in shown
        why = registry.game(second.game).exact.why
        best, worst = best_of(second)[0].action, best_of(second)[-1].action
        assert why(second.state, second.seat, best, worst) is None or len(shown.splitlines()) > 5
        assert of_member(sim, sim.ana)[second.key] == Practised(1, 0, None)


async def test_an_answer_counts_once_and_no_forged_control_does_anything(tmp_path):
    async with table(tmp_path) as sim:
        message = await practise(sim, sim.ana)
        one = shipped_in(sim, message)
        best, worst, at = best_of(one)[0].action, best_of(one)[-1].action, place(one)
        await decide(sim, sim.ana, message, worst)
        before = of_member(sim, sim.ana)
        for custom_id in (
            f"press:{at}:0:{best.code}",
            f"press:{at}:0:write.nothing",
            f"mark:{at}:0:x",
            f"mark:{at}:0:9",
            f"other:{at}:0:1",
            "press:position-0:0:keep",
            "press:step-99.4:0:keep",
            "next:step-0:0",
        ):
            sim.put_button(message, custom_id)
            answer = await sim.ana.click(message, custom_id=custom_id)
            assert answer.acknowledged, custom_id
        assert of_member(sim, sim.ana) == before


@in_each_language
async def test_own_costly_choices_over_ten_days(tmp_path, language):
    """Bogdan broke his full house: it is asked after 1, 3 and 10 days, until right twice."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.locales[sim.bogdan.id] = LOCALES[language]
        await accounted(sim)
        keep, broken = Action("keep"), Action("reroll", "45")
        for days, action, told in (
            (0, broken, TOMORROW[language]),
            (1, keep, "3"),
            (3, broken, "10"),
            (10, keep, "10"),
            (10, keep, DONE[language]),
        ):
            await sim.restart(away=timedelta(days=days))
            message = await practise(sim, sim.bogdan)
            assert OWN[language] in text_of(message)
            shown = text_of(await decide(sim, sim.bogdan, message, action))
            assert (RIGHT[language] in shown) == (action == keep)
            assert told in shown
            following = await press(sim, sim.bogdan, message, r"next:.*")
            assert HERE[language] in text_of(following), "not again on the same day"
        await sim.restart(away=timedelta(days=30))
        assert HERE[language] in text_of(await practise(sim, sim.bogdan))


async def test_nobody_is_asked_what_others_chose(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        message = await practise(sim, sim.carmen)
        shipped_in(sim, message)
        sim.put_button(message, "practise:step-1.4:0")
        answer = await sim.carmen.click(message, custom_id="practise:step-1.4:0")
        assert answer.acknowledged
        assert of_member(sim, sim.carmen) == {}


async def test_a_choice_whose_round_is_gone_is_forgotten(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        await decide(sim, sim.bogdan, await practise(sim, sim.bogdan), Action("reroll", "45"))
        await sim.restart(away=timedelta(days=1))
        storage = Storage.open(sim.url)
        storage.write(lambda connection: connection.exec_driver_sql("DELETE FROM steps"))
        storage.close()
        message = await practise(sim, sim.bogdan)
        shipped_in(sim, message)


async def test_practice_is_exported_and_erased(tmp_path):
    async with table(tmp_path) as sim:
        message = await practise(sim, sim.ana)
        one = shipped_in(sim, message)
        await decide(sim, sim.ana, message, best_of(one)[0].action)
        panel = await sim.privacy(sim.ana)
        got = await sim.press_id(sim.ana, panel, "privacy:0:0:export")
        assert got.acknowledged
        for verb in ("erase", "erase-now"):
            await sim.press_id(sim.ana, panel, f"privacy:0:0:{verb}")
        assert of_member(sim, sim.ana) == {}


@in_each_language
async def test_a_review_leads_to_the_costliest_choice_of_its_round(tmp_path, no_picture, language):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.locales[sim.bogdan.id] = LOCALES[language]
        await accounted(sim)
        reviewed = sim.reread_private(await use(sim.bogdan, sim.message, "review"))
        before = text_of(reviewed)
        answer = await click(sim.bogdan, reviewed, r"practise:step-1\.\d+:0")
        message = sim.reread_private(answer)
        assert OWN[language] in text_of(message)
        assert text_of(sim.reread(reviewed)) == before, "the review stays"
        assert RIGHT[language] in text_of(await decide(sim, sim.bogdan, message, Action("keep")))
        (known,) = of_member(sim, sim.bogdan).values()
        assert (known.times, known.right) == (1, 1)


async def test_others_and_rounds_under_way_are_refused(tmp_path):
    async with table(tmp_path, WrittenLuck([*FULL, *FULL])) as sim:
        await accounted(sim)
        await between_two(sim)
        for member, round_id in ((sim.carmen, 1), (sim.bogdan, 2)):
            for number in range(1, 5):
                pressed = sim.send(member, sim.message, f"practise:step-{round_id}.{number}:0")
                await sim.env.settle()
                assert pressed.responded
                told = sim.answer_to(pressed)
                shown = [one for one in (told.response, *told.followups) if one]
                assert OWN["en"] not in "".join(map(text_of, shown))
        assert sim.bot.interactions.figures.apologies == 0


def test_a_question_tells_nothing_of_the_turn_before():
    """A line about the row that was written last would be taken for the choice."""
    for one in shipped.by_chance():
        screen = screen_of(registry.game(one.game), one.state, one.seat)
        earlier = [block for block in screen.blocks if isinstance(block, Line) and block.earlier]
        if earlier:
            break
    renderer = DiscordRenderer("en", EmojiSet(), ("Ana", "Medium"))
    response = SimpleNamespace(language="en", renderer=renderer)
    asked = Question(screen, one.seat, renderer.names, Line(screen.title), screen.title)
    drawing = question(response, asked, (), PositionKey(key=one.key).control("practise"))
    told = "\n".join(
        block["content"] for block in inside(drawing.to_components()) if "content" in block
    )
    (line,) = to_you(tuple(earlier), one.seat)
    assert renderer.text(line.text) not in told


async def test_a_second_answer_on_the_same_day_counts_for_nothing(tmp_path):
    """A second message asks the same choice; two right answers at once are not two in a row."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        first, second = [await practise(sim, sim.bogdan) for _ in range(2)]
        for message in (first, second):
            shown = text_of(await decide(sim, sim.bogdan, message, Action("keep")))
            assert RIGHT["en"] in shown
            assert TOMORROW["en"] in shown
        (known,) = of_member(sim, sim.bogdan).values()
        assert (known.times, known.right) == (1, 1)


def test_an_answer_lists_eight_choices_and_the_chosen_one():
    one = next(one for one in shipped.by_chance() if len(best_of(one)) > 9)
    asked = position_of(registry.game(one.game), 1, one.state, one.seat)
    assert len(asked.options) > 9
    for chosen, listed in ((asked.options[0], 8), (asked.options[-1], 9)):
        blocks = [*answer(asked, chosen.actions[0])]
        heading = next(at for at, block in enumerate(blocks) if isinstance(block, Divider))
        assert len(blocks[heading + 2 :]) == listed
