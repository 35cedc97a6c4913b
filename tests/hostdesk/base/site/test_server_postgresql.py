"""One desk at a time in a folder, even if the books are on PostgreSQL, which many desks may share."""

import pytest

from hostdesk.base.site.server import hold_desk
from reservations.acts.disk import own_file, try_lock

pytestmark = [pytest.mark.pg, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def test_what_serves_in_a_folder_keeps_an_update_of_its_program_away(settings, tmp_path):
    settings.VAR = tmp_path / "var"

    with hold_desk(), own_file(settings.VAR / "PostgreSQL.held") as second:
        held = not try_lock(second)

    with own_file(settings.VAR / "PostgreSQL.held") as third:
        assert (held, try_lock(third)) == (True, True)
