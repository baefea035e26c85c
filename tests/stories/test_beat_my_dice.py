"""*Let others play these dice*: a sheet filled alone is offered on a card, and its table comes at the end."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import closing
from datetime import timedelta

import pytest

import attempts
from bot.cli import main
from bot.daily import judging
from bot.daily import store as daily_store
from bot.storage.database import Storage
from bot.table import round_luck
from bot.table.store import member_settings, rounds
from bot.table.store.errors import VersionConflict
from bot.ui.custom_ids import read
from daily_days import best, play_on, stored, worst
from discord_limits import assert_all_fit
from handed_proofs import asked_for, proof_of
from sets_played import (
    closed,
    forged,
    join,
    offered,
    pressed,
    seeded_table,
    set_exists,
    set_of,
    writes_only,
)
from simulated import buttons, components, text_of
from whole_rounds import behind_more, click, control
from whole_rounds import play_on as play_round
from words import Words, in_each_language

pytestmark = pytest.mark.slow

WORDS = Words(
    {
        "en": {
            "headline": "points with these dice. Can you beat that?",
            "nobody": "Nobody else has played them yet.",
            "erased": "You erased your data",
            "beat": "Let others play these dice",
            "not yours": "Only the person who posted this can close it early.",
            "new": "deals new dice: the same for everybody",
            "again": "Play again",
            "close": "Close the card now?",
            "accuracy": "accuracy ",
            "tie": ": a tie!",
            "ahead": ": you are ahead!",
            "short": ": 7 short.",
            "first": "Now the others have to beat that!",
            "dares": "dares you: beat",
            "dared": "You dared",
            "played": "has played these dice already.",
            "told": "with your dice!",
            "dealt already": "New dice were dealt already",
            "review": "Review · ",
            "challenged": "to the same new dice. Who chooses best?",
            "instead": "Everybody plays the same new dice instead",
            "looks": "Play these dice to the end first",
            "unfinished": "1 member did not finish.",
            "public": "filled this sheet in public",
            "closed": "The card of these dice has closed.",
            "owner": "These are your own dice.",
            "sealed": "Others may still play these dice, so the proof",
            "challenge a member": "Challenge a member",
            "sent": "You challenged",
            "same dice": "Same dice",
        },
        "ro": {
            "headline": "cu zarurile acestea. Poți mai mult?",
            "nobody": "Încă n-a jucat nimeni altcineva cu ele.",
            "erased": "Ți-ai șters datele",
            "beat": "Provoacă pe alții cu aceleași zaruri",
            "not yours": "Doar cine a publicat provocarea o poate închide mai devreme.",
            "new": "oferă zaruri noi, aceleași pentru toți",
            "again": "Joacă din nou",
            "close": "Închizi provocarea acum?",
            "accuracy": "precizie ",
            "tie": ": egalitate!",
            "ahead": ": ai trecut în față!",
            "short": ": ți-au lipsit 7.",
            "first": "Acum ceilalți au ce întrece!",
            "dares": "te provoacă: fă mai mult de",
            "dared": "Provocare trimisă",
            "played": "a jucat deja cu aceste zaruri.",
            "told": "cu zarurile tale!",
            "dealt already": "S-au oferit deja zaruri noi",
            "review": "Analiză · ",
            "challenged": "cu aceleași zaruri noi. Cine alege cel mai bine?",
            "instead": "toți joacă cu aceleași zaruri noi",
            "looks": "Joacă întâi până la capăt cu zarurile acestea",
            "unfinished": "1 membru n-a terminat.",
            "public": "a completat foaia în public",
            "closed": "Provocarea cu zarurile acestea s-a închis.",
            "owner": "Acestea sunt zarurile tale.",
            "sealed": "Alții mai pot juca aceste zaruri, așa că dovada",
            "challenge a member": "Provoacă un membru",
            "sent": "a fost trimisă",
            "same dice": "Aceleași zaruri",
        },
    }
)


async def refused_looks(sim, member, card, words):
    """Try all ways to see dice before choosing; each is refused and shows none."""
    shared = set_of(sim)
    told = await forged(sim, member, card, f"review:set-{shared.key}:0")
    assert words["looks"] in told
    assert words["looks"] in await forged(sim, member, card, f"more:set-{shared.key}:0")
    refused = await asked_for(sim, member, await sim.fair(member, sim.board))
    assert words["sealed"] in text_of(refused)
    assert shared.seed.secret.hex() not in str(sim.seen_by(member))


async def in_another_process(sim, member, choose, choices):
    """Play some choices of a member as another process of the bot does."""
    with closing(Storage.open(sim.url)) as other:
        shared = other.read(daily_store.load_set, set_of(sim).key)
        now = shared.seed.drawn
        new = attempts.begun(shared, shared.sheet, member.id, sim.guild.id, now)
        other.write(daily_store.begin, new)
        for _ in range(choices):
            attempt = stored(sim, member, shared.key)
            if attempt.status != "private":
                break
            after = attempts.acted(attempt.round, choose(attempt), now)
            other.act(rounds.save, after, now)
            with pytest.raises(VersionConflict):  # of two processes one saves
                other.act(rounds.save, after, now)
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
        shared = set_of(sim)
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
        ranks = [shown.index(medal) for medal in ("🥇", "🥈", "🥉")]
        assert ranks == sorted(ranks)
        assert f"🥇 <@{sim.bogdan.id}>" in shown
        for member in (sim.ana, sim.carmen):  # who of them comes first is up to the dice
            assert f"🥈 <@{member.id}>" in shown or f"🥉 <@{member.id}>" in shown
        assert str(sim.emil.id) not in shown
        assert shown.count(words["accuracy"]) == 3
        for told in ("unfinished", "public"):
            assert words[told] in shown
        control = next(
            one["custom_id"]
            for one in components(sim.reread(going_on))
            if one.get("custom_id", "").startswith("press:")
        )
        assert (await sim.dora.click(going_on, custom_id=control)).acknowledged
        assert words["closed"] in text_of(sim.reread(going_on))
        assert stored(sim, sim.dora, shared.key).status == "closed"
        await all_proven(sim, card, tmp_path, capsys)
        assert words["beat"] not in await behind_more(sim, sim.ana, board_message)

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
    """Take the proof of an attempt from *Fair dice?*, and check it with both programs."""
    page = await sim.fair(member, await pressed(sim, member, card, "more"))
    handed, told = await proof_of(sim, member, page)
    shared = set_of(sim)
    assert (told["seal"], told["opened"]) == (shared.seed.seal, str(sim.stored(1).seed.opened))
    assert len(told["steps"]) == len(stored(sim, member, shared.key).record)
    attached, program = handed.attachments
    file, checker = folder / attached.filename, folder / "verify.py"
    file.write_bytes(await attached.read())
    checker.write_bytes(await program.read())
    assert main(["verify", str(file)]) == 0
    assert f"steps follow the rules of {shared.card.game}." in capsys.readouterr().out
    alone = checked_alone(checker, file)
    assert (alone.returncode, shared.seed.seal in alone.stdout) == (0, True)


@in_each_language
async def test_the_owner_closes_the_card_and_anybody_deals_new_dice(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana, "thirteen")
        shared = set_of(sim)
        refused = await pressed(sim, sim.bogdan, card, "close")
        assert words["not yours"] in text_of(refused)
        own = await join(sim, sim.ana, card)
        assert words["owner"] in text_of(own)
        asked = await pressed(sim, sim.ana, card, "close")
        assert words["close"] in text_of(asked)
        assert "🥇" not in text_of(sim.reread(card)), "it asks first"
        await sim.press_id(sim.ana, asked, "close:set-*:0")
        shown = text_of(sim.reread(card))
        assert f"🥇 <@{sim.ana.id}>" in shown
        dealt = await pressed(sim, sim.bogdan, card, "new")
        assert words["new"] in text_of(dealt)
        assert words["again"] not in buttons(sim.reread(card)), "once after each set"
        new = set_of(sim)
        assert (new.card.round, new.card.owner) == (None, sim.bogdan.id)
        assert new.seed != shared.seed
        message = await join(sim, sim.bogdan, dealt)
        assert await play_on(sim, sim.bogdan, message, new.key, best, most=1)
        assert_all_fit(sim.env.http_requests)


def points_of(sim, member, shared):
    """Return the points of a member at a set."""
    return int(stored(sim, member, shared.key).total)


@in_each_language
async def test_an_attempt_ends_with_a_result_a_dare_and_new_dice(tmp_path, language):
    """The same points are a tie, at once; the poster is told once; *Review* comes at the end."""
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
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
            verbs = {read(one).verb for one in ids(sim, end) if one}
            assert verbs == {"dare", "new", "more"}, "no review before the card is closed"
        assert words["tie"] in text_of(sim.reread(ends[sim.bogdan]))
        for other, outcome in ((beaten + 7, "short"), (beaten - 1, "ahead"), (beaten, "tie")):
            with sim.bot.storage._engine.begin() as connection:
                connection.exec_driver_sql(
                    f"UPDATE entries SET total = '{other}' WHERE member = {sim.ana.id}"
                )
            again = text_of(await join(sim, sim.bogdan, card))
            assert f"{beaten} · <@{sim.ana.id}> {other}{words[outcome]}" in again
        assert sim.pings(before) == [str(sim.ana.id)], "one notice, though three have played"
        told = [one for one in sim.channel.history() if words["told"] in one.content]
        assert len(told) == 1
        assert f"{beaten} {words['told']}" in told[0].content
        assert f"<@{sim.ana.id}>" in told[0].content

        asked = await pressed(sim, sim.bogdan, ends[sim.bogdan], "dare")
        played = await sim.bogdan.select(asked, [sim.carmen], custom_id=dare_of(shared))
        assert words["played"] in text_of(sim.reread_private(played))
        before = len(sim.env.http_requests)
        await sim.bogdan.select(asked, [sim.emil], custom_id=dare_of(shared))
        assert words["dared"] in text_of(sim.reread(asked))
        assert sim.pings(before) == [str(sim.emil.id)]
        dare = sim.channel.history()[-1]
        assert f"{words['dares']} {beaten}!" in text_of(dare)
        begun = await join(sim, sim.emil, dare)
        assert stored(sim, sim.emil, shared.key).status == "private"

        await sim.press_id(sim.carmen, ends[sim.carmen], "new:set-*:0")
        new = sim.channel.history()[-1]
        assert words["new"] in text_of(new)
        assert set_of(sim).card.owner == sim.carmen.id
        late = await sim.press_id(sim.dora, ends[sim.dora], "new:set-*:0")
        assert words["dealt already"] in text_of(sim.reread_private(late))

        await closed(sim, sim.ana, card)
        assert "🥇" in text_of(await pressed_on(sim, sim.emil, dare)), "the copy is the table, too"
        review = await pressed(sim, sim.bogdan, card, "review")
        assert words["review"] in text_of(review)
        assert stored(sim, sim.emil, shared.key).status == "closed"
        assert begun
        assert_all_fit(sim.env.http_requests)


async def test_a_press_on_a_dare_leaves_the_card_to_be_redrawn(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        await play_on(sim, sim.bogdan, await join(sim, sim.bogdan, card), shared.key, first_row)
        asked = await pressed(sim, sim.bogdan, card, "dare")
        await sim.bogdan.select(asked, [sim.carmen], custom_id=dare_of(shared))
        dare = sim.message
        await closed(sim, sim.ana, card)
        await sim.wait(seconds=60)
        await pressed_on(sim, sim.carmen, dare)
        await sim.press_id(sim.carmen, dare, "new:set-*:0")
        await sim.wait(seconds=60)
        assert f"new:set-{shared.key}:0" not in [*ids(sim, dare), *ids(sim, card)]


def first_row(attempt):
    """Choose as the sheet that is offered was filled: the first row that is open."""
    return writes_only(attempt.round, attempt.play().awaits.seats[0])


def ids(sim, message):
    """Return the custom ids of a message."""
    return [one.get("custom_id", "") for one in components(sim.reread(message))]


def dare_of(shared):
    return f"dare:set-{shared.key}:0"


async def pressed_on(sim, member, message):
    """Press the button of a message that everybody sees; return the message."""
    await click(member, sim.reread(message), r"join:set-\d+:0")
    return sim.reread(message)


async def test_the_first_to_play_new_dice_has_nobody_to_beat(tmp_path):
    async with seeded_table(tmp_path) as sim:
        await sim.open_table(sim.ana, "nine")
        card = await same_dice(sim, sim.ana)
        shared = set_of(sim)
        for member, choose in ((sim.ana, worst), (sim.bogdan, first_row)):
            end = await join(sim, member, card)
            await play_on(sim, member, end, shared.key, choose)
            shown = text_of(sim.reread(end))
            assert (WORDS["en"]["first"] in shown) is (member is sim.ana)
        mine, beaten = points_of(sim, sim.bogdan, shared), points_of(sim, sim.ana, shared)
        assert f"You {mine} · <@{sim.ana.id}> {beaten}: " in shown


async def test_points_are_told_at_once_and_accuracy_once_it_is_judged(tmp_path, monkeypatch):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        end = await join(sim, sim.bogdan, card)
        seen, judged = [], judging.judge
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
        shared = set_of(sim)
        set_reminded = member_settings.set_reminded
        await sim.bot.live.storage.write(set_reminded, sim.ana.id, on=wanted)
        message = await join(sim, sim.bogdan, card)
        sim.bot.ticks.stop()
        await play_on(sim, sim.bogdan, message, shared.key, first_row)
        before = len(sim.env.http_requests)
        cards = sim.bot.get_cog("DailyCommands")._cards
        await asyncio.gather(cards.keep(), cards.keep())
        await sim.restart()
        await sim.wait(seconds=30)
        later = await join(sim, sim.carmen, card)
        await play_on(sim, sim.carmen, later, shared.key, first_row)
        await sim.wait(seconds=30)
        assert sim.pings(before) == [str(sim.ana.id)] * wanted
        told = [one for one in sim.channel.history() if "with your dice!" in one.content]
        assert len(told) == wanted
        assert f"<@{sim.carmen.id}> · " in text_of(sim.reread(card))


async def test_the_proof_that_the_owner_has_asked_for_ends_the_offer(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        assert "Let others play these dice" in await behind_more(sim, sim.ana, board)
        own = await asked_for(sim, sim.ana, await sim.fair(sim.ana, board))
        await sim.press_id(sim.ana, own, "fair:1:0:show")
        await sim.wait(seconds=30)
        assert "Let others play these dice" not in await behind_more(sim, sim.ana, board)
        for verb in ("beat", "offer"):
            answer = await forged(sim, sim.ana, board, f"tool:1:0:{verb}")
            assert not set_exists(sim), answer


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
        until, change = sim.stored().secret_until, sim.bot.live.change
        page, faster = {
            "offer": (dares, round_luck.without_dare),
            "show": (shows, round_luck.with_card(until)),
        }[pressed_last]

        async def after_the_other(round_id, how):
            monkeypatch.undo()
            await change(round_id, faster)
            return await change(round_id, how)

        monkeypatch.setattr(sim.bot.live, "change", after_the_other)
        answer = await sim.press_id(sim.ana, page, f"*:{pressed_last}")
        shown = [*answer.followups, *([] if answer.response is None else [answer.response])]
        assert not any(one.attachments for one in shown)
        assert not set_exists(sim)
        assert sim.stored().secret_until == (until if pressed_last == "show" else None)


async def test_three_days_later_nothing_is_offered_any_more(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        await sim.restart(away=timedelta(days=3))
        await sim.wait(seconds=30)
        assert "Let others play these dice" not in await behind_more(sim, sim.ana, board)
        assert sim.stored(1).secret_until is None
        await proof_of(sim, sim.bogdan, await sim.fair(sim.bogdan, board))


async def test_a_card_that_was_deleted_is_not_drawn_at_every_tick(tmp_path):
    """Each change of it is tried once; what is told of the set goes on."""
    async with seeded_table(tmp_path, "en") as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
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
        assert set_of(sim).closed is not None


async def test_a_card_that_discord_could_not_draw_for_a_moment_is_drawn_by_the_next_tick(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        card = await offered(sim, sim.ana)
        message = await join(sim, sim.bogdan, card)
        sim.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=503, times=1)
        await play_on(sim, sim.bogdan, message, set_of(sim).key, best)
        await sim.wait(seconds=60)
        assert WORDS["en"]["nobody"] not in text_of(sim.reread(card))
        assert edits_of(sim, card) == 2


def edits_of(sim, message):
    """Return how often the bot has tried to edit a message of the channel."""
    return len(sim.requests("PATCH", f"/channels/{sim.channel.id}/messages/{message.id}"))


async def test_a_second_press_posts_no_second_card(tmp_path):
    async with seeded_table(tmp_path, "en") as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        board = sim.message
        asked = sim.reread_private(await sim.press(sim.ana, board, "Let others play these dice"))
        assert not set_exists(sim), "it asks before it posts"
        custom_id = next(
            one["custom_id"] for one in components(asked) if one.get("label") == "Post it"
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


async def same_dice(sim, member):
    """Press *Same dice for everybody* on the lobby, and *Deal the dice*; return the card.

    A refusal comes in place of the question.
    """
    lobby = sim.message
    answer = await click(member, lobby, r"lobby:\d+:\d+:same-dice")
    question = sim.reread_private(answer)
    if control(question, r"lobby:.*") is None:
        return question
    assert text_of(lobby) == text_of(sim.reread(lobby)), "the table stands until then"
    answer = await click(member, question, r"lobby:\d+:\d+:same-dice")
    return answer.followups[-1] if answer.followups else sim.reread_private(answer)


@in_each_language
async def test_two_play_the_same_new_dice(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        page = await panel_for(sim, sim.ana, sim.bogdan, words)
        await sim.press_id(sim.ana, page, "ask:*.game.nine")
        (card,) = sim.channel.history()
        assert words["challenged"] in text_of(card)
        shared = set_of(sim)
        for member, choose in ((sim.bogdan, best), (sim.ana, worst)):
            message = await join(sim, member, card)
            attempt = await play_on(sim, member, message, shared.key, choose)
            assert attempt.status == "over"
        await sim.wait(seconds=30)
        await closed(sim, sim.ana, card)
        shown = text_of(sim.reread(card))
        assert shown.index(f"🥇 <@{sim.bogdan.id}>") < shown.index(f"🥈 <@{sim.ana.id}>")
        assert words["public"] not in shown, "nobody has seen these dice"
        page = await sim.fair(sim.ana, await pressed(sim, sim.ana, card, "more"))
        _, told = await proof_of(sim, sim.ana, page)
        assert (told["seal"], told["opened"]) == (shared.seed.seal, str(shared.seed.opened))
        assert shared.seed.opened > 10**15, "the press that dealt them opened them"
        await sim.play(sim.ana, "dice-poker", level="easy")
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("game", ["dice-poker", "poker-dice", "six-card"])
async def test_an_old_table_of_a_game_of_hands_becomes_no_same_dice(tmp_path, game):
    """Version 1.0.0 had the button there."""
    async with seeded_table(tmp_path) as sim:
        await sim.open_table(sim.ana, game)
        lobby = sim.message
        assert control(lobby, r"lobby:\d+:\d+:same-dice") is None
        told = await forged(sim, sim.ana, lobby, "lobby:1:1:same-dice")
        assert "This button is no longer in use." in told
        assert sim.stored().status == "waiting"
        assert not set_exists(sim)


@in_each_language
async def test_an_open_table_becomes_the_same_new_dice_for_whoever_joins(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.open_table(sim.ana, "thirteen")
        lobby = sim.message
        refused = await same_dice(sim, sim.bogdan)
        assert not set_exists(sim), text_of(refused)
        card = await same_dice(sim, sim.ana)
        assert words["new"] in text_of(card)
        assert words["instead"] in text_of(sim.reread(lobby))
        shared = set_of(sim)
        assert (shared.card.round, shared.card.invited) == (None, None)
        for member in (sim.bogdan, sim.carmen):
            message = await join(sim, member, card)
            attempt = await play_on(sim, member, message, shared.key, best, most=1)
            assert attempt.record[0] == stored(sim, sim.bogdan, shared.key).record[0]


async def panel_for(sim, member, opponent, words):
    """Open the panel of a challenge from `/play`, and press *Same dice* there."""
    page = await sim.first_page(member)
    await sim.press(member, page, words["challenge a member"])
    await member.select(sim.reread(page), [opponent], custom_id="challenge:0:0")
    await sim.press(member, page, words["same dice"])
    return page


def nine_on(sim, page):
    """Return the custom id of the button of Nine Categories on a panel."""
    shown = [one.get("custom_id", "") for one in components(sim.reread(page))]
    return next(one for one in shown if one.endswith(".game.nine"))


@in_each_language
async def test_a_member_is_challenged_to_the_same_new_dice_from_the_first_page(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        page = await panel_for(sim, sim.ana, sim.bogdan, words)
        assert not sim.channel.history()
        await sim.send_all([(sim.ana, page, nine_on(sim, page))] * 2)
        (card,) = sim.channel.history()
        assert words["challenged"] in text_of(card)
        assert sim.pings() == [str(sim.bogdan.id)]
        assert words["sent"] in text_of(sim.reread(page))
        assert not buttons(sim.reread(page))
        shared = set_of(sim)
        assert (shared.card.game, shared.card.owner) == ("nine", sim.ana.id)
        assert (shared.card.invited, shared.card.round) == (sim.bogdan.id, None)
        for member, choose in ((sim.bogdan, best), (sim.ana, worst)):
            message = await join(sim, member, card)
            attempt = await play_on(sim, member, message, shared.key, choose)
            assert attempt.status == "over"
        await sim.restart(away=timedelta(days=3))
        await sim.wait(seconds=30)
        shown = text_of(sim.reread(card))
        assert shown.index(f"🥇 <@{sim.bogdan.id}>") < shown.index(f"🥈 <@{sim.ana.id}>")
        assert_all_fit(sim.env.http_requests)


async def test_who_is_barred_is_not_challenged_to_the_same_dice(tmp_path):
    words = WORDS["en"]
    async with seeded_table(tmp_path, "en") as sim:
        page = await panel_for(sim, sim.ana, sim.bogdan, words)
        mod = sim.member("mod", manage_messages=True)
        await mod.slash(sim.channel, "bar", member=sim.bogdan, duration="day")
        refused = await sim.press_id(sim.ana, page, nine_on(sim, page))
        assert refused.ephemeral
        assert not set_exists(sim)
        assert nine_on(sim, page), "the panel stays"
