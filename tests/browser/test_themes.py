"""Light or dark, as the page or the device asks: the colours, the browser's own controls, and paper."""

from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "hostdesk" / "static" / "hostdesk" / "base" / "tokens.css"
DAY, DARK, WHITE = "rgb(245, 240, 228)", "rgb(21, 23, 19)", "rgb(255, 255, 255)"
ASKED = [
    ("auto", "light", DAY, "light"),
    ("auto", "dark", DARK, "dark"),
    ("light", "dark", DAY, "light"),
    ("dark", "light", DARK, "dark"),
]


def drawn(page, theme):
    """Return the background of a page in that theme, and the colour scheme of the browser's own controls."""
    style = f"<style>{TOKENS.read_text()} body {{ background: var(--paper); }}</style>"
    page.set_content(f'<!doctype html><html lang="en" data-theme="{theme}"><title>x</title>{style}<p>words')
    look = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).colorScheme]"
    return page.evaluate(look)


@pytest.mark.parametrize(("theme", "asked", "ground", "scheme"), ASKED)
def test_the_page_decides_and_auto_follows_the_device(page, theme, asked, ground, scheme):
    page.emulate_media(color_scheme=asked)

    assert drawn(page, theme) == [ground, scheme]


@pytest.mark.parametrize(("theme", "asked"), [(theme, asked) for theme, asked, *_ in ASKED])
def test_paper_is_white_whatever_the_theme(page, theme, asked):
    page.emulate_media(color_scheme=asked, media="print")

    assert drawn(page, theme) == [WHITE, "light"]


def test_no_colour_needs_a_browser_of_this_year():
    assert "light-dark(" not in TOKENS.read_text()
