"""Digests: the same value always gives the same text, and the same texts always give the same digest."""

import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest

from reservations.acts import chain

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_canonical_json_has_one_order_no_spaces_and_letters_as_they_are():
    assert chain.canonical({"b": [1, None, True], "a": {"d": "Łukasz ♠", "c": "é"}}) == (
        '{"a":{"c":"é","d":"Łukasz ♠"},"b":[1,null,true]}'
    )


def test_canonical_json_has_no_room_for_what_is_no_json():
    with pytest.raises(ValueError, match="not JSON compliant"):
        chain.canonical(float("nan"))


def test_an_instant_is_told_in_utc_to_the_microsecond():
    in_new_york = datetime(2026, 11, 20, 7, tzinfo=timezone(timedelta(hours=-5)))

    assert chain.instant(in_new_york) == chain.instant(NOON) == "2026-11-20T12:00:00.000000+00:00"


def test_a_head_is_the_digest_of_the_head_before_the_act_and_its_transfers():
    head = chain.head_of(chain.GENESIS, {"number": 1}, [[["drawer", 0, None], ["float", 0, None], 100, None]])

    text = f'{"0" * 64}\n[{{"number":1}},[[["drawer",0,null],["float",0,null],100,null]]]'
    assert head == hashlib.sha256(text.encode()).hexdigest()
    assert head == "254bd1a0d18c36ea762e6312b0ca8f84a4a13108028bc79ae4f82da89bc13220"


@pytest.mark.parametrize(
    ("previous", "act", "transfers"),
    [
        ("1" * 64, {"number": 1}, [1]),
        ("0" * 64, {"number": 2}, [1]),
        ("0" * 64, {"number": 1}, [2]),
        ("0" * 64, {"number": 1}, [1, 1]),
        ("0" * 64, {"number": 1}, []),
    ],
)
def test_a_head_changes_with_each_of_its_parts(previous, act, transfers):
    assert chain.head_of(previous, act, transfers) != chain.head_of("0" * 64, {"number": 1}, [1])


def test_a_line_feed_in_a_text_does_not_end_a_part():
    assert chain.canonical("b\nc") == '"b\\nc"'


def test_a_seal_changes_with_what_only_this_database_knows():
    assert chain.seal_of(chain.GENESIS, "head", ["Ann", 1]) != chain.seal_of(chain.GENESIS, "head", ["Bo", 1])


def test_the_digest_of_a_version_covers_all_that_it_is():
    digests = {
        chain.digest_of(1, 2, 3, "{}", NOON),
        chain.digest_of(9, 2, 3, "{}", NOON),
        chain.digest_of(1, 9, 3, "{}", NOON),
        chain.digest_of(1, 2, 9, "{}", NOON),
        chain.digest_of(1, 2, 3, "[]", NOON),
        chain.digest_of(1, 2, 3, "{}", NOON + timedelta(microseconds=1)),
    }

    assert len(digests) == 6
