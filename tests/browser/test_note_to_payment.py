"""From a bank note to a payment, by touch: a night with credit, its end, THE BOOK, the month, and a player's phone."""

import io
import re
from datetime import timedelta

import pypdf
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import desk
from tests.browser.ear import Ear
from tests.browser.host import Host
from tests.browser.visit import LANDSCAPE, PHONE, Visit

NO_CASH = "Record, no cash"


@pytest.fixture
def running(tmp_path):
    with desk.running(desk.laid_out(tmp_path)) as one:
        yield one


def tablet(new_context, visit):
    """Return a host with a tablet, signed in."""
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    return Host(context.new_page())


def rows(page, table, columns=slice(None)):
    """Return the cells of some columns of a table, row by row, without the currency sign."""
    page.wait_for_load_state()
    said = page.locator(f"{table} tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
    )
    return [[" ".join(cell.replace("$", "").split()) for cell in row][columns] for row in said]


def lists(host, origin, *names):
    """Put regulars on the list of players."""
    host.page.goto(f"{origin}/players/add/")
    host.page.get_by_label("Names").fill("\n".join(names))
    host.hand.button("Review")
    host.hand.button(f"Add {len(names)} player{'s' if len(names) > 1 else ''}")
    expect(host.page.get_by_role("status")).to_be_visible()


def opens_the_bank(host, origin, day):
    """Open the bank of a night at mike's on that day."""
    host.page.goto(f"{origin}/nights/plan/")
    host.page.get_by_label("Date").fill(day.isoformat())
    host.page.get_by_label("House").select_option("mike")
    host.hand.button("Plan")
    host.hand.link("Open the bank")
    host.page.get_by_label("Float").fill("100")
    host.hand.button("Open the bank")
    expect(host.page.get_by_role("list", name="Expected")).to_be_visible()
    host.shows("0.00", "0.00", "0.00", "100.00")


def pays_with(host, means):
    host.hand.tap(host.panel.get_by_role("radiogroup", name="Paid").get_by_role("radio", name=means))


def sells_for(host, means, amount):
    """Sell chips to the player whose panel is open, for cash or in THE BOOK."""
    with host.recording(taps=3):
        host.hand.types(amount)
        pays_with(host, means)
        host.hand.button(f"Buy in {amount}.00 · {means}")


def sells_on_note(host, amount, note, mark, *, number, kind="Buy in"):
    """Sell chips for a note of that name and number, with the proposed mark."""
    host.hand.types(amount)
    pays_with(host, "note")
    expect(host.page.get_by_label("Note", exact=True)).to_have_value(note)
    expect(host.page.get_by_label("Mark", exact=True)).to_have_value(mark)
    with host.recording(taps=1):
        host.hand.button(f"{kind} {amount}.00 · note")
    tells_the_note(host, number, mark)


def tells_the_note(host, number, mark):
    expect(host.panel.get_by_role("status")).to_contain_text(f"Bank note No. {number}")
    expect(host.panel.get_by_role("status")).to_contain_text(f"signed {mark}")


def sell(host):
    """Sell chips to all players: for cash, in THE BOOK, for notes that the bank holds, and for one that Dée holds."""
    host.welcomes("Ann", known=True)
    sells_for(host, "cash", "20")
    host.shows("20.00", "20.00", "0.00", "120.00", Ann="20.00")
    host.welcomes("Bo", known=True)
    sells_on_note(host, "20", "n1", "BOB", number=1)
    host.shows("40.00", "40.00", "0.00", "120.00", Ann="20.00", Bo="20.00")
    prints_the_slip(host)
    host.welcomes("Cy", known=True)
    sells_for(host, "THE BOOK", "20")
    host.shows("60.00", "60.00", "0.00", "120.00", Ann="20.00", Bo="20.00", Cy="20.00")
    host.welcomes("Dée", known=True)
    sells_for(host, "cash", "20")
    host.shows("80.00", "80.00", "0.00", "140.00", Ann="20.00", Bo="20.00", Cy="20.00", Dée="20.00")
    welcomes_guest(host, "Gil", of="Ann")
    sells_on_note(host, "15", "n2", "BOI", number=2)
    host.shows("95.00", "95.00", "0.00", "140.00", Ann="20.00", Bo="20.00", Cy="20.00", Dée="20.00", Gil="15.00")
    with host.from_tonight(taps=6):
        host.opens("Dée")
        host.asks_for("Sell chips to")
        host.hand.tap(host.panel.get_by_text("Bo", exact=True))
        host.hand.types("8")
        pays_with(host, "note")
        host.hand.button("Sell 8.00 · note")
    tells_the_note(host, 3, "BOB")
    host.shows("95.00", "95.00", "0.00", "140.00", Ann="20.00", Bo="28.00", Cy="20.00", Dée="20.00", Gil="15.00")


