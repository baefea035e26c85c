"""Draws Frames and whispers as Components V2: always a fresh LayoutView, kept by nobody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import discord
from discord import ui

from bot.emoji import EmojiBook
from bot.frame import Frame, Tool
from bot.words import Person, Place, speak
from cogs import controls
from rules.dice import FaceSet, Roll
from rules.screen import (
    Block,
    Cards,
    Control,
    Dice,
    Divider,
    Line,
    Mark,
    Menu,
    Peek,
    Press,
    Seat,
    Sheet,
    Tone,
)
from rules.text import Argument, Positions, Text, say, say_count, say_in

PHONE = 26
"""How many letters of a code block a phone shows in one line."""

COLOURS: dict[Tone, int] = {
    "waiting": 0xF0B232,
    "play": 0x5865F2,
    "won": 0x23A55A,
    "drawn": 0x949BA4,
    "gone": 0x4E5058,
}

_STYLES = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "danger": discord.ButtonStyle.danger,
}


@dataclass(frozen=True)
class Words:
    """The voice of Discord: mentions, emoji, timestamps and links."""

    language: str
    emoji: EmojiBook
    names: tuple[Argument, ...] = field(default=())
    bold: bool = True

    def naming(self, names: tuple[Argument, ...]) -> Words:
        """Return the same voice for a table at which these sit."""
        return replace(self, names=names)

    def say(self, text: Text) -> str:
        """Return the sentence in this voice's language."""
        return speak(text, self.language, self)

    def seat(self, seat: Seat) -> str:
        """Mention the member on this seat, or name the computer in bold."""
        match self.names[seat.index]:
            case Person(user):
                return self.person(user)
            case Text() as name:
                return f"**{self.say(name)}**" if self.bold else self.say(name)
            case other:
                return str(other)

    def person(self, user: int) -> str:
        """Mention a member."""
        return f"<@{user}>"

    def faces(self, faces: Roll, drawn: FaceSet) -> str:
        """Draw small dice inside a line."""
        return self.emoji.row(faces, drawn)

    def until(self, when: datetime) -> str:
        """Say a deadline as a timestamp that counts down by itself."""
        return discord.utils.format_dt(when, "R")

    def place(self, place: Place) -> str:
        """Link to a message, or to its channel."""
        if place.message is None:
            return f"<#{place.channel}>"
        guild = "@me" if place.guild is None else place.guild
        return f"https://discord.com/channels/{guild}/{place.channel}/{place.message}"


def draw(frame: Frame, emoji: EmojiBook, marked: Sequence[int] = ()) -> ui.LayoutView:
    """Return the layout of a frame; `marked` are the positions its seat has marked."""
    words = Words(frame.language, emoji, frame.names)
    colour = COLOURS[frame.screen.tone]
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=colour)
    for item in _blocks(frame, words, marked):
        container.add_item(item)
    for row in _rows(_items(frame, words, marked)):
        container.add_item(row)
    if frame.notes:
        container.add_item(
            ui.TextDisplay("\n".join(f"-# {words.say(note)}" for note in frame.notes))
        )
    layout = ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout


