from hostdesk.demo.cast import read_cast
from hostdesk.rules.presets import load_preset
from ledger.terms import Means
from reservations.names import parse_name


def test_everybody_is_brought_by_a_regular_or_by_nobody():
    cast = read_cast()

    assert (len(cast.regulars), len(cast.guests)) == (11, 3)
    assert {guest.brought_by for guest in cast.guests} <= {person.name for person in cast.regulars}
    assert cast.host is cast.regulars[0]


def test_names_are_written_as_the_desk_writes_them():
    cast = read_cast()
    names = [person.name for person in (*cast.people, *cast.visitors[1], *cast.visitors[2])]

    assert [parse_name(name) for name in names] == names
    assert len(set(names)) == 14 + 4 + 5


def test_every_game_can_be_paid_in_cash_and_asks_nothing_of_the_night():
    for game in read_cast().games:
        assert Means.CASH in game.terms.pays_with
        assert not game.terms.blinds_asked
        assert game.float_cents > 0


def test_one_of_the_games_gives_credit():
    houses = {game.house: game.terms.has_book for game in read_cast().games}

    assert houses == {"dave-2018": False, "mike": True, "hybrid": False}


def test_the_old_book_sums_to_zero_and_no_guest_owes_it():
    cast = read_cast()

    assert sum(cast.old_book.values()) == 0
    assert {name for name, cents in cast.old_book.items() if cents < 0} <= {person.name for person in cast.regulars}


def test_one_has_a_limit_and_one_wants_no_credit():
    people = read_cast().by_name

    assert {name: person.limit_cents for name, person in people.items() if person.limit_cents} == {"Uncle Kit": 2500}
    assert [name for name, person in people.items() if person.refuses_credit] == ["Hana Wiśniewska"]


def test_one_house_is_revised_in_what_is_said_of_coming():
    [revised] = [game.revised for game in read_cast().games if game.revised is not None]
    preset = load_preset("dave-2018")

    assert {name: terms for name, terms in revised.items() if terms != preset[name]} == {
        "attendance": {**preset["attendance"], "late_change_minutes": 120, "steps": [[1, "reminder"], [2, "behind"]]},
        "waiting": {**preset["waiting"], "regulars_first": True},
    }