def prints_the_slip(host):
    address = host.page.get_by_role("link", name="Print the slip").get_attribute("href")
    answer = host.page.request.get(f"{host.page.url.split('/nights/')[0]}{address}")
    slip = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.body())).pages)
    assert [said for said in ("No. 1", "BOB", "20.00", "Twenty and 00/100", "Bo") if said not in slip] == []


def welcomes_guest(host, name, *, of):
    """Let a guest arrive whom a regular has invited."""
    host.hand.link("Add player")
    host.hand.writes("Name", name)
    host.hand.tap(host.panel.get_by_text("A guest…", exact=True))
    host.hand.tap(host.panel.get_by_text("New guest", exact=True))
    host.page.get_by_label("Invited by").select_option(of)
    host.hand.button("Add")
    expect(host.panel.locator("h2 > bdi")).to_have_text(name)


def lend(host):
    """Undo a sale on a note, which voids the note; then pay half of Bo's first note and look at the debts."""
    host.uncovers_the_places()
    host.opens("Cy")
    sells_on_note(host, "5", "n4", "BOC", number=4, kind="Rebuy")
    host.shows("100.00", "100.00", "0.00", "140.00", Ann="20.00", Bo="28.00", Cy="25.00", Dée="20.00", Gil="15.00")
    host.undoes_the_last()
    host.shows("95.00", "95.00", "0.00", "140.00", Ann="20.00", Bo="28.00", Cy="20.00", Dée="20.00", Gil="15.00")
    looks_at_credit(host)
    host.hand.tap(host.panel.locator(".note-line", has_text="No. 1"))
    expect(host.panel.locator("h2")).to_have_text("Note No. 1")
    with host.recording(taps=1):
        host.hand.types("10")
        host.hand.button("Pay 10.00")
    host.shows("95.00", "95.00", "0.00", "150.00", Ann="20.00", Bo="28.00", Cy="20.00", Dée="20.00", Gil="15.00")
    looks_at_credit(host)
    expect(host.panel.locator(".exposure .num")).to_have_text("$45.00")
    assert reads_owing(host) == {"Bo": ["18.00", "18.00", "8.00"], "Cy": ["20.00"], "Gil": ["15.00", "15.00"]}
    assert [note.split("\n") for note in host.panel.locator(".note-line").all_inner_texts()] == [
        ["Bo", "10.00", "No. 1 BOB n1 of 20.00, held by the bank"],
        ["Gil", "15.00", "No. 2 BOI n2 held by the bank"],
        ["Bo", "8.00", "No. 3 BOB n3 held by Dée"],
        ["Cy", "0.00", "No. 4 BOC n4 of 5.00, void"],
    ]


def looks_at_credit(host):
    """Open the debts of tonight."""
    host.hand.tap(host.page.locator("#to-credit"))
    expect(host.panel.locator("h2")).to_have_text("Credit tonight")


def reads_owing(host):
    """Return the debtors with their amounts: tonight, on notes, the part of those that players hold, and in all."""
    said = host.panel.locator(".owing li:not(.note-line)").evaluate_all(
        "all => all.map(each => [...each.querySelectorAll('.owing-name, .num')].map(one => one.innerText))"
    )
    return {name: amounts for name, *amounts in said}


