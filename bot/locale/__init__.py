"""The catalogue: every sentence of the source, and its Romanian.

`python -m bot.locale` extracts the sentences from the source, brings the
catalogues up to date and lists what is still missing. Sentences are found by
reading the syntax tree, because Babel's own extractor misses a `say(...)` that
stands inside another and drops the outer one with it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import polib

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "bot", "cogs")
"""The folders whose sentences are extracted."""

HEADER = {
    "Language": "ro",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": (
        "nplurals=3; plural=(n==1 ? 0 : n==0 || (n!=1 && n%100>=1 && n%100<=19) ? 1 : 2);"
    ),
}
"""The head of the Romanian catalogue: one die, two dice, twenty *de* dice."""

_CEDILLAS = "\u015e\u015f\u0162\u0163"
"""The s and t with a cedilla, as Turkish has them; Romanian sets a comma below."""

_MAKERS = {"say": ("template",), "say_in": ("context", "template"), "say_count": ("one", "many")}


class NotWrittenOut(ValueError):
    """Raised when a sentence in the source is not a literal and cannot be extracted."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as the catalogue knows it: without arguments, `plural` empty for most."""

    template: str
    context: str = ""
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """What a catalogue lacks, holds in vain or says wrongly, in words for whoever mends it."""

    missing: tuple[str, ...]
    unused: tuple[str, ...]
    faulty: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything that is wrong, one line each; none when the catalogue is complete."""
        return (
            *(f"not translated: {words}" for words in self.missing),
            *(f"no longer said: {words}" for words in self.unused),
            *self.faulty,
        )


def said_in(source: str, name: str = "<source>") -> Iterator[tuple[int, Sentence]]:
    """Yield the line and the sentence of every `say`, `say_in` and `say_count` in `source`.

    Raises NotWrittenOut for a template that is computed.

    >>> [found.template for _, found in said_in('say("{a}!", a=say("Oh"))')]
    ['{a}!', 'Oh']
    """
    for node in ast.walk(ast.parse(source, name)):
        # By name only: a method called `say` speaks a sentence, it does not make one.
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        maker = node.func.id
        if maker not in _MAKERS:
            continue
        words = [
            argument.value
            for argument in node.args[: len(_MAKERS[maker])]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if len(words) != len(_MAKERS[maker]):
            raise NotWrittenOut(f"{name}:{node.lineno}: write the sentence out in {maker}(…)")
        yield node.lineno, Sentence(**_fields(maker, words))


def _fields(maker: str, words: list[str]) -> dict[str, str]:
    match maker:
        case "say_in":
            return {"context": words[0], "template": words[1]}
        case "say_count":
            return {"template": words[0], "plural": words[1]}
        case _:
            return {"template": words[0]}


def sentences(root: Path = ROOT) -> dict[Sentence, tuple[str, ...]]:
    """Return every sentence of the source and the files that say it.

    In the order of files and lines. Raises NotWrittenOut.
    """
    found: dict[Sentence, dict[str, None]] = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            said = sorted(said_in(path.read_text("utf-8"), name), key=lambda each: each[0])
            for _, sentence in said:
                found.setdefault(sentence, {})[name] = None
    return {sentence: tuple(files) for sentence, files in found.items()}


def sentence_of(entry: polib.POEntry) -> Sentence:
    """Return the sentence that an entry of a catalogue translates."""
    return Sentence(entry.msgid, entry.msgctxt or "", entry.msgid_plural or "")


def forms(entry: polib.POEntry) -> tuple[str, ...]:
    """Return what an entry says: one form, or its plural forms in order."""
    if entry.msgid_plural:
        return tuple(words for _, words in sorted(entry.msgstr_plural.items()))
    return (entry.msgstr,)


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the arguments in a template. Raises ValueError for a broken one.

    >>> sorted(placeholders("{better} beats {worse}"))
    ['better', 'worse']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def update(
    catalogue: polib.POFile, said: dict[Sentence, tuple[str, ...]]
) -> tuple[polib.POFile, tuple[Sentence, ...]]:
    """Return the catalogue with an entry for each sentence, and the sentences it dropped.

    Translations are kept; the entries stand in the order of the source.
    """
    known = {sentence_of(entry): entry for entry in catalogue if not entry.obsolete}
    fresh = polib.POFile(wrapwidth=98)
    fresh.header = "What the players and the hosts of this bot read in Romanian."
    fresh.metadata = dict(HEADER)
    for sentence, files in said.items():
        fresh.append(_entry(sentence, files, known.get(sentence)))
    return fresh, tuple(sentence for sentence in known if sentence not in said)


def _entry(
    sentence: Sentence, files: tuple[str, ...], before: polib.POEntry | None
) -> polib.POEntry:
    entry = polib.POEntry(
        msgid=sentence.template,
        msgctxt=sentence.context or None,
        msgid_plural=sentence.plural,
        # Without line numbers: they would change the file with every change of the source.
        occurrences=[(name, "") for name in files],
        tcomment=before.tcomment if before else "",
        flags=list(before.flags) if before else [],
    )
    if sentence.plural:
        told = before.msgstr_plural if before else {}
        entry.msgstr_plural = {form: told.get(form, "") for form in range(3)}
    else:
        entry.msgstr = before.msgstr if before else ""
    return entry


def check(catalogue: polib.POFile, said: dict[Sentence, tuple[str, ...]]) -> Check:
    """Compare a catalogue with the sentences of the source."""
    known = {sentence_of(entry): entry for entry in catalogue if not entry.obsolete}
    kept = [(sentence, known[sentence]) for sentence in said if sentence in known]
    empty = {sentence for sentence, entry in kept if not all(forms(entry))}
    return Check(
        tuple(
            f"{sentence.template!r} ({', '.join(files)})"
            for sentence, files in said.items()
            if sentence not in known or sentence in empty
        ),
        tuple(repr(sentence.template) for sentence in known if sentence not in said),
        (
            *_clashes(said),
            *(
                f"{fault}: {sentence.template!r}"
                for sentence, entry in kept
                for fault in _faults(entry)
            ),
        ),
    )


def _clashes(said: dict[Sentence, tuple[str, ...]]) -> Iterator[str]:
    """Sentences that gettext would take for one another: it knows them by their singular."""
    seen: dict[tuple[str, str], Sentence] = {}
    for sentence in said:
        if seen.setdefault((sentence.context, sentence.template), sentence) != sentence:
            yield f"said with and without a plural, or with two: {sentence.template!r}"


def _faults(entry: polib.POEntry) -> Iterator[str]:
    if not entry.msgid.strip():
        yield "an empty template"
    if entry.fuzzy:
        yield "marked as fuzzy"
    if entry.msgid_plural and len(forms(entry)) != 3:
        yield "not in three plural forms"
    if any(letter in words for words in forms(entry) for letter in _CEDILLAS):
        yield "ș and ț are written with a comma below, not a cedilla"
    wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural or entry.msgid)
    for words in filter(None, forms(entry)):
        try:
            other = placeholders(words) != wanted
        except ValueError:
            other = True
        if other:
            yield f"other arguments in {words!r}"
