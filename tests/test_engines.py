"""The lint that checks style sheets, scripts and templates against the oldest browsers."""

from pathlib import Path

import pytest

from tools.engines import FLOOR, learn, main, names_of_script, names_of_style, names_of_template

ROOT = Path(__file__).parents[1]
NEW, OLD = {"version_added": "120"}, {"version_added": "9.1"}
PREFIXED = [{"prefix": "-webkit-", "version_added": "3"}, {"version_added": "preview"}]


def known(support):
    """Return an entry of the compatibility data with the same support in all browsers of the floor."""
    return {"__compat": {"support": dict.fromkeys(FLOOR, support)}}


def data(**css):
    """Return compatibility data with these properties, selectors and so on; the rest is empty."""
    types = {"length": css.get("length", {}), "color": {}, "transform-function": {}, "gradient": {}}
    return {
        "css": {
            "properties": css.get("properties", {}),
            "selectors": css.get("selectors", {}),
            "at-rules": {"media": known(OLD)},
            "types": types,
        },
        "api": css.get("api", {}),
        "javascript": {"builtins": {}},
        "html": {"elements": {}, "global_attributes": css.get("attributes", {})},
    }


@pytest.mark.parametrize(
    ("support", "missing"), [(NEW, {"hue"}), (OLD, set()), (PREFIXED, {"hue"}), ([NEW, OLD], set())]
)
def test_a_property_is_missing_unless_a_version_up_to_the_floor_has_it_plainly(support, missing):
    learnt = learn(data(properties={"hue": known(support)}))

    assert {*learnt["property"]} == missing


def test_a_version_between_belongs_to_the_browsers_below_it():
    between = {"__compat": {"support": {engine: {"version_added": "112"} for engine in FLOOR}}}

    learnt = learn(data(selectors={"has": between}))

    assert learnt["selector"] == {"has": "iPadOS 15, Chrome 109"}


def test_units_are_named_as_they_are_written():
    learnt = learn(data(length={"viewport_percentage_units_small": known(NEW)}))

    assert {"svh", "svw"} < {*learnt["unit"]}


def test_a_member_that_another_interface_has_is_not_missing():
    interfaces = {
        "Old": known(OLD) | {"seek": known(OLD)},
        "New": known(NEW) | {"seek": known(NEW), "leap": known(NEW)},
    }

    learnt = learn(data(api=interfaces))

    assert {*learnt["script"]} == {"New", "leap"}


def test_a_sheet_names_its_properties_values_units_and_selectors():
    sheet = "@media (width > 9lh) { .a:has(b) { color: light-dark(red, blue); } } @supports (x: y) { c { new: 1dvh } }"

    found = set(names_of_style(sheet))

    assert found == {
        ("at-rule", "media"), ("media", "width"), ("media", "lh"), ("selector", "has"), ("property", "color"),
        ("value", "color: light-dark()"), ("function", "light-dark"), ("value", "color: red"), ("value", "color: blue"),
        ("at-rule", "supports"),
    }  # fmt: skip


def test_the_earlier_of_two_declarations_is_a_fallback():
    fallback, plain = set(names_of_style("a { top: 1px; top: 1lh; }")), set(names_of_style("a { top: 1lh; }"))

    assert plain - fallback == {("unit", "lh")}


def test_a_prefixed_name_is_a_fallback():
    assert set(names_of_style("a { -webkit-hue: b; hue: b; }")) == {("value", "-webkit-hue: b"), ("value", "hue: b")}


def test_a_rule_within_a_rule_is_seen():
    assert ("selector", "nesting") in set(names_of_style("a { top: 1px; b { top: 2px; } }"))


def test_a_script_names_members_calls_and_selectors_but_not_its_own():
    script = 'function take(part) { part.seek(); take(new Stream(".a:has(b)")); } // part.leap()'

    found = {name for _, name in names_of_script(script)}

    assert found == {"seek", "Stream", "has"}


def test_a_template_names_its_elements_and_attributes_without_the_values():
    found = set(names_of_template('<details name="top"{% if it %} open{% endif %}><p title="inert">'))

    assert found == {
        ("element", "details"), ("attribute", "name"), ("attribute", "details name"), ("attribute", "open"),
        ("attribute", "details open"), ("element", "p"), ("attribute", "title"), ("attribute", "p title"),
    }  # fmt: skip


def test_every_gap_is_allowed_and_every_allowed_gap_is_there(capsys):
    status = main([])

    assert (status, capsys.readouterr().out) == (0, "")
