"""The seed of a round's luck, and how it was committed to before.

The seeds of a channel are a chain, numbered from 1. The SHA-256 of the next one is
shown before its round is opened; the seed itself once the round can be played no more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Commitment:
    """A seed in the chain of a channel.

    `previous` is the digest of the seed before it in the chain, None for the first.
    `early` says that the digest stood in the database before the round was opened.
    Once the round has ended, `proof` is the digest of its proof, and `announced` that
    of the next seed of the channel in which it ended. `levels` is the version of the
    computers' levels (`rules.levels.VERSION`) with which the round was opened and, once it
    has ended, also played to its end; 0 if that was another one, None where the round ended
    before versions were noted.
    """

    channel: int
    number: int
    seed: bytes = field(repr=False)  # no log may hold it
    previous: str | None = None
    early: bool = True
    proof: str | None = None
    announced: str | None = None
    levels: int | None = None

    @property
    def digest(self) -> str:
        """The commitment: the SHA-256 of the seed, in hex."""
        return sha256(self.seed).hexdigest()


@dataclass(frozen=True, slots=True)
class Reserved:
    """What a round needs before its first die lands: its id, its seed, and who opened it.

    `interaction` is the id that Discord gave to the command or press that opens it, 0 where
    nobody pressed anything: in a match, time was up for the round before.
    """

    id: int
    commitment: Commitment
    interaction: int = 0
