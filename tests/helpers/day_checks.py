"""Checks of a simulated day: every press is answered, no act is lost, nothing is told wrongly.

The ledger reads what is stored and what stands on Discord, and keeps its own count of both.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import select

import conformance
import mentions_sent
from bot import verify
from bot.daily.shared_dice import key_text, read_key
from bot.daily.store import shared_dice as daily_store
from bot.play.fair.replay import check_proof
from bot.storage import schema
from bot.table import proof
from bot.table.store import rounds
from bot.table.store.member_settings import is_hidden
from bot.table.stored_round import StoredRound
from bot.ui import custom_ids
from bot.ui.custom_ids import OF_GAME
from busy_members import Act, Channels, Command, Member, Press, verb_of
from messages_read import components, selected, text_of
from results_counted import of_round
from rules import engine
from rules.engine import Acted, Step
from simulated import Sim
from sql import run

DISCORD_WAITS = timedelta(seconds=3)

PICTURES = 12
"""The type of a component that shows pictures."""

LISTED = re.compile(r"((?:<@\d+> · )+)(\d+)")
"""Members who share a place of a ranking, and their points."""

NAMED = re.compile(r"<@(\d+)>")


class Choice(NamedTuple):
    """What a member chooses in a round, at a moment of it."""

    round: int
    member: int
    code: str
    moment: int


@dataclass
class Asked:
    """A press or command that was sent to the bot, and the simulated Discord's note of it."""

    member: Member
    act: Act
    record: Any
    choice: Choice | None = None
    due: bool = False

    def __str__(self) -> str:
        what = self.act.custom_id if isinstance(self.act, Press) else f"/{self.act.name}"
        return f"{self.member.actor.name} {what} {self.act[2]} ({self.record.response_kind})"


