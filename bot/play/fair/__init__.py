"""What shows that dice are honest: roots posted before a round, proofs handed out and checked."""

from __future__ import annotations
