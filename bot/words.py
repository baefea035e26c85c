"""Puts sentences into a language.

A `Text` from the rules becomes words here: looked up in the catalogue of the
language, with its plural form, its numbers written as that language writes
them, and what only a front end can word (seats, people, dice, deadlines) asked
of its `Voice`. Catalogues stand in `locale/<language>.po` and are read when
they are first needed; nothing is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Protocol

import polib
from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from rules.dice import Faces, FaceSet, Roll
from rules.screen import Seat
from rules.text import Argument, Percent, Points, Positions, Spoken, Text, say

LANGUAGES = ("en", "ro")
"""The languages that everything is said in; English is that of the templates."""

CATALOGUES = Path(__file__).parent / "locale"

_LOCALES = {
    # British, because only there Babel says "3, 4 and 5" without a second comma.
    "en": Locale("en", "GB"),
    "ro": Locale("ro"),
}


@dataclass(frozen=True, slots=True)
class Person(Spoken):
    """A member of Discord, by their user id."""

    user: int


@dataclass(frozen=True, slots=True)
class Until(Spoken):
    """A deadline, aware and in UTC, said relative to now: "in 10 minutes"."""

    when: datetime


@dataclass(frozen=True, slots=True)
class Place(Spoken):
    """A channel or, where `message` is known, a message in it, as a link."""

    channel: int
    message: int | None = None
    guild: int | None = None


@dataclass(frozen=True, slots=True)
class Capital(Spoken):
    """A sentence that begins with a capital letter wherever it stands."""

    text: Text


class Voice(Protocol):
    """How a front end words what only it knows."""

    def seat(self, seat: Seat) -> str:
        """Name whoever sits there."""

    def person(self, user: int) -> str:
        """Name the member with this id."""

    def faces(self, faces: Roll, drawn: FaceSet) -> str:
        """Draw small dice or cards inside a line."""

    def until(self, when: datetime) -> str:
        """Say a deadline, relative to now."""

    def place(self, place: Place) -> str:
        """Link to a channel or a message."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A voice of plain letters: for the terminal, for logs and for tests.

    `names` are those of the seats, in order; a seat without one is numbered.
    """

    language: str = "en"
    names: tuple[str, ...] = ()

    def seat(self, seat: Seat) -> str:
        """Say the seat's name, or its number counted from 1."""
        if seat.index < len(self.names):
            return self.names[seat.index]
        return speak(say("Seat {number}", number=seat.index + 1), self.language, self)

    def person(self, user: int) -> str:
        """Say the id, as names are Discord's."""
        return f"@{user}"

    def faces(self, faces: Roll, drawn: FaceSet) -> str:
        """Write the symbols of the faces, with spaces between."""
        return " ".join(drawn.symbols[face - 1] for face in faces)

    def until(self, when: datetime) -> str:
        """Write the time in UTC."""
        return f"{when:%Y-%m-%d %H:%M} UTC"

    def place(self, place: Place) -> str:
        """Write the ids of the channel and the message."""
        return "/".join(f"{part}" for part in (place.channel, place.message) if part is not None)


def nearest(locale: str) -> str:
    """Return the one of `LANGUAGES` that a locale such as "ro-RO" or "en-US" is served in.

    >>> nearest("ro-RO"), nearest("pt-BR")
    ('ro', 'en')
    """
    spoken = locale.replace("_", "-").partition("-")[0].lower()
    return spoken if spoken in LANGUAGES else "en"


def speak(text: Text, language: str, voice: Voice) -> str:
    """Return the sentence in `language`; English where the language is unknown.

    >>> from rules.text import Percent, say
    >>> speak(say("You win {chance}.", chance=Percent(0.4125)), "en", Plain())
    'You win 41.2%.'
    """
    known = language if language in LANGUAGES else "en"
    words = {name: _word(value, known, voice) for name, value in text.arguments}
    if text.plural:
        words.setdefault("n", _word(text.count, known, voice))
    return _template(text, known).format(**words)


def _template(text: Text, language: str) -> str:
    catalogue = _catalogue(language)
    match bool(text.plural), bool(text.context):
        case True, True:
            return catalogue.npgettext(text.context, text.template, text.plural, text.count)
        case True, False:
            return catalogue.ngettext(text.template, text.plural, text.count)
        case False, True:
            return catalogue.pgettext(text.context, text.template)
        case _:
            return catalogue.gettext(text.template)


def _word(value: Argument, language: str, voice: Voice) -> str:
    match value:
        case str():
            return value
        case int():
            return format_decimal(value, locale=_LOCALES[language])
        case Text():
            return speak(value, language, voice)
        case _:
            return _spoken(value, language, voice)


def _spoken(value: Spoken, language: str, voice: Voice) -> str:
    locale = _LOCALES[language]
    # Adding 0.0 turns the -0.0 of a tiny loss into 0.0.
    match value:
        case Positions(positions):
            return format_list([str(position) for position in positions], locale=locale)
        case Percent(share, digits):
            pattern = locale.percent_formats[None].pattern
            return format_percent(
                round(share, digits + 2) + 0.0,
                format=pattern.replace("#,##0", _digits(digits)),
                locale=locale,
            )
        case Points(points, digits):
            return format_decimal(
                round(points, digits) + 0.0, format=_digits(digits), locale=locale
            )
        case Faces(faces, drawn):
            return voice.faces(faces, drawn)
        case Seat():
            return voice.seat(value)
        case Person(user):
            return voice.person(user)
        case Until(when):
            return voice.until(when)
        case Place():
            return voice.place(value)
        case Capital(text):
            said = speak(text, language, voice)
            return said[:1].upper() + said[1:]
        case _:
            raise TypeError(f"nobody has said how to speak {type(value).__name__}")


def _digits(decimals: int) -> str:
    """Return the pattern of a number with so many decimals."""
    return "#,##0." + "0" * decimals if decimals else "#,##0"


_reading = Lock()
_read: dict[str, NullTranslations] = {"en": NullTranslations()}


def _catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a known language, read once however many threads ask."""
    with _reading:
        if language not in _read:
            catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"), encoding="utf-8")
            _read[language] = GNUTranslations(BytesIO(catalogue.to_binary()))
        return _read[language]
