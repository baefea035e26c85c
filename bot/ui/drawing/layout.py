"""The drawing of frames and pages as messages of Discord's components."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import zip_longest

import discord

from bot.language.render import PlainRenderer, render
from bot.table.frame import Frame, Tool
from bot.ui.custom_ids import MARK, MENU, PRESS, SUBMIT, TOOL, CustomId
from bot.ui.drawing import components
from bot.ui.drawing.components import ACTION_ROW, Component, Drawing
from bot.ui.drawing.discord_renderer import CommandIds, DiscordRenderer
from bot.ui.drawing.emoji import EmojiSet, copy_at
from rules.screen import (
    Block,
    Cards,
    Cell,
    Control,
    Dice,
    Divider,
    Heading,
    Line,
    Mark,
    Menu,
    Peek,
    Possible,
    Press,
    Sheet,
    Sort,
    Tone,
    with_dice,
)
from rules.text import Positions, Text, say, say_count, say_in

COLOURS: dict[Tone, int] = {
    "waiting": 0xF0B232,
    "play": 0x5865F2,
    "won": 0x23A55A,
    "drawn": 0x00A8FC,
    "lost": 0xEB6E4B,
    "gone": 0x4E5058,
}

JACKPOT = 0xF5C518
"""The colour of a board on which a jackpot has just landed or been written."""

_FIRST_NUMBER = 1000
"""The first number of a round's menus; Discord numbers other components from 1."""

CARDS_IN_A_ROW = 3
"""The number of cards to be sorted in a row that fits a phone with the names of their parts."""

KEPT_WORDS = 1024
"""The number of selections whose words are cached, counted for each language."""

_STYLES = {True: components.SUCCESS, False: components.SECONDARY}
"""The button that moves the round on is green, selected dice are blurple, all others are grey."""


def draw(
    frame: Frame,
    emoji: EmojiSet,
    selected: Sequence[int] = (),
    commands: CommandIds | None = None,
    lead: float = 0.0,
) -> Drawing:
    """Return the message of a frame; `selected` are the positions its seat has selected.

    `lead` is that of the clock of this machine over Discord's, in seconds.
    """
    if frame.screen.sort is not None:
        frame = replace(frame, screen=frame.screen.sorted_by(selected))
    renderer = DiscordRenderer(
        frame.language,
        emoji,
        frame.names,
        commands=commands or CommandIds(),
        counts_down=True,
        lead=lead,
        you=frame.you,
    )
    screen = frame.screen
    parts = _blocks(frame, renderer)
    if screen.mark is not None and screen.mark.explained:
        words = _words(frame.language, screen.mark.submit, ())
        parts[-1] = components.text(f"{parts[-1]['content']}\n-# {words.line}")
    parts += components.rows(*_controls(frame, renderer))
    if frame.notes:
        notes = (f"-# {renderer.text(note)}" for note in frame.notes)
        parts.append(components.text("\n".join(notes)))
    colour = COLOURS[screen.tone] if screen.jackpot is None else JACKPOT
    return with_selected(Drawing([components.container(colour, parts)]), frame, emoji, selected)


def with_selected(
    drawing: Drawing, frame: Frame, emoji: EmojiSet, selected: Sequence[int]
) -> Drawing:
    """Return the message of a frame, drawn without a selection, with dice at `selected` marked.

    They are blurple, and the button that rerolls them is then the only green one.
    """
    mark = frame.screen.mark
    if mark is None or not selected:
        return drawing
    words = _words(frame.language, mark.submit, tuple(selected))
    dice = {
        f":{position}": emoji.on_button(
            mark.faces[position - 1],
            mark.face_set,
            selected=True,
            position=position if frame.numbered else None,
        )
        for position in selected
    }
    (board,) = drawing.to_components()
    parts = [
        _row_with_selected(part, dice, words.submit) if part["type"] == ACTION_ROW else part
        for part in board["components"]
    ]
    if mark.explained:  # the line about the dice is the last one above the controls
        above = next(at for at, part in enumerate(parts) if part["type"] == ACTION_ROW) - 1
        words_above = parts[above]["content"].rpartition("\n")[0]
        parts[above] = components.text(f"{words_above}\n-# {words.line}")
    return Drawing([{**board, "components": parts}])


