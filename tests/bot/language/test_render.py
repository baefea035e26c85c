"""Sentences become words: languages, plural forms, numbers and renderers."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest

from bot.language import render as rendering
from bot.language.languages import LANGUAGES, nearest
from bot.language.render import Person, Place, PlainRenderer, Until, in_symbols, render
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.drawing.emoji import EmojiSet
from rules.dice import PIPS, POKER, Faces
from rules.games.six_card.cards import CARDS
from rules.hands import DICE_POKER, RANK_NAMES, describe, why
from rules.screen import Seat
from rules.sheets.how_to_play import five_alike
from rules.text import Percent, Placeholder, Points, Positions, Text, say, say_in
from rules.turns import mark_reroll, name_reroll, reroll_of


def english(text: Text) -> str:
    return render(text, "en", PlainRenderer("en", ("Ana", "Dan")))


def romanian(text: Text) -> str:
    return render(text, "ro", PlainRenderer("ro", ("Ana", "Dan")))


def test_english_comes_from_the_template() -> None:
    assert english(say("{seat} wins, {n} times", seat=Seat(1), n=2)) == "Dan wins, 2 times"


def test_an_unknown_language_is_english() -> None:
    assert render(say("Keep all"), "tlh", PlainRenderer()) == "Keep all"


def test_a_sentence_that_is_not_in_the_catalogue_stays_english() -> None:
    assert romanian(say("{a} is not in any catalogue", a="X")) == "X is not in any catalogue"


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, "Toate cinci la fel: 1 punct."),
        (2, "Toate cinci la fel: 2 puncte."),
        (5, "Toate cinci la fel: 5 puncte."),
        (0, "Toate cinci la fel: 0 puncte."),
        (19, "Toate cinci la fel: 19 puncte."),
        (20, "Toate cinci la fel: 20 de puncte."),
        (101, "Toate cinci la fel: 101 puncte."),
    ],
)
def test_romanian_has_three_plural_forms(count: int, expected: str) -> None:
    assert romanian(five_alike((6,) * 5).text.with_count(count)) == expected


def test_the_romanian_button_that_rerolls_fits_a_phone() -> None:
    submit = mark_reroll((1,), PIPS).submit
    assert [romanian(submit.with_count(n)) for n in (1, 2, 20)] == [
        "Aruncă 1 zar",
        "Aruncă 2",
        "Aruncă 20",
    ]


def test_romanian_ranks_have_small_letters_inside_a_sentence() -> None:
    straight, house = DICE_POKER.hand((1, 2, 3, 4, 5)), DICE_POKER.hand((3, 3, 3, 6, 6))
    assert romanian(why(straight, house, PIPS)) == "Combinația a decis: „chintă” bate „full house”."
    assert english(why(straight, house, PIPS)) == "Straight beats Full House."
    assert romanian(RANK_NAMES[straight.name]) == "Chintă"


def test_romanian_counts_cards_in_numbers() -> None:
    pair = say(
        "Pair: {seat} wins, a pair of {better} beats a pair of {worse}.",
        seat=Seat(0),
        better=CARDS.plural_of(2),
        worse=CARDS.plural_of(1),
    )
    assert romanian(pair) == "Pereche: câștigă Ana, o pereche de 2 bate o pereche de 1."


def test_english_has_two_plural_forms() -> None:
    submit = mark_reroll((1,), PIPS).submit
    assert [english(submit.with_count(n)) for n in (0, 1, 2)] == [
        "Reroll 0 dice",
        "Reroll 1 die",
        "Reroll 2 dice",
    ]


def test_a_plural_may_have_a_context() -> None:
    text = Text("{n} row", plural="{n} rows", context="nowhere", count=3)
    assert (english(text), romanian(text)) == ("3 rows", "3 rows")


def test_contexts_are_distinguished() -> None:
    assert romanian(say_in("dice", "1s")) == "1"
    assert romanian(say_in("a die", "1")) == "1"
    assert romanian(say("1s")) == "1s"


def test_positions_are_written_as_a_list() -> None:
    three = say("{p}", p=Positions((3, 4, 5)))
    assert english(three) == "3, 4 and 5"
    assert romanian(three) == "3, 4 și 5"
    assert english(say("{p}", p=Positions((2, 4)))) == "2 and 4"


def test_a_reroll_is_named_by_its_faces() -> None:
    """The largest first: that of one 2 reads like that of the other."""
    roll = (2, 5, 3, 5, 2)
    for positions in ((1, 3), (3, 5)):
        some = name_reroll(reroll_of(positions), roll, PIPS)
        assert english(some) == "keep 5 5 2, reroll 3 2"
        assert romanian(some) == "păstrează 5 5 2, aruncă din nou 3 2"
    assert english(name_reroll(reroll_of(()), roll, PIPS)) == "keep all"
    assert english(name_reroll(reroll_of((1, 2, 3, 4, 5)), roll, PIPS)) == "reroll all five"


def test_sentences_stand_inside_sentences_in_the_same_language() -> None:
    hand = describe(DICE_POKER.hand((3, 3, 3, 6, 6)), PIPS)
    assert english(say("{seat} — {hand}", seat=Seat(0), hand=hand)) == (
        "Ana — Full House, 3s over 6s"
    )
    line = romanian(say("{seat} — {hand}", seat=Seat(0), hand=hand))
    assert line == "Ana — full house, trei de 3 și două de 6"


@pytest.mark.parametrize(
    ("value", "in_english", "in_romanian"),
    [
        (7776, "7,776", "7.776"),
        (-1, "-1", "-1"),
        (Percent(0.4125), "41.2%", "41,2\xa0%"),
        (Percent(0.0008, 2), "0.08%", "0,08\xa0%"),
        (Percent(1, 0), "100%", "100\xa0%"),
        (Percent(-0.00001), "0.0%", "0,0\xa0%"),
        (Points(229.6384995505), "229.64", "229,64"),
        (Points(-1234.5, 1), "-1,234.5", "-1.234,5"),
        (Points(-0.001), "0.00", "0,00"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(
    value: int | Placeholder, in_english: str, in_romanian: str
) -> None:
    assert english(say("{v}", v=value)) == in_english
    assert romanian(say("{v}", v=value)) == in_romanian


def test_the_renderer_writes_the_placeholders() -> None:
    when = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    text = say(
        "{who} {faces} {when} {place} {other}",
        who=Person(7),
        faces=Faces((1, 2, 6), POKER),
        when=Until(when),
        place=Place(5, 6),
        other=Seat(2),
    )
    assert english(text) == "@7 9 10 A 2026-03-01 09:30 UTC 5/6 Seat 3"
    assert romanian(text).endswith("Locul 3")


def test_braces_in_a_name_are_only_letters() -> None:
    assert (
        render(say("{seat}!", seat=Seat(0)), "en", PlainRenderer("en", ("{n} {0}",))) == "{n} {0}!"
    )


def test_an_unknown_placeholder_is_a_fault() -> None:
    class Odd(Placeholder):
        pass

    with pytest.raises(TypeError, match="Odd"):
        english(say("{odd}", odd=Odd()))


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("ro", "ro"),
        ("ro-RO", "ro"),
        ("ro_MD", "ro"),
        ("RO", "ro"),
        ("en-GB", "en"),
        ("rom", "en"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_the_nearest_language(locale: str, language: str) -> None:
    assert nearest(locale) == language
    assert nearest(locale) in LANGUAGES


def test_a_catalogue_is_read_once_by_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    read = rendering.polib.pofile

    def counted(path: str, **keywords: str) -> object:
        reads.append(path)
        return read(path, **keywords)

    monkeypatch.setattr(rendering.polib, "pofile", counted)
    monkeypatch.setattr(rendering, "_catalogues", {"en": rendering.NullTranslations()})
    rendering._translate.cache_clear()
    threads = [threading.Thread(target=lambda: romanian(say("Keep all"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reads) == 1


def test_a_hand_of_equal_rank_says_how_many_beat_how_many() -> None:
    fives, threes = DICE_POKER.hand((5, 5, 5, 1, 2)), DICE_POKER.hand((3, 3, 3, 1, 2))
    assert romanian(why(fives, threes, PIPS)).endswith("cele de 5 bat cele de 3.")
    pair, lower = DICE_POKER.hand((5, 5, 1, 2, 3)), DICE_POKER.hand((3, 3, 1, 2, 4))
    assert romanian(why(pair, lower, PIPS)).endswith("cea de 5 o bate pe cea de 3.")


def test_dice_in_a_sentence_can_be_symbols_where_others_are_emoji() -> None:
    drawn, kept = Faces((6, 6), PIPS), say("kept {dice}", dice=Faces((6, 1), PIPS))
    text = say("{drawn}, {kept}", drawn=drawn, kept=in_symbols(kept))
    assert DiscordRenderer("en", EmojiSet()).text(text) == "6️⃣ 6️⃣, kept 6 1"
    assert english(text) == "6 6, kept 6 1"