def leave(host):
    """Give Bo part of his own note back, strike out part of Cy's debt in THE BOOK, and hand Bo's note on to Dée."""
    with host.from_tonight(taps=2):
        host.opens_the_night()
        host.hand.button("Last hand played")
    ann, bo, cy, dée, gil = {"Ann": "20.00"}, {"Bo": "28.00"}, {"Cy": "20.00"}, {"Dée": "20.00"}, {"Gil": "15.00"}
    host.counts("Bo", "6.35")
    pays(host, "note n1 back of $10.00 $6.00", button=NO_CASH)
    host.shows("95.00", "88.65", "6.35", "150.00", pot="0.35", **ann, **cy, **dée, **gil, **bo)
    host.counts("Cy", "12.40")
    pays(host, "struck out in THE BOOK $12.00", button=NO_CASH)
    host.shows("95.00", "76.25", "18.75", "150.00", pot="0.75", **ann, **dée, **gil, **bo, **cy)
    host.counts("Dée", "41.25")
    host.hand.tap(host.panel.get_by_text("Change the payout…", exact=True))
    host.page.get_by_label("In THE BOOK").fill("15")
    host.hand.tap(host.panel.locator("label.choice", has_text="n1"))
    host.hand.button("Preview")
    told = ("to their credit in THE BOOK $15.00", "in cash $22.00", "note n1 handed on $4.00")
    pays(host, *told, button="Pay $22.00 in cash of $41.00")
    host.shows("95.00", "35.00", "60.00", "128.00", pot="1.00", **ann, **gil, **bo, **cy, **dée)
    host.counts("Ann", "35")
    pays(host, button="Pay $35.00")
    host.shows("95.00", "0.00", "95.00", "93.00", pot="1.00", **gil, **ann, **bo, **cy, **dée)


def pays(host, *lines, button):
    """Expect these lines of the payout, and pay it."""
    paid = host.panel.get_by_label("How it is paid", exact=True).get_by_role("listitem")
    expect(paid).to_have_text([*lines])
    with host.recording(taps=1):
        host.hand.button(button)


def end(host):
    """End the night: Gil is busted and cannot pay his note, so Ann is charged; the other notes go into THE BOOK."""
    page = host.page
    host.opens_the_night()
    host.hand.link("Close the night…")
    host.hand.tap(page.locator(".holder", has_text="Gil").get_by_role("button", name="Busted"))
    host.hand.tap(page.locator("#pot").get_by_text("Cy", exact=True))
    host.hand.button("Pay $1.00")
    notes = page.locator("#notes > p").first
    expect(notes).to_have_text(re.compile(r"^\$27\.00\s[^$]*\s3 notes\.\s*$"))
    host.hand.link("Paid or unpaid… note n2")
    host.hand.tap(host.panel.get_by_role("link", name="Cannot pay: goes to Ann"))
    expect(host.panel.locator("dd.num")).to_have_text(["even", "owes $15.00"])
    host.hand.button("Charge Ann")
    expect(host.panel.get_by_role("status")).to_be_visible()
    host.shows("95.00", "0.00", "95.00", "92.00", Ann="20.00", Bo="28.00", Cy="20.00", Dée="20.00", Gil="15.00")
    host.hand.link("Continue closing")
    expect(notes).to_have_text(re.compile(r"^\$12\.00\s[^$]*\s2 notes\.\s*$"))
    host.hand.button("Carry 2 unpaid notes ($12.00) over as debts")
    expect(notes).to_have_text("No notes are out.")


NOTES_WHAT_IS_SHOWN = """
document.addEventListener("submit", () => {
  const button = document.querySelector(".closing form[data-sent] .primary");
  sessionStorage.setItem("shown", button ? getComputedStyle(button, "::after").content : "nothing");
});
"""
"""Keeps the mark behind the words of the close button, as it is at the press, before the answer comes."""


