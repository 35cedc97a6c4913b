"""Impossible names: on every page of nights, players and houses they are nothing but words."""

import csv
import io

import pytest
from django.utils.html import escape

from hostdesk.rules.houses.presets import load_preset
from hostdesk.urls import NumberInAddress
from reservations.houses.commands import revise_house
from reservations.models import House
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

HOSTILE = ("<b>Bo</b>", "{{7*7}}", "'; DROP TABLE night; --", "שלום", "🃏🂡", "=HYPERLINK(1)", "W" * 40)
MERGE = "/players/{one}/?part=merge&with={other}"
PAGES = (
    *("/nights/", "/nights/{night}/", "/history/", "/players/", "/players/{one}/", "/players/{one}/?part=change"),
    *("/players/add/", "/houses/", "/houses/dave-2018/", "/houses/dave-2018/change/", MERGE),
    "/houses/dave-2018/revise/",
)


class Hostile(Evening):
    """An evening of players with such names, in a house whose rules contain one too."""

    def __init__(self, name):
        super().__init__("dave-2018")
        self.knows(name)
        self.buy_in(name, "20.00", ruling=f"the table agreed: {name}")
        self.hands_over_to(name)
        document = load_preset("dave-2018")
        article = {"number": "1", "title": name, "text": name}
        changes = {"summary": name, "articles": [article], "source": {"title": name}}
        revise_house(house=House.objects.get(), document={**document, **changes})

    def address(self, pattern, name):
        one, other = player_named(name).number, player_named("Ann").number
        return pattern.format(night=self.night.pk, one=one, other=other)


@pytest.mark.parametrize("name", HOSTILE)
def test_they_are_words_on_every_page(desk, name):
    evening = Hostile(name)

    for pattern in PAGES:
        page = desk.opens(evening.address(pattern, name))
        found = (pattern, page.status, escape(name) in page.html, "<b>Bo</b>" in page.html)
        assert found == (pattern, 200, True, False)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("pattern", ["/nights/", "/history/", "/players/", "/nights/{night}/results/"])
def test_they_are_words_in_every_file(desk, name, pattern):
    evening = Hostile(name)

    answer = desk.client.get(f"{evening.address(pattern, name)}?as=csv")

    cells = [cell for row in csv.reader(io.StringIO(answer.content.decode())) for cell in row]
    assert [cell for cell in cells if cell.startswith("=")] == []
    assert (f"'{name}" if name.startswith("=") else name) in cells


def test_an_empty_looking_or_broken_name_is_refused_when_it_is_added(desk):
    page = desk.sends(desk.opens("/players/add/").form("/add/"), names="<b>Bo</b>\n{{7*7}}\n\u202eevil\n\u200b")

    assert "2 new, 2 left out" in page.text
    assert "<b>Bo</b>" not in page.html


def test_a_number_in_an_address_comes_out_as_it_went_in():
    number = NumberInAddress()

    assert number.to_python(number.to_url(41)) == 41
