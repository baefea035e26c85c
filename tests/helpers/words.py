"""What tests expect to read, in the languages in which they know it."""

from __future__ import annotations

from typing import TypeVar

import pytest

T = TypeVar("T")


class Words(dict[str, T]):
    """Words by language. A test skips the languages in which it knows none.

    That a language has every sentence is the test of its catalogue.
    """

    def __missing__(self, language: str) -> T:
        pytest.skip(f"this test knows no words in the language {language}")
