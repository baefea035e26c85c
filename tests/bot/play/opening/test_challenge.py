"""Challenges: accepted, declined, withdrawn, lapsed; and their pings."""

from __future__ import annotations

import pytest

from rules import registry
from simulated import buttons, table, text_of
from words import Words


async def challenge(sim, **options):
    """Let Ana challenge Bogdan; return the answer."""
    return await sim.play(sim.ana, opponent=sim.bogdan, **options)


async def test_it_says_what_each_will_do_and_until_when(tmp_path):
    async with table(tmp_path) as sim:
        await challenge(sim)
        assert f"<@{sim.bogdan.id}>, @ana challenges you!" in sim.text
        assert f"Both roll; <@{sim.bogdan.id}> rerolls first, then @ana." in sim.text
        assert "Accept" not in sim.text
        assert "dealer" not in sim.text
        until = int(sim.stored().deadline.at.timestamp())
        assert f"<t:{until}:R>" in sim.text
        assert until - int(sim.env.now().timestamp()) == 600
        assert list(buttons(sim.message)) == [
            "Accept",
            "Decline",
            "ana: withdraw",
            "Menu",
        ]
        assert sim.stored().status == "waiting"
        assert sim.stored().play is None


COURSES = Words(
    {
        "en": {
            "dice-poker": "Both roll; {bogdan} rerolls first, then @ana.",
            "poker-dice": "@ana rolls first; {bogdan} has to beat it.",
            "six-card": "@ana and {bogdan} split their cards in secret.",
            "nine": "@ana begins; the higher total wins.",
            "thirteen": "@ana begins; the higher total wins.",
        },
        "ro": {
            "dice-poker": "Fiecare aruncă; {bogdan} aruncă din nou întâi, apoi @ana.",
            "poker-dice": "@ana aruncă întâi; {bogdan} trebuie să-i bată mâna.",
            "six-card": "@ana și {bogdan} își împart cărțile în secret.",
            "nine": "@ana începe; câștigă totalul mai mare.",
            "thirteen": "@ana începe; câștigă totalul mai mare.",
        },
    }
)


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_each_game_tells_in_one_line_what_each_will_do(tmp_path, language):
    """Whoever it says begins is the first to be awaited."""
    async with table(tmp_path, language=language) as sim:
        for game, course in COURSES[language].items():
            sim.another_story()
            await sim.play(sim.ana, game, opponent=sim.bogdan)
            assert course.format(bogdan=f"<@{sim.bogdan.id}>") in sim.text.splitlines()
            await sim.press_id(sim.bogdan, sim.message, "lobby:*:join")
            stored = sim.stored()
            (first, *_) = stored.play.awaits.seats
            begins = sim.bogdan if game == "dice-poker" else sim.ana
            assert stored.players[first.index].user == begins.id, game