def _row_with_selected(row: Component, dice: Mapping[str, Component], label: str) -> Component:
    """Return a row with the selected `dice`, by the end of their custom id.

    The button that rerolls them gets this `label`.
    """
    controls = []
    for control in row["components"]:
        custom_id = control["custom_id"]
        die = dice.get(custom_id[custom_id.rindex(":") :])
        if custom_id.startswith("mark:") and die is not None:
            control = {**control, **die, "style": components.PRIMARY}  # noqa: PLW2901
        elif custom_id.startswith("submit:"):
            ready = {"label": label, "style": components.SUCCESS, "disabled": False}
            control = {**control, **ready}  # noqa: PLW2901
        elif control.get("style") == components.SUCCESS:
            control = {**control, "style": components.SECONDARY}  # noqa: PLW2901
        controls.append(control)
    return {**row, "components": controls}


def message(
    texts: Iterable[Text], renderer: DiscordRenderer, buttons: Sequence[Component] = ()
) -> Drawing:
    """Return a message of some sentences, with buttons below them."""
    text = "\n".join(renderer.text(text) for text in texts)
    return Drawing([components.text(text), *components.rows(buttons)])


def described(
    png: bytes, name: str, shows: Sequence[Text], renderer: DiscordRenderer
) -> discord.File | None:
    """Return a picture as a file described by the sentences `shows`, None if there are none."""
    if not shows:
        return None
    words = " ".join(renderer.text(text) for text in shows)
    return discord.File(BytesIO(png), name, description=words)


def page(
    title: Text | None,
    blocks: Sequence[Block],
    renderer: DiscordRenderer,
    picture: discord.File | None = None,
    *,
    buttons: Sequence[Component] = (),
    below: Sequence[Block] = (),
) -> Drawing:
    """Return a page, such as the rules of a game, with a picture and buttons below it.

    A picture that shows the title itself has none above it. The blocks `below` are placed
    between the picture and the buttons.
    """
    head = [] if title is None else [f"### {renderer.text(title)}"]
    texts = [*head, *(_block(block, renderer) for block in blocks)]
    parts = [components.container(COLOURS["play"], _merged(texts))] if texts else []
    if picture is not None:
        parts.append(components.picture(picture))
    if below:
        further = _merged(_block(block, renderer) for block in below)
        parts.append(components.container(COLOURS["play"], further))
    return Drawing([*parts, *components.rows(buttons)])


def _blocks(frame: Frame, renderer: DiscordRenderer) -> list[Component]:
    screen = frame.screen
    above = frame.headline or screen.jackpot
    blocks = screen.blocks if screen.jackpot is None else with_dice(screen)
    head = [screen.title] if above is None else [above, screen.title]
    if frame.result_first:
        head.reverse()
    texts = [_block(Heading(head[0]), renderer)]
    texts += [_block(Line(text, "strong"), renderer) for text in head[1:]]
    for block in blocks:
        rolling = _rolling(frame, block) if isinstance(block, Dice) else ()
        texts.append(_block(block, renderer, rolling, copy_at(frame.moment)))
    return _merged(texts)


@dataclass(frozen=True, slots=True)
class _Words:
    """The words about selected dice: a `line`, and the label of the button that rerolls them."""

    line: str
    submit: str


@lru_cache(KEPT_WORDS)
def _words(language: str, submit: Text, positions: tuple[int, ...]) -> _Words:
    """Return the words for selected dice; they are the same in every round."""
    line = say("Press dice to reroll:")
    if positions:
        line = say_count(
            "to reroll: position {positions}",
            "to reroll: positions {positions}",
            len(positions),
            positions=Positions(positions),
        )
    texts, plain = (line, submit.with_count(len(positions))), PlainRenderer(language)
    return _Words(*(render(text, language, plain) for text in texts))


