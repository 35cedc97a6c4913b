"""A whole night by touch, from the set-up link to the printed report, with the page checked after every step."""

import io
import re

import pypdf
import pytest
from playwright.sync_api import expect

from tests import desk
from tests.browser.host import Host
from tests.browser.visit import LANDSCAPE, PORTRAIT

PASSWORD = "seven of clubs"


@pytest.fixture
def running(tmp_path):
    with desk.running(desk.laid_out(tmp_path)) as one:
        yield one


@pytest.fixture(
    params=[
        pytest.param((LANDSCAPE, "the network"), id="landscape"),
        pytest.param((PORTRAIT, "this machine"), id="portrait"),
    ]
)
def host(request, new_context, running):
    """A host with a tablet; the landscape one comes over the network, as tablets do."""
    size, place = request.param
    page = new_context(viewport=size, has_touch=True).new_page()
    host = Host(page)
    address = re.search(r"http://\S+/set-up/\S+/", running.printed).group()
    page.goto(address if place == "the network" else re.sub(r"//[^:]+:", "//127.0.0.1:", address))
    return host


def set_up(host):
    """Set the desk up by its link, with a house, as far as the home page."""
    host.hand.writes("Your name", "Ann")
    host.hand.writes("Password", PASSWORD)
    host.hand.tap(host.page.get_by_text("Where you play"))
    host.page.get_by_label("Time zone").select_option("America/New_York")
    host.hand.tap(host.page.get_by_text("Start from a written set of rules"))
    host.hand.tap(host.page.get_by_label(re.compile("Mike's game")))
    host.hand.button("Set up, play later")
    expect(host.page.get_by_role("heading", name="Home")).to_be_visible()


def open_bank(host):
    """Plan tonight and open the bank."""
    steps = host.page.get_by_role("region", name="Your first night")
    host.hand.tap(steps.get_by_role("link", name="Plan a night"))
    host.page.get_by_label("House").select_option("mike")
    host.hand.button("Plan")
    host.hand.link("Open the bank")
    host.page.get_by_label("Float").fill("200")
    host.hand.button("Open the bank")
    expect(host.page.get_by_role("list", name="Expected")).to_be_visible()
    host.shows("0.00", "0.00", "0.00", "200.00")


def everybody_comes(host):
    """Let six players come: Ann is known, Bo buys as he walks in, and the rest buy together."""
    host.welcomes("Ann", known=True)
    host.shows("0.00", "0.00", "0.00", "200.00", Ann="–")
    with host.from_tonight(taps=4):
        host.welcomes("Bo")
        host.hand.button("Buy in 10.00 · cash")
    host.shows("10.00", "10.00", "0.00", "210.00", Ann="–", Bo="10.00")
    host.hands_out("10.00")
    for name in ("Cy", "Di", "Ed", "Flo"):
        host.welcomes(name)
    host.shows("10.00", "10.00", "0.00", "210.00", Ann="–", Bo="10.00", Cy="–", Di="–", Ed="–", Flo="–")
    with host.from_tonight(taps=3):
        host.opens_the_night()
        host.hand.link("Everyone in")
        host.hand.button("Sell 5 × 10.00 = 50.00, cash")
    in_for = {"Ann": "10.00", "Bo": "10.00", "Cy": "10.00", "Di": "10.00", "Ed": "10.00", "Flo": "10.00"}
    host.shows("60.00", "60.00", "0.00", "260.00", **in_for)


