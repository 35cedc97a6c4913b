"""The rule book on paper: its contents lead to the right pages, and no title stands alone."""

import re
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from hostdesk.houses.rule_book_pdf import BookArticle, RuleBook, rule_book_pdf
from ledger.paper.sizes import A4, LETTER, full_page, printed_on
from ledger.terms.bank_terms import Colour
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages, places

BOOK = RuleBook(
    house="Mike's game",
    summary="Nickels and dimes, with dinner.",
    version=3,
    since=date(2026, 11, 20),
    source="Mike's House Rules, 2000 to 2004",
    in_short=(("Money", ("Chips are paid for in cash.", "All chips come from the bank.")), ("Leaving", ("Any time.",))),
    chips=(Colour("white", 5), Colour("green", 500, reserve=True)),
    levels=("0.25/0.50", "0.50/1.00"),
    level_minutes=20,
    articles=(
        BookArticle("1", "The banker", "One player looks after the bank.", "The bank"),
        BookArticle("2", "Jumping the bet", "It costs 0.20.", "Conduct", ("new", "unusual")),
        BookArticle("1.1", "Chips", "The bank sells chips.", "The bank"),
    ),
)
ARTICLE = re.compile(r"\d+\.\d+a Article \d+")
RULE = "Nobody acts before their turn. "


def body(book: RuleBook) -> list[list[str]]:
    """The lines of every page without its foot and its head."""
    return [lines[:-2] for lines in pages(rule_book_pdf(book))]


def long_book(articles: int) -> RuleBook:
    """A book of many articles, each as long as the next but one, seven to a section."""
    made = (
        BookArticle(f"{at}.{at}a", f"Article {at}", (RULE * (1 + at % 29)).strip(), f"Section {at // 7}")
        for at in range(articles)
    )
    return replace(BOOK, articles=tuple(made))


def test_it_begins_with_a_title_page_and_contents():
    title, contents, _, articles = body(BOOK)

    assert title == [
        *("HOUSE RULES · ALL AMOUNTS IN US DOLLARS", "Mike's game", "Nickels and dimes, with dinner."),
        *("Version 3, since 20 November 2026", "Based on Mike's House Rules, 2000 to 2004", "3 articles in 2 sections"),
        "new: added or changed by the latest version of the rules it is based on.",
        "unusual: most card rooms have it otherwise.",
    ]
    assert contents == [
        *("Contents", "The rules in short 3", "Money 3", "Leaving 3", "The chips 3", "Levels of 20 minutes 3"),
        *("The articles 4", "The bank 4", "1 The banker 4", "1.1 Chips 4", "Conduct 4", "2 Jumping the bet 4"),
    ]
    assert articles[2:] == [
        *("The bank", "1 The banker", "One player looks after the bank.", "1.1 Chips", "The bank sells chips."),
        *("Conduct", "2 NEW · UNUSUALJumping the bet", "It costs 0.20."),
    ]


def test_the_rules_in_short_tell_the_terms_the_chips_and_the_levels():
    assert body(BOOK)[2][2:] == [
        *("Money", "Chips are paid for in cash.", "All chips come from the bank.", "Leaving", "Any time."),
        *("The chips", "$0.05", "white", "$5.00", "green, when needed"),
        *("Levels of 20 minutes", "1 0.25/0.50 2 0.50/1.00"),
    ]


def test_every_page_says_of_which_house_and_version_it_is():
    ends = [lines[-2:] for lines in pages(rule_book_pdf(long_book(40)))]

    count = len(ends)
    assert ends == [
        [f"Mike's game · House rules page {number} of {count} since 20 November 2026", "Version 3"]
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("count", [0, 108, 150])
def test_the_contents_lead_to_the_pages_where_articles_stand(count):
    listed, stand = {}, {}
    for number, lines in enumerate(body(long_book(count)), start=1):
        for line in lines:
            if entry := re.fullmatch(r"(\d+\.\d+a Article \d+) (\d+)", line):
                listed[entry[1]] = int(entry[2])
            elif ARTICLE.fullmatch(line):
                stand[line] = number

    assert listed == stand
    assert len(listed) == count


def test_no_column_of_the_contents_ends_with_a_heading():
    columns: dict[tuple[int, bool], list[tuple[float, str]]] = {}
    page = 1
    for text, x, y in places(rule_book_pdf(long_book(170))):
        page += text == "Version 3"  # drawn last on each page
        if page in (2, 3) and y > 70:
            columns.setdefault((page, x > full_page().paper.width / 2), []).append((y, text))

    lowest = [[text for y, text in column if y == min(column)[0]] for column in columns.values()]

    assert len(lowest) == 4
    assert [each for each in lowest if any(text.startswith("Section") for text in each)] == []


def test_neither_a_title_nor_a_line_stands_alone_where_a_page_ends():
    read = body(long_book(90))[4:]

    titles = [lines[-1] for lines in read if ARTICLE.fullmatch(lines[-1])]
    torn = [(before, after) for before, after in pairwise(read) if not ARTICLE.fullmatch(after[0])]
    alone = [each for each in torn if ARTICLE.fullmatch(each[0][-2]) or ARTICLE.fullmatch(each[1][1])]

    assert len(torn) == 5
    assert [titles, [each for each in alone if not each[1][0].startswith("Section")]] == [[], []]


def test_a_house_may_have_no_articles_and_no_source():
    title, contents, _ = body(replace(BOOK, articles=(), source="", chips=(), levels=()))

    assert title[3:] == ["Version 3, since 20 November 2026", "0 articles in 0 sections"]
    assert contents[1:] == ["The rules in short 3", "Money 3", "Leaving 3"]


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("name", [*HOSTILE[:4], "W" * 300, "שלום פוקר", "日本ポーカー 🎉"])
def test_nothing_leaves_the_paper_whatever_it_is_called(paper, name):
    article = BookArticle("100.100.100.100.100a", name, name * 3, name, ("new", "unusual"))
    with printed_on(paper):
        page = full_page()
        found = places(rule_book_pdf(replace(BOOK, house=name[:40], summary=name, articles=(article,) * 3)))

    assert page.left - 0.01 <= min(x for _, x, _ in found)
    assert max(x for _, x, _ in found) < page.left + page.width
    assert 15 < min(y for _, _, y in found) < max(y for _, _, y in found) < page.paper.height - 20


def test_the_same_version_gives_the_same_bytes():
    assert rule_book_pdf(BOOK) == rule_book_pdf(BOOK)