def _merged(texts: Iterable[str | None]) -> list[Component]:
    """Join neighbouring texts into one component; None is a divider."""
    made: list[Component] = []
    neighbours: list[str] = []
    for text in (*texts, None):
        if text is not None:
            neighbours.append(text)
            continue
        if neighbours:
            made += [components.text("\n".join(neighbours)), components.separator()]
        neighbours = []
    return made[:-1]


def _rolling(frame: Frame, dice: Dice | Mark) -> Collection[int]:
    """Return the positions of the dice that are shown rolling."""
    match frame.rolls:
        case "none":
            return ()
        case "landed":
            return dice.landed
        case "all":
            return range(1, len(dice.faces) + 1)


def _block(
    block: Block, renderer: DiscordRenderer, rolling: Collection[int] = (), copy: int = 0
) -> str | None:
    """Return a block as text, None for a divider; dice at `rolling` positions roll as a `copy`."""
    match block:
        case Line(text, "strong"):
            return f"**{replace(renderer, bold=False).text(text)}**"
        case Line(text, "quiet"):
            return f"-# {renderer.text(text)}"
        case Line(text, _):
            return renderer.text(text)
        case Heading(text):
            return f"### {renderer.text(text)}"
        case Dice(faces, face_set):
            return f"# {renderer.emoji.row(faces, face_set, rolling, copy)}"
        case Cards(faces, face_set):
            return f"# {renderer.faces(faces, face_set)}"
        case Sheet():
            return f"```\n{sheet_text(block, renderer)}\n```"
        case Divider():
            return None


def _controls(frame: Frame, renderer: DiscordRenderer) -> list[list[Component]]:
    """Return all controls in groups: dice, rows of buttons, menus, tools of the table.

    Cards to be sorted are in rows of `CARDS_IN_A_ROW`.

    Without menus, the tools are placed beside the button that rerolls selected dice, or beside the
    last row of buttons, if there is room for all. With menus, they are placed below them, or
    above them if buttons follow the menus, so that those buttons appear lower than the controls
    pressed before.
    """
    dice: list[Component] = []
    cards: list[list[Component]] = []
    menus: list[Component] = []
    below: list[Component] = []
    tools: list[Component] = []
    buttons: dict[int, list[Component]] = {}
    for control in frame.screen.controls:
        made = _control(control, frame, renderer)
        match control:
            case Mark():
                *dice, submit = made
                buttons.setdefault(0, []).append(submit)
            case Sort(faces):
                size, step = len(faces), CARDS_IN_A_ROW
                cards = [made[start : min(start + step, size)] for start in range(0, size, step)]
                buttons.setdefault(0, []).extend(made[len(faces) :])
            case Press() if menus:
                below += made
            case Press(row=row):
                buttons.setdefault(row, []).extend(made)
            case Menu():
                menus += made
            case Peek(main=True):
                buttons.setdefault(0, []).extend(made)
            case Peek():
                tools += made
    tools = [*(_tool(tool, frame, renderer) for tool in frame.tools), *tools]
    rows = [buttons[row] for row in sorted(buttons)]
    place = 0 if dice else -1
    if rows and not menus and len(rows[place]) + len(tools) <= components.BUTTONS_PER_ROW:
        rows[place], tools = [*rows[place], *tools], []
    ends = [tools, menus, below] if below else [menus, tools]
    return [dice, *cards, *rows, *ends]


