"""Every language writes numbers and lists as CLDR says."""

from __future__ import annotations

import pytest
from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from rules.text import Percent, Placeholder, Points, Positions, Text

CLDR = {key: Locale.parse({"en": "en_GB"}.get(key, key)) for key in LANGUAGES}
"""en_GB lists "3, 4 and 5", as the sentences of this bot do; en_US has a comma before "and"."""

each_language = pytest.mark.parametrize("language", LANGUAGES)


def shown(value: int | Placeholder, language: str) -> str:
    return render(Text("{v}", (("v", value),)), language, PlainRenderer())


@each_language
def test_numbers_are_those_of_cldr(language: str) -> None:
    locale = CLDR[language]
    for number in (0, 7, -3, 999, 7776, 10_077_696, 2**63 - 1):
        assert shown(number, language) == format_decimal(number, locale=locale)
    for number in (0.0, 0.25, -12.5, 229.64, 1234.5, 98765.43):
        two = format_decimal(number, "#,##0.00", locale=locale)
        assert shown(Points(number), language) == two


@each_language
def test_shares_are_those_of_cldr(language: str) -> None:
    locale = CLDR[language]
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "#,##0.0")
    for thousandths in range(1001):
        share = thousandths / 1000
        assert shown(Percent(share), language) == format_percent(share, pattern, locale=locale)


@each_language
@pytest.mark.parametrize("positions", [(), (2,), (2, 4), (1, 3, 5), (1, 2, 3, 4, 5)])
def test_lists_are_those_of_cldr(language: str, positions: tuple[int, ...]) -> None:
    expected = format_list([str(one) for one in positions], locale=CLDR[language])
    assert shown(Positions(positions), language) == expected


@each_language
def test_a_number_that_rounds_to_zero_has_no_sign(language: str) -> None:
    assert not shown(Points(-0.001), language).startswith("-")
    assert not shown(Percent(-0.00001), language).startswith("-")
    assert not shown(Points(-0.2, 0), language).startswith("-")
