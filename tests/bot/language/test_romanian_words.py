"""One Romanian word for one thing: words that stood in the catalogue and may not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import polib
import pytest

from bot.language.catalogue import forms
from bot.language.languages import CATALOGUES

BETTER: Mapping[str, str] = {
    r"ced(a|ă|at|ată|ate|ezi)": "pierde / ai pierdut prin alegeri",
    r"cost(ă|at|isit\w+)": "pierde / ai pierdut prin alegeri",
    r"prin ale sale": "prin propriile alegeri",
    r"contează cât s-a \w+, nu norocul": "clasament după cât ai pierdut prin alegeri, nu după noroc",
    r"angajament\w*": "amprenta",
    r"aruncarea \{\w+\}/\{\w+\}": "aruncarea 1 din 3",
    r"rânduri\w*|rândului|un rând|rândul(?! tău| vostru|\.)": "linie (of a sheet); rând is a turn",
    r"rund\w+": "partidă",
    r"(adaugă|adăugați) un calculator": "adaugă calculatorul",
    r"reia(-mi|ți)? \w*(greșel|partid)\w*": "reîncearcă unde am greșit; vezi reluarea",
    r"împotriva foii": "joci pentru un total cât mai mare",
    r"dintotdeauna": "de la început",
    r"\Aintră\Z|\Aieși\Z": "intru și eu / ies",
    r"\{better\} bat \{worse\}": "trei {better} bat trei {worse}",
    r"\{\w+\} (terminate|închise)": "terminate: 1 · închise: 0",
    r"aruncă \(\{n\}\)": "aruncă 2 zaruri",
    r"crupier contra jucător": "tu contra crupierului",
    r"mâna (cea )?mai mare": "mâna (cea) mai bună",
    r"aruncări din nou|schimb\w* zaruri": "a arunca din nou",
    r"luat înapoi": "și-a retras",
    r"găzduitor\w*": "gazda",
    r"socotește": "contează ca",
    r"cum o duce": "cum merge",
    r"schimbi tu|schimbat \{\w+\}|schimbat nimic|arunci iar|mai arunci": "a arunca din nou",
    r"zaruri de [1-6]": "Așii, Doiari, Treiari, Pătrari, Cinciari, Șesari",
    r"zaruri cu J, Q, K, A": "zaruri de la 9 la A",
    r"încă o partidă!|partida nouă e": "revanșă",
    r"singuri?|pe tine însuți|fost jucător": "solo, te, o persoană anonimă: words without gender",
    r"mai rapid|apasă primul|fi (invitat|provocat)|calificat": "verbs, which have no gender",
}
"""Words that are not said, as patterns in any case, and what is said in their place."""


def outdated(form: str) -> Iterator[str]:
    """Yield what should be said instead of each outdated word of a translation."""
    for words, better in BETTER.items():
        if re.search(rf"(?<!\w)(?:{words})(?!\w)", form, re.IGNORECASE):
            yield better


def test_no_translation_goes_back_to_a_word_that_was_given_up() -> None:
    catalogue = polib.pofile(str(CATALOGUES / "ro.po"), encoding="utf-8")
    told = [
        f"{form!r}: say {better!r}"
        for entry in catalogue
        for form in forms(entry)
        for better in outdated(form)
    ]
    assert told == []


@pytest.mark.parametrize(
    ("seen", "better"),
    [
        ("Alegerea a costat {lost}.", "pierde / ai pierdut prin alegeri"),
        ("Puncte cedate: {amounts}", "pierde / ai pierdut prin alegeri"),
        ("Angajament: {digest}", "amprenta"),
        ("Treisprezece rânduri", "linie (of a sheet); rând is a turn"),
        ("Un rând scris nu mai poate fi schimbat.", "linie (of a sheet); rând is a turn"),
        ("O singură dată pe rundă.", "partidă"),
        ("Reia-mi greșelile", "reîncearcă unde am greșit; vezi reluarea"),
        ("Intră", "intru și eu / ies"),
        ("Ieși", "intru și eu / ies"),
        ("schimbat {before} → la fel", "a arunca din nou"),
        ("Apasă primul.", "verbs, which have no gender"),
        ("Zaruri de 4", "Așii, Doiari, Treiari, Pătrari, Cinciari, Șesari"),
    ],
)
def test_a_word_that_was_given_up_is_found(seen: str, better: str) -> None:
    assert better in [*outdated(seen)]


@pytest.mark.parametrize(
    "said",
    [
        "E rândul tău: {place}",
        "Nimeni nu primește un memento când îi vine rândul.",
        "Cinci la rând: {n} puncte.",
        "Ieși din partidă? O câștigă adversarul.",
        "Intru și eu",
        "aruncarea {number} din {rolls}",
        "O foaie scurtă, zaruri de la 9 la A",
    ],
)
def test_words_with_another_meaning_stay(said: str) -> None:
    assert [*outdated(said)] == []
