"""The catalogue is complete, and its check finds every fault."""

from __future__ import annotations

import re
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import polib
import pytest

from bot.language import __main__ as command
from bot.language import render
from bot.language.catalogue import (
    ComputedTemplate,
    Sentence,
    check,
    forms,
    placeholders,
    sentences,
    sentences_in,
)
from bot.language.languages import CATALOGUES, KNOWN, LANGUAGES, Language
from bot.language.updates import update
from rules.text import Text, say, say_count

SENTENCES = {
    Sentence("Keep all"): ("a.py",),
    Sentence("{a} beats {b}"): ("a.py", "b.py"),
    Sentence("{n} die", plural="{n} dice"): ("b.py",),
}


RO = KNOWN["ro"]


def written(**changes: object) -> polib.POFile:
    """Return a complete catalogue of SENTENCES with these changes to the entry for Keep all."""
    catalogue, _ = update(polib.POFile(), SENTENCES, "ro")
    keep, beats, dice = catalogue
    keep.msgstr = "Păstrează tot"
    beats.msgstr = "{a} bate {b}"
    dice.msgstr_plural = {0: "{n} zar", 1: "{n} zaruri", 2: "{n} de zaruri"}
    for name, value in changes.items():
        setattr(keep, name, value)
    return catalogue


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_catalogue_is_complete(language: str) -> None:
    catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"), encoding="utf-8")
    assert check(catalogue, sentences(), KNOWN[language]).lines == ()


_LABEL = re.compile(r"(?<!\*)\*([^*{}]+)\*(?!\*)|“([^”{}]+)”")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_sentence_quotes_labels_as_their_buttons_have_them(language: str) -> None:
    catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"), encoding="utf-8")
    labels: dict[str, set[str]] = {}
    for entry in catalogue:
        labels.setdefault(entry.msgid, set()).update(forms(entry))
    quoted = [
        (entry, labels[label])
        for entry in catalogue
        for label in map("".join, _LABEL.findall(entry.msgid))
        if label in labels
    ]
    assert quoted
    for entry, translated in quoted:
        for form in forms(entry):
            assert any(one in form for one in translated), (form, translated)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_entry_differs_from_the_english_or_is_a_symbol(language: str) -> None:
    catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"), encoding="utf-8")
    copied = [entry.msgid for entry in catalogue if entry.msgid in forms(entry)]
    letters = [words for words in copied if len(re.sub(r"\{.*?\}", "", words)) > 25]
    assert letters == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_is_drawn_with_all_that_it_is_about(language: str) -> None:
    """Counted ones in each form of the language; stories are told in the first language alone."""
    for sentence in sentences():
        names = placeholders(sentence.template) | placeholders(sentence.plural)
        arguments = tuple((name, f"@{name}@") for name in names - {"n"})
        for count in (1, 2, 20) if sentence.plural else (0,):
            text = Text(sentence.template, arguments, sentence.context, sentence.plural, count)
            if not sentence.plural and "n" in names:
                text = replace(text, arguments=(*arguments, ("n", "@n@")))
            told = render.render(text, language, render.PlainRenderer(language))
            shown = set(re.findall(r"@(\w+)@", told))
            assert shown == names - ({"n"} if sentence.plural else set()), told
            assert count < 2 or "n" not in names or str(count) in told, told


def test_the_sentences_of_all_packages_are_found() -> None:
    files = {name.partition("/")[0] for names in sentences().values() for name in names}
    assert files == {"rules", "bot", "cogs"}


def test_a_complete_catalogue_has_no_faults() -> None:
    assert check(written(), SENTENCES, RO).lines == ()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"msgstr": ""}, "not translated"),
        ({"msgid": "Keep some"}, "no longer said"),
        ({"msgid": "Keep some"}, "not translated"),
        ({"msgstr": "Pastrează {n}"}, "other arguments"),
        ({"msgstr": "Păstrează {"}, "other arguments"),
        ({"msgstr": "Păstreaz\u0163i"}, "cedilla"),
        ({"msgstr": "\u015etiu"}, "cedilla"),
        ({"flags": ["fuzzy"]}, "fuzzy"),
    ],
)
def test_faults_are_named(changes: dict[str, object], fault: str) -> None:
    assert any(fault in line for line in check(written(**changes), SENTENCES, RO).lines)


def test_each_plural_form_is_compared() -> None:
    catalogue = written()
    catalogue[2].msgstr_plural[2] = "multe zaruri"
    assert "other arguments" in check(catalogue, SENTENCES, RO).lines[0]
    catalogue[2].msgstr_plural = {0: "{n} zar", 1: "{n} zaruri"}
    assert "number of plural forms, 3" in check(catalogue, SENTENCES, RO).lines[0]


def test_an_empty_template_is_refused() -> None:
    sentences = {Sentence(" "): ("a.py",)}
    catalogue, _ = update(polib.POFile(), sentences, "ro")
    catalogue[0].msgstr = "ceva"
    assert "empty template" in check(catalogue, sentences, RO).lines[0]


def test_a_sentence_with_and_without_a_plural_is_refused() -> None:
    sentences = {**SENTENCES, Sentence("{n} die"): ("c.py",)}
    assert any(
        "with and without a plural" in line for line in check(written(), sentences, RO).lines
    )


