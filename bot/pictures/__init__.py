"""Plots drawn with Pillow, which is loaded only for pictures.

- `axes`: the bands, bars, lines, dots and labels of a plot
- `font`: the letters; `avatar`: that of a member; `colours`: the colours; `png`: the file
"""

from __future__ import annotations
