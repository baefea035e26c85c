"""*Fair dice?* shows seals before a game, checks it after its end, and hands out its proof."""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode

import pytest

from bot import verify
from bot.play.fair.proof_files import VERIFIER
from bot.play.fair.replay import check_proof
from computer_rounds import otherwise
from dares_played import seeded_table
from discord_limits import assert_fits
from handed_proofs import LATER
from messages_read import components
from owners import Owners
from rules import levels
from rules.engine import Acted
from rules.errors import Unreadable
from rules.screen import Seat
from simulated import LOCALES, buttons, table, text_of
from sql import run
from whole_rounds import at_random, between_two, play_on, use

WORDS = {
    "en": {
        "fair": "Fair dice?",
        "in play": "Nobody can change them unnoticed",
        "this": "Seal of this game: `{}`",
        "next": "Seal of the next game here: `{}`",
        "game": "when the game before it was opened",
        "start": "the first one since the bot started or reconnected",
        "verdict": "✅ All 2 rolls follow from the seed with the seal `{}`. Whoever saw that seal "
        "before the game was opened knows that nobody chose them.",
        "kept": "All choices follow the rules of the game, the computer’s too.",
        "other": "The computer was of another version: its choices are not checked.",
        "wrong": "❌ Game {}: what landed does not follow from its seed and the rules.",
        "proof": "Proof",
        "run": "save both files and run `python verify.py dice-poker-game-1.json`",
        "1.x": "This game was played under 1.x: its proof can no longer be made.",
        "no proof": "This game has no proof: it got another seed while it was played",
        "over": "`{}`… game {}, played to its end",
        "closed": "`{}`… game {}, closed before its end",
        "lapsed": "`{}`… game {}, never begun: nobody came in time",
        "withdrawn": "`{}`… game {}, withdrawn before it began",
        "open": "`{}`… game {}, not ended yet",
        "anew": "`{}`… was shown, and withdrawn before a game used it up",
        "nothing": "Nothing landed in this game.",
        "ends": "With the proof anybody can compute these dice",
        "show": "Show the proof",
        "host": "🔑 <@{}> hosts this bot.",
        "how": "How to play",
    },
    "ro": {
        "fair": "Zaruri cinstite?",
        "in play": "Nimeni nu le poate schimba pe ascuns",
        "this": "Sigiliul acestei partide: `{}`",
        "next": "Sigiliul partidei următoare de aici: `{}`",
        "game": "când s-a deschis partida dinainte",
        "start": "primul de la pornirea sau reconectarea botului",
        "verdict": "✅ Toate cele 2 aruncări decurg din sămânța cu sigiliul `{}`. Cine a văzut "
        "acest sigiliu înainte ca partida să fie deschisă știe că nu le-a ales nimeni.",
        "kept": "și cele ale calculatorului.",
        "other": "Calculatorul era de altă versiune: alegerile lui nu sunt verificate.",
        "wrong": "❌ Partida {}: ce a căzut nu decurge din sămânța ei și din reguli.",
        "proof": "Dovada",
        "run": "salvează ambele fișiere și rulează `python verify.py dice-poker-game-1.json`",
        "1.x": "Această partidă a fost jucată sub 1.x: dovada ei nu mai poate fi făcută.",
        "no proof": "Această partidă nu are dovadă: a primit altă sămânță în timpul jocului",
        "over": "`{}`… partida {}, jucată până la capăt",
        "closed": "`{}`… partida {}, închisă înainte de final",
        "lapsed": "`{}`… partida {}, neîncepută: nu a venit nimeni la timp",
        "withdrawn": "`{}`… partida {}, retrasă înainte de a începe",
        "open": "`{}`… partida {}, încă neîncheiată",
        "anew": "`{}`… a fost arătat, și retras înainte ca o partidă să-l fi folosit",
        "nothing": "În această partidă nu a căzut nimic.",
        "ends": "Cu dovada oricine poate calcula aceste zaruri",
        "show": "Arată dovada",
        "host": "🔑 <@{}> găzduiește acest bot.",
        "how": "Cum se joacă",
    },
}

