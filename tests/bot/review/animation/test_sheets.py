"""Sheets in a picture: the halves stand side by side and stay in their room."""

from __future__ import annotations

from bot.review.animation import sheets
from bot.review.animation.drawing import Canvas, PictureRenderer
from bot.ui.emoji import PICTURES
from rules.screen import Sheet

ROOM, SIZE = 300, 20


class Noted(Canvas):
    """A canvas that notes what it writes: the text, and where it begins and ends."""

    def __init__(self, *given):
        super().__init__(*given)
        self.written = {}

    def text(self, at, text, size, *style):
        self.written[text] = at[0], at[0] + self.width(text, size)


def test_the_halves_of_a_sheet_stand_side_by_side_in_their_room():
    renderer = PictureRenderer("en", ("Ana",))
    canvas = Noted((720, 300), renderer, PICTURES)
    sheet = Sheet((), (("left", 111), ("right", 222)), left=1)
    sheets.draw(canvas, renderer, sheet, (50, 0), room=ROOM, size=SIZE)
    (left, _), (_, ended) = canvas.written["left"], canvas.written["111"]
    (begun, _), (_, right) = canvas.written["right"], canvas.written["222"]
    assert (left, round(right, 6)) == (50, 50 + ROOM)
    assert round(begun - ended, 6) == sheets.HALVES_APART
