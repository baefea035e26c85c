"""Consoles that are not UTF-8: every sentence in letters, none with question marks."""

from __future__ import annotations

import ast
import json
import logging
import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import polib
import pytest

from bot import cli
from bot.commands.run import log_output
from bot.config import SETTINGS, Config
from bot.language.languages import CATALOGUES, LANGUAGES
from bot.plain_letters import HANDLER
from rules.registry import games

ROOT = Path(__file__).parents[2]
ENCODINGS = ("ascii", "latin-1", "cp1252", "cp1250", "cp437", "cp850")
SENTENCES = [
    sentence
    for entry in polib.pofile(str(CATALOGUES / "ro.po"), encoding="utf-8")
    for sentence in (
        entry.msgid,
        entry.msgid_plural,
        entry.msgstr,
        *entry.msgstr_plural.values(),
    )
]


def console(encoding: str) -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), encoding=encoding)


def content(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for field in SETTINGS:
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def shown(monkeypatch: pytest.MonkeyPatch, encoding: str, *argv: str, typed: str = "") -> str:
    """What a command writes on a console of an encoding, on standard error last."""
    out, err, keyboard = console(encoding), console(encoding), BytesIO(typed.encode())
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(keyboard, encoding=encoding))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    cli.main(argv)
    return content(out) + content(err)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_sentence_has_letters(encoding: str) -> None:
    assert len(SENTENCES) > 1000
    for sentence in SENTENCES:
        read = sentence.encode(encoding, HANDLER).decode(encoding)
        assert read.count("?") == sentence.count("?"), read
        assert read.count("\\") == sentence.count("\\"), read


def test_every_sign_that_commands_write_themselves_has_letters() -> None:
    for folder in ("bot/commands", "course"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    read = node.value.encode("ascii", HANDLER).decode()
                    assert read.count("\\") == node.value.count("\\"), read


@pytest.mark.parametrize(
    ("text", "encoding", "read"),
    [
        (
            "Șansă — „păstrează” 4 → ⚃ · 3 × 5 − 2…",
            "ascii",
            'Sansa - "pastreaza" 4 -> 4 - 3 x 5 - 2...',
        ),
        ("Șansă — „păstrează”, până", "cp1250", "Sansă — „păstrează”, până"),
        ("Șansă — până", "cp437", "Sansa - pâna"),
        ("1½ ± 0\xa0%", "ascii", "1.5 +/- 0 %"),
        ("1½ ± 0\xa0%", "latin-1", "1½ ± 0\xa0%"),
        ("✓ one, ✗ two, ⚠ three, 🎲 four", "ascii", "ok one, x two, ! three, * four"),
        ("s\u0326 1\ufe0f\u20e3", "ascii", "s 1"),
    ],
)
def test_a_letter_loses_its_marks_and_a_sign_is_written_out(
    text: str, encoding: str, read: str
) -> None:
    """What the encoding has stays as it is."""
    assert text.encode(encoding, HANDLER).decode(encoding) == read


@pytest.mark.parametrize(
    ("name", "read"),
    [("Дима", r"\u0414\u0438\u043c\u0430"), ("骰子", r"\u9ab0\u5b50"), ("a\udcff", r"a\udcff")],
)
def test_a_letter_of_another_alphabet_is_its_escape(name: str, read: str) -> None:
    """A file can still be told by its name."""
    assert name.encode("ascii", HANDLER).decode() == read


def test_the_handler_is_not_for_what_is_read() -> None:
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", HANDLER)


PLAYED = [["play", game] for game in games()]
TELLING = [
    *(["rules", game] for game in games()),
    ["odds"],
    ["odds", "QQ99A"],
    ["odds", "66331", "66441"],
]


@pytest.mark.parametrize(
    "encoding",
    ["ascii", *(pytest.param(one, marks=pytest.mark.slow) for one in ENCODINGS if one != "ascii")],
)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("argv", [*PLAYED, *TELLING], ids=" ".join)
def test_what_a_command_shows_has_letters(
    argv: list[str], language: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round in the terminal asks for help, a hint and the rules, refuses a line, and ends."""
    typed = "?\nhint\nrules\nzzz\nq\n"
    told = shown(monkeypatch, encoding, *argv, "--language", language, typed=typed)
    questions = "".join(SENTENCES).encode(encoding, HANDLER).decode(encoding)
    asked = [line.strip()[-20:] for line in told.splitlines() if line.strip().endswith("?")]
    assert [line for line in asked if line not in questions] == []
    assert re.findall(r"\?(?!$|[\"”])", told, re.MULTILINE) == []
    assert "\\" not in told


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_is_in_ascii(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, "utf-8", name, "--help").isascii()


def test_errors_and_the_score_of_a_contest_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert " % +/- " in shown(monkeypatch, "ascii", "contest", "six-card", "easy", "--deals", "9")
    refused = shown(monkeypatch, "ascii", "verify", "dovadă – Ana.json")
    assert refused.startswith("dice-poker: dovada - Ana.json cannot be read: ")
    refused = shown(monkeypatch, "ascii", "run", "„ș”")
    assert refused.startswith('dice-poker run: unrecognized arguments: "s". See')


def test_what_cannot_be_read_is_refused_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    told = shown(monkeypatch, "ascii", "play", "dice-poker", typed="păstrează\nq\n")
    assert "That is not one of the choices." in told


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_has_letters(
    form: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A line of JSON stays one: a quote in letters would end its string."""
    caplog.set_level("INFO")  # the root's own level is put back afterwards
    monkeypatch.setattr(logging.root, "handlers", [])
    err = console("ascii")
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "argv", ["dice-poker", "--version"])
    cli.main()
    log_output.set_up(Config(log_format=form))
    logging.getLogger("bot").info("„ș” → 骰")
    written = content(err)
    if form == "json":
        assert json.loads(written)["message"] == "„ș” → 骰"
    else:
        assert written.endswith('"s" -> \\u9ab0\n')
