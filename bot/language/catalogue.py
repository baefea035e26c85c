"""The sentences of the source, and the check of catalogues.

Sentences are extracted from the syntax tree, because Babel's extractor misses nested calls of
`say`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from string import Formatter

import polib

from bot.language.languages import Language

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "bot", "cogs")
"""The packages whose sentences are extracted."""

_MAKERS = {"say": ("template",), "say_in": ("context", "template"), "say_count": ("one", "many")}


class ComputedTemplate(ValueError):
    """Raised when a template in the source is not a string literal."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The key of a catalogue entry; `context` and `plural` may be empty."""

    template: str
    context: str = ""
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The faults of a catalogue: missing and unused sentences, and wrong translations."""

    missing: tuple[str, ...]
    unused: tuple[str, ...]
    faulty: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The faults, one line each; empty if the catalogue is complete."""
        return (
            *(f"not translated: {sentence}" for sentence in self.missing),
            *(f"no longer said: {sentence}" for sentence in self.unused),
            *self.faulty,
        )


def sentences_in(source: str, name: str = "<source>") -> Iterator[tuple[int, Sentence]]:
    """Yield line and sentence of each call of `say`, `say_in` and `say_count` in `source`.

    Raises ComputedTemplate for a template that is not a string literal.

    >>> [sentence.template for _, sentence in sentences_in('say("{a}!", a=say("Oh"))')]
    ['{a}!', 'Oh']
    """
    for node in ast.walk(ast.parse(source, name)):
        # Only plain names: a method called `say` does not make a sentence.
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        maker = node.func.id
        if maker not in _MAKERS:
            continue
        literals = [
            argument.value
            for argument in node.args[: len(_MAKERS[maker])]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if len(literals) != len(_MAKERS[maker]):
            raise ComputedTemplate(f"{name}:{node.lineno}: write the sentence out in {maker}(…)")
        yield node.lineno, Sentence(**_fields(maker, literals))


def _fields(maker: str, literals: list[str]) -> dict[str, str]:
    match maker:
        case "say_in":
            return {"context": literals[0], "template": literals[1]}
        case "say_count":
            return {"template": literals[0], "plural": literals[1]}
        case _:
            return {"template": literals[0]}


def sentences(root: Path = ROOT) -> dict[Sentence, tuple[str, ...]]:
    """Return the sentences of the source, each with the files that use it.

    They are in the order of files and lines. Raises ComputedTemplate.
    """
    used: dict[Sentence, dict[str, None]] = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            by_line = sorted(sentences_in(path.read_text("utf-8"), name), key=itemgetter(0))
            for _, sentence in by_line:
                used.setdefault(sentence, {})[name] = None
    return {sentence: tuple(files) for sentence, files in used.items()}


def sentence_of(entry: polib.POEntry) -> Sentence:
    return Sentence(entry.msgid, entry.msgctxt or "", entry.msgid_plural or "")


def forms(entry: polib.POEntry) -> tuple[str, ...]:
    """Return the translations of an entry: one, or its plural forms in order."""
    if entry.msgid_plural:
        return tuple(form for _, form in sorted(entry.msgstr_plural.items()))
    return (entry.msgstr,)


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the arguments of a template. Raises ValueError if it is malformed.

    >>> sorted(placeholders("{better} beats {worse}"))
    ['better', 'worse']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def check(
    catalogue: polib.POFile, used: dict[Sentence, tuple[str, ...]], language: Language
) -> Check:
    """Compare the catalogue of a language with the sentences of the source, `used`."""
    entries_by_sentence = {sentence_of(entry): entry for entry in catalogue if not entry.obsolete}
    plural_forms = _plural_forms(catalogue)
    entries = [
        (sentence, entries_by_sentence[sentence])
        for sentence in used
        if sentence in entries_by_sentence
    ]
    empty = {sentence for sentence, entry in entries if not all(forms(entry))}
    return Check(
        tuple(
            f"{sentence.template!r} ({', '.join(files)})"
            for sentence, files in used.items()
            if sentence not in entries_by_sentence or sentence in empty
        ),
        tuple(repr(sentence.template) for sentence in entries_by_sentence if sentence not in used),
        (
            *_clashes(used),
            *(
                f"{fault}: {sentence.template!r}"
                for sentence, entry in entries
                for fault in _faults(entry, language, plural_forms)
            ),
        ),
    )


def _clashes(used: dict[Sentence, tuple[str, ...]]) -> Iterator[str]:
    """Yield sentences with equal keys for gettext, which ignores the plural."""
    seen: dict[tuple[str, str], Sentence] = {}
    for sentence in used:
        if seen.setdefault((sentence.context, sentence.template), sentence) != sentence:
            yield f"said with and without a plural, or with two: {sentence.template!r}"


def _plural_forms(catalogue: polib.POFile) -> int:
    """Return the number of plural forms in the header of a catalogue, 0 without one."""
    header = re.search(r"nplurals=(\d+)", catalogue.metadata.get("Plural-Forms", ""))
    return int(header[1]) if header else 0


def _faults(entry: polib.POEntry, language: Language, plural_forms: int) -> Iterator[str]:
    if not entry.msgid.strip():
        yield "an empty template"
    if entry.fuzzy:
        yield "marked as fuzzy"
    if entry.msgid_plural and len(forms(entry)) != plural_forms:
        yield f"not in the number of plural forms, {plural_forms}"
    if any(letter in form for form in forms(entry) for letter in language.wrong):
        yield language.remedy
    expected = placeholders(entry.msgid) | placeholders(entry.msgid_plural or entry.msgid)
    for form in filter(None, forms(entry)):
        try:
            differs = placeholders(form) != expected
        except ValueError:
            differs = True
        if differs:
            yield f"other arguments in {form!r}"
