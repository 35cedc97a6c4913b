import pytest

from ledger.paper.text import in_drawing_order, printable, wrapped

GLYPHS = frozenset(map(ord, "ABCabc ♠−ש�\u00a0"))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("abc", "abc"),
        ("  a \t\n b ", "a b"),
        ("a\u00a0b", "a\u00a0b"),
        ("a\u200db\u2068c\u2069", "abc"),
        ("a 🎉 b", "a � b"),
        ("a\x00b", "a�b"),
        ("a\ud800", "a�"),
        ("", ""),
    ],
)
def test_what_the_font_lacks_stays_visible(text, printed):
    assert printable(text, GLYPHS) == printed


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("Ann", "Ann"),
        ("שלום", "םולש"),
        ("שלום עולם", "םלוע םולש"),
        ("Bo sells 5.00 to שלום", "Bo sells 5.00 to םולש"),
        ("שלום buys in", "םולש buys in"),
        ("שלום, 20.00", "םולש, 20.00"),
        ("שלום 20.00", "םולש 20.00"),
        ("שלום, כהן", "םולש, ןהכ"),
        ("שלום 12.5 שלום", "םולש 12.5 םולש"),
        ("ש(ל)ם", "ם(ל)ש"),
        ("שָׁל", "לשָׁ"),
    ],
)
def test_each_name_is_turned_by_itself(line, drawn):
    assert in_drawing_order(line) == drawn


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("aaa", ["aaa"]),
        ("aaa bbb cc", ["aaa", "bbb", "cc"]),
        ("a b c d", ["a b", "c d"]),
        ("aaaaaaaaaa", ["aaaa", "aaaa", "aa"]),
        ("b aaaaaa", ["b", "aaaa", "aa"]),
        ("aaaaaa b", ["aaaa", "aa b"]),
    ],
)
def test_lines_break_between_words_and_inside_a_long_one(text, lines):
    assert wrapped(text, 4, len) == lines


def test_a_width_of_nothing_still_ends():
    assert wrapped("ab", 0, len) == ["a", "b"]