in_both = pytest.mark.parametrize("language", WORDS)


async def pressed(sim, member, custom_id):
    """Press a control of the last message, drawn there or not."""
    if custom_id not in [one.get("custom_id") for one in components(sim.message)]:
        sim.put_button(sim.message, custom_id)
    return await member.click(sim.message, custom_id=custom_id)


async def page(sim, member, number=1):
    """Let a member press *Fair dice?* of a round; return the page."""
    private = sim.reread_private(await pressed(sim, member, f"tool:{number}:0:proof"))
    assert private.ephemeral
    assert_fits(private.components)
    return private


async def proof_of(sim, member, shown, label):
    """Press *Proof* below a page; return the message, and the proof, which has been verified."""
    handed = sim.reread_private(await sim.press(member, shown, label))
    file, verifier = handed.attachments
    assert (verifier.filename, await verifier.read()) == ("verify.py", VERIFIER)
    data = await file.read()
    verify.verify(data)
    assert check_proof(data).fault == ""
    return handed, json.loads(data)


def seal_in(words, key, shown):
    """Return the seal in a line of a page."""
    before, after = map(re.escape, words[key].split("{}"))
    return re.search(f"{before}([0-9a-f]{{64}}){after}", text_of(shown))[1]


@in_both
async def test_the_seal_seen_before_a_game_is_that_of_its_proof(tmp_path, language):
    """Over a restart in the middle of it."""
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        first = await page(sim, sim.bogdan)
        assert words["in play"] in text_of(first)
        assert words["proof"] not in buttons(first)
        assert words["game"] in text_of(first)
        assert seal_in(words, "this", first) == sim.stored().seed.seal
        seen = seal_in(words, "next", first)
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")

        await sim.play(sim.ana, level="easy")
        assert sim.stored(2).seed.seal == seen
        await sim.restart()
        await sim.press_id(sim.ana, sim.message, "press:2:*:keep")
        after = await page(sim, sim.bogdan, 2)
        assert words["verdict"].format(seen) in text_of(after)
        assert words["kept"] in text_of(after)
        assert words["start"] in text_of(after)
        handed, told = await proof_of(sim, sim.bogdan, after, words["proof"])
        assert words["run"].replace("-1.json", "-2.json") in text_of(handed)
        assert (told["seal"], told["seats"]) == (seen, ["easy", "member"])
        assert int(told["opened"]) > 10**15


