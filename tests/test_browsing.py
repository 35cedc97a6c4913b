"""The reader of pages: the form of each field, and the values that a person could enter in it."""

from types import SimpleNamespace

import pytest

from tests.hostdesk.browsing import Page

HTML = """
<form action="/look/"></form>
<button form="count" name="spot" value="1-2">2</button>
<form action="/count/" id="count">
  <input type="hidden" name="key" value="k1">
  <input name="amount" value="10.00">
  <label><input type="radio" name="pay" value="cash" checked> cash</label>
  <label><input type="radio" name="pay" value="note"> note</label>
  <select name="banker"><option value="">Choose</option><option value="7">Ann</option></select>
  <textarea name="guests">
Max
Gil</textarea>
  <button name="step" value="pay">Pay</button>
</form>
<input name="outside"><p id="bank">Sold <b>$14.00</b> <span>in play</span> $1.00</p>
"""


@pytest.fixture
def count():
    return Page(SimpleNamespace(status_code=200, content=HTML.encode()), "/night/")


@pytest.mark.parametrize(
    ("name", "value", "may"),
    [
        *(("amount", "3.99", True), ("guests", "Zoe", True), ("outside", "1", False), ("no such name", "", False)),
        *(("pay", "note", True), ("pay", "book", False), ("banker", "7", True), ("banker", "8", False)),
        *(("step", "pay", True), ("step", "count", False), ("spot", "1-2", True), ("spot", "1-3", False)),
        *(("key", "k1", True), ("key", "k2", False)),
    ],
)
def test_a_form_lets_say_what_can_be_typed_or_is_offered(count, name, value, may):
    assert count.form("/count/").lets_say(name, [value]) is may


def test_a_text_area_keeps_its_lines_but_for_the_first_break(count):
    assert count.form("/count/").fields["guests"] == ["Max\nGil"]


def test_a_part_is_read_by_its_id(count):
    assert (count.part("bank"), count.part("nowhere")) == ("Sold 14.00 in play 1.00", "")
