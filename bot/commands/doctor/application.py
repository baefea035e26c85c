"""The checks of `dice-poker doctor` on Discord: token, intents, invite, shards, clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from bot.commands.doctor.finding import Finding, Level
from bot.config import PORTAL_INSTRUCTIONS, Config
from bot.ui.away import NotDiscord, describe_silence, is_proxy_fault, wants_password
from bot.ui.invite import COMMANDS, PERMISSIONS, SCOPES, TITLES, invite

API = "https://discord.com/api/v10"

ASK_SECONDS = 10.0
"""The seconds that Discord may take for an answer."""

CLOCK_SECONDS = 5.0
"""The tolerated difference between the clocks of this machine and of Discord."""

WRONG_CLOCK_SECONDS = 60.0
"""The difference between the clocks from which it is a fault."""

FEW_STARTS = 20
"""The number of remaining connections of the day from which the host is warned."""

NOT_NEEDED = discord.ApplicationFlags(
    gateway_presence=True,
    gateway_presence_limited=True,
    gateway_guild_members=True,
    gateway_guild_members_limited=True,
    gateway_message_content=True,
    gateway_message_content_limited=True,
)
"""The privileged intents, as flags of an application."""

PORTAL = "Developer Portal, your application"


class DiscordApi:
    """Discord's API with one token; `skew` is the lead of this machine's clock in seconds."""

    def __init__(self, session: aiohttp.ClientSession, api: str) -> None:
        self._session = session
        self._api = api
        self.skew: float | None = None

    async def get(self, path: str, *fields: str) -> Any:
        """Return the JSON of an answer, which must be a list or have these fields.

        Raises ClientResponseError, ClientError with its subclass NotDiscord, and TimeoutError.
        """
        async with self._session.get(f"{self._api}{path}") as answer:
            try:
                date = answer.headers.get("Date")
                if date is not None:
                    discord_time = parsedate_to_datetime(date)
                    self.skew = (datetime.now(UTC) - discord_time).total_seconds()
                answer.raise_for_status()
                content = await answer.json()
            except (aiohttp.ContentTypeError, ValueError, TypeError, RecursionError) as error:
                raise NotDiscord from error
        if isinstance(content, list) or (isinstance(content, dict) and content.keys() >= {*fields}):
            return content
        raise NotDiscord


@asynccontextmanager
async def open_api(settings: Config, api: str) -> AsyncIterator[DiscordApi]:
    """Yield Discord's API with the token, through the proxy if one is set."""
    agent = f"DiscordBot (https://github.com/Rapptz/discord.py, {discord.__version__})"
    headers = {"Authorization": f"Bot {settings.discord_token}", "User-Agent": agent}
    timeout, proxy = aiohttp.ClientTimeout(total=ASK_SECONDS), settings.https_proxy or None
    async with aiohttp.ClientSession(headers=headers, timeout=timeout, proxy=proxy) as session:
        yield DiscordApi(session, api)


async def look_at_application(settings: Config, api: str = API) -> list[Finding]:
    """Return the findings about the token, its application, the proxy and the clock."""
    if not settings.discord_token:
        return [Finding("token", "fault", f"DISCORD_TOKEN is missing: {PORTAL_INSTRUCTIONS}")]
    findings: list[Finding] = []
    async with open_api(settings, api) as discord_api:
        try:
            application = await discord_api.get("/applications/@me", "id", "name")
            name = application.get("bot", {}).get("username") or application["name"]
            findings.append(Finding("token", "ok", f"Discord accepts it, the bot is {name}"))
            findings += _application(application)
            gateway = await discord_api.get("/gateway/bot", "shards", "session_start_limit")
            findings.append(_gateway(settings, gateway))
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            findings.append(_refusal(error, settings.proxy, accepted=bool(findings)))
    if settings.proxy and not any(finding.thing == "proxy" for finding in findings):
        findings.insert(0, Finding("proxy", "ok", f"requests go through {settings.proxy}"))
    if discord_api.skew is not None:
        findings.append(_clock(discord_api.skew))
    return findings


def _refusal(error: Exception, proxy: str, *, accepted: bool) -> Finding:
    silence = describe_silence(error, proxy)
    if is_proxy_fault(error):
        level: Level = "fault" if wants_password(error) else "away"
        return Finding("proxy", level, silence.removeprefix("the proxy "))
    if not isinstance(error, aiohttp.ClientResponseError):
        return Finding("Discord", "away", silence.removeprefix("Discord "))
    if error.status == 401 and not accepted:
        return Finding("token", "fault", f"Discord does not accept it: {PORTAL_INSTRUCTIONS}")
    return Finding("Discord", "away", f"answered {error.status}: try again in a minute")


