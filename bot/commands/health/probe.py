"""`dice-poker health`: asks a running bot for its health over HTTP."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException

ASK_SECONDS = 3.0
"""The seconds that an answer over HTTP may take."""

MOST_BYTES = 1000
"""The most bytes of an answer that are read."""

OURS = (200, 503)
"""The status of an answer of the bot."""

WELL = "ok"
"""The text of an answer that tells no fault."""


def fault(address: str, port: int, *, ready: bool) -> str:
    """Return why a bot is not healthy, or not `ready`; empty if it is."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 — listened on, not asked at
    connection = HTTPConnection(everywhere.get(address, address), port, timeout=ASK_SECONDS)
    try:
        connection.request("GET", "/readyz" if ready else "/healthz")
        answer = connection.getresponse()
        text = answer.read(MOST_BYTES).decode(errors="replace").strip()
        is_ours = answer.status in OURS and "\n" not in text
        is_ours = is_ours and answer.headers.get_content_type() == "text/plain"
    except OSError as error:
        words = getattr(error, "strerror", None) or str(error)
        return (
            f"no answer on {address} port {port} ({words}): start the bot, or correct HEALTH_PORT"
        )
    except HTTPException:
        is_ours = False
    finally:
        connection.close()
    if not is_ours:
        return (
            f"another program answers on {address} port {port}: set HEALTH_PORT to a port of the "
            "bot's own, and start the bot again"
        )
    return "" if (answer.status, text) == (200, WELL) else text