@in_both
async def test_a_lobby_shows_its_seal_before_the_first_die(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        assert words["how"] not in buttons(sim.message)
        more = sim.reread_private(await sim.press(sim.bogdan, sim.message, "Menu"))
        assert list(buttons(more)) == [words["how"], words["fair"]]
        shown = sim.reread_private(await sim.press(sim.bogdan, more, words["fair"]))
        seen = seal_in(words, "this", shown)
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        for member in (sim.bogdan, sim.ana):
            await sim.press_id(member, sim.message, "press:1:*:keep")
        assert sim.stored().finished
        after = await page(sim, sim.ana)
        assert words["verdict"].format(seen) in text_of(after)


@in_both
async def test_the_seals_before_tell_what_became_of_them(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        lost = seal_in(words, "next", await page(sim, sim.ana))
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        await sim.restart()
        await sim.play(sim.ana, "thirteen")
        busy = await sim.play(sim.ana)
        await sim.press_id(sim.ana, busy.response, "tool:2:*:close")
        await sim.press_id(sim.ana, busy.response, "tool:2:*:leave-now")
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.wait(minutes=10, seconds=5)
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press_id(sim.ana, sim.message, "lobby:4:*:withdraw")
        await sim.play(sim.ana, level="easy")
        shown = text_of(await page(sim, sim.carmen, 5))
        seals = [sim.stored(number).seed.seal[:12] for number in range(1, 6)]
        lines = [
            words["open"].format(seals[4], 5),
            words["withdrawn"].format(seals[3], 4),
            words["lapsed"].format(seals[2], 3),
            words["closed"].format(seals[1], 2),
            words["over"].format(seals[0], 1),
            words["anew"].format(lost[:12]),
        ]
        places = [shown.index(line) for line in lines]
        assert places[:4] == sorted(places[:4])
        assert max(places[:4]) < min(places[4:])


@in_both
async def test_the_faces_that_landed_on_the_server_are_counted(tmp_path, language):
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        assert "⚀" not in text_of(await page(sim, sim.ana)), "of games that have ended"
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        shown = text_of(await page(sim, sim.ana))
        file = (await proof_of(sim, sim.ana, await page(sim, sim.ana), WORDS[language]["proof"]))[1]
        faces = [face for step in file["steps"] for face in step.get("faces", ())]
        of_ones = 100 * faces.count(1) / len(faces)
        comma = "," if language == "ro" else "."
        assert f"⚀ {of_ones:.1f}".replace(".", comma) in shown
        assert f" {len(faces)} " in shown


@in_both
async def test_dice_that_do_not_follow_from_the_seed_are_told_and_shown(tmp_path, caplog, language):
    """The dice of this round come from somewhere else, as those of a host who cheats."""
    words = WORDS[language]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = sim.locales[sim.carmen.id] = LOCALES[language]
        await sim.play(sim.ana, level="easy")
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        shown = await page(sim, sim.carmen)
        assert words["wrong"].format(1) in text_of(shown)
        handed = sim.reread_private(await sim.press(sim.carmen, shown, words["proof"]))
        with pytest.raises(verify.BadProof, match="by the seed"):
            verify.verify(await handed.attachments[0].read())
        assert "round=1 has a proof that fails" in caplog.text


@in_both
async def test_the_computers_choices_are_computed_again(tmp_path, monkeypatch, caplog, language):
    """An honest round, one of an older version, and one whose computer another hand plays."""
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        with monkeypatch.context() as later:
            later.setattr(levels, "VERSION", 2)
            assert words["other"] in text_of(await page(sim, sim.ana))
        sim.bot.table._computer = otherwise
        await sim.play(sim.ana, level="easy")
        await sim.press_id(sim.ana, sim.message, "press:2:*:keep")
        assert words["wrong"].format(2) in text_of(await page(sim, sim.ana, 2))
        assert "is not what the level easy chooses" in caplog.text


@in_both
async def test_a_game_that_ended_under_1x_says_so(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, level="easy")
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        sim.bot.storage.write(run, "DELETE FROM seeds")
        await sim.restart()
        shown = await page(sim, sim.ana, 1)
        assert words["1.x"] in text_of(shown)
        assert seal_in(words, "next", shown)
        assert words["proof"] not in buttons(shown)
        assert "✅" not in text_of(shown)


def stored_state(sim):
    """Return what is stored of round 1, to be put back by `put_back`."""
    columns = "status, state, moment, recorded, version"
    return sim.bot.storage.read(run, f"SELECT {columns} FROM rounds").first()


async def put_back(sim, state):
    """Let the database be the one of a moment before, and start the bot again."""
    write = sim.bot.storage.write
    columns = ", ".join(f"{name} = :{name}" for name in state._fields)
    write(run, f"UPDATE rounds SET {columns}", **state._asdict())
    write(run, "DELETE FROM steps WHERE number > :recorded", recorded=state.recorded)
    write(run, "DELETE FROM results")
    await sim.restart()


@in_both
@pytest.mark.parametrize("control", ["press:1:{}:write.ones", "tool:1:{}:hint", "peek:1:{}"])
async def test_a_board_ahead_of_the_database_gets_another_seed_and_has_no_proof(
    tmp_path, language, control
):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, "thirteen")
        state = stored_state(sim)
        await sim.press_id(sim.ana, sim.message, "press:1:*")
        seed, ahead = sim.stored().seed, sim.stored().moment
        await put_back(sim, state)
        assert sim.stored().moment < ahead
        await pressed(sim, sim.ana, control.format(ahead))
        assert not sim.stored().seed.proven
        assert sim.stored().seed.secret != seed.secret
        shown = text_of(await page(sim, sim.ana))
        assert words["no proof"] in shown
        assert words["anew"].format(seed.seal[:12]) in shown, "somebody may have noted it"
        await sim.press_id(sim.ana, sim.message, "press:1:*")
        assert not sim.stored().ended
        assert sim.stored().seed.secret not in (seed.secret, None)


@pytest.mark.parametrize("verb", ["review", "rematch", "share"])
async def test_an_end_of_a_round_that_is_open_shows_that_the_database_is_an_earlier_one(
    tmp_path, verb
):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, level="easy")
        state, seed = stored_state(sim), sim.stored().seed
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        await put_back(sim, state)
        await pressed(sim, sim.ana, f"tool:1:{state.moment}:{verb}")
        assert not sim.stored().seed.proven
        assert sim.stored().seed.secret != seed.secret


