"""The private page of a member's settings: language, switches, and ways to other pages.

Each control takes effect at once and redraws the page. Members who manage the server have a button
that leads to its settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.language.languages import KNOWN
from bot.play import private
from bot.play.member_choices import OFF, ON, MemberChoices, MemberSwitch
from bot.table.server_settings import AUTOMATIC, STATES
from bot.ui import components, layout, rules_pages
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules.errors import BadCode, BadOption
from rules.text import Text, say, say_in

OWN, OPEN, LANGUAGE = "own", "open", "language"
"""The controls of the page beside its switches: the page, here or as a new message; the menu."""


class OwnSettings:
    """Draws the page and answers its controls. `switches` are the choices that features offer."""

    def __init__(self, languages: MemberChoices, switches: Mapping[str, MemberSwitch]) -> None:
        self._languages, self._switches = languages, switches

    async def show(self, response: Response) -> None:
        """Show a member their settings."""
        await response.turn_to(await self._drawing(response))

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Change a setting and show the page. Raises BadCode and BadOption."""
        user, what = response.user, pressed.what
        if what == OPEN:
            await response.show_private(await self._drawing(response))
            return
        if what == LANGUAGE:
            await self._choose_language(response)
        elif what != OWN:
            key, _, state = what.partition(".")
            if key not in self._switches or state not in STATES:
                raise BadCode
            await self._switches[key].turn(user, STATES[state])
        response.stored = what != OWN
        await self.show(response)

    async def _choose_language(self, response: Response) -> None:
        chosen = next(iter(response.chosen), "")
        if chosen not in (*KNOWN, AUTOMATIC):
            raise BadOption(chosen)
        await self._languages.choose(response.user, None if chosen == AUTOMATIC else chosen)
        response.speak(self._languages.get(response.user))

    async def _drawing(self, response: Response) -> Drawing:
        text = response.renderer.text
        parts = [components.text(f"### {text(say('Your settings'))}")]
        parts += components.rows([self._menu(response)])
        for key, switch in self._switches.items():
            on = await switch.is_on(response.user)
            about = f"\n-# {text(switch.about)}"
            parts.append(switch_line(response.renderer, control(key), switch.name, about, on=on))
        ways = [(CustomId("privacy", 0, 0, "page"), say("Privacy"))]
        if private.manages_server(response.interaction):
            ways.append((CustomId("setting", 0, 0, "all"), say("This server")))
        buttons = [components.button(custom_id, text(label)) for custom_id, label in ways]
        buttons.append(rules_pages.all_games(response.renderer))
        page = components.container(layout.COLOURS["play"], parts)
        return Drawing([page, *components.rows(buttons)])

    def _menu(self, response: Response) -> Component:
        chosen = self._languages.get(response.user) or AUTOMATIC
        values: dict[str, Text] = {AUTOMATIC: say("as in Discord")}
        for key, language in KNOWN.items():
            values[key] = say_in("a language, by its own name", "{name}", name=language.name)
        render = response.renderer.text
        option, about = say_in("setting", "Language"), say("The language of what you alone read")
        lines = [
            components.option(
                key,
                render(say("{option}: {value}", option=option, value=value)),
                None,
                chosen=key == chosen,
            )
            for key, value in values.items()
        ]
        return components.menu(control(LANGUAGE), render(about), lines)


def switch_line(
    renderer: DiscordRenderer, custom_id: CustomId, name: Text, about: str = "", *, on: bool
) -> Component:
    """Return a line with the state of a switch, and the button that turns it to the other one.

    Its control says which, so a page that has become old turns nothing back.
    """
    text = renderer.text
    state = say("{setting}: on", setting=name) if on else say("{setting}: off", setting=name)
    label = say_in("a switch", "Turn off") if on else say_in("a switch", "Turn on")
    turning = replace(custom_id, what=f"{custom_id.what}.{OFF if on else ON}")
    button = components.button(turning, text(label))
    return components.section(f"**{text(state)}**{about}", button)


def control(what: str) -> CustomId:
    """Return the custom id of a control of the page."""
    return CustomId("own", 0, 0, what)


def back(renderer: DiscordRenderer) -> Component:
    """Return the button that turns to a member's own settings."""
    return components.button(control(OWN), renderer.text(say("Your settings")))
