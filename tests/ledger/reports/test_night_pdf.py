import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_report import BookChange, CorrectionLine, DrawerLine, NoteLine, RulingLine, Tally, TallySheet
from ledger.reports.night_story import NightStory, StoryStep
from tests.ledger.evenings import EVENING, HEAD, HOSTILE, START, TOO_MUCH, evening, happened, line
from tests.ledger.reading import as_drawn, drawing, pages, places

ROOT = Path(__file__).resolve().parents[3]
STORY = NightStory(
    (
        StoryStep(1, START, "buy_in", "Ann buys in", "Ann", cents=2000, chips_cents=2000),
        StoryStep(2, START, "cash_out", "Ann cashes out", "Ann", cents=2000),
    )
)
TITLES = {
    *("Players", "Drawer", "Chips", "Final pot", "Notes", "Into THE BOOK", "Corrected later", "Conduct", "Rulings"),
    "Timeline",
    "What was agreed",
}


def words(**changes: object) -> list[str]:
    """Return the lines of the changed evening's paper, without the foot of each page."""
    return [text for page in pages(night_report_pdf(evening(**changes))) for text in page[:-1]]


def part(title: str, read: list[str]) -> list[str]:
    """Return the lines of one part of the paper, from its title to the next one."""
    start = read.index(title) + 1
    return read[start : next((at for at in range(start, len(read)) if read[at] in TITLES), len(read))]


def players(read: list[str]) -> list[str]:
    """Return the table of the players, from its headings to its sums."""
    start = next(at for at, text in enumerate(read) if text.startswith("Player "))
    return read[start : next(at for at in range(start, len(read)) if read[at].startswith("In all")) + 1]


def test_the_same_report_gives_the_same_bytes():
    assert night_report_pdf(evening()) == night_report_pdf(evening())


def test_another_process_gives_the_same_bytes():
    code = (
        "import sys; from ledger.reports import night_pdf; from tests.ledger import evenings;"
        "sys.stdout.buffer.write(night_pdf.night_report_pdf(evenings.EVENING))"
    )
    elsewhere = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}

    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=elsewhere, capture_output=True, check=True)

    assert other.stdout == night_report_pdf(EVENING)


def test_the_paper_begins_with_house_date_and_result():
    assert words()[:4] == [
        "NIGHT REPORT · ALL AMOUNTS IN US DOLLARS",
        "Dave's cash game",
        "Friday 20 November 2026",
        "Cy won most: +22.00",
    ]


def test_the_rules_stand_at_the_end():
    agreed = (
        "Banker: Ann. Stakes: Blinds 0.10 and 0.20. House rules: version 3, since 1 March 2026. "
        "First buy-in at least 4.00. At most 20.00. Recorded by ann."
    )

    assert " ".join(part("What was agreed", words())[:-4]) == agreed


def test_a_small_night_is_one_page_with_the_pictures_that_fit():
    few, some = evening(players=(line("Ann"),), timeline=(), rulings=(), story=STORY), evening(story=STORY)

    read = [pages(night_report_pdf(report)) for report in (few, some)]

    assert [len(each) for each in read] == [1, 1]
    assert ["In play $0.00" in text for text in map(str, read)] == [True, False]


def test_a_night_of_six_and_its_25_acts_is_one_page_in_smaller_letters():
    names = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
    timeline = tuple(happened(number, f"Act of {number}", 100) for number in range(1, 26))

    read = pages(night_report_pdf(evening(players=tuple(map(line, names)), timeline=timeline, rulings=(), story=STORY)))

    assert (len(read), [f"Act of {number}" in str(read) for number in (1, 25)]) == (1, [True, True])


def test_the_acts_of_a_small_night_stand_in_two_columns():
    timeline = tuple(happened(number, f"Act of {number}", 100) for number in range(1, 21))

    read = places(night_report_pdf(evening(timeline=timeline)))

    tops = {text: (x, round(y)) for text, x, y in read if text.startswith("Act of ")}
    assert [len({x for x, _ in tops.values()}), tops["Act of 1"][1] == tops["Act of 11"][1]] == [2, True]


@pytest.mark.sweep
@pytest.mark.parametrize("count", [38, 48, 58, 130])
def test_a_title_is_not_parted_from_its_acts(count):
    timeline = tuple(happened(number, f"Act of {number}", 100) for number in range(1, count + 1))

    read = pages(night_report_pdf(evening(timeline=timeline)))

    assert ["Timeline" in page for page in read] == [any("Act of 1 " in text for text in page) for page in read]


