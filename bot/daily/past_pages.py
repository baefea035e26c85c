"""Draws the look back at a day of the daily challenge whose seed is revealed."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.daily.attempt import Attempt
from bot.daily.attempt_pages import amount, card, fair_button, heading, names, title
from bot.daily.controls import Control
from bot.daily.sets import SharedSet
from bot.review.position_choices import of_step
from bot.review.position_pages import walking
from bot.review.positions import Page
from bot.review.review_page import Reviewed
from bot.review.second_person import to_you
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules.screen import Block, Divider, Line, with_dice
from rules.text import Text, say, say_count


def explained(
    renderer: DiscordRenderer, day: SharedSet, choices: tuple[Text, ...], own: Attempt | None
) -> Drawing:
    """Return what perfect play chose, below the member's `own` card, if they have one."""
    mine: tuple[Block, ...] = () if own is None else (*card(own), Divider())
    blocks = (
        *mine,
        Line(say("What perfect play chose, without knowing the dice to come:"), "strong"),
        *map(Line, choices),
        *_story(day),
    )
    buttons = [] if own is None else look_back(own, 1, renderer)[:1]
    buttons.append(fair_button(day.day, day.plan, renderer))
    return layout.page(title(day.day, day.plan), blocks, renderer, buttons=buttons)


def _story(day: SharedSet) -> Iterator[Line]:
    """Yield what perfect play made of the dice of a day, and the most that they allowed."""
    plan, story = day.plan, day.story
    if plan is None or story is None:
        return
    perfect, most = amount(story.perfect), amount(story.most)
    if plan.unit == "points":
        text = say_count(
            "Perfect play made {n} point; whoever knew all dice beforehand could make {most}.",
            "Perfect play made {n} points; whoever knew all dice beforehand could make {most}.",
            int(story.perfect),
            most=most,
        )
    else:
        text = say(
            "Perfect play won {perfect} of {hands}; whoever knew everything beforehand could win "
            "{most}.",
            perfect=perfect,
            hands=str(plan.hands),
            most=most,
        )
    yield Line(text, "quiet")


def look_back(attempt: Attempt, hand: int, renderer: DiscordRenderer) -> list[Component]:
    """Return the buttons of a hand's review and its steps, and of the next hand's review."""
    wanted = [("review", hand, say("Review")), ("walk", hand, say("Step by step"))]
    if hand < attempt.plan.hands:
        wanted.append(("review", hand + 1, say("Next hand")))
    return [
        components.button(Control(attempt.key, of, 0, verb).custom_id, renderer.text(label))
        for verb, of, label in wanted
    ]


def review(
    response: Response, attempt: Attempt, hand: int, reviewed: Reviewed
) -> tuple[Drawing, discord.File | None]:
    """Return the review of a hand with its picture, None where it has none."""
    renderer = response.renderer.naming(names(attempt))
    picture = layout.described(reviewed.picture, "review.png", reviewed.shows, renderer)
    told = to_you(reviewed.blocks, attempt.plan.seat)
    blocks = (heading(attempt, hand), reviewed.headline(attempt.plan.seat), *told)
    buttons = look_back(attempt, hand, renderer)[1:]
    return layout.page(say("Review"), blocks, renderer, picture, buttons=buttons), picture


def walk(response: Response, attempt: Attempt, hand: int, page: Page) -> Drawing:
    """Return a page of a hand step by step, with buttons to the others."""
    renderer = response.renderer.naming(names(attempt))
    if page.position is None:
        screen = attempt.plan.game.screen(attempt.hand_as_played(hand).state, None)
        shown: tuple[Block, ...] = (Line(screen.title, "strong"), *with_dice(screen))
    else:
        shown = of_step(page.position, every=False)
    buttons = walking(
        page,
        renderer,
        lambda what, place: Control(attempt.key, hand, place, "walk", what).custom_id,
    )
    shown = to_you(shown, attempt.plan.seat)
    steps = say("Step {place} of {places}", place=page.place + 1, places=page.places)
    return layout.page(steps, (heading(attempt, hand), *shown), renderer, buttons=buttons)