def _control(control: Control, frame: Frame, renderer: DiscordRenderer) -> list[Component]:
    lobby = frame.kind == "lobby"
    match control:
        case Press(action, label, style):
            press = _custom_id(frame, "lobby" if lobby else PRESS, action.code)
            return [components.button(press, renderer.text(label), _STYLES[style == "main"])]
        case Mark(verb, faces, face_set):
            dice, rolling, copy = [], _rolling(frame, control), copy_at(frame.moment)
            for position, face in enumerate(faces, 1):
                shown = renderer.emoji.on_button(
                    face,
                    face_set,
                    position=position if frame.numbered else None,
                    copy=copy if position in rolling else 0,
                )
                mark = components.button(_custom_id(frame, MARK, str(position)), None)
                dice.append({**mark, **shown})
            none = renderer.text(say_in("button", "Reroll"))
            return [
                *dice,
                components.button(_custom_id(frame, SUBMIT, verb), none, disabled=True),
            ]
        case Sort():
            return _sort(control, frame, renderer)
        case Menu(prompt, choices):
            options = [
                components.option(
                    choice.action.code,
                    renderer.text(choice.label),
                    None if choice.detail is None else renderer.text(choice.detail),
                    chosen=choice.chosen,
                )
                for choice in choices
            ]
            menu = _custom_id(frame, "seat" if lobby else MENU)
            number = _FIRST_NUMBER + frame.moment
            return [components.menu(menu, renderer.text(prompt)[:150], options, number)]
        case Peek(label, main):
            return [
                components.button(_custom_id(frame, "peek"), renderer.text(label), _STYLES[main])
            ]


def _sort(sort: Sort, frame: Frame, renderer: DiscordRenderer) -> list[Component]:
    """Return the buttons of cards, *Confirm*, and the button that makes a choice at once.

    A card tapped into a part has the part's name and is blurple. Once the choice is complete, the
    other cards cannot be pressed. A seat that has decided has only the button that selects the
    cards of its choice again.
    """
    if sort.decided is not None:
        again = _custom_id(frame, MARK, sort.decided.action.code)
        return [components.button(again, renderer.text(sort.change))]
    choice, made = sort.choice(sort.selected), []
    for position, face in enumerate(sort.faces, 1):
        part, what = sort.part_of(position), str(position)
        shown = renderer.emoji.on_button(face, sort.face_set)
        if part is None:
            card = components.button(
                _custom_id(frame, MARK, what), None, disabled=choice is not None
            )
        else:
            what = f"{position}.{sort.selected.index(position) + 1}"
            card = components.button(
                _custom_id(frame, MARK, what), renderer.text(part.name), components.PRIMARY
            )
            shown = {**shown, "label": f"{shown.get('label', '')} {card['label']}".strip()}
        made.append({**card, **shown})
    confirm = renderer.text(sort.confirm)
    if choice is None:
        verb = sort.choices[0].action.verb
        made.append(components.button(_custom_id(frame, SUBMIT, verb), confirm, disabled=True))
    else:
        plays = _custom_id(frame, PRESS, choice.action.code)
        made.append(components.button(plays, confirm, components.SUCCESS))
    if sort.pick is not None:
        pick = _custom_id(frame, MARK, sort.pick.action.code)
        made.append(components.button(pick, renderer.text(sort.pick.label)))
    return made


def _custom_id(frame: Frame, kind: str, what: str = "") -> CustomId:
    return CustomId(kind, frame.number, frame.moment, what, frame.where)


def _tool(tool: Tool, frame: Frame, renderer: DiscordRenderer) -> Component:
    moment = 0 if frame.kind == "lobby" else frame.moment
    control = CustomId(TOOL, frame.number, moment, tool.verb, frame.where)
    return components.button(control, renderer.text(tool.label), _STYLES[tool.main])


PHONE_COLUMNS = 24
"""The letters of a code block that fit in a line on a phone of 390 pixels."""