def test_many_acts_with_all_their_columns_stand_below_each_other():
    acts = [replace(happened(n, f"Act of {n}", 100, by="bo" if n % 2 else "ann"), undone=n == 3) for n in range(1, 80)]

    read = places(night_report_pdf(evening(timeline=tuple(acts))))

    assert len({x for text, x, _ in read if text.startswith("Act of ")}) == 1


def test_a_night_of_24_and_its_160_acts_is_four_pages_and_none_is_nearly_empty():
    names = [f"Player {number}" for number in range(24)]
    timeline = tuple(happened(number, f"{names[number % 24]} buys in, paid in cash", 100) for number in range(160))

    read = pages(night_report_pdf(evening(players=tuple(map(line, names)), timeline=timeline, rulings=())))

    assert (len(read), min(map(len, read)) > 20) == (4, True)


@pytest.mark.parametrize(("acts", "columns"), [(170, 2), (181, 1)])
def test_the_acts_of_a_very_long_night_stand_in_one_column(acts, columns):
    timeline = tuple(happened(number, f"Act of {number}", 100) for number in range(acts))

    read = places(night_report_pdf(evening(timeline=timeline)))

    assert len({x for text, x, _ in read if text.startswith("Act of ")}) == columns


def test_what_jumped_bets_came_to_is_told_with_its_sum():
    rows = (Tally("Ann", 2, 40, 0), Tally("Bo", 1, 20, 1))

    read = words(tally=TallySheet(rows, costs=True, penalties=3, cents=60))

    assert part("Conduct", read) == ["Player Warned Jumped Penalties", "Ann – 2 0.40", "Bo 1 1 0.20", "In all 3 0.60"]


def test_in_a_house_without_a_penalty_only_the_warnings_are_told():
    read = words(tally=TallySheet((Tally("Bo", 0, 0, 2),)))

    assert part("Conduct", read) == ["Player Warned", "Bo 2"]


def test_earlier_bankers_are_named():
    assert "Banker: Ann, before Bo and Cy." in " ".join(words(earlier_bankers=("Bo", "Cy")))


def test_the_players_of_an_ordinary_night():
    assert players(words()) == [
        "Player Buy-in Rebuys",
        "Rebuys,",
        "amount Cash-out Result",
        "Cy 20.00 – – 42.00 +22.00",
        "Ann 20.00 – – 35.50 +15.50",
        "Gil 20.00 – – 20.00 0.00",
        "Bo 20.00 2 30.00 12.50 −37.50",
        "In all 80.00 2 30.00 110.00 0.00",
    ]


def test_columns_stand_only_where_someone_needs_them():
    assert players(words(players=(line("Ann"), line("Gil", cash_out=0)))) == [
        "Player Buy-in Cash-out Result",
        "Ann 20.00 20.00 0.00",
        "Gil 20.00 0.00 −20.00",
        "In all 40.00 20.00 −20.00",
    ]


def test_chips_of_other_players_and_the_final_pot():
    lines = (line("Ann", sold_cents=500, final_pot_cents=115), line("Bo", buy_in=0, bought_from_players_cents=500))

    rows = players(words(players=lines))[-3:]

    assert rows == [
        "Bo 0.00 5.00 – 20.00 – 5.00 20.00 +15.00",
        "Ann 20.00 – 5.00 20.00 1.15 20.00 26.15 +6.15",
        "In all 20.00 5.00 5.00 40.00 1.15 25.00 46.15 +21.15",
    ]


def test_more_than_one_first_buy_in_is_counted():
    lines = (replace(line("Ann", buy_in=4000), buy_in_count=2), line("Bo"))

    assert players(words(players=lines)) == [
        "Player Buy-ins Buy-in Cash-out Result",
        "Bo 1 20.00 20.00 0.00",
        "Ann 2 40.00 20.00 −20.00",
        "In all 3 60.00 40.00 −20.00",
    ]


def test_drawer_and_chips():
    read = words()

    assert part("Drawer", read) == ["Float 50.00", "Should be there 50.00", "Counted 49.65"]
    assert part("Chips", read) == [
        "Sold 110.00",
        "Back 110.00",
        "Chips in play 0.00",
        "Drawer and chips together are short by $0.35. The banker, Ann, bears it.",
    ]


