import pytest

from ledger.paper.text import in_drawing_order, in_fonts, printable, wrapped

GLYPHS = frozenset(map(ord, "ABCabc ♠−ש\u00a0"))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("abc", "abc"),
        ("  a \t\n b ", "a b"),
        ("a\u00a0b", "a\u00a0b"),
        ("a\u200db\u2068c\u2069", "abc"),
        ("a 🎉 b", "a :tada: b"),
        ("王小 c", "WangXiao c"),
        ("कa्b", "kab"),
        ("a\x00b", "a[U+0000]b"),
        ("a\ud800", "a[U+D800]"),
        ("", ""),
    ],
)
def test_what_no_font_has_is_written_as_it_sounds_or_by_its_number(text, printed):
    assert printable(text, GLYPHS) == printed


def test_a_letter_comes_from_the_first_font_that_has_it_or_from_the_last():
    fonts = [("Latin", GLYPHS - {ord("♠")}), ("signs", {ord("♠")})]

    assert in_fonts("a♠♠ bx", fonts) == [("Latin", "a"), ("signs", "♠♠"), ("Latin", " b"), ("signs", "x")]
    assert in_fonts("", fonts) == []


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
