"""Six Card Poker on Discord: private cards, secret splits, and the comparison by parts."""

from __future__ import annotations

import pytest

from discord_limits import assert_all_fit
from results_counted import tally
from rules.engine import Acted
from rules.games.six_card.cards import (
    DECK,
    Split,
    falling,
    high_then_middle,
    low_then_middle,
    splits_of,
)
from rules.screen import Seat
from simulated import (
    CONFIRM,
    buttons,
    cards_of,
    components,
    hand_of,
    table,
    tapped_on,
    text_of,
)
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import between_two, click, control, look, offered_by, use

pytestmark = pytest.mark.slow

GREEN = 3

ANAS = (4, 4, 3, 2, 2, 1)
BOGDANS = (4, 3, 3, 2, 1, 1)
UNSEEN = (4, 3, 2, 1)
DEALT = (*ANAS, *BOGDANS, *UNSEEN)


def test_the_deal_is_one():
    assert sorted(DEALT) == sorted(DECK)


async def own_message(sim, member):
    """Return the member's own private message."""
    answer = await sim.press(member, sim.message, "Look at my cards")
    assert answer.ephemeral
    return sim.reread_private(answer)


async def test_a_whole_round_between_two_members(tmp_path):
    """Both look, both choose, one changes their mind; restarts between; then part by part."""
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await between_two(sim, "six-card")
        ana, bogdan = f"<@{sim.ana.id}>", f"<@{sim.bogdan.id}>"
        task = "split your six cards"
        assert sim.text.splitlines()[0] == f"### {ana} and {bogdan}, your turn — {task}"
        assert control(sim.message, r"peek:\d+:\d+")["style"] == GREEN
        assert list(buttons(sim.message)) == ["Look at my cards", "Menu"]
        assert "Everybody is choosing" in sim.text
        anas, bogdans = await own_message(sim, sim.ana), await own_message(sim, sim.bogdan)
        for message, hand in ((anas, ANAS), (bogdans, BOGDANS)):
            cards = text_of(message).split("\n# ")[1].split("\n")[0]
            assert [one.split(":")[1] for one in cards.split()] == [
                f"cards_{card}" for card in falling(hand)
            ]
            assert hand_of(message) == falling(hand)
            assert tapped_on(message) == (0, 0, 0)
            assert not [one for one in components(message) if one["type"] == 3], "no list"
        await sim.choose(sim.ana, anas, "split.443-22-1")
        assert f"✅ {ana} has decided." in sim.text
        assert sim.text.splitlines()[0] == f"### {bogdan}, your turn — {task}"
        own = text_of(sim.reread(anas))
        assert own.splitlines()[0] == f"### You have decided — {bogdan} is choosing"
        assert "✅ Your split: High card <:cards_1" in own
        assert next(iter(buttons(sim.reread(anas)))) == "Change it"
        assert not cards_of(sim.reread(anas)), "nothing must be pressed any more"
        await sim.restart()
        await sim.choose(sim.ana, sim.reread(anas), "split.432-42-1")
        assert sim.stored().moment == 0
        await sim.restart()
        await sim.choose(sim.bogdan, sim.reread(bogdans), "split.431-31-2")
        stored = sim.stored()
        assert stored.status == "over"
        assert stored.play.state.splits == (
            Split((4, 3, 2), (4, 2), (1,)),
            Split((4, 3, 1), (3, 1), (2,)),
        )
        assert sim.is_gone(bogdans), "the board tells it"
        assert sim.result == f"{ana} wins 2 : 1"
        assert "-# Six Card Poker" in sim.text.splitlines()
        assert f"Sum: {ana} wins, 9 to 8." in sim.text
        assert f"Pair: {ana} wins, 4 beats 3." in sim.text
        assert f"High card: {bogdan} wins, 2 beats 1." in sim.text
        assert "Look at my cards" not in buttons(sim.message)
        assert [step.action.code for step in sim.record() if isinstance(step, Acted)] == [
            "split.443-22-1",
            "split.432-42-1",
            "split.431-31-2",
        ]
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)
        storage = sim.bot.storage
        assert storage.read(tally, sim.ana.id).wins == 1
        assert storage.read(tally, sim.bogdan.id).losses == 1


