"""The time for a turn: deadlines, reminders and invitations, and what the board says of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.language.render import PlainRenderer, render
from bot.table.frame import frame
from bot.table.time_limits import DAY, TimeLimits
from bot.table.use_cases import OpenRequest
from fair_rounds import seed
from rules.errors import Refusal

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)

LASTS = {
    "en": {
        "slow": "A day for each turn.",
        "quick": "1 minute for each turn.",
        "hour": "1 hour for each turn.",
        "hours": "12 hours for each turn.",
        "more": "90 minutes for each turn.",
    },
    "ro": {
        "slow": "O zi pentru fiecare tură.",
        "quick": "1 minut pentru fiecare tură.",
        "hour": "1 oră pentru fiecare tură.",
        "hours": "12 ore pentru fiecare tură.",
        "more": "90 de minute pentru fiecare tură.",
    },
}
TAKEN = {
    "en": "A slow table: this channel stays taken until its game is over.",
    "ro": "Masă lentă: canalul acesta rămâne ocupat până se încheie partida.",
}
CHOSEN = {
    "slow": {"slow": True},
    "quick": {"minutes": 1},
    "hour": {"minutes": 60},
    "hours": {"minutes": 720},
    "more": {"minutes": 90},
}


def opened(table, game="dice-poker", **changes):
    return table.open(OpenRequest(game, ANA, 7, **changes), NOW, seed(1))


def notes_of(stored, language="en"):
    return [render(note, language, PlainRenderer(language)) for note in frame(stored).notes]


def of_three(table, **changes):
    stored = opened(table, "thirteen", open_to_all=True, **changes)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, NOW)(stored)
    return table.start(ANA, NOW)(stored)


@pytest.mark.parametrize(
    ("asked", "turn", "reminder", "invitation"),
    [
        ({}, 10 * MINUTE, MINUTE, 10 * MINUTE),
        ({"minutes": 1}, MINUTE, timedelta(seconds=20), 10 * MINUTE),
        ({"minutes": 30}, 30 * MINUTE, 3 * MINUTE, 30 * MINUTE),
        ({"slow": True}, timedelta(days=1), 10 * MINUTE, timedelta(days=1)),
        ({"slow": True, "minutes": 1}, timedelta(days=1), 10 * MINUTE, timedelta(days=1)),
    ],
)
def test_a_turn_a_reminder_and_an_invitation_fit_the_minutes(
    table, asked, turn, reminder, invitation
):
    waiting = opened(table, opponent=BOGDAN, **asked)
    assert waiting.deadline.at == NOW + invitation
    begun = table.join(BOGDAN, NOW)(waiting)
    assert (begun.deadline.at, begun.deadline.remind_at) == (NOW + turn, NOW + reminder)
    lobby = table.join(BOGDAN, NOW)(opened(table, "thirteen", open_to_all=True, **asked))
    assert lobby.deadline.at == NOW + invitation
    assert table.start(ANA, NOW)(lobby).deadline.at == NOW + turn


def test_without_minutes_they_are_those_that_the_host_has_set():
    hosts = TimeLimits(timedelta(hours=3), timedelta(minutes=30))
    assert hosts.of(None) is hosts
    assert hosts.of(1).turn == MINUTE
    assert hosts.of(DAY).turn == timedelta(days=1)
    assert hosts.invitation(1) == timedelta(hours=3), "a lobby waits as long as usual at least"
    assert TimeLimits(MINUTE / 2).invitation(1) == MINUTE


@pytest.mark.parametrize("game", ["dice-poker", "thirteen"])
@pytest.mark.parametrize("asked", CHOSEN.values(), ids=CHOSEN)
def test_where_no_other_member_waits_a_turn_takes_the_usual_time(table, game, asked):
    alone = opened(table, game, **asked)
    assert alone.terms.minutes is None
    assert alone.deadline.at == NOW + 10 * MINUTE
    assert not any("for each turn" in note for note in notes_of(alone))


def test_whoever_stays_alone_at_a_slow_table_has_the_usual_time(table):
    stored = of_three(table, slow=True)
    assert LASTS["en"]["slow"] in notes_of(stored)[-1]
    for user in (BOGDAN, CARMEN):
        stored = table.leave(user, NOW)(stored)
    assert "for each turn" not in " ".join(notes_of(stored))
    seat = stored.play.awaits.seats[0]
    idle = stored.play.game.idle(stored.play.state, seat)
    later = table.choose_action(ANA, stored.moment, idle, NOW)(stored)
    assert (later.terms.minutes, later.deadline.at) == (DAY, NOW + 10 * MINUTE)


@pytest.mark.parametrize("asked", CHOSEN.values(), ids=CHOSEN)
def test_however_long_a_turn_takes_any_player_starts_after_two_quiet_minutes(table, asked):
    lobby = opened(table, "thirteen", open_to_all=True, **asked)
    lobby = table.join(BOGDAN, NOW + MINUTE)(lobby)
    with pytest.raises(Refusal, match="may start now, and any player"):
        table.start(BOGDAN, NOW + 2 * MINUTE)(lobby)
    assert table.start(BOGDAN, NOW + 3 * MINUTE)(lobby).status == "playing"


@pytest.mark.parametrize("chosen", CHOSEN)
@pytest.mark.parametrize("language", LASTS)
def test_lobby_and_board_name_minutes_that_are_not_the_usual_ones(table, chosen, language):
    line, asked = LASTS[language][chosen], CHOSEN[chosen]
    waiting = opened(table, opponent=BOGDAN, **asked)
    assert line in notes_of(waiting, language)
    assert notes_of(table.join(BOGDAN, NOW)(waiting), language)[-1].endswith(f" · {line}")
    assert line in notes_of(opened(table, "thirteen", open_to_all=True, **asked), language)
    usual = opened(table, opponent=BOGDAN)
    for stored in (usual, table.join(BOGDAN, NOW)(usual)):
        assert not any(
            one in " ".join(notes_of(stored, language)) for one in LASTS[language].values()
        )


@pytest.mark.parametrize("language", TAKEN)
def test_a_slow_table_says_that_its_channel_stays_taken_but_in_a_thread(table, language):
    waiting = opened(table, "thirteen", open_to_all=True, slow=True)
    assert TAKEN[language] in notes_of(waiting, language)
    assert TAKEN[language] not in notes_of(
        replace(waiting, place=replace(waiting.place, in_thread=True)), language
    )
    for minutes, slow in ((1, False), (60, False), (180, True)):
        other = opened(table, "thirteen", open_to_all=True, minutes=minutes)
        assert (TAKEN[language] in notes_of(other, language)) == slow


@pytest.mark.parametrize(("asked", "turn"), [({"slow": True}, DAY), ({"minutes": 1}, 1)])
def test_a_rematch_and_play_again_keep_the_minutes(table, asked, turn):
    begun = replace(table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN, **asked)), id=4)
    rematch = table.rematch(table.leave(ANA, NOW)(begun), ANA, NOW)
    again = table.again(table.close(CARMEN, NOW, may_manage=True)(begun), ANA, NOW)
    for new in (rematch, again):
        assert (new.terms.minutes, new.deadline.at) == (turn, NOW + max(turn, 10) * MINUTE)
        assert table.join(BOGDAN, NOW)(new).deadline.at == NOW + turn * MINUTE
