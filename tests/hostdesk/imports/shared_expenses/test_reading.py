"""Exports as the programs write them: their sums, and their faults by line and column."""

import json
from datetime import date

import pytest

from hostdesk.imports.shared_expenses.entries import balances_of, days_of
from hostdesk.imports.shared_expenses.reading import read_shared_expenses, text_of
from reservations.acts.problems import Faulty

SPLITWISE = """Note: does not include group expenses

Date,Description,Category,Cost,Currency,Ann,Bo Keller,Cy

2026-01-09,Poker,General,60.00,USD,40.00,-30.00,-10.00
2026-01-12,Bo Keller paid Ann,Payment,30.00,USD,-30.00,30.00,0.00
2026-01-16,Poker,General,25.00,USD,-25.00,,25.00
2026-01-17,Hotel,Travel,90.00,EUR,60.00,-30.00,-30.00

2026-02-01,Total balance, , ,USD,-15.00,0.00,15.00
2026-02-01,Total balance, , ,EUR,60.00,-30.00,-30.00
"""
BILLS = [
    {"date": "2026-01-16", "what": "refund", "bill_type": "Reimbursement", "amount": 13.33, "currency": "XXX"}
    | {"payer_name": "Cy", "payer_weight": 1.0, "owers": ["Ann"]},
    {"date": "2026-01-09", "what": "wine", "bill_type": "Expense", "amount": 200.0, "currency": "XXX"}
    | {"payer_name": "Ann", "payer_weight": 1.0, "owers": ["Bo", "Cy"]},
    {"date": "2026-01-09", "what": "cheese", "bill_type": "Expense", "amount": 10.0, "currency": "XXX"}
    | {"payer_name": "Bo", "payer_weight": 2.0, "owers": ["Bo", "Ann", "Cy", "Dee"]},
]
BILLS_CSV = """date,what,bill_type,amount,currency,payer_name,payer_weight,owers\r
2026-01-16,refund,Reimbursement,13.33,XXX,Cy,1.0,Ann\r
2026-01-09,wine,Expense,200.0,XXX,Ann,1.0,"Bo, Cy"\r
2026-01-09,'=cheese,Expense,10.0,XXX,Bo,2.0,"Bo, Ann, Cy, Dee"\r
"""
OF_THE_BILLS = {"Cy": -5534, "Ann": 18467, "Bo": -12733, "Dee": -200}
"""The balances as the program itself settles them."""

SPLIIT_CSV = (
    '"Date","Description","Category","Currency","Cost","Original cost","Original currency","Conversion rate",'
    '"Is Reimbursement","Split mode","Ann","Bo","Cy"\n'
    '"2026-01-09","Poker","General","USD",60,,,,"No","Unevenly – By amount",20,-30,-10\n'
    '"2026-01-10","Bo pays Ann","Payment","USD",30,,,,"Yes","Evenly",-30,0,0\n'
    '"2026-01-16","A win back","General","USD",-10,,,,"No","Evenly",-5,5,0\n'
)


