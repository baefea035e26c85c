"""The update of catalogues; header and plural forms come from CLDR through Babel.

`python -m bot.language` runs it during development; a plain installation has no Babel.
"""

from __future__ import annotations

import polib
from babel import Locale
from babel.messages.plurals import get_plural

from bot.language.catalogue import Sentence, sentence_of


def metadata(language: str) -> dict[str, str]:
    """Return the header of a catalogue, with the plural forms of its language."""
    return {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": get_plural(Locale.parse(language)).plural_forms,
    }


def update(
    catalogue: polib.POFile, used: dict[Sentence, tuple[str, ...]], language: str
) -> tuple[polib.POFile, tuple[Sentence, ...]]:
    """Return a catalogue with an entry for each sentence in `used`, and the dropped sentences.

    Translations are kept; the entries are in the order of `used`. `language` is a key such as
    "ro".
    """
    entries = {sentence_of(entry): entry for entry in catalogue if not entry.obsolete}
    locale = Locale.parse(language)
    plural_forms = get_plural(locale).num_plurals
    updated = polib.POFile(wrapwidth=98)
    english = locale.get_display_name("en")
    updated.header = f"The {english} translations of all sentences that players and hosts read."
    updated.metadata = metadata(language)
    for sentence, files in used.items():
        updated.append(_entry(sentence, files, entries.get(sentence), plural_forms))
    return updated, tuple(sentence for sentence in entries if sentence not in used)


def _entry(
    sentence: Sentence, files: tuple[str, ...], before: polib.POEntry | None, plural_forms: int
) -> polib.POEntry:
    entry = polib.POEntry(
        msgid=sentence.template,
        msgctxt=sentence.context or None,
        msgid_plural=sentence.plural,
        # Without line numbers, so that not every change of the source changes the catalogue.
        occurrences=[(name, "") for name in files],
        tcomment=before.tcomment if before else "",
        flags=list(before.flags) if before else [],
    )
    if sentence.plural:
        plurals = before.msgstr_plural if before else {}
        entry.msgstr_plural = {form: plurals.get(form, "") for form in range(plural_forms)}
    else:
        entry.msgstr = before.msgstr if before else ""
    return entry