async def test_no_press_in_a_lobby_or_of_an_earlier_moment_costs_a_proof(tmp_path):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, "thirteen", opponent=sim.bogdan)
        lobby = sim.reread_private(await sim.press(sim.bogdan, sim.message, "Menu"))
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        await sim.press(sim.bogdan, lobby, "How to play")
        for control in ("lobby:1:9:join", "tool:1:0:more", "press:1:0:write.ones", "tool:1:0:hint"):
            await pressed(sim, sim.ana, control)
        assert sim.stored().seed.proven


@in_both
async def test_asking_for_the_proof_of_a_sheet_ends_that_others_can_be_dared(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, "thirteen")
        await play_on(sim, [sim.ana], at_random(1))
        assert sim.stored().end.secret_until is not None
        await sim.restart()
        others = await page(sim, sim.bogdan)
        refused = await sim.press(sim.bogdan, others, words["proof"])
        later = LATER[language].format(int(sim.stored().end.secret_until.timestamp()))
        assert later in text_of(sim.reread_private(refused))
        own = await page(sim, sim.ana)
        asks = sim.reread_private(await sim.press(sim.ana, own, words["proof"]))
        assert words["ends"] in text_of(asks)
        assert sim.stored().end.secret_until is not None
        _, told = await proof_of(sim, sim.ana, asks, words["show"])
        assert told["steps"][0]["label"] == "turn/1/roll/1"
        assert sim.stored().end.secret_until is None
        await proof_of(sim, sim.bogdan, others, words["proof"])


@in_both
async def test_a_game_in_which_nothing_landed_has_a_proof_of_its_seal(tmp_path, language):
    words = WORDS[language]
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        seen = sim.stored().seed.seal
        await sim.wait(minutes=10, seconds=5)
        shown = await page(sim, sim.ana)
        assert words["nothing"] in text_of(shown)
        _, told = await proof_of(sim, sim.ana, shown, words["proof"])
        assert (told["seal"], told["steps"]) == (seen, [])


async def test_the_proof_of_a_game_that_was_left_has_no_choice_that_nobody_was_shown(tmp_path):
    """Ana has split her cards, Bogdan leaves before he has: her split stays hers."""
    async with seeded_table(tmp_path) as sim:
        await between_two(sim, "six-card")
        looked = await sim.press(sim.ana, sim.message, "Look at my cards")
        play = sim.stored().play
        split = play.game.legal(play.state, Seat(0))[0]
        await sim.choose(sim.ana, sim.reread_private(looked), split.code)
        asked = await use(sim.bogdan, sim.message, "leave")
        await use(sim.bogdan, asked.response, "leave-now")
        assert split in [step.action for step in sim.record() if isinstance(step, Acted)]
        _, told = await proof_of(sim, sim.bogdan, await page(sim, sim.bogdan), "Proof")
        assert [step["label"] for step in told["steps"]] == ["deal"]


