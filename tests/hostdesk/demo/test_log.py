from datetime import UTC, datetime

from hostdesk.demo.log import Log
from reservations.kinds import Kind

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def test_a_line_has_its_key_its_time_and_who_wrote_it():
    log = Log("07", EIGHT, by="Ann")

    keys = [log.write(Kind.LAST_HAND), log.write(Kind.CLOSE, ruling="why not")]

    assert keys == ["demo-07-001", "demo-07-002"]
    assert [line.stamp.key for line in log.lines] == keys
    assert (log.lines[1].stamp.at, log.lines[1].stamp.by, log.lines[1].stamp.ruling) == (EIGHT, "Ann", "why not")


def test_the_clock_only_goes_on():
    log = Log("07", EIGHT, by="Ann")

    log.wait(90)
    log.wait_until(EIGHT)

    assert log.now == EIGHT.replace(minute=1, second=30)
    log.wait_until(EIGHT.replace(hour=21))
    assert log.now == EIGHT.replace(hour=21)