def play(host):
    """Record rebuys (two against the rules, one undone, one written down twice) and a sale between players."""
    in_for = {"Ann": "10.00", "Bo": "20.00", "Cy": "10.00", "Di": "10.00", "Ed": "10.00", "Flo": "10.00"}
    host.sells_again("Bo", "10")
    host.shows("70.00", "70.00", "0.00", "270.00", **in_for)
    host.sells("Cy", "20")
    host.shows("90.00", "90.00", "0.00", "290.00", **in_for | {"Cy": "30.00"})
    host.hands_out("20.00")
    host.overrules("Di", "7", reason="her last coins")
    host.shows("97.00", "97.00", "0.00", "297.00", **in_for | {"Cy": "30.00", "Di": "17.00"})
    host.overrules("Ed", "3", reason="her last coins", again=True)
    in_for |= {"Cy": "30.00", "Di": "17.00", "Ed": "13.00"}
    host.shows("100.00", "100.00", "0.00", "300.00", **in_for)
    host.sells("Ann", "25")
    host.shows("125.00", "125.00", "0.00", "325.00", **in_for | {"Ann": "35.00"})
    host.undoes_the_last()
    host.shows("100.00", "100.00", "0.00", "300.00", **in_for)
    with host.from_tonight(taps=6):
        host.opens("Flo")
        host.asks_for("Sell chips to")
        host.hand.tap(host.panel.get_by_text("Bo", exact=True))
        host.hand.types("4")
        host.hand.button("Sell 4.00 · cash")
    host.shows("100.00", "100.00", "0.00", "300.00", **in_for | {"Bo": "24.00"})
    with host.from_tonight(taps=2):
        host.opens("Flo")
        host.hand.button("Leaving soon")
    host.sells_again("Cy", "20")
    host.shows("120.00", "120.00", "0.00", "320.00", **in_for | {"Bo": "24.00", "Cy": "50.00"})


def leave(host):
    """Play the last hand and cash out; Cy's chips are counted by colour after the two counts differed."""
    with host.from_tonight(taps=2):
        host.opens_the_night()
        host.hand.button("Last hand played")
    ann, bo, ed, flo = {"Ann": "10.00"}, {"Bo": "24.00"}, {"Ed": "13.00"}, {"Flo": "10.00"}
    play_on = {"Cy": "50.00", "Di": "17.00"}
    host.cashes_out("Ann", "12.35", pay="12.00")
    host.shows("120.00", "107.65", "12.35", "308.00", pot="0.35", **bo, **play_on, **ed, **flo, **ann)
    host.cashes_out("Bo", "31.05", pay="31.00")
    host.shows("120.00", "76.60", "43.40", "277.00", pot="0.40", **play_on, **ed, **flo, **ann, **bo)
    host.cashes_out("Ed", "22.10", pay="22.00")
    host.shows("120.00", "54.50", "65.50", "255.00", pot="0.50", **play_on, **flo, **ann, **bo, **ed)
    host.cashes_out("Flo", "26.10", pay="26.00")
    host.shows("120.00", "28.40", "91.60", "229.00", pot="0.60", **play_on, **ann, **bo, **ed, **flo)
    counts_differ(host)
    host.shows("120.00", "28.40", "91.60", "229.00", pot="0.60", **play_on, **ann, **bo, **ed, **flo)
    with host.recording(taps=15):
        count_by_colour(host)
    host.shows(
        *("120.00", "20.00", "100.00", "221.00"),
        pot="1.00",
        Di="17.00",
        Ann="10.00",
        Bo="24.00",
        Cy="50.00",
        Ed="13.00",
        Flo="10.00",
    )


def counts_differ(host):
    """Let Cy count 8.40 and the banker 8.04: no payout follows."""
    host.opens("Cy")
    expect(host.panel.locator("h2")).to_contain_text("cashes out")
    host.hand.types("8.40")
    host.hand.tap(host.panel.get_by_text("Enter the banker’s count…"))
    host.page.get_by_label("The banker counts").fill("8.04")
    host.hand.button("Compare counts")
    expect(host.panel.get_by_role("alert")).to_contain_text("The two counts differ")
    expect(host.panel.locator("dd.num")).to_have_text(["$8.40", "$8.04"])


