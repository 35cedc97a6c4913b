"""From a bank note to a payment, by touch: a night with credit, its end, THE BOOK, the month, and a player's phone."""

import io
import re
from datetime import timedelta

import pypdf
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import desk
from tests.browser.books import money
from tests.browser.debts import Debts, signed
from tests.browser.ear import Ear
from tests.browser.lender import Lender
from tests.browser.visit import LANDSCAPE, PHONE, Visit


@pytest.fixture
def running(tmp_path):
    with desk.running(tmp_path) as one:
        yield one


def tablet(new_context, visit):
    """A host with a tablet and an empty paper."""
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    return Lender(context.new_page(), Debts(float_cents=100_00))


def rows(page, table, columns=slice(None)):
    """Return what a table says in some of its columns, row by row."""
    page.wait_for_load_state()
    said = page.locator(f"{table} tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim().replace(/\\s+/g, ' ')))"
    )
    return [row[columns] for row in said]


def sell(host):
    """Everybody gets chips: for cash, in THE BOOK, for notes that the bank holds, and for one that Dée holds."""
    host.welcomes("Ann", known=True)
    host.sells_for("cash", "Ann", "20")
    host.welcomes("Bo", known=True)
    host.sells_on_note("Bo", "20", "n1", "BOB")
    prints_the_slip(host)
    host.welcomes("Cy", known=True)
    host.sells_for("THE BOOK", "Cy", "20")
    host.welcomes("Dée", known=True)
    host.sells_for("cash", "Dée", "20")
    host.welcomes_guest("Gil", of="Ann")
    host.sells_on_note("Gil", "15", "n2", "BOI")
    host.lets_sell("Dée", "Bo", "8", "n3", "BOB")


def prints_the_slip(host):
    address = host.page.get_by_role("link", name="Print the slip").get_attribute("href")
    answer = host.page.request.get(f"{host.page.url.split('/nights/')[0]}{address}")
    slip = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.body())).pages)
    assert [said for said in ("No. 1", "BOB", "20.00", "Twenty and 00/100", "Bo") if said not in slip] == []


def lend(host):
    """A slip in the books takes its note along; then half of Bo's note is paid, and what is owed is looked at."""
    host.opens("Cy")
    host.sells_on_note("Cy", "5", "n4", "BOC", kind="Rebuy")
    host.undoes_the_note("n4")
    host.is_paid_a_part(1, "10")
    host.looks_at_credit()
    expect(host.panel.locator(".exposure .num")).to_have_text(f"${money(host.books.exposed)}")
    assert host.reads_owing() == host.books.owing
    assert host.reads_notes() == [
        [f"No. {number}", f"{one.mark} {one.name}", money(one.out), one.told]
        for number, one in enumerate(host.books.notes, start=1)
    ]


def leave(host):
    """Bo gets a part of his own note back, Cy is struck out in THE BOOK in part, and Dée is handed Bo's note on."""
    with host.from_tonight(taps=2):
        host.opens_the_night()
        host.hand.button("Last hand played")
    host.counts("Bo", "6.35")
    host.pays("Bo", 635, "note n1 back of $10.00 $6.00", back="n1")
    host.counts("Cy", "12.40")
    host.pays("Cy", 1240, "struck out in THE BOOK $12.00", book=1200)
    host.counts("Dée", "41.25")
    host.chooses(book="15", hands_on="n1")
    told = ("to their credit in THE BOOK $15.00", "in cash $22.00", "note n1 handed on $4.00")
    host.pays("Dée", 4125, *told, book=1500, on="n1")
    host.counts("Ann", "35")
    host.pays("Ann", 3500)


def end(host):
    """Gil is busted and cannot pay his note: it goes to Ann. The other notes go into THE BOOK."""
    page = host.page
    host.opens_the_night()
    host.hand.link("Close the night…")
    host.hand.tap(page.locator(".holder", has_text="Gil").get_by_role("button"))
    host.books.is_paid("Gil", 0)
    host.hand.tap(page.locator("#pot").get_by_text("Cy", exact=True))
    host.hand.button(f"Pay ${money(host.books.total('final_pot'))}")
    host.books.wins_final_pot("Cy")
    notes = page.locator("#notes > p").first
    expect(notes).to_have_text(f"${money(host.books.out)} is still out on 3 notes.")
    host.hand.tap(page.locator("#notes").get_by_text("Show notes…"))
    host.hand.link("Paid or unpaid… note n2")
    host.charges(2, "Ann")
    host.agrees()
    host.goes_to_the_closing()
    expect(notes).to_have_text(f"${money(host.books.out)} is still out on 2 notes.")
    host.hand.button(f"Commit 2 notes, ${money(host.books.out)}, to THE BOOK")
    host.books.commits()
    expect(notes).to_have_text("No notes are out.")


