"""The rendering of a `Text` in one language.

The template is looked up in the catalogue `<language>.po`, with its plural form, and
its arguments are formatted for the locale. A `Renderer` of the front end formats seats,
members, dice, deadlines, links and commands. Catalogues are read at first use; there are no
compiled ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from threading import Lock
from typing import Protocol

import polib

from bot.language.languages import CATALOGUES, KNOWN
from rules.dice import Faces, FaceSet, Roll
from rules.screen import Seat
from rules.text import (
    Argument,
    Capital,
    Command,
    Percent,
    Placeholder,
    Points,
    Positions,
    Text,
    say,
    say_in,
)


@dataclass(frozen=True, slots=True)
class Person(Placeholder):
    """A Discord member, by user id; a negative id is a former player."""

    user: int


@dataclass(frozen=True, slots=True)
class Until(Placeholder):
    """A moment, aware and in UTC; Discord shows it in the reader's zone, or as "in 10 minutes".

    It is one of the clock of this machine, or one of Discord's, as the ends of days are.
    """

    when: datetime
    of_discord: bool = False


@dataclass(frozen=True, slots=True)
class Place(Placeholder):
    """A link to a channel, or to a message in it."""

    channel: int
    message: int | None = None
    guild: int | None = None


@dataclass(frozen=True, slots=True)
class Small(Placeholder):
    """A text rendered with a small first letter."""

    text: Text


@dataclass(frozen=True, slots=True)
class InSymbols(Placeholder):
    """A text whose dice are rendered as symbols, which are shorter than emoji."""

    text: Text


def in_symbols(text: Text) -> Text:
    """Return a sentence whose dice are rendered as symbols."""
    return say_in("a line", "{text}", text=InSymbols(text))


YOU = say_in("the only player", "You")
"""The name of the player who reads, where no other member reads with them."""

FORMER_PLAYER = say_in("the name of a player", "a former player")
"""The name of a member whose data was erased."""

LIST_END = say_in("the end of a list", "{first} and {last}")
"""A list; `first` has all items but the last, separated by commas."""


class Renderer(Protocol):
    """Formats the placeholders that depend on the front end."""

    @property
    def you(self) -> Seat | None:
        """The seat of the player who reads and is called "you", None where all are named."""

    def seat(self, seat: Seat) -> str:
        """Return the name of the player on a seat."""

    def person(self, user: int) -> str:
        """Return the name or mention of a member."""

    def faces(self, faces: Roll, face_set: FaceSet) -> str:
        """Return dice or cards as symbols or emoji inside a line."""

    def with_symbols(self) -> Renderer:
        """Return the renderer that writes dice and cards as symbols."""

    def until(self, until: Until) -> str:
        """Return a deadline."""

    def place(self, place: Place) -> str:
        """Return a link to a channel or a message."""

    def command(self, command: Command) -> str:
        """Return the name of a command."""


@dataclass(frozen=True, slots=True)
class PlainRenderer:
    """Renders plain text, for the terminal, logs and tests.

    `names` are the names of the seats, in order; other seats are numbered. The player on the seat
    `you` is called "you".
    """

    language: str = "en"
    names: tuple[str, ...] = ()
    you: Seat | None = None

    def render(self, text: Text) -> str:
        """Return a sentence in the language of this renderer."""
        return render(text, self.language, self)

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat, or "Seat 1" for the first seat without a name."""
        if seat == self.you:
            return render(YOU, self.language, self)
        if seat.index < len(self.names):
            return self.names[seat.index]
        return render(say("Seat {number}", number=seat.index + 1), self.language, self)

    def person(self, user: int) -> str:
        return f"@{user}"

    def faces(self, faces: Roll, face_set: FaceSet) -> str:
        """Return the symbols of the faces, separated by spaces."""
        return face_set.symbols_of(faces)

    def with_symbols(self) -> PlainRenderer:
        return self

    def until(self, until: Until) -> str:
        return f"{until.when:%Y-%m-%d %H:%M} UTC"

    def place(self, place: Place) -> str:
        """Return the ids of the channel and the message, separated by a slash."""
        return "/".join(f"{part}" for part in (place.channel, place.message) if part is not None)

    def command(self, command: Command) -> str:
        """Return the command as it is typed, after a slash."""
        return f"/{command.name}"


