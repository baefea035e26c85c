"""*Dare others*: a sheet filled alone is offered on a card, and others play its dice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import closing
from datetime import timedelta

import pytest

import private_rounds
from bot.cli import main
from bot.daily import judging
from bot.daily.dare_pages import owner_notice
from bot.daily.ranking import Entry
from bot.daily.store import shared_dice as daily_store
from bot.language.render import Place, PlainRenderer, render
from bot.storage.database import Storage
from bot.table import round_luck
from bot.table.store import member_settings, rounds
from bot.table.store.errors import VersionConflict
from bot.ui.custom_ids import read
from daily_days import best, play_on, stored, worst
from dares_played import (
    dare_of,
    first_row,
    forged,
    is_dared,
    join,
    offered,
    pressed,
    seeded_table,
    writes_only,
)
from discord_limits import assert_all_fit
from handed_proofs import asked_for, proof_of
from hanging import hanging
from simulated import buttons, components, ids_of, text_of
from sql import run
from whole_rounds import play_on as play_round
from whole_rounds import use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

WORDS = Words(
    {
        "en": {
            "headline": "points with these dice. Can you beat that?",
            "nobody": "Nobody else has played yet.",
            "erased": "You erased your data",
            "not yours": "Only the person who posted this can close it early.",
            "accuracy": "accuracy ",
            "tie": ": a tie!",
            "ahead": ": you are ahead!",
            "short": ": 7 short.",
            "to beat": "To beat: ",
            "dares": "dares you: ",
            "hint": "asked for a hint.",
            "nobody more": "and nobody made more.",
            "most": "made the most of these dice: ",
            "told": " too, a tie!",
            "review": "Review · ",
            "looks": "Play these dice to the end first",
            "closed": "The card of these dice has closed.",
            "owner": "These are your own dice",
            "sealed": "Others may still play these dice, so the proof",
        },
        "ro": {
            "headline": "cu zarurile acestea. Poți mai mult?",
            "nobody": "Încă n-a jucat altcineva.",
            "erased": "Ți-ai șters datele",
            "not yours": "Doar cine a publicat provocarea o poate închide mai devreme.",
            "accuracy": "precizie ",
            "tie": ": egalitate!",
            "ahead": ": ai trecut în față!",
            "short": ": ți-au lipsit 7.",
            "to beat": "De întrecut: ",
            "dares": "te provoacă: ",
            "hint": "a cerut un indiciu.",
            "nobody more": "și nimeni n-a făcut mai mult.",
            "most": "a făcut cel mai mult din zarurile acestea: ",
            "told": ", tot atât: egalitate!",
            "review": "Analiză · ",
            "looks": "Joacă întâi până la capăt cu zarurile acestea",
            "closed": "Provocarea cu zarurile acestea s-a închis.",
            "owner": "Acestea sunt zarurile tale",
            "sealed": "Alții mai pot juca aceste zaruri, așa că dovada",
        },
    }
)


async def refused_looks(sim, member, card, words):
    """Try all ways to see dice before choosing; each is refused and shows none."""
    shared = dare_of(sim)
    told = await forged(sim, member, card, f"review:set-{shared.key}:0")
    assert words["looks"] in told
    assert words["looks"] in await forged(sim, member, card, f"more:set-{shared.key}:0")
    refused = await asked_for(sim, member, await sim.fair(member, sim.board))
    assert words["sealed"] in text_of(refused)
    assert shared.seed.secret.hex() not in str(sim.seen_by(member))


async def in_another_process(sim, member, choose, choices):
    """Play some choices of a member as another process of the bot does."""
    with closing(Storage.open(sim.url)) as other:
        shared = other.read(daily_store.load_dice, dare_of(sim).key)
        now = shared.seed.drawn
        new = private_rounds.begun(shared, shared.sheet, member.id, sim.guild.id, now)
        other.write(daily_store.begin_round, new)
        for _ in range(choices):
            private_round = stored(sim, member, shared.key)
            if private_round.status != "private":
                break
            after = private_rounds.acted(private_round.round, choose(private_round), now)
            other.write(rounds.save, after, now)
            with pytest.raises(VersionConflict):  # of two processes one saves
                other.write(rounds.save, after, now)
        return stored(sim, member, shared.key)


@in_each_language
async def test_five_members_play_the_same_dice(tmp_path, language, capsys):
    """One looks first, one stops in the middle, one is erased; restarts, and two processes."""
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana)
        board_message = sim.board
        assert words["headline"] in text_of(card)
        assert words["nobody"] in text_of(card)
        shared = dare_of(sim)
        await refused_looks(sim, sim.carmen, card, words)
        begun = await join(sim, sim.bogdan, card)
        await play_on(sim, sim.bogdan, begun, shared.key, best, most=4)
        await sim.restart()
        assert (await play_on(sim, sim.bogdan, begun, shared.key, best)).status == "over"
        assert (await in_another_process(sim, sim.dora, best, 5)).status == "private"
        assert (await in_another_process(sim, sim.emil, best, 99)).status == "over"
        looked = await join(sim, sim.carmen, card)
        assert (await play_on(sim, sim.carmen, looked, shared.key, worst)).status == "over"
        await sim.wait(seconds=30)
        shown = text_of(sim.reread(card))
        for member in (sim.ana, sim.bogdan, sim.carmen, sim.emil):
            assert f"<@{member.id}> · " in shown, "who has finished is named with points"
        assert str(sim.dora.id) not in shown, "who has not is not"
        assert words["accuracy"] not in shown
        await sim.erase(sim.emil)
        await sim.wait(seconds=30)
        assert str(sim.emil.id) not in text_of(sim.reread(card))
        assert words["erased"] in text_of(await pressed(sim, sim.emil, card, "join"))

        going_on = await join(sim, sim.dora, card)
        await sim.restart(away=timedelta(days=3))
        await sim.wait(seconds=30)
        shown = text_of(sim.reread(card))
        made = {one: points_of(sim, one, shared) for one in (sim.ana, sim.bogdan, sim.carmen)}
        places = {one: shown.index(f"<@{one.id}> · {points}") for one, points in made.items()}
        assert sorted(made, key=places.__getitem__) == sorted(
            made, key=lambda one: (-made[one], stored(sim, one, shared.key).entry.round)
        )
        won = made[sim.ana] == max(made.values())
        assert words["nobody more" if won else "most"] in shown
        assert str(sim.emil.id) not in shown
        assert words["accuracy"] not in shown
        control = next(
            one["custom_id"]
            for one in components(sim.reread(going_on))
            if one.get("custom_id", "").startswith("press:")
        )
        assert (await sim.dora.click(going_on, custom_id=control)).acknowledged
        assert words["closed"] in text_of(sim.reread(going_on))
        assert stored(sim, sim.dora, shared.key).status == "closed"
        await all_proven(sim, card, tmp_path, capsys)
        assert not any(one.endswith(":beat") for one in ids_of(sim.reread(board_message)))

        _, told = await proof_of(sim, sim.emil, await sim.fair(sim.emil, board_message))
        assert (told["seal"], told["steps"][0]["label"]) == (shared.seed.seal, "turn/1/roll/1")
        assert_all_fit(sim.env.http_requests)


def checked_alone(checker, file):
    command = [sys.executable, "-I", str(checker), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def all_proven(sim, card, folder, capsys):
    for member in (sim.ana, sim.bogdan, sim.carmen, sim.dora):
        await proven(sim, member, card, folder, capsys)


async def proven(sim, member, card, folder, capsys):
    """Take the proof of a private round from *Fair dice?*, and check it with both programs."""
    page = await sim.fair(member, await pressed(sim, member, card, "more"))
    handed, told = await proof_of(sim, member, page)
    shared = dare_of(sim)
    assert (told["seal"], told["opened"]) == (shared.seed.seal, str(sim.stored(1).seed.opened))
    assert len(told["steps"]) == len(stored(sim, member, shared.key).record)
    attached, program = handed.attachments
    file, checker = folder / attached.filename, folder / "verify.py"
    file.write_bytes(await attached.read())
    checker.write_bytes(await program.read())
    assert main(["verify", str(file)]) == 0
    assert f"steps follow the rules of {shared.dare.game}." in capsys.readouterr().out
    alone = checked_alone(checker, file)
    assert (alone.returncode, shared.seed.seal in alone.stdout) == (0, True)


@in_each_language
async def test_the_owner_alone_closes_the_card_and_is_asked_first(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana, "thirteen")
        assert [one.split(":")[0] for one in ids_of(sim.reread(card))] == ["join"]
        close = f"close:set-{dare_of(sim).key}:0"
        assert words["not yours"] in await forged(sim, sim.bogdan, card, close)
        old = await pressed(sim, sim.ana, card, "close")
        assert words["owner"] in text_of(old), "as on cards of 1.x"
        own = await join(sim, sim.ana, card)
        assert words["owner"] in text_of(own)
        assert dare_of(sim).closed is None, "it asks first"
        await sim.press_id(sim.ana, own, "close:set-*:0")
        shown = text_of(sim.reread(card))
        assert words["nobody more"] in shown
        assert [one.split(":")[0] for one in ids_of(sim.reread(card))] == ["review", "more"]
        assert_all_fit(sim.env.http_requests)


@in_each_language
async def test_a_dare_from_the_sheet_to_a_tie(tmp_path, language):
    """A hint is told, a member is named and pinged; a restart lies between, and three days."""
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, "nine")
        await sim.press_id(sim.ana, sim.message, "tool:*:hint")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        assert any(one.endswith(":beat") for one in ids_of(sim.reread(board))), "below the sheet"
        question = sim.reread_private(await sim.press_id(sim.ana, board, "*:beat"))
        before = len(sim.env.http_requests)
        menu = next(one for one in ids_of(question) if one.endswith(":beat"))
        answer = await sim.ana.select(question, [sim.bogdan], custom_id=menu)
        card = answer.followups[-1]
        assert sim.pings(before) == [str(sim.bogdan.id)]
        beaten = points_of(sim, sim.ana, dare_of(sim))
        shown = text_of(card)
        assert f"<@{sim.bogdan.id}>, " in shown
        assert f"{words['dares']}{beaten} " in shown
        assert words["hint"] in shown
        assert not any(one.endswith(":beat") for one in ids_of(sim.reread(board))), (
            "one dare a sheet"
        )

        begun = await join(sim, sim.bogdan, card)
        shared = dare_of(sim)
        to_beat = f"{words['to beat']}<@{sim.ana.id}>, {beaten} "
        for _ in range(3):
            assert to_beat in text_of(sim.reread(begun)), "all the time"
            await play_on(sim, sim.bogdan, begun, shared.key, first_row, most=1)
        await sim.restart()
        begun = await join(sim, sim.bogdan, card)
        assert to_beat in text_of(begun)
        await play_on(sim, sim.bogdan, begun, shared.key, first_row)
        end = text_of(sim.reread(begun))
        assert f"{beaten} · <@{sim.ana.id}> {beaten}{words['tie']}" in end
        assert to_beat not in end
        assert {read(one).verb for one in ids_of(sim.reread(begun))} == {"more"}
        await sim.wait(seconds=30)
        assert text_of(sim.reread(card)).count("**1–2.**") == 1, "they share the place"
        await sim.restart(away=timedelta(days=3))
        await sim.wait(seconds=30)
        assert words["nobody more"] in text_of(sim.reread(card))
        review = await pressed(sim, sim.bogdan, card, "review")
        assert words["review"] in text_of(review)
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("who", ["oneself", "a bot", "a barred member"])
async def test_whom_nobody_can_dare(tmp_path, who):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        mod = sim.member("mod", manage_messages=True)
        await mod.slash(sim.channel, "bar", member=sim.bogdan, duration="day")
        dared = {"oneself": sim.ana, "a bot": sim.the_bot, "a barred member": sim.bogdan}[who]
        question = sim.reread_private(await sim.press_id(sim.ana, sim.message, "*:beat"))
        menu = next(one for one in ids_of(question) if one.endswith(":beat"))
        before = len(sim.env.http_requests)
        await sim.ana.select(question, [dared], custom_id=menu)
        assert not is_dared(sim)
        assert sim.pings(before) == []


def points_of(sim, member, shared):
    return int(stored(sim, member, shared.key).total)


@in_each_language
async def test_a_private_round_ends_beside_the_points_to_beat_and_the_poster_is_told_once(
    tmp_path, language
):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        before = len(sim.env.http_requests)
        ends = {}
        for member, choose in ((sim.bogdan, first_row), (sim.carmen, best), (sim.dora, worst)):
            ends[member] = await join(sim, member, card)
            await play_on(sim, member, ends[member], shared.key, choose)
            await sim.wait(seconds=30)
        beaten = points_of(sim, sim.ana, shared)
        for member, end in ends.items():
            made = points_of(sim, member, shared)
            assert f"{made} · <@{sim.ana.id}> {beaten}: " in text_of(sim.reread(end))
        assert words["tie"] in text_of(sim.reread(ends[sim.bogdan]))
        for other, outcome in ((beaten + 7, "short"), (beaten - 1, "ahead"), (beaten, "tie")):
            change = "UPDATE entries SET total = :total WHERE member = :member"
            sim.bot.storage.write(run, change, total=str(other), member=sim.ana.id)
            again = text_of(await join(sim, sim.bogdan, card))
            assert f"{beaten} · <@{sim.ana.id}> {other}{words[outcome]}" in again
        assert sim.pings(before) == [str(sim.ana.id)], "one notice, though three have played"
        told = [one for one in sim.channel.history() if words["told"] in one.content]
        assert len(told) == 1
        assert f"{beaten}{words['told']}" in told[0].content
        assert f"<@{sim.ana.id}>" in told[0].content
        await sim.erase(sim.ana)
        again = text_of(await join(sim, sim.bogdan, card))
        assert str(sim.ana.id) not in again, "who has erased themselves is beaten by nobody"
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize(
    ("made", "told"), [(310, "beat your 300 with 310!"), (290, "made 290: your 300 stands!")]
)
def test_the_notice_says_whether_the_private_round_was_better(made, told):
    own, other = (
        Entry(1, member, "yams", member, total=points) for member, points in ((1, 300), (2, made))
    )
    notice = owner_notice(own, other, Place(7, 8, 9))
    assert told in render(notice, "en", PlainRenderer("en"))


async def test_points_are_told_at_once_and_accuracy_once_it_is_judged(tmp_path, monkeypatch):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        end = await join(sim, sim.bogdan, card)
        seen, judged = [], judging.judge_sheet
        ask = sim.bot.analysis.ask

        async def look_first(question, *arguments, later=False):
            if question is judged:
                seen.append(text_of(sim.reread(end)))
            return await ask(question, *arguments, later=later)

        monkeypatch.setattr(sim.bot.analysis, "ask", look_first)
        await play_on(sim, sim.bogdan, end, shared.key, first_row)
        at_once, then = seen[0], text_of(sim.reread(end))
        assert ": a tie!" in at_once
        assert "accuracy comes in a moment" in at_once
        assert "Accuracy" not in at_once
        assert ": a tie!" in then
        assert "\nAccuracy " in then


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_poster_is_told_once_by_two_processes_and_across_a_restart(tmp_path, wanted):
    """Who wants no reminders reads it on the card alone."""
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        set_reminded = member_settings.set_reminded
        await sim.bot.stored.write(set_reminded, sim.ana.id, on=wanted)
        message = await join(sim, sim.bogdan, card)
        sim.bot.ticks.stop()
        await play_on(sim, sim.bogdan, message, shared.key, first_row)
        before = len(sim.env.http_requests)
        cards = sim.bot.dares
        await asyncio.gather(cards.keep_cards(), cards.keep_cards())
        await sim.restart()
        await sim.wait(seconds=30)
        later = await join(sim, sim.carmen, card)
        await play_on(sim, sim.carmen, later, shared.key, first_row)
        await sim.wait(seconds=30)
        assert sim.pings(before) == [str(sim.ana.id)] * wanted
        told = [one for one in sim.channel.history() if "too, a tie!" in one.content]
        assert len(told) == wanted
        assert f"<@{sim.carmen.id}> · " in text_of(sim.reread(card))


async def test_the_proof_that_the_owner_has_asked_for_ends_the_offer(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        assert "Dare others" in buttons(sim.reread(board))
        own = await asked_for(sim, sim.ana, await sim.fair(sim.ana, board))
        await sim.press_id(sim.ana, own, "fair:1:0:show")
        await sim.wait(seconds=30)
        assert "Dare others" not in buttons(sim.reread(board))
        for verb in ("beat", "offer"):
            answer = await forged(sim, sim.ana, board, f"tool:1:0:{verb}")
            assert not is_dared(sim), answer


@pytest.mark.parametrize("pressed_last", ["offer", "show"])
async def test_of_a_dare_and_a_proof_that_are_asked_for_at_once_one_comes(
    tmp_path, monkeypatch, pressed_last
):
    async with seeded_table(tmp_path, "en") as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        dares = sim.reread_private(await sim.press_id(sim.ana, board, "*:beat"))
        shows = await asked_for(sim, sim.ana, await sim.fair(sim.ana, board))
        until, change = sim.stored().end.secret_until, sim.bot.rounds.change
        page, faster = {
            "offer": (dares, round_luck.give_up_dare),
            "show": (shows, round_luck.offer_on_card(until)),
        }[pressed_last]

        async def after_the_other(round_id, how):
            monkeypatch.undo()
            await change(round_id, faster)
            return await change(round_id, how)

        monkeypatch.setattr(sim.bot.rounds, "change", after_the_other)
        answer = await sim.press_id(sim.ana, page, f"*:{pressed_last}")
        shown = [*answer.followups, *([] if answer.response is None else [answer.response])]
        assert not any(one.attachments for one in shown)
        assert not is_dared(sim)
        assert sim.stored().end.secret_until == (until if pressed_last == "show" else None)


async def test_three_days_later_nothing_is_offered_any_more(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        await sim.restart(away=timedelta(days=3))
        await sim.wait(seconds=30)
        assert "Dare others" not in buttons(sim.reread(board))
        assert sim.stored(1).end.secret_until is None
        await proof_of(sim, sim.bogdan, await sim.fair(sim.bogdan, board))


async def test_a_card_that_was_deleted_is_not_drawn_at_every_tick(tmp_path):
    """Each change of it is tried once; the notices of the dare go on."""
    async with seeded_table(tmp_path, "en") as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        message = await join(sim, sim.bogdan, card)
        sim.delete(card)
        await play_on(sim, sim.bogdan, message, shared.key, best)
        for _ in range(3):
            await sim.wait(seconds=60)
        assert edits_of(sim, card) == 1
        await sim.restart(away=timedelta(days=3))
        for _ in range(3):
            await sim.wait(seconds=60)
        assert edits_of(sim, card) == 2
        assert dare_of(sim).closed is not None


async def test_a_card_that_discord_could_not_draw_for_a_moment_is_drawn_by_the_next_tick(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        card = await offered(sim, sim.ana)
        message = await join(sim, sim.bogdan, card)
        sim.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=503, times=1)
        await play_on(sim, sim.bogdan, message, dare_of(sim).key, best)
        await sim.wait(seconds=60)
        assert WORDS["en"]["nobody"] not in text_of(sim.reread(card))
        assert edits_of(sim, card) == 2


def edits_of(sim, message):
    """Return how often the bot has tried to edit a message of the channel."""
    return len(sim.requests("PATCH", f"/channels/{sim.channel.id}/messages/{message.id}"))


async def test_a_card_that_discord_posts_late_is_known_by_its_message(tmp_path):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, "nine")
        sim.board = sim.message
        await play_round(sim, [sim.ana], writes_only)
        asked = await use(sim.ana, sim.reread(sim.board), "beat")
        asked = sim.reread_private(asked)
        with hanging(sim, "POST", "/webhooks/*", times=1, landed=True):
            sim.send(sim.ana, asked, next(one for one in ids_of(asked) if one.endswith(":offer")))
            await sim.wait(seconds=6)
        await sim.wait(seconds=1)
        card = sim.channel.history()[-1]
        assert dare_of(sim).dare.message == card.id


async def test_a_second_press_posts_no_second_card(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        asked = sim.reread_private(await sim.press(sim.ana, board, "Dare others"))
        assert not is_dared(sim), "it asks before it posts"
        custom_id = next(
            one["custom_id"] for one in components(asked) if one.get("label") == "Dare everybody"
        )
        await sim.send_all(
            [
                (sim.ana, board, custom_id),
                (sim.bogdan, board, custom_id),
                (sim.ana, board, custom_id),
            ]
        )
        posted = [one for one in sim.seen_by(sim.carmen) if WORDS["en"]["headline"] in one]
        assert len(posted) == 1