def close(host):
    """The drawer is counted, and what it lacks for the float is the banker's to get by THE BOOK."""
    page, drawer = host.page, money(host.books.drawer)
    host.hand.types(drawer)
    host.hand.button(f"Compare {drawer}")
    expect(page.locator("#drawer dd")).to_have_text([f"${drawer}", f"${drawer}", "0.00"])
    host.hand.button(f"Record ${drawer}")
    expect(page.locator("#close dd")).to_have_text(["$100.00", "$0.00", f"${drawer}"])
    rest = money(host.books.float_cents - host.books.drawer)
    expect(page.locator("#close")).to_contain_text(f"The bank owes Ann ${rest} more")
    host.books.closes("Ann")
    host.hand.button("Close the night")


def look_back(host):
    """THE BOOK after the night, the fewest payments of the night, its report, and the register of notes."""
    page, books = host.page, host.books
    expect(page.get_by_role("heading", name="Settle tonight")).to_be_visible()
    changes = [[name, "0.00", signed(cents), signed(cents)] for name, cents in books.standings.items()]
    assert rows(page, ".book-after") == changes
    settles = [f"{payer} pays {payee} ${money(cents)}" for payer, payee, cents in books.plan]
    expect(page.locator(".settle .holder")).to_contain_text(settles)
    host.hand.link("The night’s report")
    expect(page.get_by_role("heading", name="Into THE BOOK")).to_be_visible()
    results = {name: result.replace("+", "") for name, result in rows(page, ".report-players", slice(0, None, 9))}
    assert results == books.results
    assert rows(page, ".report-notes", slice(1, 4)) == [
        [f"{one.debtor} {one.mark}", one.holder, money(one.face)] for one in books.notes
    ]
    assert rows(page, ".report-book") == books.into_the_book
    assert ["Counted", money(books.drawer)] in rows(page, "[aria-labelledby=drawer] .reckoning")
    page.goto(f"{page.url.split('/nights/')[0]}/notes/")
    register = rows(page, "table", slice(0, None, 2))[::-1]
    assert register == [
        [str(number), one.name, one.mark, money(one.out), one.state] for number, one in enumerate(books.notes, start=1)
    ]


def read_the_book(host, origin, *names):
    """Everybody's standing, and the lines of some."""
    host.page.goto(f"{origin}/book/")
    standings = rows(host.page, "table", slice(0, 3, 2))
    assert dict(standings) == {name: signed(cents) for name, cents in host.books.standings.items()}
    for name in names:
        host.page.goto(f"{origin}/book/")
        host.hand.link(name)
        expect(host.page.get_by_role("heading", name="Line by line")).to_be_visible()
        lines = rows(host.page, "[aria-labelledby=lines] table", slice(4, 6))
        assert [tuple(line) for line in lines] == host.books.history(name)


def consolidate(host, origin):
    """The month that has ended is offered, looked at, and consolidated."""
    page, books = host.page, host.books
    page.goto(f"{origin}/book/months/")
    host.hand.link("See the fewest payments")
    plan = [[payer, payee, money(cents)] for payer, payee, cents in books.plan]
    expect(page.get_by_text("Fewest possible: proven.")).to_be_visible()
    assert rows(page, ".plan") == plan
    host.hand.button(f"Consolidate: {len(plan)} payments")
    expect(page.get_by_role("status")).to_contain_text("THE BOOK is consolidated up to")
    assert rows(page, ".plan", slice(0, 3)) == plan
    expect(page.locator(".person h3")).to_have_text(
        [f"{name} {signed(cents)}" for name, cents in books.standings.items()]
    )
    return page.url.partition("?")[0]


