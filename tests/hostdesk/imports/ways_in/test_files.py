"""Single files and zips, within limits; the statements of a zip about itself are not trusted."""

import base64
import io
import struct
import zipfile

import pytest

from hostdesk.imports.ways_in import files as bundle
from hostdesk.imports.ways_in.files import FaultyFiles, SentFile, handed_on, packed, shown_name, unpacked
from reservations.acts.problems import Faulty, Malformed

LEDGER = b"player_nickname,player_id"


UNREADABLE = "this zip cannot be read."


def zipped(*names, data=LEDGER, method=zipfile.ZIP_DEFLATED):
    parcel = io.BytesIO()
    with zipfile.ZipFile(parcel, "w", method) as archive:
        for name in names:
            archive.writestr(name, data)
    return SentFile("games.zip", parcel.getvalue())


def refused(*files):
    with pytest.raises(FaultyFiles) as faulty:
        unpacked(files)
    return faulty.value.faults


def test_a_fault_stands_with_its_file_and_its_line():
    faults = FaultyFiles.of("a.csv", Faulty([(3, "an amount belongs here."), (7, "a name belongs here.")]))

    assert faults.placed == [("a.csv, line 3", "an amount belongs here."), ("a.csv, line 7", "a name belongs here.")]
    assert str(faults) == "a.csv:3: an amount belongs here.\na.csv:7: a name belongs here."


def test_files_and_zips_are_mixed_and_told_apart():
    files = unpacked([SentFile("a.csv", b"1"), zipped("a.csv", "games/b.csv", data=b"2")])

    assert [(each.name, each.data) for each in files] == [("a.csv", b"1"), ("a.csv (2)", b"2"), ("b.csv", b"2")]


def test_no_path_of_a_zip_is_trusted_and_what_computers_add_is_left_out():
    files = unpacked([zipped("../../etc/a.csv", "..\\b.TSV", "__MACOSX/._a.csv", "games/", ".DS_Store", "c\n.txt")])

    assert [each.name for each in files] == ["a.csv", "b.TSV", "c�.txt"]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (zipped("a.csv", "me.png"), "me.png is no CSV file: a zip holds ledgers alone."),
        (zipped("a.csv", data=b"0" * 2_000_000), "a.csv is packed too tightly for a ledger."),
        (SentFile("games.zip", b"PK\x03\x04 and so on"), UNREADABLE),
        (SentFile("games.zip", zipped("a.csv").data[:-30]), UNREADABLE),
        (SentFile("games.zip", zipped("a.csv").data.replace(b"\x08\x00", b"\x63\x00")), UNREADABLE),
        (
            SentFile("games.zip", zipped("a.csv", method=0).data.replace(LEDGER, LEDGER[::-1])),
            "this zip cannot be read.",
        ),
        (zipped(*[f"{number}.csv" for number in range(501)]), "these are more than 500 files: bring them in by parts."),
        (zipped(*[f".{number}.csv" for number in range(2001)]), "this zip holds 2001 files."),
    ],
    ids=range(8),
)
def test_a_zip_that_is_refused(file, sentence):
    assert refused(file) == (("games.zip", 1, sentence),)


def test_a_zip_with_a_password_is_refused():
    data = bytearray(zipped("a.csv").data)
    # The flag is in both headers of the entry: the one before it and the one at the end.
    for place in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        struct.pack_into("<H", data, place, 1)

    assert refused(SentFile("games.zip", bytes(data))) == (("games.zip", 1, "a.csv needs a password."),)


def test_all_files_together_are_bounded(monkeypatch):
    monkeypatch.setattr(bundle, "MOST_BYTES", 40)

    assert refused(zipped("a.csv"), zipped("b.csv")) == (
        ("games.zip", 1, "the files have more than 40 bytes together."),
    )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a.csv", "a.csv"),
        ("C:\\games\\a.csv", "a.csv"),
        ("x" * 90, "x" * 80),
        ("\u202egpj.csv", "�gpj.csv"),
        ("/", "file"),
    ],
)
def test_the_name_a_file_is_shown_by(name, shown):
    assert shown_name(name) == shown


def test_a_form_hands_files_on():
    files = [SentFile("a.csv", b"1"), SentFile("a.csv (2)", b"2"), SentFile("ledger", b"3"), SentFile(".d.csv", b"4")]

    assert handed_on(packed(files)) == files


@pytest.mark.parametrize("text", ["no base64", "é", base64.b64encode(b"PK and so on").decode()])
def test_what_a_form_hands_on_is_not_believed(text):
    with pytest.raises(Malformed, match="did not come back whole"):
        handed_on(text)