def render(text: Text, language: str, renderer: Renderer) -> str:
    """Return a sentence in `language`, or in English if the language is unknown.

    >>> from rules.text import Percent, say
    >>> render(say("You win {chance}.", chance=Percent(0.4125)), "en", PlainRenderer())
    'You win 41.2%.'
    """
    key = language if language in KNOWN else "en"
    if renderer.you is not None:
        text = text.for_player(renderer.you)
    template = _template(text, key)
    if not text.arguments and not text.plural:
        return template.format()
    arguments = {name: _argument(value, key, renderer) for name, value in text.arguments}
    if text.plural:
        arguments.setdefault("n", _argument(text.count, key, renderer))
    if template.startswith("{"):
        first = template[1:].partition("}")[0]
        arguments[first] = _with_capital(arguments[first], key)
    return template.format(**arguments)


def _template(text: Text, language: str) -> str:
    return _translate(language, text.context, text.template, text.plural, text.count)


@lru_cache(8192)
def _translate(language: str, context: str, template: str, plural: str, count: int) -> str:
    catalogue = _catalogue(language)
    if plural and context:
        return catalogue.npgettext(context, template, plural, count)
    if plural:
        return catalogue.ngettext(template, plural, count)
    if context:
        return catalogue.pgettext(context, template)
    return catalogue.gettext(template)


def _with_capital(name: str, language: str) -> str:
    """Return a name for the beginning of a sentence, where a former player has a capital letter."""
    former = _template(FORMER_PLAYER, language)
    if not name.lstrip("*").startswith(former):
        return name
    return name.replace(former, former[0].upper() + former[1:], 1)


def _argument(value: Argument, language: str, renderer: Renderer) -> str:
    match value:
        case str():
            return value
        case int():
            return KNOWN[language].number(value)
        case Text():
            return render(value, language, renderer)
        case _:
            return _placeholder(value, language, renderer)


def _placeholder(value: Placeholder, language: str, renderer: Renderer) -> str:
    match value:  # the types on boards come first
        case Seat():
            return renderer.seat(value)
        case Faces(faces, face_set):
            return renderer.faces(faces, face_set)
        case Positions(positions):
            return _list([str(position) for position in positions], language)
        case Percent(share, digits):
            return KNOWN[language].percentage(share, digits)
        case Points(points, digits):
            return KNOWN[language].number(points, digits)
        case Person(user) if user < 0:
            return render(FORMER_PLAYER, language, renderer)
        case Person(user):
            return renderer.person(user)
        case Until():
            return renderer.until(value)
        case Place():
            return renderer.place(value)
        case Command():
            return renderer.command(value)
        case Capital(text):
            rendered = render(text, language, renderer)
            return rendered[:1].upper() + rendered[1:]
        case InSymbols(text):
            return render(text, language, renderer.with_symbols())
        case Small(text):
            rendered = render(text, language, renderer)
            return rendered[:1].lower() + rendered[1:]
        case _:
            raise TypeError(f"cannot render a placeholder of type {type(value).__name__}")


def _list(names: list[str], language: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return _template(LIST_END, language).format(first=", ".join(names[:-1]), last=names[-1])


_catalogues_lock = Lock()
_catalogues: dict[str, NullTranslations] = {"en": NullTranslations()}


def _catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a known language; thread-safe, reads each file once."""
    if language in _catalogues:
        return _catalogues[language]
    with _catalogues_lock:
        if language not in _catalogues:
            catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"), encoding="utf-8")
            _catalogues[language] = GNUTranslations(BytesIO(catalogue.to_binary()))
        return _catalogues[language]
