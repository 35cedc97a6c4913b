from concurrent.futures import ThreadPoolExecutor

from hostdesk.safekeeping.backups import queries as backups_queries
from hostdesk.safekeeping.backups.commands import make_backup
from hostdesk.safekeeping.backups.queries import LastAct
from reservations.acts.kept_head import BACKUP_NAME
from tests.hostdesk.safekeeping.backups import books

NOTHING = "act0-000000000000.sqlite3"


def put(desk, *names):
    """Put files with those names into the folder of the backups."""
    (desk.parent / "backups").mkdir(exist_ok=True)
    for name in names:
        (desk.parent / "backups" / name).touch()


def test_the_newest_comes_first_also_within_a_second(desk):
    names = [
        "hostdesk-20261120T200001Z-act3-aaaaaaaaaaaa.sqlite3",
        "hostdesk-20261120T200000Z-act10-aaaaaaaaaaaa.sqlite3",
        "hostdesk-20261120T200000Z-act9-aaaaaaaaaaaa.sqlite3",
    ]
    put(desk, *reversed(names))

    assert [path.name for path in backups_queries.kept(".sqlite3")] == names
    assert backups_queries.kept(".dump") == []


def test_a_backup_of_these_books_holds_every_act_that_it_goes_to(played):
    made = make_backup()
    put(
        played,
        f"hostdesk-20990101T000000Z-act50-{'a' * 12}.sqlite3",
        f"hostdesk-20990101T000000Z-act38-{'b' * 12}.sqlite3",
    )

    found = [backups_queries.holding(act, ".sqlite3") for act in (1, 38, 39)]

    assert backups_queries.close_and_backup() == (38, made.path)
    assert found == [made.path, made.path, None]


def test_only_the_newest_stay(desk, settings):
    settings.BACKUPS_KEPT = 3

    made = []
    for number in range(5):
        books.add_player(number)
        made.append(make_backup())

    assert books.names(desk) == sorted(backup.path.name for backup in made[-3:])


def test_a_clock_that_was_set_back_does_not_cost_the_newest(desk, settings):
    settings.BACKUPS_KEPT = 2
    put(desk, f"hostdesk-20990101T000000Z-{NOTHING}", f"hostdesk-20990102T000000Z-{NOTHING}")

    made = make_backup()

    assert books.names(desk) == [made.path.name, f"hostdesk-20990102T000000Z-{NOTHING}"]


def test_what_is_no_backup_of_this_kind_is_never_deleted(desk, settings):
    settings.BACKUPS_KEPT = 1
    others = ["a.partial", "hostdesk-20200101T000000Z-act0-000000000000.dump", "hostdesk-old.sqlite3", "notes.txt"]
    put(desk, *others, f"hostdesk-20200101T000000Z-{NOTHING}")

    made = make_backup()

    assert books.names(desk) == sorted([*others, made.path.name])


def test_what_a_killed_backup_left_is_removed(desk):
    put(desk, "hostdesk-x1y2.sqlite3.partial")

    made = make_backup()

    assert books.names(desk) == [made.path.name]


def test_two_at_once_wait_for_each_other(desk):
    def one_more(_):
        with books.opened(desk):
            return make_backup().last

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(one_more, range(8)))

    assert made == [LastAct()] * 8
    assert all(BACKUP_NAME.fullmatch(name) for name in books.names(desk))