@pytest.mark.parametrize(
    ("language", "asks", "parts", "waits"),
    [
        (
            "en",
            (
                "Tap the card for “High card”",
                "Tap two cards for “Pair”",
                "Tap one more card for “Pair”",
            ),
            ("High card", "Pair"),
            "Chosen, not confirmed yet: High card 1 · Pair 2 2 · Sum 4 4 3",
        ),
        (
            "ro",
            (
                "Atinge cartea pentru „Carte mare”",
                "Atinge două cărți pentru „Pereche”",
                "Atinge încă o carte pentru „Pereche”",
            ),
            ("Carte mare", "Pereche"),
            "Ales, încă neconfirmat: Carte mare 1 · Pereche 2 2 · Sumă 4 4 3",
        ),
    ],
)
async def test_a_split_is_four_presses(tmp_path, language, asks, parts, waits):
    """One line says what is next, after each of three taps and a restart; the last press confirms.

    A part is told on its cards by its name, not by their colour alone.
    """
    single, pair = parts
    async with table(tmp_path, WrittenLuck([DEALT]), language=language) as sim:
        own = await with_own_cards(sim, language)
        pressed = 0
        for position, ask in zip((6, 4, 5), asks, strict=True):
            assert text_of(sim.reread(own)).count(ask) == 1
            assert not [one for one in asks if one != ask and one in text_of(sim.reread(own))]
            assert confirms(sim.reread(own))["disabled"]
            await sim.tap(sim.ana, own, position)
            pressed += 1
            await sim.restart()
        shown = sim.reread(own)
        assert tapped_on(shown) == (6, 4, 5)
        labels = [one.get("label") for one in cards_of(shown)]
        assert labels == [None, None, None, pair, pair, single]
        assert [one["disabled"] for one in cards_of(shown)] == [True] * 3 + [False] * 3
        assert f"**{waits}**" in text_of(shown)
        assert sim.stored().play.state.splits[0] is None, "nothing is decided by a tap"
        assert confirms(shown)["style"] == GREEN
        await sim.ana.click(own, custom_id=confirms(shown)["custom_id"])
        pressed += 1
        assert pressed == 4
        assert sim.stored().play.state.splits[0] == Split((4, 4, 3), (2, 2), (1,))
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize(
    ("language", "pick"), [("en", "Choose for me"), ("ro", "Alege pentru mine")]
)
async def test_the_split_of_medium_is_two_presses(tmp_path, language, pick):
    """*Choose for me* chooses it, also after other taps; *Confirm* plays it."""
    async with table(tmp_path, WrittenLuck([DEALT]), language=language) as sim:
        own = await with_own_cards(sim, language)
        label = f"{pick}: 4 · 2 2 · 4 3 1"
        await sim.press(sim.ana, own, label)
        assert tapped_on(sim.reread(own)) == (1, 4, 5)
        await sim.tap(sim.ana, own, 4)
        assert tapped_on(sim.reread(own)) == (1, 0, 5)
        await sim.restart()
        await sim.press(sim.ana, sim.reread(own), label)
        assert tapped_on(sim.reread(own)) == (1, 4, 5)
        await sim.restart()
        assert sim.stored().play.state.splits[0] is None
        await sim.ana.click(own, custom_id=confirms(sim.reread(own))["custom_id"])
        assert sim.stored().play.state.splits[0] == low_then_middle(ANAS)


async def with_own_cards(sim, language):
    """Begin a round between two members; return the private message with Ana's cards."""
    for member in (sim.ana, sim.bogdan):
        sim.locales[member.id] = language
    await between_two(sim, "six-card")
    return sim.reread_private(await click(sim.ana, sim.message, r"peek:\d+:\d+"))


def confirms(message):
    """Return the button *Confirm* of a message, green or not to be pressed yet."""
    (button,) = [one for one in components(message) if one.get("label") in CONFIRM]
    assert button["disabled"] == (button["style"] != GREEN)
    return button