def spliit_json(**changes):
    group = {
        "id": "g1",
        "name": "Poker",
        "currency": "$",
        "currencyCode": "USD",
        "participants": [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bo"}, {"id": "c", "name": "Cy"}],
        "expenses": [
            {"id": "e1", "expenseDate": "2026-01-09T00:00:00.000Z", "amount": 6000, "paidById": "a"}
            | {"splitMode": "BY_AMOUNT", "isReimbursement": False}
            | {"paidFor": [{"participantId": "b", "shares": 4000}, {"participantId": "c", "shares": 2000}]},
            {"id": "e2", "expenseDate": "2026-01-10T00:00:00.000Z", "amount": 1000, "paidById": "b"}
            | {"splitMode": "EVENLY", "isReimbursement": False}
            | {"paidFor": [{"participantId": each, "shares": 100} for each in "abc"]},
            {"id": "e3", "expenseDate": "2026-01-11T00:00:00.000Z", "amount": 500, "paidById": "b"}
            | {"splitMode": "EVENLY", "isReimbursement": True, "paidFor": [{"participantId": "a", "shares": 100}]},
        ],
    }
    return json.dumps(group | changes)


def faults_of(text):
    with pytest.raises(Faulty) as caught:
        read_shared_expenses(text)
    return [(line, str(sentence)) for line, sentence in caught.value.faults]


def test_splitwise_has_its_balances_by_currency_and_its_nights_without_payments():
    read = read_shared_expenses(SPLITWISE)

    assert (read.program, read.currencies, read.has_days, read.remarks) == ("Splitwise", ["EUR", "USD"], True, [])
    assert balances_of(read, "USD") == {"Ann": -1500, "Bo Keller": 0, "Cy": 1500}
    assert balances_of(read, "EUR") == {"Ann": 6000, "Bo Keller": -3000, "Cy": -3000}
    assert days_of(read, "USD") == {
        date(2026, 1, 9): {"Ann": 4000, "Bo Keller": -3000, "Cy": -1000},
        date(2026, 1, 16): {"Ann": -2500, "Cy": 2500},
    }


def test_splitwise_says_where_its_rows_are_not_all_of_the_past():
    read = read_shared_expenses(SPLITWISE.replace("USD,-15.00,0.00,15.00", "USD,-20.00,0.00,20.00"))

    assert balances_of(read, "USD") == {"Ann": -2000, "Bo Keller": 0, "Cy": 2000}
    assert read.remarks == [(10, "these balances are not what the rows above come to: a part of the past is missing.")]


def test_what_is_wrong_with_a_file_of_splitwise():
    wrong = SPLITWISE.replace("40.00,-30.00,-10.00", "40.00,-30.00,-9.00").replace("2026-01-12", "12 Jan")
    wrong = wrong.replace("90.00,EUR,60.00", "ninety,EUR,6O").replace("-25.00,,25.00", "0")

    assert faults_of(wrong) == [
        (5, "the people’s columns sum to 1.00, not to zero."),
        (6, "Date: '12 Jan' is no date as in 2026-11-20."),
        (7, "there are 6 columns, and 8 in the header."),
        (8, 'Ann: "6O" is not an amount, as in 12.50.'),
        (8, 'Cost: "ninety" is not an amount, as in 12.50.'),
    ]


def test_two_columns_of_one_name():
    assert (1, "two columns have the name Ann.") in faults_of(SPLITWISE.replace("Bo Keller,Cy", "Ann,Cy"))


@pytest.mark.parametrize("text", [json.dumps(BILLS), BILLS_CSV])
def test_bills_of_i_hate_money_are_shared_by_weight(text):
    read = read_shared_expenses(text)

    assert (read.program, read.currencies) == ("I Hate Money", [""])
    assert balances_of(read, "") == OF_THE_BILLS
    assert days_of(read, "") == {date(2026, 1, 9): {"Ann": 19800, "Bo": -12733, "Cy": -6867, "Dee": -200}}
    assert [sentence.split(" has ")[0] for _, sentence in read.remarks] == ["Dee"]


def test_members_of_cospend_bring_their_weights():
    rows = "2026-01-01,deleteMeIfYouWant,Expense,1,XXX,Dee,3.0,Dee\r\n"
    categories = "categoryname,categoryname,,,,,,\r\n,,,,,,,\r\n"
    head, body = BILLS_CSV.split("\r\n", 1)

    read = read_shared_expenses(f"{head}\r\n{rows}{body}{categories.replace('categoryname,', 'x,', 1)}")

    assert read.remarks == []
    assert days_of(read, "")[date(2026, 1, 9)]["Dee"] == -429


def test_payments_of_i_hate_money_are_balances_without_days():
    rows = [{"amount": 2.0, "currency": "EUR", "receiver": "Ann", "ower": "Dee"}]
    text = "amount,currency,receiver,ower\r\n2.0,EUR,Ann,Dee\r\n"

    for each in (json.dumps(rows), text):
        read = read_shared_expenses(each)
        assert (read.has_days, balances_of(read, "EUR"), days_of(read, "EUR")) == (False, {"Dee": -200, "Ann": 200}, {})


def test_what_is_wrong_with_bills():
    rows = [{**BILLS[0], "payer_name": "", "owers": ["\u200b"], "amount": "1e3", "date": "soon", "payer_weight": -1}]

    assert [line for line, _ in faults_of(json.dumps(rows))] == [1] * 6
    assert [sentence.split(":")[0] for _, sentence in faults_of(json.dumps(rows))] == [
        *("amount", "date", "owers", "payer_name", "payer_name", "payer_weight")
    ]


def test_nobody_owes_themselves():
    rows = [{"amount": "2.0", "currency": "EUR", "receiver": "Ann", "ower": "Ann"}]

    assert faults_of(json.dumps(rows)) == [(1, "receiver: Ann owes nothing to themselves.")]


def test_spliit_tells_by_its_signs_who_paid():
    wins = SPLIIT_CSV.replace('-30,0,0\n"2026-01-16"', '-30,0,\n"2026-01-16"')
    assert faults_of(wins) == [(3, "the file does not tell who paid this: export the group as JSON.")]
    read = read_shared_expenses(wins.replace('"Yes","Evenly",-30,0,', '"Yes","Evenly",-20,0,-10'))

    assert (read.program, read.currencies) == ("Spliit", ["USD"])
    assert balances_of(read, "USD") == {"Bo": 500, "Cy": -2000, "Ann": 1500}


def test_shares_that_do_not_come_to_the_cost():
    wrong = (
        '"Date","Cost","Currency","Is Reimbursement","Split mode","Ann","Bo"\n"2026-01-09",60,"USD","No","x",20,-30\n'
    )

    assert faults_of(wrong) == [(2, "Cost: the shares do not come to the cost.")]


def test_spliit_json_is_in_the_smallest_unit_of_its_currency():
    read, yen = read_shared_expenses(spliit_json()), read_shared_expenses(spliit_json(currencyCode="JPY"))

    assert balances_of(read, "USD") == {"Ann": 6000 - 333 - 500, "Bo": -4000 + 667 + 500, "Cy": -2333 - 1}
    assert days_of(read, "USD")[date(2026, 1, 9)] == {"Ann": 6000, "Bo": -4000, "Cy": -2000}
    assert days_of(yen, "JPY")[date(2026, 1, 9)] == {"Ann": 600000, "Bo": -400000, "Cy": -200000}
    assert date(2026, 1, 11) not in days_of(read, "USD")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"paidById": "x"}, "paidById: nobody in the group has this id."),
        ({"paidFor": [{"participantId": "x", "shares": 1}]}, "paidFor: nobody in the group has this id."),
        ({"paidFor": []}, "paidFor: it is shared among nobody."),
        ({"paidFor": None}, "paidFor: it is shared among nobody."),
        ({"amount": True}, 'amount: "True" is not an amount, as in 12.50.'),
    ],
)
def test_what_is_wrong_with_an_expense_of_spliit(changes, sentence):
    expenses = json.loads(spliit_json())["expenses"]

    assert faults_of(spliit_json(expenses=[{**expenses[0], **changes}])) == [(1, sentence)]


