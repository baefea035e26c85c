"""The picture of form: its lines, and where its captions stand."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageColor

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.pictures.colours import BACKGROUND, LINES
from bot.statistics import form_chart
from bot.statistics.form import FormPicture
from bot.statistics.form_chart import free_place
from rules.skill import RoundSkill
from words import Words

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rounds", [1, 3, 100])
def test_a_picture_tells_what_it_shows(rounds, language):
    form = FormPicture([RoundSkill(0.5, 1.0, 2.0)] * rounds, language)
    with Image.open(BytesIO(form.picture)) as picture:
        assert picture.size == (1000, 800)
    shows = render(form.shows, language, PlainRenderer(language))
    window = Words({"en": "the last 20 games", "ro": "ultimele 20 de partide"})[language]
    assert (window in shows) is (rounds > 20), "of fewer rounds that is not said"
    assert len(shows) <= 1024


@pytest.mark.parametrize("better", [True, False])
def test_the_line_rises_for_who_plays_better(better):
    given = [0.2 + 0.08 * number for number in range(30)]
    rounds = [RoundSkill(one, 1.0, 2.0) for one in (reversed(given) if better else given)]
    with Image.open(BytesIO(FormPicture(rounds, "en").picture)) as picture:
        plot = picture.convert("RGB").crop((0, 150, picture.width, picture.height))
    colour = tuple(bytes.fromhex(LINES[0][1:]))
    begin, end = (
        [y for y in range(plot.height) if plot.getpixel((x, y)) == colour] for x in (200, 940)
    )
    assert (min(begin) > max(end)) is better
    assert (max(begin) < min(end)) is not better


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ([2600, 2600, 2600, 2600, 2900, 2900], (0.99, True)),
        ([2900, 2900, 2600, 2600, 2600, 2600], (0.01, True)),
        ([2600, 2600, 2200, 2200, 2600, 2600], (0.5, False)),
        ([2700, 2600, 2100], (0.99, False)),
        ([2600], (0.01, False)),
    ],
)
def test_the_caption_of_a_level_stands_where_the_line_is_not(values, place):
    assert free_place(values, 2600, 60) == place


@pytest.mark.parametrize(
    ("rounds", "title"),
    [
        (8, {"en": "Skill so far", "ro": "Pricepere până acum"}),
        (20, {"en": "Skill so far", "ro": "Pricepere până acum"}),
        (
            21,
            {
                "en": "Each point: the last 20 games",
                "ro": "Fiecare punct: ultimele 20 de partide",
            },
        ),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_counts_no_more_rounds_than_there_are(monkeypatch, rounds, title, language):
    titles = []
    monkeypatch.setattr(form_chart, "chart", lambda _, captions: titles.append(captions.title))
    FormPicture([RoundSkill(0.5, 1.0, 2.0)] * rounds, language)
    assert titles == [title[language]]


def test_the_legend_has_the_colour_of_the_band():
    with Image.open(BytesIO(FormPicture([RoundSkill(0.5, 1.0, 2.0)] * 8, "en").picture)) as picture:
        whole = picture.convert("RGB")
    legend = whole.crop((0, 90, whole.width, 150))
    plot = whole.crop((0, 152, whole.width, 664))
    count = {colour: number for number, colour in legend.getcolors(legend.width * legend.height)}
    common = sorted(plot.getcolors(plot.width * plot.height), reverse=True)
    band = next(colour for _, colour in common if colour != ImageColor.getrgb(BACKGROUND))
    assert count[band] > 500