def test_a_long_reckoning_goes_over_the_page():
    read = words(drawer=tuple(DrawerLine(f"Bag {number}", number, False) for number in range(90)))

    assert part("Drawer", read) == [f"Bag {number} {number // 100}.{number % 100:02}" for number in range(90)]


@pytest.mark.parametrize(
    ("cents", "closed", "sentence"),
    [
        (0, True, "Drawer and chips agree."),
        (35, True, "Drawer and chips together are short by $0.35. The banker, Ann, bears it."),
        (-100, True, "Drawer and chips together are over by $1.00. The banker, Ann, keeps it."),
        (35, False, "Drawer and chips together are short by $0.35 so far."),
        (-35, False, "Drawer and chips together are over by $0.35 so far."),
    ],
)
def test_over_and_short_in_words(cents, closed, sentence):
    assert evening(over_short_cents=cents, closed=closed).over_short_sentence == sentence


@pytest.mark.parametrize(
    ("winner", "cents", "lines"), [("Cy", 115, ["Cy won $1.15."]), ("", 115, ["$1.15, not won yet."])]
)
def test_the_final_pot_and_who_won_it(winner, cents, lines):
    assert part("Final pot", words(final_pot_winner=winner, final_pot_cents=cents)) == lines


def test_what_there_was_nothing_of_has_no_title():
    left_out = {"Final pot", "Notes", "Into THE BOOK", "Corrected later", "Conduct", "Rulings"}

    assert TITLES - set(words(rulings=())) == left_out


def test_rulings_tell_what_was_refused_who_decided_and_why():
    assert part("Rulings", words()) == [
        "Act Time Ruling",
        "4 19:30 Bo: rebuy 20.00 in cash",
        "Refused: At most 20.00 after a rebuy.",
        "Allowed by the host: his birthday",
    ]


def test_one_decision_on_acts_that_follow_each_other_is_told_once():
    first, second = (RulingLine(START, "Bo buys in", (TOO_MUCH,), "the table", "online", "ann", n) for n in (4, 5))

    assert part("Rulings", words(rulings=(first, second)))[1:] == [
        "4 19:30 Bo buys in",
        "Refused: At most 20.00 after a rebuy.",
        "5 19:30 Bo buys in",
        "Refused: At most 20.00 after a rebuy.",
        "Allowed by the table, acts 4 to 5: online",
    ]


def test_disputes_are_told_one_by_one_with_what_was_decided():
    first, second = (RulingLine(START, what, (), "the table", "split it", "ann") for what in ("A tie", "Two aces"))

    assert part("Rulings", words(rulings=(first, second)))[1:] == [
        "19:30 A tie",
        "Decided by the table: split it",
        "19:30 Two aces",
        "Decided by the table: split it",
    ]


def test_the_timeline_marks_what_was_undone_and_a_new_day():
    assert part("Timeline", words()) == [
        "Act Time What happened Amount",
        "1 19:40 The night opens 50.00",
        "2 19:50 Ann buys in, cash 20.00",
        "3 20:00 Bo buys in, cash 25.00 ✗ undone",
        "Act Time What happened Amount",
        "Saturday 21 November 2026",
        "30 00:30 The night closes",
    ]


def test_a_column_for_who_did_it_stands_only_where_more_than_one_did():
    by_two = (happened(1, "The night opens", 5000), happened(2, "The drawer is counted", by="bo"))
    by_nobody = (happened(1, "The night opens", 5000, by=""),)

    assert [text for text in part("Timeline", words(timeline=by_two)) if text[0] in "12"] == [
        "1 19:40 The night opens 50.00 ann",
        "2 19:50 The drawer is counted bo",
    ]
    assert "Recorded by" not in " ".join(words(timeline=by_nobody))


@pytest.mark.parametrize(("undone", "lines"), [(False, 0), (True, 2)])
def test_the_text_and_the_amount_of_what_was_undone_are_struck_out(undone, lines):
    bare = {"rulings": (), "players": (), "chips": (), "drawer": ()}
    report = evening(timeline=(happened(3, "Bo buys in", 2500, undone=undone),), **bare)

    drawn = drawing(night_report_pdf(report))

    # One line each below the headings and the row, two to sign on, one above the foot, and those that strike out.
    assert len(re.findall(rb" l\b", drawn)) == 5 + lines