def whisper(
    texts: Iterable[Text], words: Words, buttons: Sequence[ui.Item[Any]] = ()
) -> ui.LayoutView:
    """Return some sentences, with buttons below them."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay("\n".join(words.say(text) for text in texts)))
    for row in _rows(buttons):
        layout.add_item(row)
    return layout


def page(title: Text, blocks: Sequence[Block], words: Words) -> ui.LayoutView:
    """Return a page without controls, such as the rules of a game."""
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=COLOURS["play"])
    for item in _merged([f"### {words.say(title)}", *(_block(block, words) for block in blocks)]):
        container.add_item(item)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout


def with_picture(page: ui.LayoutView, picture: discord.File) -> ui.LayoutView:
    """Put an attached picture below a page; its description is said to who cannot see it."""
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media=picture, description=picture.description)
    return page.add_item(gallery)


def _blocks(frame: Frame, words: Words, marked: Sequence[int]) -> list[ui.Item[Any]]:
    drawn: list[str | None] = [f"### {words.say(frame.screen.title)}"]
    drawn += [_block(block, words) for block in frame.screen.blocks]
    if any(isinstance(control, Mark) for control in frame.screen.controls):
        drawn.append(f"-# {words.say(_marked(tuple(marked)))}")
    return _merged(drawn)


def _marked(positions: tuple[int, ...]) -> Text:
    if not positions:
        return say("Press the dice that you want to reroll.")
    return say_count(
        "marked: position {positions}",
        "marked: positions {positions}",
        len(positions),
        positions=Positions(positions),
    )


def _merged(drawn: Iterable[str | None]) -> list[ui.Item[Any]]:
    """Put neighbouring texts into one component; None is a divider."""
    items: list[ui.Item[Any]] = []
    texts: list[str] = []
    for text in (*drawn, None):
        if text is not None:
            texts.append(text)
            continue
        if texts:
            items += [ui.TextDisplay("\n".join(texts)), ui.Separator()]
        texts = []
    return items[:-1]


def _block(block: Block, words: Words) -> str | None:
    match block:
        case Line(text, "strong"):
            return f"**{replace(words, bold=False).say(text)}**"
        case Line(text, "quiet"):
            return f"-# {words.say(text)}"
        case Line(text, _):
            return words.say(text)
        case Dice(faces, drawn) | Cards(faces, drawn):
            return f"# {words.faces(faces, drawn)}"
        case Sheet():
            return f"```\n{sheet(block, words)}\n```"
        case Divider():
            return None


def sheet(block: Sheet, words: Words) -> str:
    """Return a table in letters: the labels left, the columns right."""

    def letters(cell: Text | str | int | None) -> str:
        if cell is None:
            return ""
        if isinstance(cell, int):
            return words.say(say_in("an amount", "{number}", number=cell))
        return words.say(cell) if isinstance(cell, Text) else cell

    rows = [tuple(map(letters, row)) for row in block.rows]
    if any(block.head):
        rows.insert(0, ("", *map(letters, block.head)))
    label, *columns = [max(map(len, column)) for column in zip(*rows, strict=True)]
    # Columns of a sheet that fills up keep their place while they still have room.
    widths = [
        label,
        *(max(width, min(3, (PHONE - label) // len(columns) - 1)) for width in columns),
    ]
    lines = (
        " ".join(
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
            ]
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def _items(frame: Frame, words: Words, marked: Sequence[int]) -> list[ui.Item[Any]]:
    """Return all controls: the dice, then the buttons, those of the table last, then menus."""
    items = [
        item
        for control in frame.screen.controls
        for item in _control(control, frame, words, marked)
    ]
    items += [_tool(tool, frame, words) for tool in frame.tools]
    return sorted(items, key=_order)


def _order(item: ui.Item[Any]) -> int:
    if isinstance(item, controls.MarkButton):
        return 0
    return 2 if isinstance(item, controls.ActionMenu | controls.LobbyMenu) else 1


def _control(
    control: Control, frame: Frame, words: Words, marked: Sequence[int]
) -> list[ui.Item[Any]]:
    place = (frame.round, frame.moment)
    match control:
        case Press(action, label, style):
            make = controls.lobby if frame.kind == "lobby" else controls.press
            return [make(*place, action.code, words.say(label), _STYLES[style])]
        case Mark(verb, faces, drawn, submit):
            dice = [
                controls.mark(
                    *place, position, _face(face, drawn, words), marked=position in marked
                )
                for position, face in enumerate(faces, 1)
            ]
            counted = words.say(submit.counted(len(marked)))
            return [*dice, controls.submit(*place, verb, counted, ready=bool(marked))]
        case Menu(prompt, choices):
            options = [
                discord.SelectOption(
                    label=words.say(choice.label)[:100],
                    value=choice.action.code,
                    description=None if choice.detail is None else words.say(choice.detail)[:100],
                    default=choice.chosen,
                )
                for choice in choices
            ]
            pick = controls.lobby_menu if frame.kind == "lobby" else controls.menu
            return [pick(*place, words.say(prompt)[:150], options)]
        case Peek(label):
            return [controls.peek(*place, words.say(label))]


def _face(
    face: int, drawn: FaceSet, words: Words
) -> tuple[discord.PartialEmoji | str | None, str | None]:
    """Return the emoji of a die button, or its symbol as a label where there is none."""
    emoji = words.emoji.button(face, drawn)
    return emoji, None if emoji is not None else drawn.symbols[face - 1]


def _tool(tool: Tool, frame: Frame, words: Words) -> ui.Item[Any]:
    style = discord.ButtonStyle.primary if tool.main else discord.ButtonStyle.secondary
    return controls.tool(frame.round, frame.moment, tool.verb, words.say(tool.label), style)


def _rows(items: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[ui.LayoutView]]:
    """Put controls into rows: dice together, at most five buttons, each menu alone."""
    rows: list[list[ui.Item[Any]]] = []
    room = 0
    dice_before = False
    for item in items:
        dice = isinstance(item, controls.MarkButton)
        if room < item.width or dice != dice_before:
            rows.append([])
            room = 5
        rows[-1].append(item)
        room -= item.width
        dice_before = dice
    return [ui.ActionRow(*row) for row in rows]