@in_both
async def test_a_round_that_cannot_be_replayed_any_more_is_not_accused(
    tmp_path, monkeypatch, language
):
    async with seeded_table(tmp_path, language) as sim:
        await sim.play(sim.ana, "thirteen")
        busy = await sim.play(sim.ana)
        await sim.press_id(sim.ana, busy.response, "tool:1:*:close")
        sim.bot.storage.write(run, "UPDATE rounds SET state = '{}'")
        await sim.restart()

        def cannot(*_):
            raise Unreadable("the rules have changed")

        monkeypatch.setattr("bot.table.store.rows.replay", cannot)
        assert "✅" in text_of(await page(sim, sim.ana, 1))


@in_both
async def test_lobby_and_board_say_where_the_host_sits_without_asking_discord(
    tmp_path, monkeypatch, language
):
    async with seeded_table(tmp_path, language) as sim:
        owners = Owners(sim, monkeypatch)
        owners.answer = {"owner": owners.user(sim.bogdan)}
        hosts = WORDS[language]["host"].format(sim.bogdan.id)
        await sim.restart()
        asked = owners.asked
        assert asked == 1
        await sim.open_table(sim.ana, "thirteen")
        assert hosts not in sim.text
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        assert hosts in sim.text
        await sim.press_id(sim.ana, sim.message, "lobby:1:*:start")
        assert sim.text.count(hosts) == 1
        await sim.mark(sim.ana, sim.message, 1)
        assert sim.text.count(hosts) == 1
        assert owners.asked == asked


async def test_the_first_game_of_a_channel_is_one_request_and_a_challenge_there_pings(tmp_path):
    async with seeded_table(tmp_path) as sim:
        before = len(sim.env.http_requests)
        await sim.play(sim.ana, opponent=sim.bogdan)
        requests = sim.env.http_requests[before:]
        assert len(requests) == 1, [one.path for one in requests]
        assert f"<@{sim.bogdan.id}>" in json.dumps(requests[0].json)
        data = requests[0].json["data"]
        assert str(sim.bogdan.id) in data["allowed_mentions"]["users"]


@pytest.mark.parametrize("against", ["a member", "the computer"])
async def test_nothing_that_is_sent_or_logged_tells_a_seed_before_the_round_has_ended(
    tmp_path, caplog, against
):
    """Neither pages and boards nor a hint, which there is against the computer."""
    caplog.set_level(logging.DEBUG)

    def told(sim):
        query = "SELECT seed FROM seeds WHERE seed IS NOT NULL ORDER BY id"
        secrets = sim.bot.storage.read(run, query).scalars()
        sent = "".join(f"{one.path} {json.dumps(one.json)}" for one in sim.env.http_requests)
        text = (sent + caplog.text).lower()
        ways = (bytes.hex, lambda seed: b64encode(seed).decode(), repr)
        return [any(way(bytes(seed)).lower() in text for way in ways) for seed in secrets]

    async with seeded_table(tmp_path) as sim:
        alone = against == "the computer"
        await sim.play(sim.ana, **({"level": "easy"} if alone else {"opponent": sim.bogdan}))
        await page(sim, sim.ana)
        if not alone:
            await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        users = [player.user for player in sim.stored().players]
        seated = [member for member in (sim.ana, sim.bogdan) if member.id in users]
        members = sorted(seated, key=lambda member: users.index(member.id))
        if alone:
            await sim.press_id(sim.ana, sim.message, "tool:1:*:hint")
        await sim.restart()
        await sim.show_here(sim.ana)
        for member in members:
            assert not any(told(sim))
            await sim.press_id(member, sim.message, "press:1:*:keep")
        await page(sim, sim.ana)
        assert told(sim) == [False, False], "the next one is not told"
