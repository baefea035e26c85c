"""The end of a round as one picture: the headline, the roll of the game, who has made what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.language.render import PlainRenderer, render
from bot.pictures.card import BAR, BOTTOM, MARGIN, PANEL, QUIET, SMALLEST, WIDTH, Card, row_step
from bot.pictures.colours import FOREGROUND, GRID, LINES
from bot.pictures.font import drawable_text
from bot.review.played_round import PlayedRound
from rules.dice import Faces, Roll
from rules.review import SeatReview, have_same_information
from rules.screen import Cards, Dice, Line, Screen, Seat
from rules.text import Argument, Text, say

BOT = "Dice Poker for Discord"
"""The name of the bot on pictures."""

DIE, DIE_ALONE, SMALL_DIE = 48, 60, 34
"""The sizes of the dice of the roll of the game, and of those beside a name."""

ROW, LOWEST_ROW, LETTERS = 44, 34, 26
"""The usual and the least height of the row of a seat, and the size of its letters."""

AVATAR, AVATAR_ALONE = 38, 84
TOTAL_ALONE = 112
"""The size of the total of a single sheet."""


def share_picture(
    played: PlayedRound,
    end: Screen,
    reviews: tuple[SeatReview, ...],
    names: Sequence[str],
    avatars: Mapping[int, bytes],
    *,
    headline: Text | None,
    roll: Roll,
    language: str,
    pictures: Path,
) -> bytes:
    """Return a PNG, 600 × 340 pixels, of the `end`, the Screen of the board of a round.

    Its `headline` stands above who has won, and the `roll` of the game above totals. `names` are
    those of the seats, `avatars` PNG files by seat, `pictures` is the folder of the pictures of
    faces.
    """
    card = Card(played.game.info.colour)
    renderer = PlainRenderer(language, tuple(names))
    picture = _Picture(card, played, end, names, avatars, renderer, pictures)
    picture.draw(headline, roll, reviews)
    return card.png()


def has_curve(played: PlayedRound, reviews: tuple[SeatReview, ...]) -> bool:
    """Return whether the picture has the curve of the chance to win, which takes two seats."""
    return (
        len(reviews) == 2 and played.unit == "share" and have_same_information(reviews, played.unit)
    )


@dataclass(frozen=True, slots=True)
class _Picture:
    """The picture while it is drawn from top to bottom."""

    card: Card
    played: PlayedRound
    end: Screen
    names: Sequence[str]
    avatars: Mapping[int, bytes]
    renderer: PlainRenderer
    pictures: Path

    def draw(self, headline: Text | None, roll: Roll, reviews: tuple[SeatReview, ...]) -> None:
        outcome, game = self.played.outcome, self.played.game.info
        scores = None if outcome is None else outcome.scores
        alone, top = len(self.names) == 1, float(BAR + 14)
        if scores and roll:
            edge = DIE_ALONE if alone else DIE
            self._faces((MARGIN, top), roll, edge)
            top += edge + 12
        title = game.name if scores and alone else self.end.title
        top = self.card.title(self._text(headline or title), top)
        if headline is not None and not scores:
            self.card.text((MARGIN, top), self._text(self.end.title), LETTERS)
            top += 36
        if scores and alone:
            self._alone(scores[0], top)
        else:
            top = self._rows(scores, top + 6)
            if has_curve(self.played, reviews):
                self._chances(reviews, top + 6)
        self.card.last_line(BOT, self._text(game.name))

    def _text(self, text: Text) -> str:
        return drawable_text(render(text, self.renderer.language, self.renderer))

    def _faces(self, at: tuple[float, float], faces: Roll, edge: int) -> None:
        self.card.faces(at, faces, self.played.game.info.faces, edge, self.pictures)

    def _alone(self, points: int, top: float) -> None:
        """Write the name and, large, the total of a single sheet."""
        middle = (top + BOTTOM) / 2
        left: float = MARGIN
        if self.card.avatar(
            (left + AVATAR_ALONE / 2, middle), AVATAR_ALONE, self.avatars.get(0), self.card.colour
        ):
            left += AVATAR_ALONE + 16
        self.card.text((left, middle - LETTERS * 0.66), self.names[0], LETTERS)
        at = (WIDTH - MARGIN, middle - TOTAL_ALONE * 0.64)
        self.card.text(at, str(points), TOTAL_ALONE, self.card.colour, bold=True, right=True)

    def _rows(self, scores: Sequence[int] | None, top: float) -> float:
        """Write a row for each seat for which there is room, the best first: its total or hand."""
        outcome, hands = self.played.outcome, _hands(self.end)
        order = [*range(len(self.names))]
        if outcome is not None:
            order.sort(key=lambda seat: -outcome.shares[seat])
        if scores:
            order.sort(key=lambda seat: -scores[seat])
        row = max(LOWEST_ROW, min(ROW, (BOTTOM - top) / len(order)))
        for seat in order[: int((BOTTOM - top) / row)]:
            won = outcome is not None and outcome.shares[seat] > 0
            middle, line = top + row / 2, LINES[seat % len(LINES)]
            if not self.card.avatar(
                (MARGIN + AVATAR / 2, middle), AVATAR, self.avatars.get(seat), line
            ):
                self.card.dot((MARGIN + AVATAR / 2, middle), 9, line)
            at = (MARGIN + AVATAR + 12, middle - LETTERS * 0.64)
            self.card.text(at, self.names[seat], LETTERS, bold=won)
            if scores:
                right, colour = (WIDTH - MARGIN, at[1] - 5), self.card.colour if won else FOREGROUND
                points = str(scores[seat])
                self.card.text(right, points, LETTERS + 8, colour, bold=True, right=True)
            elif hand := hands.get(Seat(seat)):
                wide = row_step(SMALL_DIE) * (len(hand) - 1) + SMALL_DIE
                self._faces((WIDTH - MARGIN - wide, middle - SMALL_DIE / 2), hand, SMALL_DIE)
            top += row
        return top

    def _chances(self, reviews: tuple[SeatReview, ...], top: float) -> None:
        """Draw the line of the winner's chance to win, turn by turn; the other's is the rest."""
        left, right, bottom = MARGIN, WIDTH - MARGIN, BOTTOM - 8
        self.card.box((left, top, right, bottom), 10, PANEL)
        won = max(range(2), key=lambda seat: reviews[seat].worths[-1])
        chance = self._text(say("{seat}: chance to win", seat=Seat(won)))
        self.card.text((left + 14, top + 6), chance, SMALLEST, QUIET)
        top += 20
        half = (top + bottom) / 2
        self.card.box((left + 12, half, right - 12, half + 1), 0, GRID)
        steps = max(len(one.worths) for one in reviews) - 1 or 1
        ends = top + 12, bottom - 12
        line = [
            (
                left + 16 + (right - left - 34) * step / steps,
                ends[0] + (ends[1] - ends[0]) * (1 - worth),
            )
            for step, worth in enumerate(reviews[won].worths)
        ]
        self.card.line(line, LINES[won])
        self.card.dot(line[-1], 6, LINES[won])


def _hands(end: Screen) -> Mapping[Seat, Roll]:
    """Return the dice or cards that a board shows of each seat: below its name, or beside it."""
    hands: dict[Seat, Roll] = defaultdict(tuple)
    seat: Seat | None = None
    for block in end.blocks:
        match block:
            case Line(text, "plain" | "strong"):
                arguments = [*_arguments(text)]
                seat = next((one for one in arguments if isinstance(one, Seat)), seat)
                faces = next((one.faces for one in arguments if isinstance(one, Faces)), ())
            case Dice(faces) | Cards(faces):
                pass
            case _:
                continue
        if seat is not None:
            hands[seat] += faces
    return hands


def _arguments(text: Text) -> Iterator[Argument]:
    """Yield the arguments of a text and of the texts in it."""
    for _, value in text.arguments:
        yield value
        if isinstance(value, Text):
            yield from _arguments(value)
