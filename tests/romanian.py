"""Watches what is said in Romanian: every sentence must stand in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import polib

from bot.language import render as rendering
from bot.language.languages import CATALOGUES
from rules.text import Text


@dataclass
class Heard:
    """The languages that were spoken, and the sentences that Romanian lacks."""

    languages: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    sentences: int = 0


@contextmanager
def listening() -> Iterator[Heard]:
    """Hear every sentence that is put into words."""
    catalogue = polib.pofile(str(CATALOGUES / "ro.po"), encoding="utf-8")
    known = {
        (entry.msgctxt or "", entry.msgid)
        for entry in catalogue
        if not entry.obsolete and (entry.msgstr or all(entry.msgstr_plural.values()))
    }
    heard, template = Heard(), rendering._template

    def heed(text: Text, language: str) -> Any:
        heard.sentences += 1
        heard.languages.add(language)
        if language == "ro" and (text.context, text.template) not in known:
            heard.missing.add(text.template)
        return template(text, language)

    rendering._template = heed
    try:
        yield heard
    finally:
        rendering._template = template
