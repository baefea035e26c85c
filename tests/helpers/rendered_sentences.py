"""Records rendered sentences, to find those that a catalogue lacks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import polib

from bot.language import render as rendering
from bot.language.languages import CATALOGUES, LANGUAGES
from rules.text import Text


@dataclass
class Recorded:
    """The languages used, and the sentences that the catalogue of their language lacks."""

    languages: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    sentences: int = 0


@contextmanager
def sentences_recorded() -> Iterator[Recorded]:
    """Record every sentence that is rendered."""
    known = {language: _translated(language) for language in LANGUAGES[1:]}
    recorded, template = Recorded(), rendering._template

    def record(text: Text, language: str) -> Any:
        recorded.sentences += 1
        recorded.languages.add(language)
        if language in known and (text.context, text.template) not in known[language]:
            recorded.missing.add(text.template)
        return template(text, language)

    with mock.patch.object(rendering, "_template", record):
        yield recorded


def _translated(language: str) -> set[tuple[str, str]]:
    """Return context and template of the sentences that a catalogue translates."""
    catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"), encoding="utf-8")
    return {(entry.msgctxt or "", entry.msgid) for entry in catalogue if entry.translated()}