def close(host):
    """Count the drawer and close; the banker gets the 8.00 that it lacks for the float through THE BOOK."""
    page = host.page
    host.hand.types("92.00")
    host.hand.button("Compare 92.00")
    expect(page.locator("#drawer dd")).to_have_text(["$92.00", "$92.00", "0.00"])
    host.hand.button("Record $92.00")
    expect(page.locator("#close dd")).to_have_text(["$92.00", "$100.00"])
    expect(page.locator("#close")).to_contain_text("The bank owes Ann $8.00 more")
    page.evaluate(NOTES_WHAT_IS_SHOWN)
    host.hand.button("Close the night")
    expect(page.get_by_role("heading", name="Settle tonight")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('shown')") == '" …"'


STANDINGS = {"Ann": "−7.00", "Bo": "−12.00", "Cy": "−8.00", "Dée": "+27.00"}
PLAN = [["Ann", "Dée", "7.00"], ["Bo", "Dée", "12.00"], ["Cy", "Dée", "8.00"]]
# The lines of each player in THE BOOK, newest first: the amount, and the standing after it.
LINES = {
    "Ann": [["+8.00", "−7.00"], ["−15.00", "−15.00"]],
    "Bo": [["−8.00", "−12.00"], ["−4.00", "−4.00"]],
    "Cy": [["+12.00", "−8.00"], ["−20.00", "−20.00"]],
    "Dée": [["+8.00", "+27.00"], ["+4.00", "+19.00"], ["+15.00", "+15.00"]],
}


def look_back(host):
    """Check the fewest payments of the night, its report, its changes to THE BOOK, and the register of notes."""
    page = host.page
    expect(page.get_by_role("heading", name="Settle tonight")).to_be_visible()
    settles = [f"{payer} pays {payee} ${amount}" for payer, payee, amount in PLAN]
    expect(page.locator(".settle .holder")).to_contain_text(settles)
    assert [[row[0], row[-1]] for row in rows(page, ".report-players")][:-1] == [
        *(["Dée", "+29.00"], ["Ann", "+15.00"], ["Cy", "−7.00"], ["Gil", "−15.00"], ["Bo", "−22.00"])
    ]
    for name in ("Drawer, chips and notes", "Who pays whom, and what changed…"):
        page.get_by_text(name, exact=True).tap()
    assert rows(page, "[aria-label=Notes] table", slice(2, 6)) == [
        ["Bo", "BOB", "Dée", "20.00"],
        ["Gil", "BOI", "the bank", "15.00"],
        ["Bo", "BOB", "Dée", "8.00"],
        ["Cy", "BOC", "the bank", "5.00"],
    ]
    assert rows(page, "[aria-label='Into THE BOOK'] table") == [  # by chips, notes and the bank, and in all
        ["Ann", "", "−15.00", "+8.00", "−7.00"],
        ["Bo", "", "−12.00", "", "−12.00"],
        ["Cy", "−8.00", "", "", "−8.00"],
        ["Dée", "+15.00", "+12.00", "", "+27.00"],
    ]
    expect(page.locator("[aria-labelledby=drawer] li").filter(has_text="Counted")).to_contain_text("92.00")
    assert rows(page, "[aria-label='What the night changed'] table") == [
        [name, "0.00", after, after] for name, after in STANDINGS.items()
    ]
    page.goto(f"{page.url.split('/nights/')[0]}/notes/")
    assert rows(page, "table", slice(0, None, 2))[::-1] == [
        ["1", "n1", "BOB", "0.00", "committed"],
        ["2", "n2", "BOI", "0.00", "charged to the inviter"],
        ["3", "n3", "BOB", "0.00", "committed"],
        ["4", "n4", "BOC", "0.00", "void"],
    ]


def read_the_book(host, origin, standings, lines):
    """Check the standings of all players, and the lines of some."""
    host.page.goto(f"{origin}/book/")
    words = {name: f"{'owes' if each[0] == '−' else 'is owed'} {each[1:]}" for name, each in standings.items()}
    assert dict(rows(host.page, "table:not(#months table)", slice(0, 2))) == words
    for name, expected in lines.items():
        host.page.goto(f"{origin}/book/")
        host.hand.link(name)
        expect(host.page.locator("#lines")).to_be_visible()
        assert rows(host.page, "#lines table", slice(4, 6)) == expected


def consolidate(host, origin, until):
    """Preview THE BOOK as of the end of that day, consolidate it, and return the address of the month."""
    page = host.page
    page.goto(f"{origin}/book/months/new/?until={until}")
    expect(page.get_by_text("Fewest possible: proven.")).to_be_visible()
    assert rows(page, ".plan") == PLAN
    host.hand.button("Settle up: 3 payments")
    expect(page.get_by_role("status")).to_be_visible()
    assert rows(page, ".plan", slice(0, 3)) == PLAN
    expect(page.locator(".person h3 > bdi")).to_have_text(list(STANDINGS))
    expect(page.locator(".person summary > .num")).to_have_text(list(STANDINGS.values()))
    return page.url.partition("?")[0]


def gives_a_link(host, name, origin):
    """Make the link of a player, and return its address."""
    host.page.goto(f"{origin}/players/")
    host.hand.link(name)
    host.hand.tap(host.page.get_by_text("Phone link…"))
    host.hand.button("Make link")
    address = host.page.locator("code.long").inner_text()
    return re.sub(r"//[^/]+", f"//{origin.split('//')[1]}", address)


def phone_of(new_context, link):
    """Sign a phone in by a player's link; return its page and its ear."""
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    ear = Ear(page)
    page.goto(link)
    page.get_by_role("button", name="Yes, that's me").tap()
    return page, ear


def reads_own_page(phone, standing, lines):
    """Expect a player's standing on their own page, and their lines a tap away."""
    expect(phone.get_by_label("Your standing")).to_contain_text(standing)
    phone.get_by_role("link", name="THE BOOK").tap()
    expect(phone.get_by_role("heading", name="Line by line")).to_be_visible()
    shown = [row for row in rows(phone, "table.lines", slice(1, 2)) if row]  # A plan has one cell.
    assert shown == [[" ".join(line)] for line in lines]
    phone.locator(".back", has_text="Now").tap()
    expect(phone.get_by_role("navigation", name="More")).to_be_visible()


def claim_and_confirm(host, phone, month):
    """Bo claims on his phone that he has paid; the payment counts when the host confirms it."""
    reads_own_page(phone, re.compile(r"You owe[\s\S]*\$12\.00"), LINES["Bo"])
    phone.get_by_role("button", name="I have paid").tap()
    expect(phone.get_by_role("status")).to_contain_text("12.00")
    host.page.goto(month)
    host.hand.tap(host.page.get_by_role("row").filter(has_text="marked as paid").get_by_role("link"))
    host.hand.button("Confirm $12.00")
    expect(host.page.get_by_role("status")).to_contain_text("12.00")
    phone.reload()
    reads_own_page(phone, "Even", [["+12.00", "0.00"], *LINES["Bo"]])


def pay_in_part(host, month):
    """Record as the host that Cy has paid a part."""
    host.page.goto(month)
    host.hand.link("Settle the payment of Cy to Dée")
    host.page.get_by_label("Paid", exact=True).fill("5")
    host.hand.button("Record as paid…")
    host.hand.button("Yes, record it")
    expect(host.page.get_by_role("status")).to_contain_text("5.00")
    host.page.goto(month)
    assert rows(host.page, ".plan") == [
        ["Ann", "Dée", "7.00", "open", "Settle"],
        ["Bo", "Dée", "12.00", "paid", "View"],
        ["Cy", "Dée", "8.00", "part paid · 3.00 left", "Settle"],
    ]


@pytest.mark.long
def test_from_a_note_to_a_payment(new_context, running):
    visit = Visit.to(running, "numbers")  # Nobody is on the list yet.
    host = tablet(new_context, visit)

    lists(host, visit.origin, "Ann", "Bo", "Cy", "Dée")
    yesterday = timezone.now().date() - timedelta(days=1)  # in UTC: not ahead of today, wherever the desk is
    opens_the_bank(host, visit.origin, yesterday)
    sell(host)
    lend(host)
    leave(host)
    end(host)
    close(host)
    look_back(host)
    read_the_book(host, visit.origin, STANDINGS, LINES)
    month = consolidate(host, visit.origin, yesterday)
    phone, phones_ear = phone_of(new_context, gives_a_link(host, "Bo", visit.origin))
    claim_and_confirm(host, phone, month)
    pay_in_part(host, month)
    cy = [["+5.00", "−3.00"], *LINES["Cy"]]
    dée = [["−5.00", "+10.00"], ["−12.00", "+15.00"], *LINES["Dée"]]
    read_the_book(host, visit.origin, {"Ann": "−7.00", "Cy": "−3.00", "Dée": "+10.00"}, {"Cy": cy, "Dée": dée})
    assert (host.ear.complaints, phones_ear.complaints) == ([], [])
