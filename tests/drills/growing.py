"""Input that grows at the desk's doors for files and texts: each door, the maker of its input, and the largest size."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, product
from string import ascii_uppercase
from urllib.parse import quote, urlencode

from hostdesk.imports.night_log.commands import read_log
from hostdesk.mail.mailbox.reading import read_mail
from hostdesk.mail.mailbox.words import answer_in
from reservations.acts.problems import Problem
from tests.drills.inside import FORM, Inside

SPLITWISE = "Date,Description,Category,Cost,Currency"
LEDGER = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
BILL = {"what": "a", "payer_name": "b", "owers": ["c"], "amount": 1, "date": "2026-01-01"}
LOG_LINE = '{"id": "player-#", "at": "2026-11-20T21:04:00-05:00", "act": "player", "name": "P#", "regular": true}'
PART = b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
PARTS = "http://schemas.openxmlformats.org"

Make = Callable[[int], str | bytes]


@dataclass(frozen=True)
class Door:
    """A door for input: the things that grow in it and how far, its address, the field that takes it, other fields.

    ``file`` is the name of a file, ``begins`` the address of the text that comes first. A door without an address
    ``reads`` by itself.
    """

    grows: Mapping[str, tuple[Make, int]]
    address: str = ""
    takes: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    file: str = ""
    begins: str = ""
    reads: Callable[[bytes], object] = len


def rows(row: str, many: int) -> str:
    """Return a row many times, with its number in the place of each ``#``."""
    return "".join(f"{row.replace('#', str(number))}\n" for number in range(many))


def day(number: int) -> str:
    """Return a day, a different one for each number."""
    return f"{1900 + number // 336 % 290}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"


def names(many: int) -> Iterator[str]:
    """Yield names, all of them different."""
    return (f"P{number:x}" for number in range(many))


def codes(many: int) -> Iterator[str]:
    """Yield codes of currencies, all of them different."""
    return ("".join(each) for each in islice(product(ascii_uppercase, repeat=3), many))


def splitwise(people: int, row: str, many: int) -> str:
    """Return an export of Splitwise: ``row`` has the first five cells, and all balances are 0.00."""
    return f"{SPLITWISE},{','.join(names(people))}\n" + rows(row + ",0.00" * people, many)


def spliit(people: int, expenses: int) -> str:
    """Return a group of Spliit in which P0 pays all expenses, each for P1."""
    members = [{"id": name, "name": name} for name in names(people)]
    part = {"participantId": "P1", "shares": 1}
    one = {"amount": 10, "expenseDate": "2026-01-01", "paidById": "P0", "paidFor": [part]}
    return json.dumps({"participants": members, "currency": "USD", "expenses": [one] * expenses})


def ledger(ids: int, many: int, nickname: str = "Nick#") -> str:
    """Return a ledger of PokerNow: so many rows with so many ids, a minute apart."""
    text = [LEDGER]
    for number in range(many):
        at = f"{day(number // 1440)}T{number // 60 % 24:02}:{number % 60:02}:00Z".replace("19", "20", 1)
        who = str(number % ids)
        text.append(f"{nickname.replace('#', who)},id{who},{at},{at},100,100,0,0\n")
    return "".join(text)


