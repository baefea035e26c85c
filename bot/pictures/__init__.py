"""Plots and cards drawn with Pillow, which is loaded only for pictures.

- `axes`: the bars, lines, dots and labels of a plot; `card`: the card that a member posts
- `font`: the letters; `avatar`: a member's own picture; `colours`; `png`: the file
"""

from __future__ import annotations