def test_signatures_and_the_whole_head_stand_at_the_end():
    assert pages(night_report_pdf(evening()))[-1][-5:] == [
        "Ann, banker",
        "Host",
        "This paper shows the night up to act 30. Head of the chain there:",
        HEAD,
        f"Dave's cash game · 20 November 2026 page 1 of 1 act 30 · {HEAD[:16]}",
    ]


def test_the_whole_head_stands_once():
    assert [text for text in words(timeline=EVENING.timeline * 100) if HEAD in text] == [HEAD]


def test_a_night_that_is_not_closed_says_so_at_the_top_of_every_page():
    read = pages(night_report_pdf(evening(closed=False, timeline=EVENING.timeline * 30)))

    assert (read[0][3], "act 30" in read[0][4]) == ("Not closed yet", True)
    assert [page[-1] for page in read] == ["Not closed yet"] * len(read)
    assert "Result" not in read[0]


def test_a_closed_night_does_not():
    assert [text for text in words() if "closed yet" in text] == []


def test_an_empty_night_prints():
    nothing = {"players": (), "chips": (), "drawer": (), "rulings": (), "timeline": (), "limits": ()}

    read = pages(night_report_pdf(evening(**nothing, over_short_cents=0, stakes="", head="", number=0)))

    assert (len(read), read[0][3:5]) == (1, ["Players", "Nobody has bought in."])


def test_forty_players_all_stand_under_the_headings():
    forty = tuple(line(f"Player {number}", cash_out=number) for number in range(1, 41))

    read = words(players=forty)

    rows = [text for text in read if text.startswith("Player ") and " 20.00 " in text]
    assert rows == [f"Player {n} 20.00 {n / 100:.2f} −{(2000 - n) / 100:.2f}" for n in range(40, 0, -1)]
    assert read.count("Player Buy-in Cash-out Result") == 2


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_prints_as_it_is_everywhere(name):
    report = evening(
        house=name, banker=name, players=(line(name),), rulings=(), timeline=(happened(1, f"{name} arrives", by=name),)
    )

    read = " ".join(text for page in pages(night_report_pdf(report)) for text in page)

    assert read.replace(" ", "").count(name.replace(" ", "")) >= 6


def test_a_right_to_left_name_is_drawn_from_its_end_and_amounts_stay_behind_it():
    read = as_drawn(night_report_pdf(evening(players=(line("שלום", cash_out=1000),))))

    in_the_picture, in_the_table = (text.split() for text in read[0] if "םולש" in text)
    assert (in_the_table, in_the_picture) == (["םולש", "20.00", "10.00", "−10.00"], ["םולש", "−10.00"])


@pytest.mark.sweep
@pytest.mark.parametrize("count", range(1, 60, 4))
def test_no_title_is_the_last_thing_on_a_page(count):
    players = tuple(line(f"Player {number}") for number in range(count))

    read = pages(night_report_pdf(evening(players=players, final_pot_cents=100)))

    assert [page[-2] for page in read if page[-2] in TITLES] == []


@pytest.mark.sweep
@pytest.mark.parametrize("count", range(20, 29))
def test_what_the_drawer_and_the_chips_came_to_stays_with_them(count):
    players = tuple(line(f"Player {number}", rebuys=(1000,)) for number in range(count))

    read = pages(night_report_pdf(evening(players=players)))

    [page] = [page for page in read if any(text.startswith("Drawer and chips together") for text in page)]
    assert {"Counted 49.65", "Chips in play 0.00"} <= set(page)


@pytest.mark.sweep
@pytest.mark.parametrize("count", range(10, 24))
def test_a_ruling_stays_with_what_was_refused_and_why_it_was_allowed(count):
    read = pages(night_report_pdf(evening(players=tuple(line(f"Player {number}") for number in range(count)))))

    told = ("4 19:30 Bo: rebuy", "Refused: At most", "Allowed by the host")
    assert max(sum(text.startswith(told) for text in page) for page in read) == 3


@pytest.mark.further
def test_four_hundred_acts_all_stand_on_the_paper():
    timeline = tuple(happened(number, "Bo buys in", number, by="") for number in range(1, 401))

    read = part("Timeline", words(timeline=timeline))

    assert [text.split()[0] for text in read if "Bo buys in" in text] == [str(number) for number in range(1, 401)]


NOTES = (
    NoteLine(7, "n1", "Bo", "BOB", "the bank", 2500, "10.00 paid in cash, 15.00 handed back"),
    NoteLine(8, "n2", "Gil", "", "Cy", 2000, "lapsed"),
)


