"""`dice-poker demo`: the bot in a browser, without Discord.

The bot runs against SimCord's simulated Discord, and SimCord's Preview serves a page with one
channel and three members. The page looks like Discord's: `_dress` hides what SimCord offers to
developers. `_run_clock` advances SimCord's clock in real time and refreshes the page after changes
without an action on it. SimCord sends fifty messages after every change; `_few_messages` reduces
them to ten. Only this module and `tests/helpers/simulated.py` use private names of SimCord.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
import webbrowser
from bisect import bisect_right
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
import simcord
from aiohttp import web
from simcord import interactions
from simcord.preview import _action_plans, _snapshot

from bot.client import DicePokerBot
from bot.commands.signals import stop_event
from bot.config import Config
from bot.exit_codes import EXIT_MISTAKE, EXIT_OK
from bot.language.languages import KNOWN
from bot.language.render import PlainRenderer, render
from bot.play.opening import first_page
from bot.storage.database import Storage
from bot.ui.drawing import components
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.discord_renderer import CommandIds, DiscordRenderer
from bot.ui.drawing.emoji import PICTURES, animated, picture_of, pictured
from rules.engine import Luck
from rules.text import say, say_in

MEMBERS = ("ana", "bogdan", "carmen")
MANAGER = "ana"
TICK_SECONDS = 1.0
"""Seconds between two advances of the simulated clock."""

SETTLED_WITHIN = 120
"""How many seconds the bot may compute before the clock stops: exact play, on a busy machine."""

NAME = "Dice Poker"
AVATAR = "pips_5"
"""The picture of the bot: its hash on Discord, and its name among the emoji pictures."""

ICON = f"/{AVATAR}.png"

WELCOME = say("Switch player at the top to play against yourself.")
"""The text below the first page of `/play`, which is the first message of the channel."""

WITHOUT_KEY = say("Please open the whole address that the terminal shows, with all that follows #.")
"""The text of a page whose address has no key, or the key of another demo."""

VIEWER = say_in("who acts on the page", "You are")

KEPT = 10
"""The number of messages on the page; *Load earlier messages* leads to earlier ones.

