"""Evidence of honest dice: roots posted before rounds, proofs sent and checked."""

from __future__ import annotations
