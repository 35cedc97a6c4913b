"""``settle FILE.csv``: a sheet of balances in, the fewest payments out, whatever the books say."""

import json

import pytest

from tests.running import Ran, run

SHEET = "player,balance\nAnn,12.50\nBo,-12.55\nCy,0.05\n"


@pytest.fixture
def sheet(tmp_path, monkeypatch):
    """Return a function that writes a file and runs `settle` on it."""
    monkeypatch.chdir(tmp_path)

    def settled(content, *options):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / "book.csv").write_bytes(data)
        return run("settle", "book.csv", *options)

    return settled


def test_the_plan_as_json(sheet):
    ran = sheet(SHEET, "--json")

    assert (ran.code, json.loads(ran.out)) == (
        0,
        {
            "payments": [
                {"payer": "Bo", "payee": "Ann", "amount": "12.50"},
                {"payer": "Bo", "payee": "Cy", "amount": "0.05"},
            ],
            "count": 2,
            "fewest": True,
            "lower_bound": 2,
        },
    )


def test_the_plan_in_words(sheet):
    assert sheet(SHEET) == Ran(0, "Bo pays Ann 12.50\nBo pays Cy 0.05\n2 payments. Fewest possible: proven.\n")


def test_without_small_payments_what_rolls_over_is_said(sheet):
    said = json.loads(sheet(SHEET, "--no-payment-under", "1", "--json").out)

    assert sheet(SHEET, "--no-payment-under", "1").out == (
        "Bo pays Ann 12.50\nBo owes 0.05: rolls into the next month\nCy is owed 0.05: rolls into the next month\n"
        "1 payment. Fewest possible: proven.\n"
    )
    assert said["rolled"] == [{"player": "Bo", "balance": "-0.05"}, {"player": "Cy", "balance": "0.05"}]


def test_through_two_people(sheet):
    content = "player,balance\nAnn,30\nBo,-10\nCy,-25\nDee,5\n"

    ran = sheet(content, "--hub", "ann", "--hub", "Dee")

    assert ran.out.splitlines()[:-1] == ["Bo pays Dee 10.00", "Cy pays Ann 25.00", "Dee pays Ann 5.00"]


def test_three_are_too_many_to_go_through(sheet):
    ran = sheet(SHEET, *["--hub", "Ann"], *["--hub", "Bo"], *["--hub", "Cy"])

    assert ran == Ran(1, "", "book.csv: All payments go through one or two people, not more.\n")


def test_one_payment(sheet):
    assert sheet("player,balance\nAnn,1\nBo,-1\n").out == "Bo pays Ann 1.00\n1 payment. Fewest possible: proven.\n"


@pytest.mark.parametrize("content", ["player,balance\n", "player,balance\nAnn,0.00\nBo,0\n"])
def test_nobody_owes_anything(sheet, content):
    assert json.loads(sheet(content, "--json").out) == {"payments": [], "count": 0, "fewest": True, "lower_bound": 0}


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + SHEET.encode(),
        SHEET.replace("\n", "\r\n").encode(),
        SHEET.replace("\n", "\n\n").encode(),
        SHEET.rstrip().encode(),
    ],
    ids=["BOM", "CRLF", "blank lines", "no last line feed"],
)
def test_files_of_all_kinds(sheet, content):
    assert sheet(content) == sheet(SHEET)


def test_balances_of_ten_digits(sheet):
    ran = sheet("player,balance\nAnn,9999999999.99\nBo,-9999999999.99\n")

    assert ran.out.splitlines()[0] == "Bo pays Ann 9999999999.99"


@pytest.mark.parametrize(("cell", "name"), [("'-A1", "-A1"), ("-5", "-5"), ("'-5", "'-5"), ("'Ann", "'Ann")])
def test_nothing_but_that_guard_is_taken_off(sheet, cell, name):
    assert sheet(f"player,balance\n{cell},1.00\nBo,-1.00\n").out.splitlines()[0] == f"Bo pays {name} 1.00"


def test_names_with_the_guard_of_a_spreadsheet(sheet):
    ran = sheet('player,balance\n\'=1+1,-1.00\n"Bo ""the Ox"", jr.",1.00\n', "--json")

    assert json.loads(ran.out)["payments"] == [{"payer": "=1+1", "payee": 'Bo "the Ox", jr.', "amount": "1.00"}]


@pytest.mark.parametrize(("balance", "by"), [("12.51", "0.01"), ("10.00", "−2.50")])
def test_balances_that_do_not_sum_to_zero(sheet, balance, by):
    assert sheet(f"player,balance\nAnn,{balance}\nBo,-12.50\n") == Ran(
        1, "", f"book.csv: The standings have to sum to zero; these sum to {by}.\n"
    )


def test_every_fault_by_its_line(sheet):
    ran = sheet("player,balance\nAnn,1,2\nBo,−5\nann,1.00\nANN,-1.00\n,2\nCy,12345678901.00\nGil,1e3\n")

    assert ran == Ran(
        1,
        "",
        "book.csv:2: there are 3 columns, not 2: a player and a balance, as in Ann,-20.00.\n"
        'book.csv:3: "−5" is not an amount: an amount carries no sign.\n'
        "book.csv:5: ANN is already in line 4.\n"
        'book.csv:6: "" is not a name: there is nothing to read in it.\n'
        'book.csv:7: "12345678901.00" is not an amount: it is more than 9999999999.99.\n'
        'book.csv:8: "1e3" is not an amount: write it out, without an exponent.\n',
    )


@pytest.mark.parametrize("content", ["", "Ann,5.00\nBo,-5.00\n", "player;balance\nAnn;5.00\n"])
def test_a_file_without_its_header(sheet, content):
    ran = sheet(content)

    assert (ran.code, ran.out, ran.err.startswith("book.csv:1: ")) == (1, "", True)


def test_a_file_that_is_not_there():
    assert run("settle", "none.csv") == Ran(1, "", "none.csv: No such file or directory\n")
