"""Every control that there is, pressed on a private round: it shows no dice before its day or dare ends."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.daily.store import shared_dice as daily_store
from bot.table.hints import are_given
from bot.table.store import rounds
from daily_days import best, open_daily, play_on, press, stored
from dares_played import dare_of, join, offered, seeded_table
from simulated import LOCALES, components, table, text_of
from words import Words, in_each_language

FRIDAY = date(2026, 1, 2)

WHAT = {
    "press": "write.chance",
    "mark": "1",
    "menu": "",
    "submit": "reroll",
    "peek": "",
    "lobby": "start",
    "seat": "",
    "follow": "write.chance",
    "walk": "next",
    "rounds": "show",
    "fair": "proof",
    "stats": "mine",
}
"""What each kind of control is pressed with, where that is not "1"."""


def every_control(sim, stored_round):
    """Yield the custom ids of all controls that the bot answers, with this round."""
    place = f"{stored_round.id}:{stored_round.moment}"
    for kind in sorted({*sim.bot.controls._kinds} - {"tool"}):
        what = WHAT.get(kind, "1")
        yield f"{kind}:{place}:{what}".rstrip(":")
    for verb in sorted(sim.bot.controls._tools):
        yield f"tool:{place}:{verb}"
    for what in ("more", "story", "review", "share", "today"):
        for where in ("day", "set"):
            yield f"{what}:{where}-{stored_round.id}:0"
    yield f"fair:{place}:show"


def record_of(sim, round_id):
    read = sim.bot.storage.read
    return read(rounds.load, round_id), read(rounds.record, round_id)


def shown_by(answer):
    """Return the messages of an answer."""
    found = [*answer.followups, *([] if answer.response is None else [answer.response])]
    return [one for one in found if one is not None]


async def pressed(sim, member, message, custom_id):
    """Press a control on a message, drawn there or not; return what is shown and attached."""
    if custom_id not in [one.get("custom_id") for one in components(sim.reread(message))]:
        sim.put_button(message, custom_id)
    answer = await member.click(message, custom_id=custom_id)
    assert answer.acknowledged, custom_id
    messages = shown_by(answer)
    return " ".join(map(text_of, messages)), [one for each in messages for one in each.attachments]


@pytest.mark.slow
@pytest.mark.usefixtures("no_picture")
async def test_no_control_shows_dice_of_an_ended_private_round_before_its_day_is_revealed(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        await play_on(sim, sim.ana, await open_daily(sim, sim.ana), FRIDAY, best)
        seed = sim.bot.storage.read(daily_store.load_dice, FRIDAY).seed.secret.hex()
        private = stored(sim, sim.ana, FRIDAY).round
        before = record_of(sim, private.id)
        controls = [*every_control(sim, private)]
        assert len(controls) > 40
        for custom_id in controls:
            message = await open_daily(sim, sim.ana)
            text, attached = await pressed(sim, sim.ana, message, custom_id)
            assert "went wrong" not in text, custom_id
            assert not attached, custom_id
            assert not any(die in text for die in "⚀⚁⚂⚃⚄⚅"), custom_id
            assert "Step 1 of" not in text, custom_id
            assert "Lost by choices:" not in text, custom_id
        assert seed not in str(sim.seen_by(sim.ana))
        assert record_of(sim, private.id) == before


REFUSED = Words(
    {
        "en": "Everybody plays these same dice alone:",
        "ro": "Fiecare joacă solo cu aceste zaruri:",
    }
)
LATER = Words(
    {"en": "Others may still play these dice.", "ro": "Alții mai pot juca aceste zaruri."}
)


@in_each_language
async def test_what_belongs_to_rounds_of_a_channel_is_refused_in_plain_words(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, message, FRIDAY, best, most=2)
        private = stored(sim, sim.ana, FRIDAY).round
        before = record_of(sim, private.id)
        for verbs, words in (
            (
                ("hint", "leave", "leave-now", "close", "close-now", "rematch"),
                REFUSED[language],
            ),
            (("again", "continue"), REFUSED[language]),
            (
                ("review", "share", "share-now", "overview"),
                LATER[language],
            ),
        ):
            for verb in verbs:
                custom_id = f"tool:{private.id}:{private.moment}:{verb}"
                sim.put_button(message, custom_id)
                answer = await sim.ana.click(message, custom_id=custom_id)
                assert words in text_of(sim.reread_private(answer)), verb
        assert record_of(sim, private.id) == before


@pytest.mark.slow
@pytest.mark.usefixtures("no_picture")
async def test_others_see_nothing_of_a_private_round_by_any_control(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        await play_on(sim, sim.bogdan, await join(sim, sim.bogdan, card), shared.key, best)
        private = stored(sim, sim.bogdan, shared.key).round
        before = record_of(sim, private.id)
        for custom_id in every_control(sim, private):
            own = await join(sim, sim.carmen, card)
            text, attached = await pressed(sim, sim.carmen, own, custom_id)
            assert not attached, custom_id
            assert str(sim.bogdan.id) not in text, custom_id
            assert "Step 1 of" not in text, custom_id
        assert shared.seed.secret.hex() not in str(sim.seen_by(sim.carmen))
        assert record_of(sim, private.id) == before


async def test_a_hint_is_offered_neither_in_a_day_nor_on_a_card(tmp_path):
    """Though one member alone sits there."""
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        message = await join(sim, sim.bogdan, card)
        assert not any("hint" in one.get("custom_id", "") for one in components(message))
        assert not are_given(stored(sim, sim.bogdan, shared.key).round)
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        assert not any("hint" in one.get("custom_id", "") for one in components(message))
        assert not are_given(stored(sim, sim.ana, FRIDAY).round)


async def test_a_die_that_there_is_not_is_selected_by_nobody(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        for control in ("mark:1:0:6", "mark:1:0:9", "mark:1:1:1"):
            told, _ = await pressed(sim, sim.ana, message, control)
            assert "went wrong" not in told, control
        assert len(stored(sim, sim.ana, FRIDAY).record) == 1


async def test_two_messages_of_one_private_round_each_have_their_own_selection(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        phone, desktop = await open_daily(sim, sim.ana), await open_daily(sim, sim.ana)
        await press(sim, sim.ana, phone, r"mark:\d+:\d+:1")
        await press(sim, sim.ana, desktop, r"mark:\d+:\d+:2")
        await press(sim, sim.ana, desktop, r"submit:\d+:\d+:reroll")
        chosen = [
            one.action.code for one in stored(sim, sim.ana, FRIDAY).record if hasattr(one, "action")
        ]
        assert chosen == ["reroll.2"]


CLOSED = Words(
    {
        "en": "The daily challenge is a sheet now: this attempt is closed.",
        "ro": "Provocarea zilei e acum o foaie: această încercare e închisă.",
    }
)
OF_HANDS = Words(
    {
        "en": "The daily challenge is a sheet now: what was played in several hands before",
        "ro": "Provocarea zilei e acum o foaie: ce s-a jucat înainte în mai multe mâini",
    }
)


ON_ITS_BOARDS = (
    "press:{}:0:next",
    "press:{}:0:keep",
    "press:{}:0:split.443-22-1",
    "mark:{}:0:1",
    "submit:{}:1:reroll",
    "peek:{}:0",
    "tool:{}:0:more",
    "tool:{}:0:rules",
    "tool:{}:0:proof",
)
BEHIND_ITS_END = (
    "tool:{}:0:review",
    "tool:{}:0:overview",
    "tool:{}:0:share",
    "tool:{}:0:share-now",
    "tool:{}:0:hint",
    "walk:{}:0:next",
    "walk:{}:3:last",
    "fair:{}:0:proof",
)


async def played_in_hands(sim, status):
    """Begin Friday's challenge, and store it as an upgrade leaves one of several hands."""
    await sim.restart(away=timedelta(hours=36))
    message = await open_daily(sim, sim.ana)
    with sim.bot.storage._engine.begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE rounds SET game = 'six-card', state = NULL, moment = NULL, status = '{status}'"
        )
        connection.exec_driver_sql(
            "INSERT INTO seats SELECT round, 1, NULL, 'perfect', accepted, \"left\", left_at, "
            "missed_turns, wins, hinted, open FROM seats"
        )
        connection.exec_driver_sql(
            f"UPDATE daily_days SET plays = 'six-card' WHERE day = '{FRIDAY}'"
        )
    return message


@pytest.mark.parametrize("status", ["closed", "over"])
@in_each_language
async def test_a_private_round_of_several_hands_says_that_it_is_closed(tmp_path, language, status):
    """Whatever is pressed on its messages, of which nothing else comes."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        message = await played_in_hands(sim, status)
        for control in (*ON_ITS_BOARDS, *BEHIND_ITS_END):
            custom_id = control.format(sim.latest)
            told, attached = await pressed(sim, sim.ana, message, custom_id)
            assert (told, attached) == (CLOSED[language], []), custom_id


@in_each_language
async def test_a_day_of_several_hands_says_that_it_cannot_be_shown(tmp_path, language):
    """Its *Share here*, and *Explain this day*; nothing offers its best choices the day after."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        message = await played_in_hands(sim, "over")
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        for verb in ("story", "share"):
            custom_id = f"{verb}:day-{FRIDAY.toordinal()}:0"
            told, attached = await pressed(sim, sim.ana, message, custom_id)
            assert told.startswith(OF_HANDS[language]), verb
            assert not attached
        answer = await sim.ana.slash(sim.channel, "daily")
        (standings,) = shown_by(answer)
        assert not [one for one in components(standings) if "story" in str(one)]