def _application(application: Mapping[str, Any]) -> Iterator[Finding]:
    intents = int(application.get("flags") or 0) & NOT_NEEDED.value
    if intents:
        advice = f"privileged ones are on and not needed: turn them off ({PORTAL}, Bot)"
        yield Finding("intents", "warn", advice)
    else:
        yield Finding("intents", "ok", "no privileged one is on, none is needed")
    if application.get("interactions_endpoint_url"):
        advice = (
            "Discord sends presses to a web address instead of the bot: empty Interactions "
            f"Endpoint URL ({PORTAL}, General Information)"
        )
        yield Finding("interactions", "fault", advice)
    yield _invite(application)
    yield from _add_app(application)
    yield _pages(application)


def _invite(application: Mapping[str, Any]) -> Finding:
    if application.get("bot_require_code_grant"):
        advice = f"nobody can use the link: turn off Requires OAuth2 Code Grant ({PORTAL}, Bot)"
        return Finding("invite", "fault", advice)
    return Finding("invite", "ok", invite(int(application["id"])))


ON_SERVERS, TO_ACCOUNTS = "0", "1"
"""The installation contexts, as keys of an application's `integration_types_config`.

https://discord.com/developers/docs/resources/application#application-object-application-integration-types
"""


def _add_app(application: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the findings about *Add App* in the bot's profile, for servers and for members."""
    contexts = application.get("integration_types_config") or {}
    yield _add_to_servers(contexts.get(ON_SERVERS))
    scopes = _install(contexts.get(TO_ACCOUNTS))[0]
    if TO_ACCOUNTS not in contexts:
        advice = f"members cannot: to allow it, tick User Install ({PORTAL}, Installation)"
        yield Finding("accounts", "ok", advice)
    elif COMMANDS not in scopes:
        advice = f"Add App adds nothing: choose the scope {COMMANDS} for User Install"
        yield Finding("accounts", "warn", f"{advice} ({PORTAL}, Installation)")
    else:
        yield Finding("accounts", "ok", "Add App adds the commands")


def _add_to_servers(context: Mapping[str, Any] | None) -> Finding:
    thing = "servers"
    where = f"({PORTAL}, Installation)"
    if context is None:
        return Finding(thing, "fault", f"nobody can: tick Guild Install {where}")
    scopes, permissions = _install(context)
    missing = [scope for scope in SCOPES if scope not in scopes]
    if missing:
        adds = "the commands without the bot" if COMMANDS in scopes else "no commands"
        advice = f"Add App adds {adds}: choose the scope {' and '.join(missing)} for Guild Install"
        return Finding(thing, "warn", f"{advice} {where}")
    lacking = discord.Permissions(PERMISSIONS.value & ~permissions)
    if lacking.value:
        names = ", ".join(TITLES.get(name, name) for name, lacks in lacking if lacks)
        advice = f"Add App asks for too few permissions: choose {names} for Guild Install"
        return Finding(thing, "warn", f"{advice} {where}")
    return Finding(thing, "ok", "Add App adds bot and commands, with all permissions")


def _install(context: Mapping[str, Any] | None) -> tuple[list[str], int]:
    """Return the scopes and permissions of the install link of a context, empty without one."""
    params = (context or {}).get("oauth2_install_params") or {}
    return params.get("scopes") or [], int(params.get("permissions") or 0)


def _pages(application: Mapping[str, Any]) -> Finding:
    """Return the finding about the host's own pages in the bot's profile and in *Privacy*."""
    named = {
        "terms_of_service_url": "Terms of Service URL",
        "privacy_policy_url": "Privacy Policy URL",
    }
    missing = [title for key, title in named.items() if not application.get(key)]
    if missing:
        advice = (
            f"members find none: fill in {' and '.join(missing)} ({PORTAL}, General Information)"
        )
        return Finding("pages", "warn", f"{advice}; docs/privacy.md and docs/terms.md may serve")
    return Finding("pages", "ok", "members find your terms and your privacy policy")


def _gateway(settings: Config, gateway: Mapping[str, Any]) -> Finding:
    shards, limit = int(gateway["shards"]), gateway["session_start_limit"]
    left = int(limit["remaining"])
    if settings.shards is not None and settings.shards < shards:
        advice = (
            f"Discord advises {shards}, SHARDS is {settings.shards}: raise it or leave it empty"
        )
        return Finding("shards", "warn", advice)
    if left < FEW_STARTS:
        hours = int(limit["reset_after"]) / 3_600_000
        advice = (
            f"the bot may connect {left} more times in {hours:.0f} hours: do not restart it often"
        )
        return Finding("shards", "warn", advice)
    return Finding("shards", "ok", f"Discord advises {shards}; {left} connections are left today")


def _clock(skew: float) -> Finding:
    if abs(skew) > CLOCK_SECONDS:
        side = "ahead of" if skew > 0 else "behind"
        advice = f"{abs(skew):.0f} seconds {side} Discord's: let the machine set its time (NTP)"
        return Finding("clock", "warn" if abs(skew) < WRONG_CLOCK_SECONDS else "fault", advice)
    return Finding("clock", "ok", "agrees with Discord's")