def sheet_text(sheet: Sheet, renderer: DiscordRenderer) -> str:
    """Return a table as text, its halves side by side: labels left, columns right.

    A rule separates halves that have no room for a wider gap; halves without room for a rule are
    placed one below the other. Paired rows are placed two in a line.
    """
    if sheet.paired:
        return "\n".join(_paired(sheet, renderer))
    halves = [
        [tuple(_letters(cell, renderer) for cell in row) for row in half] for half in sheet.halves
    ]
    if any(sheet.head):
        head = ("", *(_letters(cell, renderer) for cell in sheet.head))
        halves = [[head, *half] for half in halves]
    labels = [max(len(row[0]) for row in half) for half in halves]
    # Columns of a sheet that fills up keep their place while they still have room.
    room = PHONE_COLUMNS - sum(labels) - len(halves) + 1
    room = room // max(1, len(halves) * len(sheet.head)) - 1
    tables = [
        _columns(half, label, min(room, 3), ruled=sheet.ruled)
        for half, label in zip(halves, labels, strict=True)
    ]
    widths = [max(map(len, table)) for table in tables]
    if sheet.left and sum(widths) >= PHONE_COLUMNS:
        return sheet_text(replace(sheet, left=0), renderer)
    room = min(3, PHONE_COLUMNS - sum(widths))
    gap = " " * room if room > 1 else "│"
    lines = (
        gap.join(part.ljust(width) for part, width in zip(parts, widths, strict=True))
        for parts in zip_longest(*tables, fillvalue="")
    )
    return "\n".join(line.rstrip() for line in lines)


def _paired(sheet: Sheet, renderer: DiscordRenderer) -> list[str]:
    """Return the lines of a table whose first rows are paired; their columns end alike."""
    rows = [tuple(_letters(cell, renderer) for cell in row) for row in sheet.rows]
    head = ("", *(_letters(cell, renderer) for cell in sheet.head))
    middle, end = (sheet.paired + 1) // 2, len(rows) - sheet.foot
    halves = [[head, *rows[:middle]], [head, *rows[middle : sheet.paired]]]
    rest, foot = rows[sheet.paired : end], rows[end:]
    column = max(3, *(len(cell) for row in (head, *rows[:end]) for cell in row[1:]))
    half = max(_width(row, column) for each in halves for row in each)
    width = max(
        min(2 * half + 3, PHONE_COLUMNS),
        *(_width(row, column) for row in rest),
        *(_width(row) for row in foot),
    )
    between = "║".center(width - 2 * half)
    pairs = zip_longest(*halves, fillvalue=("",) * len(head))
    lines = [between.join(_ruled(row, half, column) for row in pair) for pair in pairs]
    lines += [_ruled(row, width, column) for row in rest]
    lines += [_ruled(row, width) for row in foot]
    return [line.rstrip() for line in lines]


def _width(row: tuple[str, ...], column: int = 0) -> int:
    """Return the letters that a row needs in a line, with columns of a least width."""
    return len(row[0]) + 1 + len("│".join(cell.rjust(column) for cell in row[1:]))


def _ruled(row: tuple[str, ...], width: int, column: int = 0) -> str:
    """Return a line of this width: the label on the left, the columns on the right."""
    return row[0] + "│".join(cell.rjust(column) for cell in row[1:]).rjust(width - len(row[0]))


def _columns(
    rows: list[tuple[str, ...]], label: int, least: int, *, ruled: bool = False
) -> list[str]:
    """Return lines of a label and right-aligned columns, each of `least` letters or more.

    In `ruled` tables a rule separates the columns, without spaces if a wider gap has no room.
    """
    widths = [max(least, *map(len, column)) for column in list(zip(*rows, strict=True))[1:]]
    gap = " "
    if ruled:
        wide = label + 1 + sum(widths) + 3 * (len(widths) - 1)
        gap = " │ " if wide <= PHONE_COLUMNS else "│"
    return [
        row[0].ljust(label)
        + " "
        + gap.join(cell.rjust(width) for cell, width in zip(row[1:], widths, strict=True))
        for row in rows
    ]


def _letters(cell: Cell, renderer: DiscordRenderer) -> str:
    match cell:
        case None:
            return ""
        case str():
            return cell
        case int():
            return renderer.text(say_in("an amount", "{number}", number=cell))
        case Possible():
            return cell.symbol
        case Text():
            return renderer.text(cell)
