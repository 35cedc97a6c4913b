"""The head outside the database: one line of fixed length, written in place."""

from dataclasses import replace

import pytest

from reservations.acts.kept_head import KeptHead, Unreadable, held, keep_in, kept_in

NINE, TEN = KeptHead(9, "9f" * 32), KeptHead(10, "10" * 32)


def test_it_keeps_the_last_one_alone(tmp_path):
    path = tmp_path / "head"

    for head in (NINE, TEN, NINE):
        with held(path) as file:
            file.write(head)

    assert kept_in(path) == NINE
    assert (len(path.read_bytes()), oct(path.stat().st_mode)[-3:]) == (128, "600")


def test_it_keeps_the_id_of_the_books_beside_it_and_reads_a_line_of_version_one_without(tmp_path):
    path, of_books = tmp_path / "head", replace(NINE, books="0a" * 16)

    keep_in(path, of_books)
    kept = kept_in(path)
    path.write_text(f"act 9 {NINE.head}".ljust(95) + "\n")

    assert (kept, kept_in(path)) == (of_books, NINE)


def test_looking_makes_no_file(tmp_path):
    assert kept_in(tmp_path / "head") is None
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_keeps_nothing(tmp_path):
    (tmp_path / "head").touch()

    assert kept_in(tmp_path / "head") is None


@pytest.mark.parametrize("text", ["act 9", "act 0 " + "9f" * 32 + "\n", f"act 9 {'9f' * 32}\nmore", "ﬀ"])
def test_anything_else_is_not_a_head(text, tmp_path):
    (tmp_path / "head").write_text(text)

    with pytest.raises(Unreadable):
        kept_in(tmp_path / "head")


def test_what_was_there_gives_way_whatever_it_was(tmp_path):
    path = tmp_path / "head"
    path.write_text("nothing of ours, and longer than a line is: " * 9)

    keep_in(path, TEN)
    kept = kept_in(path)
    keep_in(path, None)

    assert (kept, path.exists()) == (TEN, False)
