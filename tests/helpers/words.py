"""What tests expect to read, in the languages in which they know it."""

from __future__ import annotations

from typing import TypeVar

import pytest

from bot.language.languages import LANGUAGES

T = TypeVar("T")

in_each_language = pytest.mark.parametrize(
    "language",
    [LANGUAGES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in LANGUAGES[1:])],
)
"""Tells a story in the first language, and in the others where slow tests are run.

A whole round of each game in each language, and each sentence, are tested in every run.
"""


class Words(dict[str, T]):
    """Words by language. A test skips the languages in which it knows none.

    That a language has every sentence is the test of its catalogue.
    """

    def __missing__(self, language: str) -> T:
        pytest.skip(f"this test knows no words in the language {language}")
