"""Controls for the checks of every page: planted faults are found."""

import pytest

from tests.browser.ear import Ear
from tests.browser.looks import READABLE, faults_of_access, faults_of_layout
from tests.browser.visit import PHONE

PLANTED = {
    "<p>nothing</p>": [],
    '<div style="width: 500px">wide</div>': [
        "390: the page is 500 wide in 390",
        '390: div. "wide" reaches from 0 to 500 in 390',
    ],
    '<p style="width: 90px; overflow: hidden; white-space: nowrap">cut off at the edge</p>': [
        '390: p. "cut off at the edge" is cut'
    ],
    '<p style="font-size: 12px">small</p>': ['390: p. "small" is written in 12px'],
    '<button style="font-size: 16px; width: 60px; height: 30px">x</button>': ['390: button. "x" is 60.0 by 30.0'],
    '<p>In a <a href="/">sentence</a>.</p>': [],
    '<p><a href="/" style="display: inline-block; width: 60px; height: 18px">alone</a></p>': [
        '390: a. "alone" is 60.0 by 18.0'
    ],
    '<label style="display: block; height: 44px; width: 90px"><input type="checkbox">me</label>': [],
}


@pytest.mark.further
@pytest.mark.parametrize(("planted", "found"), PLANTED.items())
def test_a_fault_of_the_layout_is_found(page, planted, found):
    page.set_content(f'<!doctype html><style>body {{ margin: 0; font: 16px "DejaVu Sans" }}</style>{planted}')

    assert list(faults_of_layout(page, [PHONE])) == found


def test_a_fault_of_access_is_found(page):
    page.set_content('<!doctype html><html lang="en"><title>x</title><p style="color: #ccc">pale</p><input>')

    assert sorted(fault.split(":")[1].strip() for fault in faults_of_access(page)) == [
        "color-contrast",
        "color-contrast",
        "label",
    ]


ON = '<p style="background: {}; color: {}; opacity: {}; font-size: {}">words</p>'
LOOKS = [
    ON.format("#fff", "#767676", 1, "16px"),
    ON.format("#fff", "#777", 1, "16px"),
    ON.format("#fff", "#777", 1, "24px"),
    ON.format("#eee", "#767676", 1, "16px"),
    ON.format("#fff", "#000", 0.3, "16px"),
    "<fieldset disabled>" + ON.format("#fff", "#777", 1, "16px") + "</fieldset>",
    '<div style="background: #ccc">' + ON.format("transparent", "#767676", 1, "16px") + "</div>",
]


@pytest.mark.long
def test_a_text_that_looks_as_none_did_before_is_looked_at(page):
    """Check each look after all the others: a look that passed hides none that fails."""
    pale = {look: pale_on(page, look) for look in LOOKS}
    READABLE.clear()

    found = {look: pale_on(page, look) for _ in range(2) for look in (*LOOKS, *reversed(LOOKS))}

    assert found == pale
    assert [*pale.values()] == [0, 1, 0, 1, 1, 0, 1]


def pale_on(page, look):
    page.set_content(f'<!doctype html><html lang="en"><title>x</title><main>{look}</main>')
    return len([*faults_of_access(page, ["light"])])


def test_a_dialog_and_a_fault_of_a_script_are_heard(page):
    ear = Ear(page)

    page.set_content("<script>alert(1); throw new Error('broken')</script>")

    assert ear.complaints == ["dialog: 1", "broken"]


def test_a_request_to_somebody_else_is_heard(page):
    ear = Ear(page)

    page.set_content('<img src="http://elsewhere.test/x.png">')

    assert ear.asked_elsewhere("http://127.0.0.1:8000") == ["http://elsewhere.test/x.png"]