async def test_it_pings_exactly_the_opponent_and_edits_ping_nobody(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await challenge(sim)
        assert sim.pings() == [str(sim.bogdan.id)]
        since = len(sim.env.http_requests)
        await sim.press(sim.bogdan, sim.message, "Accept")
        await sim.press(sim.bogdan, sim.message, "Keep all")
        await sim.press(sim.ana, sim.message, "Keep all")
        assert len(sim.requests("POST", "/interactions/*", since)) == 3
        assert sim.pings(since) == []


async def test_accepted(tmp_path):
    async with table(tmp_path) as sim:
        await challenge(sim)
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert "you reroll first" in sim.text
        assert f"<@{sim.bogdan.id}>, your turn — " in sim.text
        assert [player.user for player in sim.stored().players] == [sim.bogdan.id, sim.ana.id]


async def test_declined(tmp_path):
    async with table(tmp_path) as sim:
        await challenge(sim)
        await sim.press(sim.bogdan, sim.message, "Decline")
        assert f"<@{sim.bogdan.id}> declined the challenge." in sim.text
        assert list(buttons(sim.message)) == ["More"]
        assert sim.stored().status == "declined"
        assert not (await sim.play(sim.carmen)).ephemeral


async def test_withdrawn(tmp_path):
    async with table(tmp_path) as sim:
        await challenge(sim)
        await sim.press(sim.ana, sim.message, "ana: withdraw")
        assert f"<@{sim.ana.id}> withdrew the challenge." in sim.text
        assert list(buttons(sim.message)) == ["More"]
        assert sim.stored().status == "withdrawn"
        assert not (await sim.play(sim.carmen)).ephemeral


async def test_lapsed(tmp_path):
    async with table(tmp_path) as sim:
        await challenge(sim)
        await sim.wait(minutes=9, seconds=50)
        assert sim.stored().status == "waiting"
        await sim.wait(seconds=20)
        assert sim.stored().status == "lapsed"
        assert f"<@{sim.bogdan.id}> did not answer in time." in sim.text
        assert list(buttons(sim.message)) == ["Play again", "More"]
        assert not (await sim.play(sim.carmen)).ephemeral


REFUSED = [
    ("carmen", "Accept", "seat is reserved"),
    ("carmen", "Decline", "seat is reserved"),
    ("carmen", "ana: withdraw", "Only the player who opened"),
    ("ana", "Accept", "You already have a seat"),
    ("ana", "Decline", "This challenge is yours"),
    ("bogdan", "ana: withdraw", "Only the player who opened"),
]


async def test_only_the_right_person_may(tmp_path):
    async with table(tmp_path) as sim:
        for name, label, expected in REFUSED:
            sim.another_story()
            await challenge(sim)
            before = sim.text
            answer = await sim.press(getattr(sim, name), sim.message, label)
            assert answer.ephemeral, (name, label)
            assert expected in text_of(answer.response), (name, label)
            assert sim.text == before, (name, label)
            assert sim.stored().status == "waiting", (name, label)


async def test_anybody_may_read_how_to_play(tmp_path):
    async with table(tmp_path) as sim:
        await challenge(sim)
        answer = await sim.press_id(sim.carmen, sim.message, "tool:*:rules")
        assert answer.ephemeral
        assert "a straight beats a full house" in text_of(answer.response)
        assert "0.08" in text_of(answer.response)


async def test_oneself_and_other_bots_cannot_be_challenged(tmp_path):
    async with table(tmp_path) as sim:
        robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
        for opponent, expected in (
            (sim.ana, "You cannot challenge yourself"),
            (robot, "Bots cannot be challenged"),
        ):
            answer = await sim.play(sim.ana, opponent=opponent)
            assert answer.ephemeral
            assert expected in text_of(answer.response)
        assert sim.pings() == []
        assert sim.channel.history() == []
        assert not (await sim.play(sim.ana)).ephemeral


async def test_an_opponent_together_with_a_level_is_refused_kindly(tmp_path):
    async with table(tmp_path) as sim:
        answer = await challenge(sim, level="easy")
        assert answer.ephemeral
        assert "either an opponent or a level" in text_of(answer.response)
        assert sim.pings() == []


async def test_accepted_twice_at_once_and_withdrawn_meanwhile(tmp_path):
    """The first press counts; all presses are answered with the present board."""
    async with table(tmp_path) as sim:
        await challenge(sim)
        message = sim.message
        accept, withdraw = (
            buttons(message)[label]["custom_id"] for label in ("Accept", "ana: withdraw")
        )
        await sim.send_all(
            [
                (sim.bogdan, message, accept),
                (sim.bogdan, message, accept),
                (sim.ana, message, withdraw),
            ]
        )
        assert sim.stored().status == "playing"
        assert "you reroll first" in sim.text
        assert len(sim.record()) == 2


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_a_card_repeats_none_of_its_buttons_and_names_no_dealer(tmp_path, language):
    async with table(tmp_path, language=language) as sim:
        for game in registry.games():
            sim.another_story()
            await sim.play(sim.ana, game, opponent=sim.bogdan)
            text = sim.text.casefold()
            said = [label for label in buttons(sim.message) if label.casefold() in text]
            assert said == [], game
            if game == "dice-poker":  # of its two parts
                assert not [word for word in ("dealer", "player", "jucător") if word in text]
