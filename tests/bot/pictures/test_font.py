"""The font that the package brings along: it has the letters of both languages, and its licence."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

import bot.language
from bot.pictures.font import BOLD, FOLDER, REGULAR, drawable_text, font, is_drawable, width, wrap
from steady_examples import given, st

CATALOGUES = sorted(Path(bot.language.__file__).parent.glob("*.po"))


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_every_letter_of_the_sentences_can_be_drawn(catalogue):
    entries = polib.pofile(str(catalogue))
    text = "".join(
        text for one in entries for text in (one.msgid, one.msgstr, *one.msgstr_plural.values())
    )
    letters = {letter for letter in text if letter.isalnum()}
    assert len(letters) > 50
    assert [letter for letter in sorted(letters) if not is_drawable(letter)] == []


def test_letters_and_symbols_of_pictures_can_be_drawn():
    symbols = "șțăîâȘȚĂÎÂ−×±…–—·●►→≥%“”„’’"
    assert [symbol for symbol in symbols if not is_drawable(symbol)] == []


@pytest.mark.parametrize("letter", ["🎲", "王", "\ue000", "\x07", "\ufffe", "\U0010ffff"])
def test_what_the_font_lacks_is_left_out(letter):
    assert not is_drawable(letter)
    assert drawable_text(f"Ana {letter} Pop") == "Ana Pop"


def test_bold_letters_are_wider():
    assert width("turns", 40, bold=True) > width("turns", 40) > width("turn", 40)
    assert font(40) is font(40)


def test_the_licence_lies_beside_the_files():
    assert {REGULAR, BOLD} <= {*FOLDER.iterdir()}
    licence = (FOLDER / "LICENSE").read_text(encoding="utf-8")
    assert "Permission is hereby granted, free of charge" in licence
    assert "DejaVu changes are in public domain" in licence


@pytest.mark.slow
@given(st.lists(st.text("abc", min_size=1, max_size=9), min_size=1), st.integers(1, 30))
def test_lines_have_room_unless_a_word_has_none(words, room):
    lines = wrap(" ".join(words), room, len)
    assert " ".join(lines).split() == words
    assert all(len(line) <= room for line in lines if " " in line)