def gives_a_link(host, name, origin):
    """Make the link of a player, and return what it says."""
    host.page.goto(f"{origin}/players/")
    host.hand.link(name)
    host.hand.link("Their own page")
    host.hand.button("Make link")
    address = host.page.locator("code.long").inner_text()
    return re.sub(r"//[^/]+", f"//{origin.split('//')[1]}", address)


def phone_of(new_context, link):
    """A player's phone, signed in by the link."""
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    ear = Ear(page)
    page.goto(link)
    page.get_by_role("button", name="Yes, that's me").tap()
    return page, ear


def reads_own_page(phone, books, name, word):
    """Compare a player's own page with the paper."""
    figure = phone.get_by_label("Your standing")
    expect(figure).to_contain_text(word)
    lines = rows(phone, "[aria-labelledby=lines] table", slice(1, 3))
    assert [tuple(line) for line in lines] == books.history(name)


def claim_and_confirm(host, phone, month):
    """Bo says on his phone that he has paid; it counts when the host confirms it."""
    owed = money(-host.books.standing("Bo"))
    reads_own_page(phone, host.books, "Bo", f"You owe {owed}")
    phone.get_by_text("You pay Dée").tap()
    expect(phone.get_by_label("Paid", exact=True)).to_have_value(owed)
    phone.get_by_role("button", name="I have paid").tap()
    expect(phone.get_by_role("status")).to_contain_text(owed)
    host.page.goto(month)
    host.hand.tap(host.page.get_by_role("row").filter(has_text="marked as paid").get_by_role("link"))
    host.hand.button(f"Confirm {owed}")
    expect(host.page.get_by_role("status")).to_contain_text(owed)
    host.books.settles("Bo", "Dée", 1200)
    phone.reload()
    reads_own_page(phone, host.books, "Bo", "Even")


def pay_in_part(host, month):
    """The host takes down that Cy has paid a part."""
    host.page.goto(month)
    host.hand.link("Settle the payment of Cy to Dée")
    host.page.get_by_label("Paid", exact=True).fill("5")
    host.hand.button("Record as paid…")
    host.hand.button("Yes, record it")
    host.books.settles("Cy", "Dée", 500)
    expect(host.page.get_by_role("status")).to_contain_text("5.00")
    host.page.goto(month)
    assert rows(host.page, ".plan") == [
        ["Ann", "Dée", "7.00", "open", "Settle"],
        ["Bo", "Dée", "12.00", "paid", "Look"],
        ["Cy", "Dée", "8.00", "part paid 5.00 paid, 3.00 left", "Settle"],
    ]


@pytest.mark.long
def test_from_a_note_to_a_payment(new_context, running):
    visit = Visit.to(running, "numbers")  # Nobody is on the list yet.
    host = tablet(new_context, visit)
    ear = Ear(host.page)

    host.lists(visit.origin, "Ann", "Bo", "Cy", "Dée")
    host.opens_the_bank(visit.origin, timezone.localdate().replace(day=1) - timedelta(days=1))
    sell(host)
    lend(host)
    leave(host)
    end(host)
    close(host)
    look_back(host)
    read_the_book(host, visit.origin, *host.books.standings)
    month = consolidate(host, visit.origin)
    phone, phones_ear = phone_of(new_context, gives_a_link(host, "Bo", visit.origin))
    claim_and_confirm(host, phone, month)
    pay_in_part(host, month)
    read_the_book(host, visit.origin, "Cy", "Dée")
    assert (ear.complaints, phones_ear.complaints) == ([], [])


def test_the_table_sees_no_debts(new_context, running):
    visit = Visit.to(running, "everything")
    host = tablet(new_context, visit)
    host.page.goto(f"{visit.origin}/nights/{visit.made['noted']}/tonight/")
    shown = " ".join(host.page.locator("#bank, #panel").all_inner_texts()).split()
    listed = [each.split("\n") for each in host.page.locator(".sitting").all_inner_texts()]
    host.looks_at_credit()
    owing, exposed = host.reads_owing(), host.panel.locator(".exposure .num").inner_text().removeprefix("$")

    assert listed == [["W" * 40, "99995.00"], ["<i>Guest</i>", "20.00"]]
    assert [*owing] == [name for name, _ in listed]
    hidden = {exposed, *owing, *(amount for amounts in owing.values() for amount in amounts)}
    assert hidden.intersection(shown) == set()
