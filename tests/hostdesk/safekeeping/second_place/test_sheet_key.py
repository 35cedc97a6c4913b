"""The key on paper: typed with slips, and used to lock and open files."""

from io import BytesIO

import pytest

from hostdesk.safekeeping.second_place.sheet_key import (
    PREFIX,
    CannotOpen,
    NoKey,
    in_groups,
    is_public_half,
    lock,
    new_key,
    public_half,
    read_key,
    unlock,
)

KEY = "AGE-SECRET-KEY-165YWEUHFKN3XAT8UHV4Y3PU4MM3ZVSVMXSPF0KV2UL803XFDS02Q8L6TC6"
BOOKS = b"The books. " * 10_000


class Broken(BytesIO):
    """A disk that fails every read and every write."""

    def read(self, size=-1):
        raise OSError(5, "Input/output error")

    def write(self, some):
        raise OSError(28, "No space left on device")


def locked_for(*keys: str) -> bytes:
    """Return the books, locked for these keys."""
    locked = BytesIO()
    lock(BytesIO(BOOKS), locked, [public_half(key) for key in keys])
    return locked.getvalue()


def opened(locked: bytes, key: str) -> bytes:
    """Return the content that a key opens."""
    plain = BytesIO()
    unlock(BytesIO(locked), plain, key)
    return plain.getvalue()


def test_a_key_is_written_in_fourteen_groups_of_four_and_one_of_two():
    groups = in_groups(KEY)

    assert [len(group) for group in groups] == [4] * 14 + [2]
    assert groups[:2] == ["65YW", "EUHF"]
    assert PREFIX + "".join(groups) == KEY


@pytest.mark.parametrize(
    "typed",
    [
        KEY,
        " ".join(in_groups(KEY)),
        "\n".join(in_groups(KEY)).lower(),
        KEY.replace("0", "O").replace("L", "1"),
        "-".join(in_groups(KEY)).replace("8", "b"),
        f"# created: 2026-11-23T15:30:00Z\n# public key: {public_half(KEY)}\n{KEY}\n",
    ],
)
def test_a_key_is_read_however_it_was_typed(typed):
    assert read_key(typed) == KEY


@pytest.mark.parametrize(("place", "group"), [(0, 1), (3, 1), (4, 2), (57, 15)])
def test_a_slip_is_found_in_its_group(place, group):
    typed = list("".join(in_groups(KEY)))
    typed[place] = "Q" if typed[place] != "Q" else "P"

    with pytest.raises(NoKey) as told:
        read_key("".join(typed))

    assert f"Look at group {group}." in str(told.value)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "58 characters in 15 groups, and this has 0"),
        (KEY[:-1], "this has 57"),
        (f"{KEY}Q", "this has 59"),
        (KEY[:-1] + "?", "this has ?"),
        (KEY.replace("65YW", "6Y5W").replace("EUHF", "UEHF"), "More than one character is wrong"),
    ],
)
def test_what_is_no_key_is_told_without_repeating_it(typed, says):
    with pytest.raises(NoKey) as told:
        read_key(typed)

    assert says in str(told.value)
    assert "KN3X" not in str(told.value)


def test_the_public_half_locks_and_opens_nothing():
    half = public_half(KEY)

    assert [is_public_half(half), is_public_half(KEY), is_public_half("")] == [True, False, False]
    with pytest.raises(NoKey):
        read_key(half)


def test_two_keys_each_open_what_is_locked_for_both():
    once = new_key()

    locked = locked_for(KEY, once)

    assert (opened(locked, KEY), opened(locked, once)) == (BOOKS, BOOKS)
    assert BOOKS[:11] not in locked


def test_another_key_opens_nothing():
    with pytest.raises(CannotOpen, match="made for another recovery sheet"):
        opened(locked_for(KEY), new_key())


def test_one_changed_byte_is_found_anywhere():
    locked = locked_for(KEY)

    for place in (*range(0, 220, 10), 70_000, len(locked) - 1):
        damaged = bytearray(locked)
        damaged[place] ^= 1
        with pytest.raises(CannotOpen):
            opened(bytes(damaged), KEY)


def test_a_cut_or_lengthened_file_is_found_everywhere():
    locked = locked_for(KEY)

    for damaged in (*(locked[:end] for end in (0, 10, 100, 200, 250, 65_536, len(locked) - 1)), locked + b"x"):
        with pytest.raises(CannotOpen, match="damaged or cut off"):
            opened(damaged, KEY)


def test_a_disk_that_fails_is_told_from_a_damaged_file():
    with pytest.raises(OSError, match="Input/output error"):
        unlock(Broken(), BytesIO(), KEY)
    with pytest.raises(OSError, match="No space left"):
        unlock(BytesIO(locked_for(KEY)), Broken(), KEY)
    with pytest.raises(OSError, match="No space left"):
        lock(BytesIO(BOOKS), Broken(), [public_half(KEY)])
