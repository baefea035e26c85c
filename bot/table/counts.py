"""What a round counts for: the choices that count for accuracy, and who has won among members."""

from __future__ import annotations

from bot.table.stored_round import StoredRound


def is_day(stored: StoredRound) -> bool:
    """Return whether a round is a private round of a day."""
    return stored.set_key is not None and not stored.set_key.startswith("s")


def counts(stored: StoredRound) -> bool:
    """Return whether a round counts for its members: a dare, and a sheet for everybody, do not."""
    return not stored.players.everybody and (stored.set_key is None or is_day(stored))


def choices_end(stored: StoredRound) -> tuple[int | None, ...]:
    """Return by seat the number of the first step that does not count for accuracy, None without.

    Choices count up to the first hint, and until the member leaves; on a sheet for everybody none.
    """
    if stored.players.everybody:
        return (1,) * len(stored.players)
    return tuple(
        min((*player.hinted, *((player.left_at,) if player.left_at else ())), default=None)
        for player in stored.players
    )


def won_by_seat(stored: StoredRound) -> tuple[bool | None, ...]:
    """Return by seat whether a member has won a round that is over, or lost it, among members.

    The only seat with the highest share has won. None stands for a tie, for the seat of a computer,
    and for a round in which no other member sat from the first die on. A member who left has lost.
    """
    outcome = stored.outcome
    if outcome is None or stored.players.everybody or not _is_among_members(stored):
        return (None,) * len(stored.players)
    most = max(outcome.shares)
    tie = outcome.shares.count(most) > 1
    return tuple(
        None if player.user is None else _won(player.left or share < most, tie=tie)
        for player, share in zip(stored.players, outcome.shares, strict=True)
    )


def _is_among_members(stored: StoredRound) -> bool:
    return len({player.user for player in stored.players} - {None}) > 1


def _won(lost: bool, *, tie: bool) -> bool | None:
    if lost:
        return False
    return None if tie else True
