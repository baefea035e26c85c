"""What `dice-poker replay` does: it shows a finished round step by step and checks its record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text as RichText

from bot.commands.maintenance.checking import WrongRecord, replayed
from bot.commands.maintenance.faults import faults_told
from bot.commands.maintenance.judged import Judged
from bot.commands.maintenance.records import NotARecord, Record, read_line, record_of
from bot.commands.terminal.draw import draw_blocks
from bot.env_file import load
from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from bot.language.render import PlainRenderer, render
from bot.statistics.store import finished_rounds
from bot.storage.database import Storage
from bot.table.frame import computer
from bot.thinking.kept_tables import KeptTables, folders
from rules import engine, registry
from rules.dice import Faces
from rules.engine import Acted, Landed, Round, Step, TakenBack
from rules.exact.kept import keep_with
from rules.game import Game
from rules.screen import Screen, Seat, with_dice
from rules.text import Text, say


@faults_told
def replay(file: Path | None, number: int | None, language: str) -> int:
    """Replay a round from an exported file, or from the database.

    A file without a `number` is checked as a whole; a round that is alone in it is shown.
    """
    try:
        if file is None:
            return _from_database(number, language)
        with file.open(encoding="utf-8-sig") as lines:
            records = _read(lines, file)
            if number is not None:
                found = next((one for one in records if one.round == number), None)
                if found is None:
                    return fail(f"{file} has no round {number}.")
                return _show(found, language)
            return _all(records, language)
    except NotARecord as error:
        return fail(str(error))
    except UnicodeDecodeError:
        return fail(f"{file} is not a file that dice-poker export has written.")
    except OSError as error:
        return fail(f"{file} cannot be read: {error.strerror}.")


def _from_database(number: int | None, language: str) -> int:
    if number is None:
        return fail("name a file that dice-poker export has written, or a round: --round 12")
    with Storage.open_existing(load(needs_token=False).database_url) as storage:
        keep_with(KeptTables(folders(storage.file)))
        found = storage.read(finished_rounds.load, number)
    if found is None:
        return fail(f"There is no finished round {number} in the database.")
    return _show(record_of(found), language)


def _read(lines: Iterator[str], file: Path) -> Iterator[Record]:
    """Read a record from each line that is not empty. Raises NotARecord, naming the line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield read_line(line)
            except NotARecord as error:
                raise NotARecord(f"{file}, line {number}, cannot be replayed: {error}.") from error


def _all(records: Iterator[Record], language: str) -> int:
    """Check all rounds; show one that is alone."""
    first = next(records, None)
    if first is None:
        return fail("The file holds no round.")
    second = next(records, None)
    if second is None:
        return _show(first, language)
    count, wrong, thinned = 0, 0, 0
    for record in _chained(first, second, records):
        count += 1
        thinned += not record.kept
        try:
            if record.kept:
                replayed(record)
        except WrongRecord as error:
            wrong += 1
            print(f"Round {record.round} is wrong: {error}.")
    gone = f"; the moves of {thinned} are no longer kept" if thinned else ""
    print(f"{count} rounds, {wrong} wrong{gone}.")
    return EXIT_FAILED if wrong else EXIT_OK


def _chained(first: Record, second: Record, others: Iterator[Record]) -> Iterator[Record]:
    yield first
    yield second
    yield from others


def _show(record: Record, language: str) -> int:
    """Show a round step by step, then whether its record is right."""
    if not record.kept:
        print(f"Round {record.round}: its moves are no longer kept (KEEP_ROUNDS_DAYS).")
        return EXIT_OK
    out = Console(highlight=False)
    try:
        game = registry.game(record.game)
        for part in Shown(game, record, language).parts():
            out.print(part)
    except Exception as error:  # noqa: BLE001 — `replayed` says what is wrong with it
        out.print(f"({error!r})" if not isinstance(error, WrongRecord) else "", markup=False)
    try:
        replayed(record)
    except WrongRecord as error:
        print(f"Round {record.round} is wrong: {error}.")
        return EXIT_FAILED
    print(f"Round {record.round} is right: its {len(record.steps)} steps lead to its result.")
    return EXIT_OK


def _judged(game: Game[Any], record: Record) -> Judged | None:
    """Return what was made of a round; None without exact play, or where its record is wrong."""
    if game.exact is None:
        return None
    try:
        return Judged(game, record)
    except Exception:  # noqa: BLE001 — the steps are shown as far as the record goes
        return None


class Shown:
    """A round as it is drawn: what each seat saw and chose, what landed, what that was worth."""

    def __init__(self, game: Game[Any], record: Record, language: str) -> None:
        self._game, self._record, self._language = game, record, language
        self._renderer = PlainRenderer(language, tuple(self._names()))
        self._judged = _judged(game, record)

    def parts(self) -> Iterator[RenderableType]:
        """Yield the steps, in order, and the end."""
        game, record = self._game, self._record
        for number, step in enumerate(record.steps, 1):
            before = self._after(number - 1)
            yield Rule(style="dim")
            if isinstance(step, Acted):
                public = game.screen(before.state, None)
                yield self._screen(
                    public if public.suffices else game.screen(before.state, step.seat)
                )
            yield RichText(self._render(self._told(number, step, before)), "bold cyan")
            for line in () if self._judged is None else self._judged.lines(number):
                yield RichText(self._render(line), "dim")
        yield Rule(style="dim")
        yield self._screen(game.screen(self._after(len(record.steps)).state, None))
        yield Rule(style="dim")

    def _after(self, steps: int) -> Round[Any]:
        record = self._record
        players = len(record.players)
        return engine.replay(self._game, players, record.options, record.steps[:steps])

    def _told(self, number: int, step: Step, before: Round[Any]) -> Text:
        place = {"number": number, "total": len(self._record.steps)}
        match step:
            case Acted(_, seat, action):
                return say(
                    "{number} of {total} · {seat}: {action}",
                    **place,
                    seat=seat,
                    action=self._game.name(before.state, seat, action),
                )
            case TakenBack(_, seat, to):
                return say(
                    "{number} of {total} · {seat} took back a choice: on from step {to}",
                    **place,
                    seat=seat,
                    to=to,
                )
            case Landed(_, faces):
                return say(
                    "{number} of {total} · lands: {faces}",
                    **place,
                    faces=Faces(faces, self._game.info.faces),
                )

    def _screen(self, screen: Screen) -> RenderableType:
        title = RichText(self._render(screen.title), "bold")
        return Group(title, draw_blocks(with_dice(screen), self._language, self._renderer))

    def _names(self) -> Iterator[str]:
        alone = sum(player.level is not None for player in self._record.players) == 1
        for index, player in enumerate(self._record.players):
            seat, plain = Seat(index), PlainRenderer(self._language)
            known = any(level.key == player.level for level in self._game.info.levels)
            if player.level is not None and known:
                name = computer(self._game.info, player.level, seat, alone=alone)
            else:
                name = say("Player {number}", number=index + 1)
            yield render(name, self._language, plain)

    def _render(self, text: Text) -> str:
        return render(text, self._language, self._renderer)
