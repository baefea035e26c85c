"""The languages of the bot.

A new language is one more entry in `KNOWN` and a catalogue in this folder;
`python -m bot.language` creates and checks the catalogue. A test compares the formats of
numbers with those of CLDR.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

CATALOGUES = Path(__file__).parent
"""The folder of the catalogues, `<language>.po`."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its own name and its format of numbers.

    `discord` is its locale on Discord. `decimal` stands before the decimals, `group` between
    thousands, `percent` is the pattern of a share. `wrong` has wrong letters that look right;
    `remedy` says what to write instead.
    """

    name: str
    discord: str
    decimal: str = "."
    group: str = ","
    percent: str = "{}%"
    wrong: str = ""
    remedy: str = ""

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number with this many decimals, without a sign if it rounds to zero.

        >>> KNOWN["ro"].number(-1234.5, 2)
        '-1.234,50'
        """
        if isinstance(value, int) and -1000 < value < 1000 and not digits:
            return str(value)
        # Adding 0.0 turns -0.0 into 0.0.
        text = f"{round(value, digits) + 0.0:,.{digits}f}" if digits else f"{round(value):,}"
        return text.translate({ord(","): self.group, ord("."): self.decimal})

    def percentage(self, share: float, digits: int) -> str:
        r"""Return a share, 1 for the whole, in percent with this many decimals.

        >>> KNOWN["ro"].percentage(0.4125, 1)
        '41,2\xa0%'
        """
        return self.percent.format(self.number(round(share, digits + 2) * 100, digits))


KNOWN: Mapping[str, Language] = {
    "en": Language("English", "en-US"),
    "ro": Language(
        "Română",
        "ro",
        decimal=",",
        group=".",
        percent="{}\xa0%",
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