def count_by_colour(host):
    """Count eight black chips and four red ones."""
    host.hand.link("Count again")
    host.hand.tap(host.panel.get_by_text("Count by chips…"))
    for colour, number in (("black", 8), ("red", 4)):
        for _ in range(number):
            host.hand.tap(host.panel.get_by_label(f"One {colour} more").first)
    expect(host.page.get_by_label("Cy counts")).to_have_value("8.40")
    host.hand.button("Pay $8.00")


def close(host):
    """Begin the close: Di is busted, 20.00 of chips are missing, and the desk finds the rebuy written down twice."""
    page = host.page
    host.opens_the_night()
    host.hand.link("Close the night…")
    host.hand.tap(page.locator(".holder", has_text="Di").get_by_role("button", name="Busted"))
    expect(page.locator("#chips")).to_contain_text("20.00 of chips")
    hint = page.locator("#chips .discrepancy").first
    expect(hint).to_contain_text("look like one recorded twice")
    host.hand.tap(hint.get_by_role("link"))
    host.hand.button("Undo it")
    expect(host.panel.get_by_role("status")).to_be_visible()
    in_for = {"Ann": "10.00", "Bo": "24.00", "Cy": "30.00", "Di": "17.00", "Ed": "13.00", "Flo": "10.00"}
    host.shows("100.00", "0.00", "100.00", "201.00", pot="1.00", **in_for)


def count_the_drawer(host):
    """Pay the final pot; count 190.00 where 200.00 should be, then count again and get it right."""
    page = host.page
    host.opens_the_night()
    host.hand.link("Close the night…")
    expect(page.locator("#pot")).to_contain_text("The winner gets $1.00")
    host.hand.tap(page.locator("#pot").get_by_text("Flo", exact=True))
    host.hand.button("Pay $1.00")
    host.hand.types("190")
    host.hand.button("Compare 190.00")
    expect(page.locator("#drawer dd")).to_have_text(["$200.00", "$190.00", "−10.00"])
    expect(page.locator("#drawer .discrepancy").first).to_contain_text("10.00")
    host.hand.tap(page.locator("#drawer").get_by_text("Count again…"))
    host.hand.button("Start over")
    host.page.get_by_label("20.00", exact=True).fill("10")
    host.hand.button("Compare 200.00")
    host.hand.button("Record $200.00")
    host.hand.button("Close the night")


def report(host):
    """Check the results on the page and on the printed report."""
    results = {"Ann": "2.00", "Bo": "7.00", "Cy": "−22.00", "Di": "−17.00", "Ed": "9.00", "Flo": "21.00"}
    rows = host.page.locator(".report-players tbody tr:not(.total)")
    expect(rows).to_have_count(6)
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    found = {name: result.replace("+", "") for name, *_, result in cells}
    assert found == results
    answer = host.page.request.get(f"{host.page.url.partition('?')[0]}report.pdf")
    assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")
    assert printed(answer.body(), "Player", "Drawer") == {**results, "All": "0.00"}
    assert printed(answer.body(), "Drawer", "Chips") == {
        "Float": "200.00",
        "Buy-ins": "100.00",
        "Cash-outs": "−99.00",
        "Final": "−1.00",
        "Should": "200.00",
        "Counted": "200.00",
    }


def printed(pdf, above, below):
    """Return the last number of each line between two headings, by first word; ``above`` begins the first heading."""
    lines = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages).splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(above))
    rows = [line.split() for line in lines[start + 1 : lines.index(below, start)] if line]
    return {words[0]: words[-1].removeprefix("+") for words in rows if re.fullmatch(r"[+−]?\d+\.\d\d", words[-1])}


@pytest.mark.long
def test_a_whole_night(host):
    set_up(host)
    open_bank(host)
    everybody_comes(host)
    play(host)
    leave(host)
    close(host)
    count_the_drawer(host)
    report(host)

    origin = "/".join(host.page.url.split("/")[:3])
    assert host.page.evaluate("isSecureContext") is ("127.0.0.1" in origin)
    assert host.ear.asked_elsewhere(origin) == []
    assert host.ear.complaints == []