def zipped(parts: Mapping[str, str]) -> bytes:
    """Return a zip of texts by name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    return file.getvalue()


def workbook(body: str = "", *, sheets: int = 1, strings: int = 0, above: str = "") -> bytes:
    """Return a hand-made workbook with these rows in its first sheet, and so many sheets and shared strings."""
    main, package = f"{PARTS}/spreadsheetml/2006/main", f"{PARTS}/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    links = f"{PARTS}/officeDocument/2006/relationships"
    listed = "".join(f'<sheet name="S{place}" sheetId="{place + 1}" r:id="r1"/>' for place in range(sheets))
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}.sharedStrings+xml"/></Types>',
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{links}"><sheets>{listed}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/sharedStrings.xml": f'<sst xmlns="{main}">{"<si><t/></si>" * strings}</sst>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}">{above}<sheetData>{body}</sheetData></worksheet>',
        }
    )


def cells(number: int) -> str:
    """Return a row of a list of results as XML of a workbook; the first row is the heading."""
    said = (day(number // 10), f"P{number % 10}", number % 2) if number else ("date", "player", "net")
    texts = "".join(f'<c t="inlineStr"><is><t>{each}</t></is></c>' for each in said[:2])
    last = f"<c><v>{said[2]}</v></c>" if number else '<c t="inlineStr"><is><t>net</t></is></c>'
    return f"<row>{texts}{last}</row>"


def table(players: int, days: int) -> str:
    """Return a sheet with the players as columns and the days as rows."""
    text = io.StringIO()
    write = csv.writer(text)
    write.writerow(["date", *names(players)])
    write.writerows([day(number), *(1 if place % 2 else -1 for place in range(players))] for number in range(days))
    return text.getvalue()


def mail(body: str, head: str = "", kind: str = "text/plain") -> str:
    """Return a mail."""
    return f"From: bo@example.org\nSubject: Re: Poker\n{head}Content-Type: {kind}\n\n{body}"


DOORS = {
    "rules": Door(
        {
            "depth of a key": (lambda n: f"{'.'.join('a' * n)} = 1\n", 90_000),
            "depth of a heading": (lambda n: f"[{'.'.join('a' * n)}]\n", 90_000),
            "depth of quoted keys": (lambda n: "[" + '"".' * n + "a]\n", 60_000),
            "depth of many keys": (lambda n: rows("k#.a.a.a.a.a.a.a = 1", n), 5_000),
            "depth of lists": (lambda n: f"x = {'[' * n}{']' * n}\n", 90_000),
            "depth of tables": (lambda n: f"x = {'{a=' * n}1{'}' * n}\n", 40_000),
            "keys": (lambda n: rows("k# = 1", n), 16_000),
            "width of a list": (lambda n: f"x = [{'1,' * n}]\n", 90_000),
            "width of a table": (lambda n: f"x = {{{', '.join(f'a{k}=1' for k in range(n))}}}\n", 16_000),
            "articles": (lambda n: rows('[[articles]]\nnumber="9.#"\ntitle="a"\ntext="b"', n), 990),
            "articles with faults": (lambda n: rows("[[articles]]\nx=1", n), 9_000),
            "articles of one number": (lambda n: rows('[[articles]]\nnumber="1"\ntitle="a"\ntext="b"', n), 3_000),
            "lines": (lambda n: "\n" * n, 180_000),
            "lines of a text": (lambda n: f'x = """{chr(10) * n}"""\n', 180_000),
            "lines of a list": (lambda n: f"x = [{chr(10) * n}]\n", 180_000),
            "comments": (lambda n: "#\n" * n, 90_000),
            "quotes": (lambda n: "'" * n, 180_000),
            "quotes in a text": (lambda n: 'x = """' + '\\"""' * n, 45_000),
            "digits": (lambda n: f"x = {'1_' * n}1\n", 90_000),
            "bytes that are no text": (lambda n: b"\xff\n" * n, 90_000),
        },
        "/houses/{house}/revise/",
        "file",
        {"version": "1"},
        "rules.toml",
        begins="/houses/{house}/rules.toml",
    ),
    "shared expenses": Door(
        {
            "columns": (lambda n: f"{SPLITWISE}{',a' * n}\n2026-01-01,a,a,1.00,USD{',' * n}\n", 470_000),
            "people": (lambda n: splitwise(n, "2026-01-01,a,a,1.00,USD", 2), 60_000),
            "rows": (lambda n: splitwise(8, "2026-01-01,a,a,1.00,USD", n), 15_000),
            "rows of balances": (lambda n: splitwise(8, "2026-01-01,Total,,,USD", n), 15_000),
            "currencies": (
                lambda n: SPLITWISE + ",P0\n" + "".join(f"2026-01-01,a,a,1.00,{c},0\n" for c in codes(n)),
                15_000,
            ),
            "lines": (lambda n: "\n" * n, 999_000),
            "short rows": (lambda n: f"{SPLITWISE},a\n2026-01-01,a,a,1.00,USD,0\n" + "a\n" * n, 450_000),
            "bytes that are no text": (lambda n: b"\xff\n" * n, 490_000),
            "people of Spliit": (lambda n: spliit(n, 2), 20_000),
            "expenses of Spliit": (lambda n: spliit(2, n), 7_000),
            "depth": (lambda n: "[" * n, 900_000),
            "lists": (lambda n: f'{{"participants":[{"[]," * n}[]]}}', 300_000),
            "objects": (lambda n: f"[{'{},' * n}{{}}]", 300_000),
            "bills": (lambda n: json.dumps([BILL] * n), 20_000),
            "payments": (lambda n: "ower,receiver,amount,currency\n" + rows("a#,b,1,USD", n), 40_000),
        },
        "/bring/shared-expenses/",
        "file",
        {"key": "growing-growing-1"},
        "export.csv",
    ),
    "ledgers": Door(
        {
            "ids": (lambda n: ledger(n, n), 30_000),
            "ids of one nickname": (lambda n: ledger(n, n, "Nick"), 8_000),
            "rows": (lambda n: ledger(10, n), 60_000),
            "columns": (lambda n: f"{LEDGER.strip()}{',x' * n}\n", 2_400_000),
            "lines": (lambda n: LEDGER + "\n" * n, 4_800_000),
            "short rows": (lambda n: LEDGER + "a\n" * n, 2_400_000),
            "bytes that are no text": (lambda n: b"\xff\n" * n, 2_400_000),
            "files of a zip": (lambda n: zipped({f"{k}.csv": ledger(10, 50) for k in range(n)}), 400),
        },
        "/bring/pokernow/",
        "chosen",
        {"unit": "cents", "house": "{house}", "do": "look"},
        "ledger.csv",
    ),
    "who is who": Door(
        {
            "objects": (lambda n: json.dumps({f"a{k}": "b" for k in range(n)}), 70_000),
            "aliases": (lambda n: rows("a#,Bo", n), 70_000),
            "people": (lambda n: rows("a#,P#", n), 60_000),
            "lists": (lambda n: f"[{'[],' * n}[]]", 300_000),
        },
        "/bring/pokernow/",
        "who",
        {"unit": "cents", "house": "{house}", "do": "look"},
        "who.json",
    ),
    "results": Door(
        {
            "rows": (
                lambda n: "date,player,net\n" + "".join(f"{day(k // 10)},P{k % 10},{k % 2}\n" for k in range(n)),
                70_000,
            ),
            "players": (lambda n: "player,net\n" + rows("P#,1", n), 70_000),
            "columns": (lambda n: table(n, 2), 100_000),
            "players and days": (lambda n: table(n, n), 600),
            "short rows": (lambda n: "date,player,net\n" + "a\n" * n, 700_000),
            "sheets": (lambda n: workbook(sheets=n), 200_000),
            "shared strings": (lambda n: workbook(strings=n), 9_500_000),
            "empty rows": (lambda n: workbook("<row/>" * n), 6_000_000),
            "empty rows before the last": (lambda n: workbook(f'<row r="{n}"/>'), 6_000_000),
            "empty cells": (lambda n: workbook(f"<row>{'<c/>' * n}</row>"), 6_000_000),
            "rows of a workbook": (lambda n: workbook("".join(map(cells, range(n)))), 18_000),
            "attributes": (lambda n: workbook("<row" + rows(' a#=""', n) + "/>"), 1_000_000),
            "what no sheet has": (lambda n: workbook(above="<x/>" * n), 6_000_000),
        },
        "/bring/sheet/",
        "file",
        {},
        "results.xlsx",
    ),
    "balances": Door(
        {
            "names": (lambda n: rows("P#,1.00", n), 80_000),
            "short rows": (lambda n: "a\n" * n, 450_000),
            "columns": (lambda n: "," * n, 900_000),
        },
        "/bring/balances/",
        "file",
        {"key": "growing-growing-1", "reason": "Old"},
        "book.csv",
    ),
    "names of players": Door(
        {"names": (lambda n: rows("P#", n), 9_000)},
        "/players/add/",
        "names",
        {"key": "growing-growing-1", "plays_as": "regular"},
    ),
    "a receipt": Door({"words": (lambda n: "act 1 " * n, 10_000)}, "/check/", "said"),
    "what is looked up": Door({"words": (lambda n: "late " * n, 12_000)}, "/houses/{house}/rules/?q=", ""),
    "mail": Door(
        {
            "lines": (lambda n: mail("a\n" * n), 130_000),
            "headers": (lambda n: mail("Yes", "X: y\n" * n), 50_000),
            "addresses": (lambda n: mail("Yes", f"To: {'a@b.example, ' * n}\n"), 18_000),
            "words": (lambda n: mail("yes no " * n), 36_000),
            "comments": (lambda n: mail("Yes", f"Authentication-Results: {'(' * n}{')' * n}\n"), 120_000),
            "calendar": (lambda n: mail("BEGIN:VCALENDAR\n" * n, kind="text/calendar"), 15_000),
            "parts": (lambda n: mail("--b\n\na\n" * n, kind="multipart/mixed; boundary=b"), 36_000),
        },
        reads=lambda raw: answer_in(read_mail(raw).lines),
    ),
    "a log": Door(
        {
            "lines": (lambda n: rows(LOG_LINE, n), 20_000),
            "fields": (lambda n: json.dumps(json.loads(rows(LOG_LINE, 1)) | {f"a{k}": 1 for k in range(n)}), 100_000),
            "depth": (lambda n: f'{{"act": {"[" * n}\n', 900_000),
            "faults": (lambda n: "{}\n" * n, 20_000),
        },
        reads=read_log,
    ),
}
"""The doors by name. A file grows beyond what its door takes, a text to 64 kB."""


def brought(inside: Inside, door: Door, sent: bytes) -> int:
    """Send these bytes to a door; return the status of the answer."""
    if not door.address:
        with suppress(Problem):
            door.reads(sent)
        return 200
    address = door.address.format(**inside.made)
    if not door.takes:
        return inside.ask("GET", address + quote(sent)).status
    said = {name: value.format(**inside.made) for name, value in door.said.items()}
    if not door.file:
        return inside.ask("POST", address, urlencode({**said, door.takes: sent}).encode(), kind=FORM).status
    if door.begins:
        sent = inside.ask("GET", door.begins.format(**inside.made)).body + b"\n" + sent
    parts = b"".join(PART % (name.encode(), b"", value.encode()) for name, value in said.items())
    file = PART % (door.takes.encode(), f'; filename="{door.file}"'.encode(), sent)
    return inside.ask("POST", address, parts + file + b"--b--\r\n", kind="multipart/form-data; boundary=b").status