class Ledger:
    """What was pressed, answered and stored so far."""

    def __init__(self, sim: Sim, caplog: Any) -> None:
        self.sim, self._caplog = sim, caplog
        self.seen = Channels(sim.env.backend)
        self.records: dict[int, tuple[Step, ...]] = {}
        self.before: dict[int, StoredRound] = {}
        self.answers: Counter[str] = Counter()
        self.verbs: Counter[str] = Counter()
        self.requests = 0
        self.discord_fails, self.excused = False, dict[Any, float]()
        self.unreachable: set[int] = set()  # channels and servers in which boards are not redrawn

    # Before and after some presses ------------------------------------------------------------

    def choice_of(self, member: Member, press: Press) -> Choice | None:
        """Return what a press chooses in a round, None if it is no choice."""
        control = custom_ids.read(press.custom_id)
        assert control is not None
        code = {
            custom_ids.PRESS: control.what,
            "follow": control.what,
            custom_ids.MENU: press.values[0] if isinstance(press.values, list) else "",
            custom_ids.SUBMIT: f"{control.what}.{''.join(map(str, selected(press.message)))}",
        }.get(control.kind)
        if control.round == 0 or code is None:
            return None
        return Choice(control.round, member.id, code, control.moment)

    def note(self, asked: Asked) -> None:
        """Note what is stored before a press arrives."""
        if not isinstance(asked.act, Press):
            return
        control = custom_ids.read(asked.act.custom_id)
        assert control is not None
        if control.round == 0:
            return
        self.check_record(control.round)
        stored = self.before[control.round] = self.load(control.round)
        asked.choice = self.choice_of(asked.member, asked.act)
        asked.due = asked.choice is not None and self._is_due(stored, asked.choice)

    @staticmethod
    def _is_due(stored: StoredRound, choice: Choice) -> bool:
        """Return whether a choice has to be carried out: it is legal, and its member's turn."""
        if stored.status not in ("playing", "private") or stored.moment != choice.moment:
            return False
        assert stored.play is not None
        game, state = stored.play.game, stored.play.state
        return any(
            action.code == choice.code
            for seat in stored.seats_of(choice.member)
            if seat in stored.play.awaits.seats and not stored.play.awaits.secret
            for action in game.legal(state, seat)
        )

    def load(self, round_id: int) -> StoredRound:
        return self.sim.bot.storage.read(rounds.load, round_id)

    def check_answers(self, asked: Sequence[Asked], since: datetime) -> None:
        """Check the answers to presses and commands that were sent at a moment, and what they did."""
        late = self.sim.env.now() - since
        assert late < DISCORD_WAITS, f"answered {late} later: {[*map(str, asked)]}"
        requests = [(one.method, one.path) for one in self.sim.env.http_requests]
        for one in asked:
            given = [path for _, path in requests if path.endswith(f"/{one.record.token}/callback")]
            # In an archived thread the first answer is refused, and given again once it is open;
            # where another press has removed the message, the second one says so.
            opened = ("PATCH", f"/channels/{one.record.channel_id}") in requests
            gone = not self.seen.has(one.act)
            assert 1 <= len(given) <= 1 + (opened or gone), f"{one}: {len(given)} answers"
            self._check_words(one)
            self.answers[self._kind(one)] += 1
            name = one.act.name if isinstance(one.act, Command) else verb_of(one.act.custom_id)
            self.verbs[f"/{name}" if isinstance(one.act, Command) else name] += 1
        self._check_acts(asked)
        self.check_quiet()

    def _check_words(self, asked: Asked) -> None:
        """Check that the answer says something, unless it removed the message that was pressed."""
        record = asked.record
        assert record.responded, f"unanswered: {asked}"
        assert not record.loading, f"deferred and never answered: {asked}"
        shown = [
            self.seen.at(record.channel_id, one)
            for one in (record.message_id, *record.followup_ids)
        ]
        for message in shown:
            assert message is None or says_something(message), f"no words: {asked}"

    @staticmethod
    def _kind(asked: Asked) -> str:
        if asked.record.ephemeral:
            return "private"
        return "public" if asked.record.response_kind == "message" else "redrawn"

    def _check_acts(self, asked: Sequence[Asked]) -> None:
        """Check that what members chose was carried out, and nothing else for them."""
        pressed = {one.choice for one in asked if one.choice is not None}
        touched = {control.round for one in asked if (control := self._control(one))} - {0}
        done: dict[int, list[tuple[int, str]]] = {}
        for round_id in touched:
            known = len(self.records[round_id])
            new = self.check_record(round_id)[known:]
            stored = self.load(round_id)
            done[round_id] = []
            for step in new:
                if not isinstance(step, Acted):
                    continue
                before, player = self.before[round_id], stored.players[step.seat.index]
                was_automatic = before.players[step.seat.index].automatic
                by_press = any(
                    one.round == round_id
                    and one.moment >= before.moment
                    and one.code == step.action.code
                    and (player.everybody or one.member == player.user)
                    for one in pressed
                )
                by_bot = player.level is not None or player.automatic or was_automatic
                assert by_press or by_bot, f"round {round_id}: nobody pressed {step}"
                if by_press:
                    done[round_id].append((step.seat.index, step.action.code))
            twice = [one for one, times in Counter(done[round_id]).items() if times > 1]
            assert not twice, f"round {round_id}: done twice: {twice}"
            self.check_board(stored)
        for one in asked:
            if one.due and one.choice is not None:
                # Of several choices at once, as on a sheet for everybody, one is carried out.
                at_once = [
                    each
                    for each in pressed
                    if (each.round, each.moment) == (one.choice.round, one.choice.moment)
                ]
                carried_out = {code for _, code in done[one.choice.round]}
                goes_on = self.load(one.choice.round).status in ("playing", "private")
                assert not goes_on or any(each.code in carried_out for each in at_once), (
                    f"lost: {one}"
                )

    @staticmethod
    def _control(asked: Asked) -> custom_ids.CustomId | None:
        return custom_ids.read(asked.act.custom_id) if isinstance(asked.act, Press) else None

    def check_quiet(self) -> None:
        """Check the log, the apologies, and the requests since the last look."""
        told = [one for one in self._caplog.records if one.levelno > logging.INFO]
        assert not told, "\n".join(f"{one.levelname} {one.name} {one.getMessage()}" for one in told)
        self._caplog.clear()
        if not self.discord_fails:
            assert self.sim.apologies() == self.excused.get(self.sim.bot, 0)
        requests = self.sim.env.http_requests
        assert not (broken := conformance.all_broken(requests)), "\n".join(broken)
        mentions_sent.assert_everybody_listed(requests)
        self.requests += len(requests)
        requests.clear()
        self.sim.env.backend.transcript.clear()

    # What is stored ----------------------------------------------------------------------------

    def check_record(self, round_id: int) -> tuple[Step, ...]:
        """Check that the record of a round holds all that it held before; return it."""
        record = self.sim.bot.storage.read(rounds.record, round_id)
        before = self.records.get(round_id, ())
        assert record[: len(before)] == before, f"round {round_id} lost {before[len(record) :]}"
        self.records[round_id] = record
        return record

    def check_board(self, stored: StoredRound, *, at_rest: bool = False) -> None:
        """Check that a board shows no later moment than is stored, and `at_rest` the same."""
        board = self.seen.at(stored.place.channel, stored.place.message)
        if board is None or stored.play is None:
            return
        ids = [custom_ids.read(one.get("custom_id", "")) for one in components(board)]
        of_game = [one for one in ids if one and one.round == stored.id and one.kind in OF_GAME]
        shown = {one.moment for one in of_game}
        assert all(moment <= stored.moment for moment in shown), f"{stored.id}: {shown}"
        if at_rest and stored.status == "playing":
            assert shown <= {stored.moment}, f"round {stored.id} shows {shown}: {stored.moment}"

    def check_rounds(self, *, at_rest: bool = True) -> None:
        """Check all rounds: their records, what they rebuild to, their boards, and their results."""
        for round_id, *_ in self.sim.bot.storage.read(run, select(schema.rounds.c.id)):
            record, stored = self.check_record(round_id), self.load(round_id)
            if stored.play is None:
                assert not record
                continue
            game, options = stored.play.game, stored.options
            rebuilt = engine.replay(game, len(stored.players), options, record)
            assert replace(rebuilt, steps=()) == stored.play, f"round {round_id}"
            self.check_board(stored, at_rest=at_rest and not self._is_unreachable(stored))
            if stored.status == "over":
                self._check_result(stored)

    def _is_unreachable(self, stored: StoredRound) -> bool:
        channel = self.sim.env.backend.channels.get(stored.place.channel)
        where = {stored.place.guild, stored.place.channel, channel and channel.parent_id}
        return not where.isdisjoint(self.unreachable)

    def _check_result(self, stored: StoredRound) -> None:
        """Check that a round that is over has the results of its members, once."""
        if stored.set_key is not None:  # it has an entry
            return
        outcome = stored.outcome
        assert outcome is not None
        found = {row.seat: row for row in self.sim.bot.storage.read(of_round, stored.id)}
        for seat, player in enumerate(stored.players):
            if player.user is None or player.everybody:
                continue
            assert seat in found, f"round {stored.id} has no result of seat {seat}"
            row = found[seat]
            assert Fraction(row.share) == outcome.shares[seat], f"round {stored.id}: {row}"
            assert row.user == player.member, f"round {stored.id}: {row}"
            assert row.left == player.left, f"round {stored.id}: {row}"

    def check_proofs(self) -> int:
        """Check the proofs of all rounds that have ended; return their number."""
        number = 0
        for round_id, *_ in self.sim.bot.storage.read(run, select(schema.rounds.c.id)):
            stored = self.load(round_id)
            if not stored.ended or stored.play is None or stored.set_key is not None:
                continue
            assert stored.seed is not None, f"round {round_id} has no seed"
            assert stored.seed.proven
            file = proof.proof_file(stored, self.records[round_id], stored.seed)
            verify.verify(file)
            assert check_proof(file).fault == "", f"round {round_id}"
            number += 1
        return number

    # Standings ----------------------------------------------------------------------------------

    def results_with(self, key: Any) -> dict[int, tuple[int, int | None]]:
        """Count by the records what members made with the dice of a day or a dare, and where."""
        entries = schema.entries
        query = select(entries.c.member, entries.c.round, entries.c.guild)
        found = {}
        for member, round_id, guild in self.sim.bot.storage.read(
            run, query.where(entries.c.set_key == key_text(key))
        ):
            stored = self.load(round_id)
            if stored.status == "over":
                assert stored.play is not None
                record = self.check_record(round_id)
                ended = engine.replay(stored.play.game, 1, stored.options, record)
                assert ended.over is not None
                scores = ended.over.outcome.scores
                assert scores is not None
                found[member] = scores[0], guild
        return found

    def check_entries(self, key: Any) -> int:
        """Check what is stored as the results with some dice; return their number."""
        points = {member: total for member, (total, _) in self.results_with(key).items()}
        stored = self.sim.bot.storage.read(daily_store.finished_entries, key)
        assert {one.member: one.total for one in stored} == points
        return len(points)

    def check_standings(self, text: str, day: date, guild: int, reader: int) -> None:
        """Check the standings of a day as a member reads them on a server."""
        read = self.sim.bot.storage.read
        points = {
            member: total
            for member, (total, where) in self.results_with(day).items()
            if where == guild and (member == reader or not read(is_hidden, member))
        }
        check_ranking(text.split("\n### ")[1], points)

    def check_cards(self) -> int:
        """Check the cards of all dares; return their number."""
        number = 0
        query = select(schema.dares.c.set_key)
        for key, *_ in self.sim.bot.storage.read(run, query):
            dice = self.sim.bot.storage.read(daily_store.load_dice, read_key(key))
            assert dice is not None
            assert dice.dare is not None
            self.check_entries(dice.key)
            card = self.seen.at(dice.dare.channel, dice.dare.message)
            points = {one: total for one, (total, _) in self.results_with(dice.key).items()}
            if card is not None and any(one != dice.dare.owner for one in points):
                check_ranking(text_of(card), points)
                number += 1
        return number


def check_ranking(text: str, points: dict[int, int]) -> None:
    """Check the lines of a ranking: the points of each of the best ten, the best first."""
    listed = [
        (int(one), int(total))
        for members, total in LISTED.findall(text)
        for one in NAMED.findall(members)
    ]
    best = sorted(points.values(), reverse=True)[:10]
    assert [total for _, total in listed] == best, f"{text}: {points}"
    assert all(points[member] == total for member, total in listed), f"{text}: {points}"


def says_something(message: Any) -> bool:
    """Return whether a message has words, if only on a button, or a picture."""
    shown = components(message)
    return bool(text_of(message)) or any("label" in one or one["type"] == PICTURES for one in shown)


def game_counts(sim: Sim) -> Iterable[tuple[str, Counter[str]]]:
    """Yield the games with how their rounds ended, and why those were closed that were."""
    table = schema.rounds
    query = select(table.c.game, table.c.status, table.c.closed, table.c.set_key)
    ends: dict[str, Counter[str]] = {}
    for game, status, closed, set_key in sim.bot.storage.read(run, query):
        how = f"closed ({closed})" if closed else status
        ends.setdefault(f"{game}, private" if set_key else game, Counter())[how] += 1
    yield from sorted(ends.items())
