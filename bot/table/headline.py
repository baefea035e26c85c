"""The headline of a round that was played to its end: one sentence about what stood out.

It is chosen when the end is stored, and stored with it, so that every drawing says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.table import turns
from bot.table.stored_round import StoredRound
from rules.dice import Roll
from rules.engine import Step, landings
from rules.feats import Feat, Role
from rules.headlines import with_seat
from rules.screen import Seat
from rules.text import Text, say, say_count

IN_A_ROW = 3
"""The least number of wins or days in a row for a headline."""

MOST_IN_A_ROW = 30
"""The most earlier ones that are looked for; if there are more, the headline says so."""

NO_HEADLINE = ""
"""The stored headline of a round of which none can be told."""

_OF_MEMBER = ("server-best", "best", "wins", "days")
"""The kinds that tell of earlier rounds of a member; they are not told of an erased member."""

_NOBODY = -1
"""Stands for the seat of a headline that is about the end as a whole."""

_FEAT, _JACKPOT = "feat-", "jackpot-"
"""The beginnings of the kinds of feats, followed by the game's own key."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A headline about a seat, or about the end as a whole.

    `amounts` are, for a total, the points and what they are compared with; for wins and days how
    many in a row; for the best turn of a sheet for everybody its number, from 1; for a feat those
    of the game.
    """

    kind: str
    seat: int
    amounts: tuple[int, ...] = ()

    @property
    def code(self) -> str:
        """The headline as it is stored: "best.0.318.301"."""
        return ".".join(map(str, (self.kind, self.seat, *self.amounts)))

    @classmethod
    def of_code(cls, code: str) -> Headline:
        """Return the headline with this code, which must be valid.

        >>> Headline.of_code("best.0.318.301")
        Headline(kind='best', seat=0, amounts=(318, 301))
        """
        kind, seat, *amounts = code.split(".")
        return cls(kind, int(seat), tuple(map(int, amounts)))


@dataclass(frozen=True, slots=True)
class EarlierResults:
    """The results of a member before a round that ends, on their server.

    These are their best total in the game, None without one, the best total of the server if it is
    another member's, their wins in a row before this round, None if it does not count as won, and
    the days in a row that end with the day before; no days if they have ended another round today.
    """

    best: int | None = None
    of_server: int | None = None
    wins: int | None = None
    days: int = 0


def finishers(stored: StoredRound) -> tuple[int, ...]:
    """Return the seats of members who played to the end; none unless the round was played out."""
    if not stored.finished or stored.play is None or stored.play.over is None:
        return ()
    return tuple(
        index
        for index, player in enumerate(stored.players)
        if player.user is not None and not player.left and not player.former
    )


def choose_headline(
    stored: StoredRound, record: Sequence[Step], earlier: Mapping[int, EarlierResults] | None = None
) -> Headline | None:
    """Return the headline of a round with this whole record, None where nothing stood out.

    `earlier` has the earlier results of its members by seat, but of none who hides their
    statistics. The headline is the first of these: a jackpot of a member, a total above what
    perfect play averages, the best total of the server or of a member, wins or days in a row, that
    it was close if no member has won, the roll of the game. That of a sheet for everybody is about
    its best turn.
    """
    there = finishers(stored)
    if not there:
        return None
    if stored.players.everybody and (number := turns.best_turn(stored)) is not None:
        return Headline("turn", turns.seat_of(stored).index, (number,))
    feats = [*_feats(stored, record)]
    ladder = (
        _best_feat(
            (feat for feat in feats if feat.seat and feat.seat.index in there), "jackpot", stored
        ),
        *_total_headlines(stored, there, earlier or {}),
        *_streak_headlines(there, earlier or {}),
        None if _has_won(stored, there) else _best_feat(feats, "close", stored),
        _best_feat(feats, "roll", stored),
    )
    return next((headline for headline in ladder if headline is not None), None)


def sentence_of(stored: StoredRound) -> Text | None:
    """Return the sentence of the stored headline of a round, None without one.

    It names the seat in a round of several, unless the result names it as the winner. The
    statistics of an erased member are not told.
    """
    play = stored.play
    if not stored.end.headline or play is None or play.over is None:
        return None
    headline = Headline.of_code(stored.end.headline)
    if headline.kind == "turn":
        return turns.best_text(stored, *headline.amounts)
    seat = None if headline.seat == _NOBODY else Seat(headline.seat)
    if seat and headline.kind in _OF_MEMBER and stored.players[seat.index].former:
        return None
    if headline.kind.startswith((_FEAT, _JACKPOT)):
        feat = Feat(headline.kind.partition("-")[2], seat, headline.amounts)
        text = play.game.feat_text(play.state, feat)
    else:
        text = _sentence(headline)
    if text is None or seat is None or len(stored.players) == 1 or _is_winner(stored, seat):
        return text
    return with_seat(text, seat)


def dice(stored: StoredRound, record: Sequence[Step]) -> Roll:
    """Return the dice that the headline is about, else those of the roll of the game."""
    headline = Headline.of_code(stored.end.headline) if stored.end.headline else None
    feats = [feat for feat in _feats(stored, record) if feat.dice]
    for feat in feats:
        if headline is not None and headline == _feat_headline(feat):
            return feat.dice
    return max(feats, key=lambda feat: feat.weight).dice if feats else ()


def leads(stored: StoredRound) -> bool:
    """Return whether the headline of a round stands above its result.

    Below it is how a computer has won, and the roll of a game of one member: the result tells more.
    """
    if stored.end.headline is None or not stored.end.headline.startswith(_FEAT):
        return True
    return len(stored.players) > 1 and _has_won(stored, finishers(stored))


def celebrates(stored: StoredRound) -> bool:
    """Return whether the headline of a round is about a jackpot."""
    return stored.end.headline is not None and stored.end.headline.startswith(_JACKPOT)


def _feats(stored: StoredRound, record: Sequence[Step]) -> Iterable[Feat]:
    play = stored.play
    if play is None:
        return ()
    return play.game.feats(play.state, [*landings(record)])


def _best_feat(feats: Iterable[Feat], role: Role, stored: StoredRound) -> Headline | None:
    """Return the feat in a role that has most weight, of a winner before others.

    The roll of the game is the winner's if they have one, so that it tells how they won.
    """
    in_role = [feat for feat in feats if feat.role == role]
    if role == "roll":
        in_role = [feat for feat in in_role if _is_winner(stored, feat.seat)] or in_role
    if not in_role:
        return None
    best = max(in_role, key=lambda feat: (feat.weight, _is_winner(stored, feat.seat)))
    return _feat_headline(best)


def _feat_headline(feat: Feat) -> Headline:
    kind = (_JACKPOT if feat.role == "jackpot" else _FEAT) + feat.key
    return Headline(kind, _NOBODY if feat.seat is None else feat.seat.index, feat.amounts)


def _is_winner(stored: StoredRound, seat: Seat | None) -> bool:
    return stored.outcome is not None and seat is not None and stored.outcome.won[seat.index]


def _has_won(stored: StoredRound, there: Sequence[int]) -> bool:
    """Return whether one of these seats has a share of the win; a single seat has."""
    outcome = stored.outcome
    return outcome is not None and any(outcome.shares[seat] for seat in there)


def _total_headlines(
    stored: StoredRound, there: Sequence[int], earlier: Mapping[int, EarlierResults]
) -> Iterator[Headline]:
    """Yield what is told of totals that were made without a hint, the highest first."""
    play, outcome = stored.play, stored.outcome
    if play is None or outcome is None or outcome.scores is None:
        return
    scores, alone = outcome.scores, _without_hint(stored, there)
    average = None if play.game.exact is None else play.game.exact.average
    for seat in alone:
        if average is not None and scores[seat] > round(average):
            yield Headline("above", seat, (scores[seat], round(average)))
    bests = [("server-best", seat, earlier[seat].of_server) for seat in alone if seat in earlier]
    bests += [("best", seat, earlier[seat].best) for seat in alone if seat in earlier]
    for kind, seat, before in bests:
        if before is not None and scores[seat] > before:
            yield Headline(kind, seat, (scores[seat], before))


def _without_hint(stored: StoredRound, there: Sequence[int]) -> list[int]:
    """Return the seats of totals that were made without a hint, the highest first."""
    outcome = stored.outcome
    if outcome is None or outcome.scores is None:
        return []
    scores = outcome.scores
    without = [seat for seat in there if not stored.players[seat].hinted]
    return sorted(without, key=lambda seat: (-scores[seat], seat))


def best_total_seat(stored: StoredRound) -> int | None:
    """Return the seat of the highest total that may be compared with others here, if any."""
    if stored.players.everybody or stored.set_key is not None:
        return None
    return next(iter(_without_hint(stored, finishers(stored))), None)


def comparison(stored: StoredRound) -> tuple[Text, ...]:
    """Return the words that compare the best total of a round with those before it here."""
    seat = best_total_seat(stored)
    if seat is None or stored.end.better_than is None:
        return ()
    if any(player.former for player in stored.players):
        return ()
    n = stored.end.better_than
    if len(stored.players) == 1:
        return (say("better than {n} of 10 games here", n=n),)
    return (say("{seat}: better than {n} of 10 games here", seat=Seat(seat), n=n),)


def _streak_headlines(
    there: Sequence[int], earlier: Mapping[int, EarlierResults]
) -> Iterator[Headline]:
    """Yield the wins in a row of a member who has won, and the days in a row that end today."""
    for seat in there:
        before = earlier[seat].wins if seat in earlier else None
        if before is not None and before + 1 >= IN_A_ROW:
            yield Headline("wins", seat, (before + 1,))
    for seat in there:
        if seat in earlier and earlier[seat].days + 1 >= IN_A_ROW:
            yield Headline("days", seat, (earlier[seat].days + 1,))


def _sentence(headline: Headline) -> Text | None:
    """Return the sentence of a headline that is no feat."""
    match headline.kind, headline.amounts:
        case "above", (_, average):
            return say("🌟 Above perfect play ({average})", average=average)
        case "server-best", (_, before):
            return say("🏅 Server best (was {before})", before=before)
        case "best", (_, before):
            return say("🏅 New best (was {before})", before=before)
        case "wins", (wins,) if wins > MOST_IN_A_ROW:
            return say("🔥 More than {n} wins in a row", n=MOST_IN_A_ROW)
        case "wins", (wins,):
            return say_count("🔥 {n} win in a row", "🔥 {n} wins in a row", wins)
        case "days", (days,) if days > MOST_IN_A_ROW:
            return say("🔥 More than {n} days in a row", n=MOST_IN_A_ROW)
        case "days", (days,):
            return say_count("🔥 {n} day in a row", "🔥 {n} days in a row", days)
        case _:
            return None
