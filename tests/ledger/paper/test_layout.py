import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from reportlab import rl_config
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from ledger.paper.layout import PLAIN, WIDTH, Foot, TextStyle, Words, printed, section, shortened
from ledger.reports.night_pdf import night_report_pdf
from tests.ledger.evenings import HEAD, HOSTILE, evening, happened, line
from tests.ledger.reading import as_drawn, pages, places

FOOT = Foot("Dave's cash game", 30, HEAD)


@pytest.mark.parametrize("text", ["<img src='/etc/passwd'/>", "a<b", "&amp;", "</para>", "Łukasz ♠", "a" * 40])
def test_text_is_printed_as_it_is(text):
    paper = printed([Words(text)], title=text, foot=FOOT)

    assert pages(paper)[0][0] == text


def test_a_right_to_left_name_is_drawn_from_its_end():
    paper = printed([Words("שלום buys in")], title="", foot=FOOT)

    assert as_drawn(paper)[0][0] == "םולש buys in"


def test_a_character_that_no_font_has_is_written_in_words():
    paper = printed([Words("Zoë 🎉")], title="", foot=FOOT)

    assert pages(paper)[0][0] == "Zoë :tada:"


class Ear:
    """Records every file and every connection that this interpreter opens while it listens."""

    def __init__(self) -> None:
        self.heard: list[str] | None = None
        sys.addaudithook(self.hear)

    def hear(self, event: str, details: tuple[object, ...]) -> None:
        if self.heard is not None and (event == "open" or event.startswith(("socket.", "urllib."))):
            self.heard.append(f"{event} {details[0]}")


@pytest.fixture(scope="module")
def ear() -> Ear:
    return Ear()


@pytest.fixture
def heard(ear: Ear) -> Iterator[list[str]]:
    ear.heard = []
    yield ear.heard
    ear.heard = None


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_opens_no_file_and_no_connection(name, heard):
    report = evening(house=name, banker=name, players=(line(name),), timeline=(happened(1, name, by=name),))
    night_report_pdf(evening())  # reads the font, which is read only once
    heard.clear()

    night_report_pdf(report)

    assert heard == []


def test_an_opened_file_would_be_heard(heard):
    with open("/etc/passwd", "rb"):  # noqa: PTH123  # the plainest way to open one
        pass

    assert heard == ["open /etc/passwd"]


def test_reportlab_may_fetch_nothing_by_itself():
    assert (rl_config.trustedSchemes, rl_config.trustedHosts) == ([], [])


def test_the_foot_stands_on_every_page():
    paper = printed([Words("a " * 8000)], title="", foot=FOOT)

    assert [lines[-1] for lines in pages(paper)] == [
        f"Dave's cash game page {number} of 3 act 30 · {HEAD[:16]}" for number in (1, 2, 3)
    ]


def test_a_paper_of_facts_and_acts_says_up_to_which_of_both():
    paper = printed([Words("Ann")], title="", foot=Foot("Seats", 30, HEAD, as_of="fact 214"))

    assert pages(paper)[0][-1] == f"Seats page 1 of 1 fact 214 · act 30 · {HEAD[:16]}"


def test_a_long_name_is_shortened_in_the_foot_alone():
    name = f"A house with a very long name, {'and then some more of it, ' * 3}and an end"

    body, rest, foot = pages(printed([Words(name)], title="", foot=Foot(name, 30, HEAD)))[0]

    assert f"{body} {rest}" == name
    shown = "A house with a very long name, and then some more of it,…"
    assert foot == f"{shown} page 1 of 1 act 30 · {HEAD[:16]}"


@pytest.mark.parametrize("name", ["Seats", "W" * 40, "A house with a very long name, and then some more of it"])
@pytest.mark.parametrize("as_of", ["", "fact 21400"])
def test_the_number_of_the_page_stands_in_the_middle_whatever_is_beside_it(name, as_of):
    paper = printed([Words("Ann")], title="", foot=Foot(name, 103_000, HEAD, as_of=as_of))

    (left, count, right, _) = sorted((x, text) for text, x, _ in places(paper) if text != "Ann")
    wide = TextStyle(7.5).measure("page 1 of 1")
    assert (round(count[0], 1), count[1]) == (round((A4[0] - wide) / 2, 1), "page 1 of 1")
    assert left[0] + TextStyle(7.5).measure(left[1]) + 10 < count[0] < count[0] + wide + 10 < right[0]


@pytest.mark.parametrize(("width", "shown"), [(100, "Ann and Bo"), (40, "Ann an…"), (0, "…")])
def test_a_line_is_shortened_to_its_width(width, shown):
    assert shortened("Ann and Bo", width, PLAIN.measure) == shown


def test_everything_stands_where_a4_and_letter_have_paper():
    heights = [y for _, _, y in places(night_report_pdf(evening(closed=False)))]

    lost, unprinted, capital = (A4[1] - LETTER[1]) / 2, 5 * mm, 6
    assert lost + unprinted < min(heights)
    assert max(heights) + capital < A4[1] - lost - unprinted
    assert WIDTH + 2 * unprinted < A4[0] < LETTER[0]


def test_no_line_is_wider_than_its_place():
    words = Words(" ".join(HOSTILE), TextStyle(8))

    words.wrap(90, 1000)

    assert [text for text in words.lines if words.text_style.measure(text) > 90] == []


def test_text_is_parted_between_lines_where_a_page_ends():
    words = Words("one two three four", TextStyle(10))

    first, second = words.split(30, 30)

    assert (first.lines, second.lines) == (["one", "two"], ["three", "four"])


def test_a_heading_takes_what_follows_with_it():
    filler = [Words("filler") for _ in range(54)]

    paper = printed([*filler, *section("Players"), Words("Ann")], title="", foot=FOOT)

    assert pages(paper)[1][:2] == ["Players", "Ann"]


@pytest.mark.long
def test_papers_made_at_the_same_time_are_the_same():
    with ThreadPoolExecutor(8) as pool:
        papers = set(pool.map(lambda _: night_report_pdf(evening()), range(16)))

    assert papers == {night_report_pdf(evening())}
