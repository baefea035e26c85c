"""The languages of the bot.

A new language is one more entry in `KNOWN` and a catalogue in this folder;
`python -m bot.language` creates and checks the catalogue. Plural forms are Babel's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from babel import Locale

CATALOGUES = Path(__file__).parent
"""The folder of the catalogues, `<language>.po`."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its own name, and the locale of its numbers and lists.

    `discord` is the locale by which Discord knows it. `wrong` are letters that no sentence of
    it has, though they look right; `remedy` says what to write instead.
    """

    name: str
    locale: Locale
    discord: str
    wrong: str = ""
    remedy: str = ""


KNOWN: Mapping[str, Language] = {
    # en_GB formats a list as "3, 4 and 5", en_US as "3, 4, and 5".
    "en": Language("English", Locale("en", "GB"), "en-US"),
    "ro": Language(
        "Română",
        Locale("ro"),
        "ro",
        wrong="\u015e\u015f\u0162\u0163",
        remedy="ș and ț are written with a comma below, not a cedilla",
    ),
}

LANGUAGES = tuple(KNOWN)
"""The keys of the languages. English, the language of the templates, is first."""


@lru_cache(maxsize=128)
def nearest(locale: str) -> str:
    """Return the language for a locale such as "ro-RO" or "en_US"; by default English.

    >>> nearest("ro-RO"), nearest("pt-BR")
    ('ro', 'en')
    """
    language = locale.replace("_", "-").partition("-")[0].lower()
    return language if language in KNOWN else "en"