async def test_a_tap_on_a_chosen_card_takes_it_back_and_the_next_one_fills_its_part(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        own = await with_own_cards(sim, "en")
        for position, tapped, ask in (
            (1, (1, 0, 0), "Tap two cards for “Pair”"),
            (1, (0, 0, 0), "Tap the card for “High card”"),
            (2, (2, 0, 0), "Tap two cards for “Pair”"),
            (3, (2, 3, 0), "Tap one more card for “Pair”"),
            (2, (0, 3, 0), "Tap the card for “High card”"),
            (6, (6, 3, 0), "Tap one more card for “Pair”"),
            (4, (6, 3, 4), "High card 1 · Pair 3 2 · Sum 4 4 2"),
            (3, (6, 0, 4), "Tap one more card for “Pair”"),
            (5, (6, 5, 4), "High card 1 · Pair 2 2 · Sum 4 4 3"),
        ):
            await sim.tap(sim.ana, own, position)
            assert tapped_on(sim.reread(own)) == tapped
            assert ask in text_of(sim.reread(own))


async def test_taps_that_arrive_together_all_count_in_their_order(tmp_path):
    """As they were made on the message of before; so does *Confirm* play what was shown with it."""
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        own = await with_own_cards(sim, "en")
        ids = [one["custom_id"] for one in cards_of(own)]
        await sim.send_all([(sim.ana, own, ids[place - 1]) for place in (6, 4, 5)])
        assert tapped_on(sim.reread(own)) == (6, 4, 5)
        await sim.send_all([(sim.ana, own, ids[0])])
        assert tapped_on(sim.reread(own)) == (6, 4, 5), "no card is missing"
        shown = sim.reread(own)
        plays, back = confirms(shown)["custom_id"], cards_of(shown)[5]["custom_id"]
        await sim.send_all([(sim.ana, own, back), (sim.ana, own, plays), (sim.ana, own, plays)])
        assert sim.stored().play.state.splits[0] == Split((4, 4, 3), (2, 2), (1,))
        acts = [step.action.code for step in sim.record() if isinstance(step, Acted)]
        assert set(acts) == {"split.443-22-1"}
        sim.assert_replays()


async def test_a_second_look_at_the_cards_replaces_the_first(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        own = await with_own_cards(sim, "en")
        await sim.tap(sim.ana, own, 6)
        again = await own_message(sim, sim.ana)
        await sim.env.settle()
        assert sim.is_gone(own)
        assert tapped_on(again) == (6, 0, 0)
        await sim.choose(sim.bogdan, await own_message(sim, sim.bogdan), "split.433-21-1")
        await sim.choose(sim.ana, again, "split.443-22-1")
        assert sim.stored().status == "over"
        await sim.env.settle()
        assert sim.is_gone(again)


async def test_the_cards_go_when_the_other_player_ends_the_round(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        own = await with_own_cards(sim, "en")
        bogdans = await own_message(sim, sim.bogdan)
        await sim.choose(sim.ana, own, "split.443-22-1")
        await sim.choose(sim.bogdan, bogdans, "split.433-21-1")
        await sim.env.settle()
        assert sim.is_gone(own)
        assert sim.is_gone(bogdans)
        gone = [one for one in sim.env.http_requests if one.method == "DELETE"]
        assert len(gone) == 2, "each is deleted once"


async def test_each_private_message_counts_as_its_member_sees_it(tmp_path):
    """After a restart two are there; cards are tapped on either, and each plays what it shows."""
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        own = await with_own_cards(sim, "en")
        await sim.tap(sim.ana, own, 6)
        await sim.restart()
        own = sim.reread(own)
        other = await own_message(sim, sim.ana)
        assert tapped_on(other) == (0, 0, 0)
        await sim.tap(sim.ana, other, 6)
        assert tapped_on(other) == (6, 0, 0)
        await sim.tap(sim.ana, other, 1)
        await sim.tap(sim.ana, other, 2)
        assert tapped_on(sim.reread(own)) == (6, 0, 0)
        await sim.tap(sim.ana, own, 4)
        assert tapped_on(sim.reread(own)) == (6, 4, 0)
        assert tapped_on(sim.reread(other)) == (6, 1, 2)
        await sim.ana.click(other, custom_id=confirms(sim.reread(other))["custom_id"])
        assert sim.stored().play.state.splits[0] == Split((3, 2, 2), (4, 4), (1,))


async def test_a_choice_on_an_old_message_is_shown_or_tells_how_the_round_stands(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await between_two(sim, "six-card")
        anas = await own_message(sim, sim.ana)
        await sim.choose(sim.ana, anas, "split.443-22-1")
        await sim.press(sim.ana, anas, "Change it")
        assert tapped_on(sim.reread(anas)) == (6, 4, 5), "it is decided already"
        await sim.choose_only(sim.ana, anas, "split.432-42-1")
        assert not confirms(sim.reread(anas))["disabled"]
        assert sim.stored().play.state.splits.count(None) == 1
        seat = sim.stored().seats_of(sim.ana.id)[0].index
        assert sim.stored().play.state.splits[seat].code == "443-22-1"
        old = [cards_of(sim.reread(anas))[0]["custom_id"], "mark:1:0:split.431-22-4"]
        await sim.restart()
        anas = sim.reread(anas)
        await sim.choose(sim.bogdan, await own_message(sim, sim.bogdan), "split.433-21-1")
        for custom_id in old:
            record = sim.send(sim.ana, anas if custom_id == old[0] else sim.message, custom_id)
            await sim.env.settle()
            assert record.responded
        assert sim.is_gone(anas)
        assert sim.stored().play.state.splits[seat].code == "443-22-1"


async def test_a_draw(tmp_path):
    dealt = (4, 4, 3, 2, 2, 1, 4, 4, 3, 2, 2, 1, 3, 3, 1, 1)
    async with table(tmp_path, WrittenLuck([dealt])) as sim:
        await between_two(sim, "six-card")
        for member in (sim.ana, sim.bogdan):
            await sim.choose(member, await own_message(sim, member), "split.443-22-1")
        assert sim.result == "A draw, 1½ : 1½"
        for part in ("Sum: both add up to 11", "Pair: both are equal", "High card: both are equal"):
            assert f"{part}, half each." in sim.text


@pytest.mark.parametrize(
    ("level", "plays"),
    [("easy", high_then_middle), ("house", low_then_middle), (None, low_then_middle)],
)
async def test_against_the_computer(tmp_path, level, plays):
    """It has decided before the board is shown; the board shows only that."""
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await sim.play(sim.ana, "six-card", **({"level": level} if level else {}))
        name = "Computer (easy)" if level == "easy" else "Computer (medium)"
        assert f"✅ **{name}** has decided." in sim.text
        assert sim.text.startswith("### @ana, your turn — split your six cards\n")
        own = await own_message(sim, sim.ana)
        await sim.choose(sim.ana, own, "split.443-22-1")
        stored = sim.stored()
        assert stored.status == "over"
        seat = next(index for index, one in enumerate(stored.players) if one.level is not None)
        theirs = stored.play.state.splits[seat]
        assert theirs == plays((ANAS, BOGDANS)[seat])
        assert sim.is_gone(own)
        sim.assert_replays()


async def test_the_perfect_level_mixes_its_splits(tmp_path):
    """The equilibrium's weights are asked of luck, by the label of the choice."""
    codes = set()
    for seed in range(12):
        folder = tmp_path / str(seed)
        folder.mkdir()
        luck = SeededLuck(seed)
        luck.shuffle = lambda label, cards: (2, 2, 1, 3, 4, 1, 4, 4, 3, 2, 2, 1, 4, 3, 3, 1)
        async with table(folder, luck) as sim:
            await sim.play(sim.ana, "six-card", level="perfect")
            (acted,) = [step for step in sim.record() if isinstance(step, Acted)]
            assert acted.seat.index == 1
            codes.add(acted.action.code)
    assert len(codes) > 1


async def test_the_wrong_people_see_and_choose_nothing(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await between_two(sim, "six-card")
        bogdans = await own_message(sim, sim.bogdan)
        refused = await sim.press(sim.carmen, sim.message, "Look at my cards")
        assert refused.ephemeral
        assert "You are not playing in this game." in text_of(refused.response)
        assert "cards_" not in text_of(refused.response)
        before = sim.stored()
        card = cards_of(bogdans)[5]["custom_id"]
        for member, custom_id in (
            (sim.carmen, card),
            (sim.carmen, "press:1:0:split.433-21-1"),
            (sim.carmen, "mark:1:0:split.433-21-1"),
            (sim.ana, "press:1:0:split.433-21-1"),
            (sim.ana, "mark:1:0:split.433-21-1"),
            (sim.ana, "mark:1:0:split.444-44-4"),
            (sim.ana, "mark:1:0:7"),
            (sim.ana, "mark:1:0:keep"),
            (sim.ana, "press:1:0:keep"),
            (sim.ana, "submit:1:0:split"),
        ):
            record = sim.send(member, sim.message, custom_id)
            await sim.env.settle()
            assert record.responded
        assert tapped_on(await own_message(sim, sim.ana)) == (0, 0, 0)
        assert sim.stored() == before


@pytest.mark.parametrize("decided", [(), ("ana",), ("bogdan",)])
async def test_a_deadline_keeps_decisions_and_makes_those_that_are_missing(tmp_path, decided):
    """README 5.7: an absent seat plays Sum, then Pair, then High card as large as possible."""
    async with table(tmp_path, WrittenLuck([DEALT]), reminders=False) as sim:
        await between_two(sim, "six-card")
        expected = [high_then_middle(ANAS), high_then_middle(BOGDANS)]
        for name in decided:
            index, member = ("ana", "bogdan").index(name), getattr(sim, name)
            own = await own_message(sim, member)
            expected[index] = splits_of((ANAS, BOGDANS)[index])[5]
            await sim.wait(minutes=6)
            await sim.choose(member, own, f"split.{expected[index].code}")
            await sim.wait(minutes=3)
            assert sim.stored().status == "playing"
            await sim.wait(minutes=1, seconds=5)
        if not decided:
            await sim.wait(minutes=10, seconds=5)
        stored = sim.stored()
        assert stored.status == "over"
        assert list(stored.play.state.splits) == expected
        assert len(sim.channel.history()) == 1


async def test_choosing_too_late_changes_nothing(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT]), reminders=False) as sim:
        await between_two(sim, "six-card")
        anas = await own_message(sim, sim.ana)
        await sim.choose_only(sim.ana, anas, "split.432-42-1")
        late = confirms(sim.reread(anas))["custom_id"]
        await sim.wait(minutes=10, seconds=5)
        before = sim.stored()
        assert before.play.state.splits[0] == high_then_middle(ANAS)
        assert sim.is_gone(anas)
        sim.send(sim.ana, sim.message, late)
        await sim.env.settle()
        assert sim.stored() == before


async def test_both_choose_at_the_same_moment(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await between_two(sim, "six-card")
        anas, bogdans = await own_message(sim, sim.ana), await own_message(sim, sim.bogdan)
        records = [
            sim.send(sim.ana, anas, "press:1:0:split.443-22-1"),
            sim.send(sim.bogdan, bogdans, "press:1:0:split.433-21-1"),
            sim.send(sim.ana, anas, "press:1:0:split.422-43-1"),
        ]
        await sim.env.settle()
        assert all(record.responded for record in records)
        stored = sim.stored()
        assert stored.status == "over"
        assert [split.code for split in stored.play.state.splits] == ["443-22-1", "433-21-1"]
        sim.assert_replays()


async def test_leaving_gives_the_round_away_and_shows_no_cards(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await between_two(sim, "six-card")
        await sim.choose(sim.bogdan, await own_message(sim, sim.bogdan), "split.433-21-1")
        asked = await use(sim.ana, sim.message, "leave")
        await use(sim.ana, asked.response, "leave-now")
        assert sim.stored().status == "over"
        assert sim.result.endswith(f"<@{sim.bogdan.id}> wins")
        assert "cards_" not in sim.text
        assert "Look at my cards" not in buttons(sim.message)


async def test_a_hint_is_given_in_private_from_the_own_cards(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await sim.play(sim.ana, "six-card")
        assert "💡 Hint" not in buttons(sim.message)
        own = await own_message(sim, sim.ana)
        await use(sim.ana, own, "hint")
        hint = sim.reread(own)
        assert hint.flags.ephemeral
        assert "High card " in text_of(hint)
        assert not control(hint, r"mark:1:0:1"), "it takes their place"
        assert (await look(sim)).players[0].hinted != ()
        await sim.press(sim.ana, hint, "Back")
        assert hand_of(sim.reread(own)) == ANAS


async def test_a_hint_with_the_best_cards_chosen_leads_back_to_them(tmp_path):
    """The hint's button chooses its split; asked for again, it has only the way back."""
    async with table(tmp_path, WrittenLuck([DEALT])) as sim:
        await sim.play(sim.ana, "six-card")
        own = await own_message(sim, sim.ana)
        await use(sim.ana, own, "hint")
        best = next(one for one in buttons(sim.reread(own)) if one.startswith("Choose "))
        await sim.press(sim.ana, own, best)
        assert "Chosen, not confirmed yet" in text_of(sim.reread(own))
        await use(sim.ana, own, "hint")
        assert list(buttons(sim.reread(own))) == ["Back"]
        await sim.press(sim.ana, own, "Back")
        assert "Chosen, not confirmed yet" in text_of(sim.reread(own))


async def test_a_rematch_swaps_the_seats(tmp_path):
    async with table(tmp_path, WrittenLuck([DEALT, DEALT])) as sim:
        await between_two(sim, "six-card")
        for member in (sim.ana, sim.bogdan):
            own = await own_message(sim, member)
            await sim.choose(member, own, offered_by(own)[0])
        await sim.press(sim.ana, sim.message, "Rematch")
        assert [one.user for one in sim.stored(2).players] == [sim.bogdan.id, sim.ana.id]
        await sim.press(sim.bogdan, sim.message, "Accept")
        own = await own_message(sim, sim.bogdan)
        assert hand_of(own) == ANAS


async def test_the_end_is_seen_where_the_bot_may_not_see_the_channel(tmp_path):
    """In a new message."""
    async with table(tmp_path, WrittenLuck([DEALT]), reminders=False) as sim:
        await sim.play(sim.ana, "six-card")
        board, own = sim.message, await own_message(sim, sim.ana)
        sim.forbid(view_channel=True, send_messages=True)
        await sim.choose(sim.ana, own, "split.443-22-1")
        assert sim.stored().status == "over"
        assert sim.message.id != board.id
        assert sim.result.replace("*", "") == "Computer (medium) wins 2 : 1"
        assert sim.is_gone(own)
        assert "Rematch" in buttons(sim.message)


def private_boards(sim, member):
    """Return the private messages of a member that show cards to split, oldest first."""
    shown = sim.channel.history(viewer=member)
    seen_by_all = {one.id for one in sim.channel.history()}
    return [one.id for one in shown if one.id not in seen_by_all and control(one, r"mark:\d:0:1")]


async def test_the_next_round_shows_the_own_cards_at_once(tmp_path):
    """As the first does: after *Rematch*, with the seats swapped."""
    async with table(tmp_path, SeededLuck(5)) as sim:
        await sim.play(sim.ana, "six-card")
        before = private_boards(sim, sim.ana)
        assert len(before) == 1
        own = sim.reread(await own_message(sim, sim.ana))
        split = next(iter(sim.stored().play.game.legal(sim.stored().play.state, Seat(0))))
        await sim.choose(sim.ana, own, split.code)
        await sim.press(sim.ana, sim.message, "Rematch")
        assert sim.stored(2).status == "playing"
        after = private_boards(sim, sim.ana)
        assert len({*after} - {*before}) == 1
