"""Members with an avatar in one colour, which no picture has elsewhere."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord
from PIL import Image

if TYPE_CHECKING:
    from simulated import Sim

GREEN = (1, 200, 2)
HASH = "0123456789abcdef" * 2


def green_file() -> bytes:
    """Return the file of such an avatar."""
    made = BytesIO()
    Image.new("RGB", (128, 128), GREEN).save(made, "PNG")
    return made.getvalue()


def green_pixels(picture: Image.Image) -> int:
    """Return how many pixels of a picture have the colour of the avatar."""
    shown = picture.convert("RGB")
    colours: Any = shown.getcolors(shown.width * shown.height)
    return sum(count for count, colour in colours if colour == GREEN)


def give_avatar(sim: Sim, member: Any) -> None:
    """Give a member an avatar that Discord's picture server has."""
    sim.env.backend.users[member.id].avatar = HASH
    sim.env.backend.cdn._blobs[_url(member)] = green_file()


def lose_avatar_file(sim: Sim, member: Any) -> None:
    """Let the picture server have nothing for a member's avatar."""
    del sim.env.backend.cdn._blobs[_url(member)]


async def shows_avatar(message: Any) -> bool:
    """Return whether the picture attached to a message shows such an avatar."""
    with Image.open(BytesIO(await message.attachments[0].read())) as picture:
        return green_pixels(picture) > 600


def _url(member: Any) -> str:
    return f"{discord.Asset.BASE}/avatars/{member.id}/{HASH}.png?size=128"
