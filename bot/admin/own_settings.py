"""The private page of a member's settings: language, switches, and ways to other pages.

Each control takes effect at once and redraws the page. Members who manage the server have a button
that leads to its settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.language.languages import KNOWN
from bot.play.member_choices import OFF, ON, MemberChoices, MemberSwitch
from bot.table.server_settings import AUTOMATIC, STATES
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout, rules_pages
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules.errors import BadCode, BadOption
from rules.text import Text, say, say_in

OWN, OPEN, LANGUAGE = "own", "open", "language"
"""The controls besides the switches: the page in place, or as a new message; the languages."""


class OwnSettings:
    """Draws the page and answers its controls. `switches` are the choices that features offer."""

    def __init__(self, languages: MemberChoices, switches: Mapping[str, MemberSwitch]) -> None:
        self._languages, self._switches = languages, switches

    async def show(self, answer: Answer) -> None:
        await answer.turn_to(await self._drawing(answer))

    async def change_setting(self, answer: Answer, pressed: CustomId) -> None:
        """Change a setting and show the page. Raises BadCode and BadOption."""
        user, what = answer.user, pressed.what
        if what == OPEN:
            await answer.show_private(await self._drawing(answer))
            return
        if what == LANGUAGE:
            await self._choose_language(answer)
        elif what != OWN:
            key, _, state = what.partition(".")
            if key not in self._switches or state not in STATES:
                raise BadCode
            await self._switches[key].turn(user, STATES[state])
        answer.stored = what != OWN
        await self.show(answer)

    async def _choose_language(self, answer: Answer) -> None:
        chosen = next(iter(answer.chosen), "")
        if chosen not in (*KNOWN, AUTOMATIC):
            raise BadOption(chosen)
        await self._languages.choose(answer.user, None if chosen == AUTOMATIC else chosen)
        answer.speak(self._languages.get(answer.user))

    async def _drawing(self, answer: Answer) -> Drawing:
        text = answer.renderer.text
        parts = [components.text(f"### {text(say('Your settings'))}")]
        parts += components.rows([self._menu(answer)])
        for key, switch in self._switches.items():
            on = await switch.is_on(answer.user)
            about = f"\n-# {text(switch.about)}"
            parts.append(switch_line(answer.renderer, control(key), switch.name, about, on=on))
        ways = [(CustomId("privacy", 0, 0, "page"), say("Privacy"))]
        if reach.manages_server(answer.interaction):
            ways.append((CustomId("setting", 0, 0, "all"), say("This server")))
        buttons = [components.button(custom_id, text(label)) for custom_id, label in ways]
        buttons.append(rules_pages.all_games(answer.renderer))
        page = components.container(layout.COLOURS["play"], parts)
        return Drawing([page, *components.rows(buttons)])

    def _menu(self, answer: Answer) -> Component:
        chosen = self._languages.get(answer.user) or AUTOMATIC
        values: dict[str, Text] = {AUTOMATIC: say("as in Discord")}
        for key, language in KNOWN.items():
            values[key] = say_in("a language, by its own name", "{name}", name=language.name)
        render = answer.renderer.text
        option, about = say_in("setting", "Language"), say("The language of what you alone read")
        options = [
            components.option(
                key,
                render(say("{option}: {value}", option=option, value=value)),
                None,
                chosen=key == chosen,
            )
            for key, value in values.items()
        ]
        return components.menu(control(LANGUAGE), render(about), options)


def switch_line(
    renderer: DiscordRenderer, custom_id: CustomId, name: Text, about: str = "", *, on: bool
) -> Component:
    """Return a line with the state of a switch, and the button that turns it to the other one.

    Its control names the new state, so an old page turns nothing back.
    """
    text = renderer.text
    state = say("{setting}: on", setting=name) if on else say("{setting}: off", setting=name)
    label = say_in("a switch", "Turn off") if on else say_in("a switch", "Turn on")
    turning = replace(custom_id, what=f"{custom_id.what}.{OFF if on else ON}")
    button = components.button(turning, text(label))
    return components.section(f"**{text(state)}**{about}", button)


def control(what: str) -> CustomId:
    return CustomId("own", 0, 0, what)


def back_button(renderer: DiscordRenderer) -> Component:
    """Return the button that turns to a member's own settings."""
    return components.button(control(OWN), renderer.text(say("Your settings")))