SimCord sends all messages again after each change, by default fifty.
"""

STYLE = """
.messages-sidebar, .inspector-panel, .drawer-scrim, .session-menu, .toolbar-button,
.toolbar-status { display: none !important; }
.preview-shell { --toolbar-height: 48px; }
.preview-toolbar { height: auto; flex-wrap: nowrap; justify-content: space-between; }
.preview-brand { font-size: 16px; }
.preview-brand img { width: 30px; height: 30px; }
.preview-brand > span:last-child { display: block; }
.viewer-control { font-size: 14px; }
.component-section { grid-template-columns: minmax(0, 1fr) auto !important; }
.section-accessory { min-width: 0 !important; }
.text-display h1 { font-size: 24px; line-height: 33px; }
.text-display h1 .custom-emoji { width: 33px; height: 33px; }
.custom-emoji:not([src]) { display: inline-block; visibility: hidden; }
.command-mention { cursor: pointer; }
.component-button[aria-busy="true"] { position: relative; opacity: 1 !important; }
.component-button[aria-busy="true"] > * { visibility: hidden; }
.component-button[aria-busy="true"]::after { content: "• • •"; position: absolute; inset: 0;
  display: grid; place-items: center; color: #ffffff; animation: answering 1s 0.2s infinite both; }
@keyframes answering { from, to { opacity: 0.3; } 50% { opacity: 1; } }
.channel-composer { grid-template-columns: minmax(0, 1fr) !important; }
a[href^="https://discord.com/channels/"] { font-size: 0; border-radius: 3px; padding: 0 2px;
  color: #c9cdfb; background: rgb(88 101 242 / 30%); text-decoration: none; }
a[href^="https://discord.com/channels/"]::after { content: "# games \\203A  💬"; font-size: 14px; }
"""
"""The style of the page in addition to SimCord's: it hides the tools for developers.

SimCord fetches a picture after drawing its message, and again if no message has shown it for a
while; until then its place is empty. A button shows dots while it is answered, as on Discord.
"""

SCRIPT_PATH = "/demo.js"

SCRIPT = """
document.addEventListener("click", (event) => {
  const mention = event.target.closest(".command-mention");
  const box = document.getElementById("channel-composer-input");
  if (!mention || !(box instanceof HTMLTextAreaElement)) return;
  box.focus();
  box.value = mention.textContent;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  const enter = { key: "Enter", bubbles: true, cancelable: true };
  box.dispatchEvent(new KeyboardEvent("keydown", enter));
});

const page = document.getElementById("preview-app");
const stage = page.parentElement;
const channel = document.getElementById("channel-timeline");
const newer = document.getElementById("history-newer");
let newest = 0n;
let answered = null;
let pressed = null;
let led = null;
let atEnd = true;

function rendering() {
  return page.getAttribute("aria-busy") === "true";
}

channel.addEventListener("scroll", () => {
  if (rendering()) return;  // what is drawn anew has moved the page, not its player
  const below = channel.scrollHeight - channel.scrollTop - channel.clientHeight;
  atEnd = newer.hidden && below <= 1;
}, { passive: true });

channel.addEventListener("click", (event) => {
  pressed = event.target.closest(".channel-message")?.dataset.messageId;
}, { capture: true });  // SimCord's own answer may draw the page anew without that message

function scrollBy(pixels) {
  channel.scrollTop += pixels;
  channel.dispatchEvent(new Event("scroll"));  // SimCord notes at once where the page stands
}

function follow() {
  const messages = [...channel.querySelectorAll(".channel-message")];
  if (!messages.length) return;
  const last = BigInt(messages.at(-1).dataset.messageId);
  const { lastAction, targetId } = window.simcordPreview;
  const { requestId, outcomes = [] } = lastAction ?? {};
  const find = (id) => messages.find((one) => one.dataset.messageId === id);
  const id = requestId !== answered ? outcomes.findLast((one) => one.messageId)?.messageId : null;
  const answer = find(id);
  const gone = pressed && !find(pressed);
  const leads = targetId && targetId !== led;
  const ends = newer.hidden;
  if (last > newest || (ends && !leads && (atEnd || gone || last < newest))) {
    scrollBy(channel.scrollHeight);
  } else if (answer) {
    const below = answer.getBoundingClientRect().bottom - channel.getBoundingClientRect().bottom;
    if (below > 0) scrollBy(below);
  } else if (id && !ends) {
    document.getElementById("new-messages").click();
  }
  if (last > newest || ends) newest = last;
  if (answer) answered = requestId;
  if (gone) pressed = null;
  led = targetId;
}

function showAnswering() {
  const key = window.simcordPreview.pendingAction?.controlKey;
  for (const one of channel.querySelectorAll("[aria-busy]")) {
    if (one.dataset.controlKey !== key) one.removeAttribute("aria-busy");
  }
  if (key) channel.querySelector(`[data-control-key="${key}"]`)?.setAttribute("aria-busy", "true");
}

new MutationObserver(showAnswering).observe(
  channel, { subtree: true, childList: true, attributeFilter: ["aria-disabled"] });
function fit() {
  const misfitBefore = misfit;
  misfit = page.clientWidth !== stage.clientWidth && window.simcordPreview.ready;
  if (!misfit || !misfitBefore) return;
  document.getElementById("layout-mode").dispatchEvent(new Event("change"));
}

let misfit = false;
setInterval(fit, 1000);  // SimCord drops a new width where another page acts meanwhile
document.getElementById("viewer-picker").addEventListener("change", () => { newest = 0n; });
new MutationObserver(() => {
  if (rendering()) return;
  const { authorized } = window.simcordPreview;
  if (authorized) follow();
  else document.getElementById("preview-empty").hidden = false;
}).observe(page, { attributeFilter: ["aria-busy"] });
"""
"""The script of the page in addition to SimCord's.

A click on a mentioned command puts it into the box, as on Discord. The page scrolls to the newest
message, also after a newer or the pressed one was deleted, and to the end of the answer to a press;
it stays at the end while messages there change. A control that is being answered is marked as busy.
Without the key to this demo it says so.
"""


Past = Callable[[Storage, int, int, Mapping[str, int]], None]
"""Plays rounds before the page opens.

It is called with the database, the ids of the server and of its channel, and the ids of the
members by name.
"""


def run(port: int | None, open_page: bool, language: str, turn_minutes: float) -> int:
    """Serve the demo until it is interrupted or its page is closed; return the exit code.

    With `port` None the page is served on a free port of 127.0.0.1.
    """
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    try:
        return asyncio.run(_serve(port, open_page, language, turn_minutes))
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        reason = error.__cause__.strerror or "it is taken"
        sys.stderr.write(
            f"dice-poker: the page cannot be served on port {port or 'any'} ({reason}). "
            "Choose another with --port, or leave it out.\n"
        )
        return EXIT_MISTAKE


async def _serve(port: int | None, open_page: bool, language: str, turn_minutes: float) -> int:
    stopped = stop_event()
    async with demo(port, language, turn_minutes) as preview:
        sys.stdout.write(f"Play in your browser: {preview.url}\nStop with Ctrl-C.\n")
        sys.stdout.flush()
        if open_page:
            await asyncio.to_thread(webbrowser.open, preview.url)
        tasks = [asyncio.create_task(each) for each in (stopped.wait(), preview.wait_closed())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
    return EXIT_OK


@contextlib.asynccontextmanager
async def demo(
    port: int | None,
    language: str,
    turn_minutes: float,
    luck: Luck | None = None,
    past: Past | None = None,
) -> AsyncIterator[Any]:
    """Start the bot, a server with three members, and the page; yield SimCord's Preview.

    With a `past` the server has finished rounds.
    """
    with (
        TemporaryDirectory(prefix="dice-poker-demo-") as folder,
        Storage.open(f"sqlite:///{Path(folder) / 'demo.sqlite3'}") as storage,
    ):
        settings = Config(turn_minutes=turn_minutes, public_language=language, shards=1)
        commands = CommandIds(in_discord=False)
        bot = DicePokerBot(storage, settings, luck=luck, command_ids=commands)
        env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLED_WITHIN)
        env.backend.clock._epoch = datetime.now(UTC)
        env.backend.bot_user.name = NAME
        env.backend.bot_user.avatar = AVATAR
        for emoji in pictured():  # SimCord treats every picture as not animated
            env.backend.create_application_emoji(emoji, animated=emoji in animated())
        await env.start()
        try:
            with _members_locale(KNOWN[language].discord), _few_messages():
                guild, channel, members = _server(env)
                await env.settle()
                if past is not None:
                    ids = {member.name: member.id for member in members}
                    await asyncio.to_thread(past, storage, guild.id, channel.id, ids)
                async with _page(env, port, language, channel, members) as preview:
                    yield preview
        finally:
            await env.shutdown()
            await env.bot.close()


def _server(env: Any) -> tuple[Any, Any, list[Any]]:
    """Return a new server, its channel, and its three members."""
    guild = env.create_guild("The Green Table")
    # The page shows this channel alone, so nothing may go on in a thread of it.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel("games", overwrites={env.bot.user: no_threads})
    permissions = discord.Permissions(manage_guild=True, manage_messages=True)
    managers = guild.create_role("managers", permissions=permissions)
    members = [
        guild.add_member(env.create_user(name), roles=[managers] if name == MANAGER else [])
        for name in MEMBERS
    ]
    return guild, channel, members


@contextlib.asynccontextmanager
async def _page(
    env: Any, port: int | None, language: str, channel: Any, members: Sequence[Any]
) -> AsyncIterator[Any]:
    await env.bot.get_partial_messageable(channel.id).send(view=_welcome(env.bot, language))
    await env.settle()
    page = env.preview(
        channel,
        viewers=members,
        layout="channel",
        locale=KNOWN[language].discord,
        assets=_pictures(env.bot.emoji.ids, env.backend.bot_user.id),
        port=port,
    )
    _dress(page._server, language)
    async with page as preview:
        clock = asyncio.create_task(_run_clock(env, preview))
        try:
            yield preview
        finally:
            clock.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await clock


def _welcome(bot: DicePokerBot, language: str) -> Drawing:
    """Return the first message of the channel: the first page of `/play`."""
    renderer = DiscordRenderer(language, bot.emoji, commands=bot.command_ids)
    below = components.text(f"-# {renderer.text(WELCOME)}")
    daily = bot.settings.daily == "on"
    return Drawing([*first_page.welcome(renderer, daily=daily).to_components(), below])


def _pictures(ids: Mapping[str, int], bot: int) -> dict[str, tuple[str, bytes]]:
    """Return file name and contents of each picture, by the URL that the page requests."""
    paths = {f"emojis/{emoji}": picture_of(name) for name, emoji in ids.items()}
    paths[f"avatars/{bot}/{AVATAR}"] = picture_of(AVATAR)
    return {
        f"https://cdn.simcord.invalid/{path}{picture.suffix}": (picture.name, picture.read_bytes())
        for path, picture in paths.items()
    }


def _dress(server: Any, language: str) -> None:
    """Give SimCord's page the bot's name and picture, and hide the tools for developers."""
    serve = server._static
    viewer, without_key = (
        render(text, language, PlainRenderer(language)) for text in (VIEWER, WITHOUT_KEY)
    )
    empty = 'class="preview-empty" role="status" aria-live="polite" hidden>'
    page = {
        '<html lang="en">': f'<html lang="{language}">',
        "<title>SimCord Preview</title>": (
            f'<title>{NAME}</title><link rel="icon" type="image/png" href="{ICON}">'
            f'<script type="module" src="{SCRIPT_PATH}"></script>'
        ),
        '<span class="brand-mark" aria-hidden="true">S</span>': f'<img src="{ICON}" alt="">',
        "<strong>SimCord</strong><small>Preview</small>": f"<strong>{NAME}</strong>",
        "Viewing as": viewer,
        empty: empty + without_key,
        'class="preview-shell"': 'class="preview-shell messages-closed"',
    }

    ours = {
        ICON: ((PICTURES / f"{AVATAR}.png").read_bytes(), "image/png"),
        SCRIPT_PATH: (SCRIPT.encode(), "text/javascript"),
    }

    async def dressed(request: Any) -> Any:
        response = await serve(request)
        if request.path == "/":
            for text, replacement in page.items():
                response.text = response.text.replace(text, replacement)
        elif request.path == "/preview.css":
            response.text += STYLE
        elif request.path in ours:
            body, kind = ours[request.path]
            return web.Response(body=body, content_type=kind, headers=server._SECURITY_HEADERS)
        return response

    server._static = dressed
    # SimCord checks where a request comes from before it reads the file that is named here.
    server._STATIC_FILES = {**server._STATIC_FILES, **dict.fromkeys(ours, "index.html")}


async def _run_clock(env: Any, preview: Any) -> None:
    """Advance the simulated clock in real time and publish messages that change meanwhile.

    A lock serialises the page's actions and the advances of the clock, because
    SimCord handles one call at a time.
    """
    lock = asyncio.Lock()
    published, last = len(env.http_requests), time.monotonic()
    act = preview._action

    async def locked_action(context: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal published
        async with lock:
            preview._advance_presentation_time()
            try:
                return await act(context, *args, **kwargs)
            finally:
                # The page has published its changes; a repetition would make its next click stale.
                if len(env.http_requests) != published:
                    for page in [one for one in preview._pages.values() if one.id != context]:
                        preview._publish(page)
                published = len(env.http_requests)

    preview._action = locked_action
    while True:
        await asyncio.sleep(TICK_SECONDS)
        async with lock:
            now = time.monotonic()
            elapsed, last = now - last, now
            await env.advance_time(elapsed)
            if len(env.http_requests) != published:
                published = len(env.http_requests)
                preview._advance_presentation_time()
                preview._publish_message_pages()


@contextlib.contextmanager
def _members_locale(locale: str) -> Any:
    """Set the locale of all interactions inside the `with` block."""
    original = interactions.base_payload

    def localized(*args: Any, **kwargs: Any) -> Any:
        record, payload = original(*args, **kwargs)
        payload["locale"] = str(discord.Locale(locale))
        return record, payload

    interactions.base_payload = localized
    try:
        yield
    finally:
        interactions.base_payload = original


@contextlib.contextmanager
def _few_messages() -> Any:
    """Let pages show `KEPT` messages at a time inside the `with` block."""
    snapshot: Any = _snapshot
    window, navigation = snapshot._history_window, snapshot._message_navigation
    sizes = [
        (module, name, getattr(module, name))
        for module in (snapshot, _action_plans)
        for name in ("HISTORY_WINDOW_SIZE", "HISTORY_STEP")
        if hasattr(module, name)
    ]

    def few(page: Any, visible: list[Any]) -> Any:
        """Return the window, with the message that a link leads to in its middle.

        A message that has left the window is forgotten, so that the page does not return to it.
        """
        if page.target_id is not None and page.window_end_id == page.target_id:
            ids = [message.id for message in visible]
            end = bisect_right(ids, page.target_id) + KEPT // 2
            page.window_end_id = ids[end - 1] if end < len(ids) else None
        target, shown, history = window(page, visible)
        if target not in shown:
            page.target_id = target = None
        return target, shown, history

    def last(preview: Any, page: Any, visible: list[Any]) -> Any:
        """Return the list of messages that `_dress` hides, short."""
        return navigation(preview, page, visible[-KEPT:])

    snapshot._history_window, snapshot._message_navigation = few, last
    for module, name, _ in sizes:
        setattr(module, name, KEPT if name == "HISTORY_WINDOW_SIZE" else KEPT // 2)
    try:
        yield
    finally:
        snapshot._history_window, snapshot._message_navigation = window, navigation
        for module, name, size in sizes:
            setattr(module, name, size)
