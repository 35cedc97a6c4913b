"""The rows that leaves add: in the order of the apps, each in its place."""

import re

from hostdesk.base.leaves import queries
from hostdesk.base.leaves.queries import added, leaves, with_leaves
from hostdesk.front.search.page import PAGES
from tests.test_wings import templates


def names(rows, around):
    """Return the names of the rows from one given name to another."""
    found = [row["name"] for row in rows]
    first, last = map(found.index, around)
    return found[first : last + 1]


def test_what_leaves_add_comes_in_the_order_of_the_apps():
    assert [*added("addresses")][:5] == [
        *("second_place_choose", "second_place_key", "second_place_print", "second_place_keep"),
        "table_help",
    ]
    assert added("nothing of the kind") == {}


def test_a_row_stands_before_the_one_that_it_names():
    rows = [{"name": "A spreadsheet"}, {"name": "An old book"}]

    assert [row["name"] for row in with_leaves(rows, "ways")] == [
        *("A spreadsheet", "PokerNow", "Splitwise, Spliit, I Hate Money", "An old book")
    ]
    assert len(rows) == 2
    assert names(PAGES, ("E-mail", "Your calendar")) == ["E-mail", "A second place", "Your calendar"]


def test_every_kind_is_explained():
    explained = re.findall(r"``(\w+)``", "".join(re.findall(r"^\* (.+?):", queries.__doc__ or "", re.MULTILINE)))

    assert sorted({kind for leaf in leaves() for kind in leaf}) == sorted(explained)


def test_every_part_of_a_leaf_has_its_place_and_every_place_a_part():
    places = re.findall(r'{% leaf_parts "([^"]+)" %}', "".join(templates().values()))

    assert sorted({*added("parts").values()}) == sorted(places)