def test_each_note_is_told_with_whose_it_is_and_what_became_of_it():
    assert part("Notes", words(notes=NOTES)) == [
        "No. Note Owed by Held by Face What became of it",
        "7 n1 Bo (BOB) the bank 25.00 10.00 paid in cash, 15.00 handed back",
        "8 n2 Gil Cy 20.00 lapsed",
    ]


def test_the_book_has_columns_only_where_someone_needs_them():
    book = (BookChange("Ann", 0, 0, 1500), BookChange("Bo", -1500, 0, 0))

    assert part("Into THE BOOK", words(book=book)) == [
        "With + THE BOOK owes them more than before the night, with − they owe it more.",
        *("Player Chips", "The", "bank", "In THE", "BOOK"),
        "Ann – +15.00 +15.00",
        "Bo −15.00 – −15.00",
    ]
    assert part("Into THE BOOK", words(book=(BookChange("Bo", 0, -500, 0),)))[-1] == "Bo −5.00"


def test_lapsed_notes_are_told_where_the_drawer_is():
    read = words(lapsed=("The note n2 of Gil lapsed: Ann, the banker, lost 20.00.",), over_short_cents=2035)

    assert "Drawer, chips and lapsed notes together are short by $20.35. The banker, Ann, bears it." in read
    assert "The note n2 of Gil lapsed: Ann, the banker, lost 20.00." in read


def test_what_was_left_of_the_bank_is_told():
    owed = words(book=(BookChange("Ann", 0, 0, 1500),))
    owing = words(book=(BookChange("Ann", 0, 0, -1500),))

    assert "The bank owed Ann $15.00 more than the drawer held: it went to THE BOOK." in owed
    assert "Ann took home $15.00 more than the bank owed: it went to THE BOOK." in owing


def test_a_later_correction_carries_its_own_place_in_the_chain():
    lines = (CorrectionLine(41, "ab" * 32, START, "ann", "Bo", "Cy", 250, "the taxi"),)

    assert part("Corrected later", words(corrections=lines)) == [
        "In THE BOOK alone: the results above stand as they were.",
        f"Head at act 41: {'ab' * 32}",
        "Act Day Correction Amount",
        "41 20 November 2026 Bo owes Cy more: the taxi (by ann) 2.50",
    ]


def test_a_correction_leaves_the_rest_of_the_paper_alone():
    lines = (CorrectionLine(41, "ab" * 32, START, "", "Bo", "Cy", 250, "the taxi"),)
    long, headings = EVENING.timeline * 30, "Act Time What happened Amount"  # which every page repeats
    without = [text for text in words(timeline=long) if text != headings]
    with_one = [text for text in words(timeline=long, corrections=lines) if text != headings]

    start = with_one.index("Corrected later")

    assert with_one[:start] + with_one[start + 5 :] == without


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_words_are_printed_in_the_credit_too(name):
    read = words(
        notes=(NoteLine(7, name, name, "BOB", name, 2500, f"charged to {name}"),),
        corrections=(CorrectionLine(41, "ab" * 32, START, name, name, name, 250, name),),
    )

    assert part("Notes", read)


def test_the_night_is_on_the_paper_in_pictures_too():
    steps = [StoryStep(1, START, "buy_in", "", "Ann", cents=1000, chips_cents=1000)]
    steps.append(StoryStep(2, START, "cash_out", "", "Ann", cents=1000))

    read = words(players=(line("Ann", cash_out=2100),), rulings=(), timeline=(), story=NightStory(tuple(steps)))

    assert [text for text in read if "won most" in text or "went into play" in text] == [
        "Ann won most: +1.00",
        "$10.00 went into play: 1 purchase",
    ]


def test_forty_players_are_drawn_on_as_many_pages_as_they_need():
    players = tuple(line(f"Player {number}", cash_out=2000 + 10 * number) for number in range(40))
    story = NightStory(
        tuple(StoryStep(n, START, "buy_in", "", each.name, cents=2000) for n, each in enumerate(players))
    )

    read = words(players=players, story=story)

    assert [
        sum(text.startswith(f"{name} ") or text == name for text in read) for name in ("Player 0", "Player 39")
    ] == [3, 4]  # in the table, both pictures, and one in the title


def test_an_open_night_has_no_bars_yet():
    assert [text for text in words(closed=False) if "won most" in text] == []
