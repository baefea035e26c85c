"""The frame around a game's Screen: names of the players, the deadline, Leave, Rematch.

A `Frame` is a plain value with everything that a front end needs to draw a round for
one viewer. Its texts are not translated yet.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from bot.language.render import FORMER_PLAYER, Person
from bot.table import closing, highlights, lobby, next_round, notes, score, seed_notes
from bot.table.lobby import computer_name
from bot.table.rematch import may_play_again
from bot.table.stored_round import Player, StoredRound
from rules import headlines, registry
from rules.game import Game, Info
from rules.screen import Divider, Line, Peek, Screen, Seat, Sheet, Tone, with_dice
from rules.text import Argument, Text, say, say_in

Verb = Literal[
    "hint",
    "leave",
    "rules",
    "rematch",
    "review",
    "film",
    "again",
    "proof",
    "games",
    "beat",
    "remind",
]

REPLAY: Final = "film"
"""The verb of *Replay*, the animated picture of a round: it asks who is to see it."""

WATCH_REPLAY: Final = "watch"
"""The verb of *Show me*, for the member alone."""

POST_REPLAY: Final = "post"
"""The verb of *Post it*, for everybody."""

STEP_BY_STEP: Final = "replay"
"""The verb of *Step by step*."""

BEAT: Final = "beat"
"""The verb of *Let others play these dice*, which asks first."""

OFFER: Final = "offer"
"""The verb of *Post it*, the answer to *Let others play these dice*."""

REMIND: Final = "remind"
"""The verb of *Your turn*, with which who waits asks for a reminder."""

FAIR: Final = "proof"
"""The verb of *Fair dice?*."""


KEPT_NAMES = 1024
"""For the players of how many rounds their names are kept."""


def has_cards(game: Game[Any] | None) -> bool:
    """Return whether a game, if there is one, is played with cards."""
    return game is not None and game.info.faces.cards


def check_label(game: Game[Any] | None) -> Text:
    """Return the label of the button that checks the dice or cards of a game, if there is one."""
    return say("Fair cards?") if has_cards(game) else say("Fair dice?")


Called: TypeAlias = Callable[[int | None, int], str | None]
"""Returns the name of a member on a server, None where it is not known."""


def nobody(guild: int | None, user: int) -> None:
    """Return that no name is known."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the table, such as Hint or Leave."""

    verb: Verb
    label: Text
    main: bool = False


RULES = Tool("rules", say_in("a button for the rules", "?"))
"""The button that shows the rules to who presses it."""


OTHER_GAMES = Tool("games", say("Other games"))
"""The button that shows to who presses it what else can be played."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A round as one viewer sees it.

    `kind` is "round" for a Screen of the game and "lobby" for one of `bot.table.lobby`.
    `tools` follow the controls of the Screen; `notes` are quiet lines at the bottom.
    `names` are those of the seats, in order. Every control carries the place and the `moment`: the
    `number` of the round, or another place as `bot.ui.custom_ids` names it. Dice to select may be
    `numbered`.
    """

    number: int
    moment: int
    language: str
    kind: Literal["round", "lobby"]
    screen: Screen
    names: tuple[Argument, ...]
    notes: tuple[Text, ...] = ()
    tools: tuple[Tool, ...] = ()
    where: str = ""
    part: int = 0
    numbered: bool = False


def frame(
    stored: StoredRound,
    viewer: Seat | None = None,
    hosts: Set[int] = frozenset(),
    numbering: Set[int] = frozenset(),
    called: Called = nobody,
) -> Frame:
    """Return the round as `viewer` sees it; None is the public view.

    The public view says on which seats members sit who host the bot, `hosts`. Dice are numbered
    where a member who selects them is among those who want that, `numbering`. A button calls
    members as they are `called` on the server.
    """
    kind: Literal["round", "lobby"] = "lobby" if stored.play is None else "round"
    screen, texts, tools = _contents(stored, viewer, called)
    if viewer is None and not hosts.isdisjoint(stored.people):
        texts = (*texts, *seed_notes.of_hosts(stored, hosts))
    if viewer is None and stored.early_words:
        texts = (*texts, *seed_notes.of_words(stored))
    numbered = bool(numbering) and not numbering.isdisjoint(_selecting(stored, viewer))
    return Frame(
        stored.id,
        stored.moment,
        stored.language,
        kind,
        screen,
        names(stored),
        texts,
        tools,
        numbered=numbered,
    )


def _selecting(stored: StoredRound, viewer: Seat | None) -> list[int | None]:
    """Return the members who select what is drawn for a viewer."""
    awaited = () if stored.play is None else stored.play.awaits.seats
    seats = awaited if viewer is None else (viewer,)
    return [stored.players[seat.index].user for seat in seats]


