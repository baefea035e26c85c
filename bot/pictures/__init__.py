"""Pictures drawn with Pillow, which alone loads it: only where a picture is asked for.

- `axes`: a plot's bands, bars, lines and dots, and the labels around them
- `font`: the letters; `colours`: the colours; `png`: the file
"""

from __future__ import annotations
