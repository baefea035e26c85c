"""Pictures have a background of their own, so they read alike on dark and light themes."""

from __future__ import annotations

import pytest
from PIL import ImageColor

from bot.pictures.card import PANEL, QUIET
from bot.pictures.colours import BACKGROUND, FOREGROUND, LINES, VERDICTS


def luminance(colour):
    """Return the relative luminance of WCAG 2."""
    parts = (part / 255 for part in ImageColor.getrgb(colour))
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Return the contrast of two colours, 1 to 21, as WCAG 2 has it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("background", [BACKGROUND, PANEL])
@pytest.mark.parametrize("colour", [FOREGROUND, QUIET, *LINES])
def test_letters_and_lines_are_told_from_their_background(colour, background):
    """4.5 is what WCAG 2 asks of letters (AA)."""
    assert contrast(colour, background) >= 4.5


@pytest.mark.parametrize("colour", VERDICTS.values())
def test_dark_letters_are_read_on_verdicts(colour):
    assert contrast("#1e1f22", colour) >= 4.5
