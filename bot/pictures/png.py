"""The encoding of pictures as PNG files."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, format="PNG")
    return file.getvalue()
