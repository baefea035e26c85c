"""What members have played on a server: judged games, lists, and the pages that show them."""

from __future__ import annotations