def test_an_update_keeps_translations_and_drops_what_is_unused() -> None:
    sentences = {Sentence("New"): ("a.py",), Sentence("Keep all"): ("z.py",)}
    fresh, dropped = update(written(tcomment="a note"), sentences, "ro")
    assert [(entry.msgid, entry.msgstr, entry.tcomment) for entry in fresh] == [
        ("New", "", ""),
        ("Keep all", "Păstrează tot", "a note"),
    ]
    assert [sentence.template for sentence in dropped] == ["{a} beats {b}", "{n} die"]
    assert fresh[1].occurrences == [("z.py", "")]


def test_nested_and_adjacent_sentences_are_found() -> None:
    source = """
say("a {b}", b=many(say("nested {c}", c=say_in("ctx", "deep"))))
say("one " "two")
x = say_count("{n} o", "{n} m", len(y))
f"{say('in a string')}"
words.say(text)
def say(template): "say('not this')"
"""
    assert {found for _, found in sentences_in(source)} == {
        Sentence("a {b}"),
        Sentence("nested {c}"),
        Sentence("deep", "ctx"),
        Sentence("one two"),
        Sentence("{n} o", plural="{n} m"),
        Sentence("in a string"),
    }


@pytest.mark.parametrize(
    "source", ['say(f"hello {name}")', "say(words)", 'say("a" if b else "c")', 'say_in("ctx", x)']
)
def test_a_computed_template_is_refused(source: str) -> None:
    with pytest.raises(ComputedTemplate, match=r"there\.py:1"):
        list(sentences_in(source, "there.py"))


def test_sentences_stand_in_the_order_of_files_and_lines(tmp_path: Path) -> None:
    for name, source in {
        "rules/b.py": 'say("3")\nsay("1")',
        "rules/a.py": 'say("2")\nsay("1")',
        "cogs/c.py": 'say("2")',
        "bot/d.py": "",
        "assets/e.py": 'say("not extracted")',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
    assert {sentence.template: files for sentence, files in sentences(tmp_path).items()} == {
        "2": ("rules/a.py", "cogs/c.py"),
        "1": ("rules/a.py", "rules/b.py"),
        "3": ("rules/b.py",),
    }


@pytest.fixture
def few_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command find SENTENCES, in English and Romanian, and catalogues in `tmp_path`."""
    monkeypatch.setattr(command, "KNOWN", {"en": KNOWN["en"], "ro": RO})
    monkeypatch.setattr(command, "CATALOGUES", tmp_path)
    monkeypatch.setattr(command, "sentences", lambda: SENTENCES)


@pytest.mark.usefixtures("few_sentences")
def test_the_command_reports_and_updates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue = written(msgid="Keep some")
    catalogue.save(str(tmp_path / "ro.po"))
    before = (tmp_path / "ro.po").read_bytes()
    assert command.main(["--check"]) == 1
    assert (tmp_path / "ro.po").read_bytes() == before
    assert "no longer said: 'Keep some'" in capsys.readouterr().out
    assert command.main([]) == 1
    output = capsys.readouterr().out
    assert "not translated: 'Keep all' (a.py)" in output
    assert "dropped 'Keep some'" in output
    mended = polib.pofile(str(tmp_path / "ro.po"))
    mended[0].msgstr = "Păstrează tot"
    mended.save()
    assert command.main([]) == 0


@pytest.mark.usefixtures("few_sentences")
def test_a_header_with_other_plural_forms_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue = written()
    catalogue.metadata["Plural-Forms"] = "nplurals=3; plural=(n==1 ? 0 : 1);"
    catalogue.save(str(tmp_path / "ro.po"))
    assert command.main(["--check"]) == 1
    assert "another header" in capsys.readouterr().out
    assert command.main([]) == 0


@pytest.mark.usefixtures("few_sentences")
def test_a_language_is_a_line_and_its_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Polish for a while: its catalogue is made, checked by its own rules, and spoken."""
    polish = Language("Polski", "pl", decimal=",", group="\xa0", wrong="ã", remedy="ą, not ã")
    monkeypatch.setattr(command, "KNOWN", {"en": KNOWN["en"], "ro": RO, "pl": polish})
    written().save(str(tmp_path / "ro.po"))
    assert command.main([]) == 1
    assert "pl: 3 sentences, 3 to mend" in capsys.readouterr().out
    catalogue = polib.pofile(str(tmp_path / "pl.po"))
    assert "Polish translations" in catalogue.header
    assert catalogue.metadata["Language"] == "pl"
    keep, beats, dice = catalogue
    keep.msgstr, beats.msgstr = "Zachowaj wszystkie", "{a} bije {b}"
    assert len(dice.msgstr_plural) == 3
    dice.msgstr_plural = {0: "{n} kostka", 1: "{n} kostki", 2: "{n} kostek"}
    catalogue.save()
    assert command.main(["--check"]) == 0
    keep.msgstr = "Zachowãj"
    catalogue.save()
    assert command.main(["--check"]) == 1
    assert "ą, not ã" in capsys.readouterr().out

    monkeypatch.setattr(render, "KNOWN", {**KNOWN, "pl": polish})
    monkeypatch.setattr(render, "CATALOGUES", tmp_path)
    monkeypatch.setattr(render, "_catalogues", {"en": NullTranslations()})

    def spoken(text: Text, language: str) -> str:
        return render.render(text, language, render.PlainRenderer(language))

    said = [spoken(say_count("{n} die", "{n} dice", n), "pl") for n in (1, 3, 5, 22)]
    assert said == ["1 kostka", "3 kostki", "5 kostek", "22 kostki"]
    assert spoken(say("Keep all"), "pl") == "Zachowãj"
    assert spoken(say("Keep all"), "ro") == "Păstrează tot"
