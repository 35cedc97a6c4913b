"""Old addresses: they lead to the new page with their query and the part they meant, and forms sent there arrive."""

import pytest
from django.http import HttpResponse
from django.urls import Resolver404, get_resolver, resolve

from hostdesk.sign_in.guard import Audience, for_bank
from hostdesk.site.moved_views import Moved

taken = for_bank.both(lambda request, night_id: HttpResponse(headers={"Taken": night_id}))
MOVED = [each for each in get_resolver().url_patterns if isinstance(each.callback, Moved)]


def test_an_old_address_leads_to_the_new_page_for_ever(rf):
    answer = Moved("/nights/{night_id}/#guests")(rf.get("/old/"), night_id=7)

    assert (answer.status_code, answer["Location"]) == (301, "/nights/7/#guests")


def test_its_query_comes_after_that_of_the_new_page(rf):
    answer = Moved("/history/?night={night_id}#acts")(rf.get("/old/?kind=buy-in&page=2"), night_id=7)

    assert answer["Location"] == "/history/?night=7&kind=buy-in&page=2#acts"


def test_a_form_sent_there_is_taken_there(rf):
    answer = Moved("/nights/{night_id}/", taken)(rf.post("/old/", {"key": "k"}), night_id=7)

    assert (answer.status_code, answer["Taken"]) == (200, "7")


def test_without_a_form_it_takes_none(rf):
    answer = Moved("/desk/")(rf.post("/old/"))

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


def test_it_is_for_those_for_whom_its_form_is():
    assert Moved("/desk/").audience == Audience.ANYONE
    assert Moved("/desk/", taken).audience == Audience.BANK


@pytest.mark.parametrize("pattern", MOVED, ids=lambda pattern: str(pattern.name))
def test_there_is_a_page_where_an_old_address_leads(pattern):
    numbers = dict.fromkeys(pattern.pattern.converters, 1) | {"key": "own"}
    place = pattern.callback.to.format(**numbers).partition("#")[0].partition("?")[0]

    try:
        found = resolve(place)
    except Resolver404:
        pytest.fail(f"{place} is no page")
    assert not isinstance(found.func, Moved)