def names(stored: StoredRound) -> tuple[Argument, ...]:
    """Return the name of the player on each seat; empty if the game no longer exists."""
    return _names(stored.game, stored.players)


@lru_cache(KEPT_NAMES)
def _names(game: str, players: tuple[Player, ...]) -> tuple[Argument, ...]:
    """Return what `names` does; an act changes none of them."""
    if game not in registry.games():
        return ()
    return tuple(_name(game, players, Seat(index)) for index in range(len(players)))


def forget_names() -> None:
    """Drop the names that are kept, after members were erased."""
    _names.cache_clear()


def _name(game: str, players: tuple[Player, ...], seat: Seat) -> Argument:
    """Return the name of the player on `seat`: a member, a computer or nobody yet.

    Several former players are told apart by the letters of their seats.
    """
    player = players[seat.index]
    if player.former:
        if sum(one.former for one in players) == 1:
            return FORMER_PLAYER
        return say_in("the name of a player", "a former player ({letter})", letter=seat.letter)
    if player.user is not None:
        return Person(player.user)
    if player.free:
        return say_in("the name of a player", "whoever accepts")
    computers = sum(other.level is not None for other in players)
    return computer(registry.game(game).info, player.level, seat, alone=computers == 1)


def computer(info: Info, key: str | None, seat: Seat, *, alone: bool) -> Text:
    """Return the name of a computer of the level `key`.

    It names the level, and the letter of the seat unless the computer is the only one
    (`alone`).
    """
    level = next(level.name for level in info.levels if level.key == key)
    return computer_name(level, None if alone else seat)


def _contents(
    stored: StoredRound, viewer: Seat | None, called: Called
) -> tuple[Screen, tuple[Text, ...], tuple[Tool, ...]]:
    unproven = () if stored.commitment is not None else (seed_notes.WITHOUT_SEED,)
    if stored.play is None:
        if stored.status == "waiting":
            texts = (
                *notes.of_lobby(stored),
                *unproven,
            )
            return lobby.screen(stored), texts, ()
        return lobby.ended(stored), (), _tools_after_close(stored)
    screen = stored.play.game.screen(stored.play.state, viewer)
    match stored.status:
        case "playing" | "private" | "resting":
            texts = (
                *(() if stored.successor_of is None else score.lines(stored)),
                *notes.of_round(stored, screen.footer),
                *(unproven if viewer is None else ()),
            )
            shown = screen if stored.rules_known else screen.with_goal()
            shown = _in_match(stored, shown) if stored.match_of > 1 else shown
            shown = _opened_already(shown) if stored.alone and viewer is None else shown
            shown = _resting(stored, shown) if stored.status == "resting" else shown
            return shown, texts, _tools(stored, screen, viewer, called)
        case "over":
            tools = _tools_after_end(stored, viewer)
            texts = (
                *notes.of_end(stored),
                *(notes.of_next(stored) if stored.match_of > 1 else ()),
                *unproven,
            )
            shown = _told(stored, _finished(stored, screen))
            follows = stored.match_of > 1 or stored.successor_of is not None
            return _scored(stored, shown) if follows else shown, texts, tools
        case _:
            title = say_in("title", "{game} · closed", game=_game(stored))
            closed = _stopped(screen, title, closing.reason(stored), "gone")
            return closed, unproven, _tools_after_close(stored)


def _tools(
    stored: StoredRound, screen: Screen, viewer: Seat | None, called: Called
) -> tuple[Tool, ...]:
    """Return Hint where the viewer has a choice; *Your turn* and Leave on the public board.

    The rules are there until everybody at the table knows them.
    """
    hints = screen.decides and stored.advises and stored.gives_hints
    hint = (Tool("hint", say("💡 Hint")),) if hints else ()
    leave = (*_remind(stored, called), Tool("leave", say("Leave"))) if viewer is None else ()
    return (*hint, *(() if stored.rules_known else (RULES,)), *leave)


def _remind(stored: StoredRound, called: Called) -> tuple[Tool, ...]:
    """Return the button for who waits while somebody else is awaited who can be reminded."""
    seats = () if stored.play is None else stored.play.awaits.seats
    awaited, people = {stored.players[seat.index].user for seat in seats}, {*stored.people}
    awaited &= people
    calls = stored.status == "playing" and not (stored.alone or stored.out_of_reach)
    if not calls or awaited in (set(), people):
        return ()
    (user, *others) = awaited
    name = None if others or user is None else called(stored.guild, user)
    label = say("⏰ Your turn") if name is None else say("⏰ Your turn, {name}", name=name)
    return (Tool(REMIND, label),)


