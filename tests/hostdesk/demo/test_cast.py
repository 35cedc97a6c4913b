from hostdesk.demo.cast import read_cast
from ledger.terms import Means
from reservations.names import parse_name


def test_everybody_is_brought_by_a_regular_or_by_nobody():
    cast = read_cast()

    assert (len(cast.regulars), len(cast.guests)) == (11, 3)
    assert {guest.brought_by for guest in cast.guests} <= {person.name for person in cast.regulars}
    assert cast.host is cast.regulars[0]


def test_names_are_written_as_the_desk_writes_them():
    names = [person.name for person in read_cast().people]

    assert [parse_name(name) for name in names] == names
    assert len(set(names)) == 14


def test_every_game_can_be_paid_in_cash_and_asks_nothing_of_the_night():
    for game in read_cast().games:
        assert game.terms.pays_with == (Means.CASH,)
        assert not game.terms.blinds_asked
        assert game.float_cents > 0
