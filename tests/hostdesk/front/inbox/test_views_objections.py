"""A player's objection on the phone, on the banker's pages, at home and in THE BOOK, and the answer to it."""

import pytest

from ledger.book.own_queries import open_objections
from reservations.acts.queries import Answer
from reservations.players.queries import player_named
from tests.hostdesk.browsing import own, phone
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


class Bought(Evening):
    """An evening with the act of Bo's buy-in."""

    bos: Answer


@pytest.fixture
@played_once
def evening(db):
    """Bo bought in for 5.00 in THE BOOK."""
    evening = Bought("mike")
    evening.bos = evening.buy_in("Bo", "5.00", pay="book")
    return evening


def objects(evening, words="I paid <cash>", line=None):
    browser = phone("Bo")
    page = browser.opens(own("Bo", f"lines/{(line or evening.bos).act.number}/"))
    return browser.sends(next(form for form in page.forms if "words" in form.fields), words=words)


def night(evening, page=""):
    return f"/nights/{evening.night.pk}/{page}"


def test_the_line_is_found_from_tonight_and_from_the_book(evening):
    tonight = phone("Bo").opens(own("Bo"))
    lines = phone("Bo").opens(tonight.links["Not right?"])

    assert lines.form(f"lines/{evening.bos.act.number}/").typed == {"words"}
    assert own("Bo", f"lines/{evening.bos.act.number}/") in phone("Bo").opens(own("Bo", "book/")).leads_to


def test_the_form_of_a_line_sends_the_words_about_that_line(evening):
    """Each line has its own text field; Bo's words are about the older line."""
    rebuy = evening.buy_in("Bo", "10.00", pay="book")
    browser = phone("Bo")
    page = browser.opens(own("Bo", f"nights/{evening.night.pk}/lines/"))
    sends_to = [form.action for form in page.forms if "words" in form.typed]

    told = browser.sends(page.form(f"lines/{evening.bos.act.number}/"), words="It was 4.00")

    assert sends_to == [own("Bo", f"lines/{each.act.number}/") for each in (rebuy, evening.bos)]
    assert told.url == own("Bo", f"lines/{evening.bos.act.number}/")
    assert [each.line.number for each in open_objections()] == [evening.bos.act.number]


@pytest.mark.parametrize("where", ["tonight", "closing", "home", "book"])
def test_it_is_seen_where_it_matters(evening, desk, where):
    objects(evening)
    address = {"tonight": night(evening, "tonight/"), "closing": night(evening, "closing/")}

    page = desk.opens(address.get(where, {"home": "/?stay=yes", "book": "/book/"}.get(where)))

    words = {"tonight": "Bo objects to a line: answer", "closing": "I paid <cash>"}
    assert words.get(where, "1 in your inbox") in page.text


@pytest.mark.parametrize("address", ["night", "all"])
def test_it_is_answered_and_the_player_reads_the_answer(evening, desk, address):
    objects(evening)
    page = desk.opens(f"/inbox/?night={evening.night.pk}" if address == "night" else "/inbox/")

    back = desk.sends(next(form for form in page.forms if "objection" in form.fields), words="Looked: you did")
    told = phone("Bo").opens(own("Bo", f"lines/{evening.bos.act.number}/"))

    assert ("Bo sees your answer." in back.text, open_objections()) == (True, [])
    assert "Looked: you did" in told.text
    assert "answered" in phone("Bo").opens(own("Bo")).text


def test_the_banker_undoes_the_line_instead(evening, desk):
    objects(evening)

    leads_to = desk.opens(f"/inbox/?night={evening.night.pk}").links["Undo it…"]
    evening.undo(evening.bos)
    lines = phone("Bo").client.get(own("Bo", f"nights/{evening.night.pk}/lines/"))

    assert leads_to == night(evening, f"tonight/undo/{evening.bos.act.number}/")
    assert "The line was undone." in phone("Bo").opens(own("Bo", f"lines/{evening.bos.act.number}/")).text
    assert lines.status_code == 404


def test_a_payment_is_objected_to_and_undone_in_the_book(evening, desk):
    paid = evening.pays_debt("Bo", "Cy", "1.00")
    objects(evening, "it was 2.00", paid)

    assert desk.opens("/inbox/").links["Undo it…"] == f"/history/{paid.act.number}/"


def test_a_word_is_asked_for_on_both_sides(evening, desk):
    wordless = objects(evening, " ")
    objects(evening)
    form = next(form for form in desk.opens(f"/inbox/?night={evening.night.pk}").forms if "objection" in form.fields)

    assert (wordless.status, desk.sends(form, words=" ").status) == (422, 422)
    assert len(open_objections()) == 1


def test_another_player_s_line_is_not_there_and_the_host_does_not_object(evening, desk):
    address = own("Cy", f"lines/{evening.bos.act.number}/")
    mine = own("Bo", f"lines/{evening.bos.act.number}/")

    assert (phone("Cy").client.get(address).status_code, phone("Cy").client.get(mine).status_code) == (404, 404)
    assert desk.client.post(mine, {"key": "key-0001", "words": "x"}).status_code == 403
    assert player_named("Bo").number not in [each.player for each in open_objections()]