def _tools_after_end(stored: StoredRound, viewer: Seat | None) -> tuple[Tool, ...]:
    if viewer is not None:
        return ()
    label = say("Play again") if len(stored.players) == 1 else say("Rematch")
    follows = False
    if stored.match_of > 1:
        label = say("Next round") if next_round.is_undecided(stored) else label
        follows = next_round.is_due(stored) or next_round.is_begun(stored)
    rematch = () if follows else (Tool("rematch", label, main=True),)
    review, replay = Tool("review", say("Review")), Tool(REPLAY, say("Watch replay"))
    return (*rematch, review, replay, *_beat(stored), *_fair(stored), OTHER_GAMES)


def _tools_after_close(stored: StoredRound) -> tuple[Tool, ...]:
    """Return the tools for a round that was closed or has lapsed."""
    again = (Tool("again", say("Play again"), main=True),) if may_play_again(stored) else ()
    return (*again, *_fair(stored), OTHER_GAMES)


def _beat(stored: StoredRound) -> tuple[Tool, ...]:
    """Return its button as long as nobody can have seen the seed, and no card offers it."""
    offered = stored.sealed_until is not None and not stored.has_card
    return (Tool(BEAT, say("Let others play these dice")),) if offered else ()


def _fair(stored: StoredRound) -> tuple[Tool, ...]:
    """Return Fair dice? where the seed of a round that has ended is shown."""
    seed = stored.commitment
    ended = stored.ended and not stored.unreadable
    shown = ended and seed is not None and seed.proof is not None
    if not shown:
        return ()
    return (Tool(FAIR, check_label(registry.games().get(stored.game))),)


def _opened_already(screen: Screen) -> Screen:
    """Return the board of a member alone: their own Screen was shown to them with it."""
    controls = tuple(
        replace(control, main=False) if isinstance(control, Peek) else control
        for control in screen.controls
    )
    return replace(screen, controls=controls)


def _resting(stored: StoredRound, screen: Screen) -> Screen:
    """Return the Screen of a resting round: it says so first, and keeps its controls."""
    rests = say(
        "💤 This round is resting until {player} presses a button. The channel is free meanwhile.",
        player=Person(stored.opener),
    )
    return replace(screen, blocks=(Line(rests, "strong"), *screen.blocks), tone="waiting")


def _scored(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen with the score of the chain of rematches, or of the match."""
    lines = tuple(Line(text, "strong") for text in score.lines(stored))
    scored = replace(screen, blocks=(*screen.blocks, *lines))
    if stored.match_of == 1:
        return scored
    winner = score.match_winner(stored)
    if winner is None:
        return _in_match(stored, scored)
    won = score.match_won(stored, winner)
    if screen.tone == "lost":
        title = say_in("title", "{game} · {won}", game=_game(stored), won=won)
    else:
        title = say_in("title", "🏆 {game} · {won}", game=_game(stored), won=won)
    return replace(scored, title=title)


def _told(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen with what is worth telling of the end, below who won and why."""
    lines = tuple(Line(text) for text in highlights.lines(stored))
    first = screen.blocks[:1] if isinstance(screen.blocks[0], Line) else ()
    return replace(screen, blocks=(*first, *lines, *screen.blocks[len(first) :]))


def _in_match(stored: StoredRound, screen: Screen) -> Screen:
    """Return a Screen whose first line has the score of an open match."""
    told = say_in(
        "headline", "{title} · {score}", title=screen.title, score=score.match_score(stored)
    )
    return replace(screen, title=told)


def _finished(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen of a round, which a player may have left before its end."""
    outcome = stored.outcome
    if stored.play is None or outcome is None:
        return screen
    winners = outcome.winners
    if stored.play.over is None:
        title = headlines.won(_game(stored), winners[0])
        screen = _stopped(screen, title, outcome.reason, "won")
    people = [index for index, player in enumerate(stored.players) if player.user is not None]
    if any(winner.index in people for winner in winners):
        return screen
    title = (
        headlines.lost(_game(stored), winners[0])
        if len(winners) == 1
        else headlines.lost_to_several(_game(stored))
    )
    return replace(screen, title=title, tone="lost")


def _stopped(screen: Screen, title: Text, reason: Text, tone: Tone) -> Screen:
    """Return what stood on a board when its round ended early, without instructions and controls.

    The dice that only its buttons showed are drawn; sheets show what was written.
    """
    blocks = [
        block.written() if isinstance(block, Sheet) else block
        for block in with_dice(screen)
        if not (isinstance(block, Line) and block.instruction)
    ]
    return Screen(title, (Line(reason, "strong"), Divider(), *blocks), (), tone)


def _game(stored: StoredRound) -> Text:
    return registry.game(stored.game).info.name