@pytest.mark.parametrize(
    ("expense", "fault"),
    [
        ({"paidById": ["a"]}, (1, "paidById: a text or a number belongs here.")),
        ({"paidFor": [{"participantId": {"a": 1}}]}, (1, "participantId: a text or a number belongs here.")),
        ({"paidFor": {"participantId": "b"}}, (1, "paidFor: a list belongs here.")),
        ({"amount": {"cents": 1}}, (1, "amount: a text or a number belongs here.")),
    ],
)
def test_what_is_of_another_kind_in_an_expense_of_spliit_is_told_with_its_field(expense, fault):
    expenses = json.loads(spliit_json())["expenses"]

    assert faults_of(spliit_json(expenses=[{**expenses[0], **expense}])) == [fault]


def test_an_id_that_is_a_list_is_told():
    people = [{"id": [1], "name": "Ann"}, {"id": "b", "name": "Bo"}]

    assert faults_of(spliit_json(participants=people)) == [(1, "id: a text or a number belongs here.")]


@pytest.mark.parametrize(("field", "said"), [("owers", [{}]), ("currency", [1]), ("what", {})])
def test_what_is_of_another_kind_in_a_bill_is_told_with_its_field(field, said):
    bills = [BILLS[0], {**BILLS[0], field: said}]

    assert faults_of(json.dumps(bills)) == [(2, f"{field}: a text or a number belongs here.")]


def test_somebody_without_a_name_is_told():
    assert faults_of(spliit_json(participants=[{"id": "a"}], expenses=[])) == [
        (1, "participants: a name belongs here.")
    ]


def test_an_expense_for_somebody_without_a_name_breaks_nothing():
    people = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "\u200b"}, {"id": "c", "name": "Cy"}]

    assert [line for line, _ in faults_of(spliit_json(participants=people))] == [2]


def test_more_people_than_a_group_has_are_refused():
    people = [{"id": str(number), "name": f"P{number}"} for number in range(301)]
    rows = [{"amount": "2.0", "currency": "EUR", "receiver": f"P{number}", "ower": "Ann"} for number in range(300)]

    assert faults_of(spliit_json(participants=people)) == [(1, "participants: at most 300 belong here.")]
    assert faults_of(json.dumps(rows)) == [(1, "there are more than 300 people in this file.")]


def test_five_thousand_rows_of_a_season_come_in_with_balances_after_each_hundred():
    spent, stated = "2026-01-09,Poker,Games,60,USD,60,-40,-20\n", "2026-01-09,Total,,,USD,{0},{1},{2}\n"
    parts = [spent * 100 + stated.format(6000 * n, -4000 * n, -2000 * n) for n in range(1, 51)]
    read = read_shared_expenses(f"Date,Description,Category,Cost,Currency,Ann,Bo,Cy\n{''.join(parts)}")

    assert (len(read.entries), read.remarks) == (5_000, [])
    assert balances_of(read, "USD") == {"Ann": 300_000_00, "Bo": -200_000_00, "Cy": -100_000_00}


def test_what_is_no_object_of_spliit():
    assert faults_of(spliit_json(participants=["Ann"], expenses=["dinner"])) == [
        (1, "expenses: an object belongs here."),
        (1, "participants: an object belongs here."),
    ]
    assert read_shared_expenses(spliit_json(expenses=None)).entries == []


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "date,player,net,x\n1,2,3,4\n", "[1]", "[]", '{"a": 1}', "[{}]", "{"])
def test_another_file_is_refused(text):
    assert [line for line, _ in faults_of(text)] == [1]


def test_a_broken_row_is_told():
    assert [line for line, _ in faults_of('a,b,c,d\n"x\n')] == [2]


def test_a_file_is_read_as_text():
    assert text_of("Zoë".encode("utf-16")) == text_of("\ufeffZoë".encode()) == "Zoë"
    for data in (b"\xff", b"x" * 1_000_001):
        with pytest.raises(Faulty):
            text_of(data)
