"""The name under which a reader runs a command."""

import pytest

from reservations.acts.program import called, program, quoted


@pytest.mark.parametrize(
    ("values", "is_installed", "words"),
    [
        ({}, False, ".venv/bin/python manage.py"),
        ({}, True, "hostdesk"),
        ({"HOSTDESK_COMMAND": " "}, True, "hostdesk"),
        ({"HOSTDESK_COMMAND": "sudo manage"}, True, "sudo manage"),
        ({"HOSTDESK_COMMAND": "docker compose exec desk python3 manage.py"}, False, None),
    ],
)
def test_a_desk_is_called_as_its_way_in_has_it(values, is_installed, words, tmp_path):
    named = program(values, is_installed=is_installed, prefix=tmp_path / "venv")

    assert named == (words or values["HOSTDESK_COMMAND"])


def test_uvx_is_given_the_file_each_time(tmp_path):
    (tmp_path / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55")

    assert program({}, is_installed=True, prefix=tmp_path / "archive" / "a1") == "uvx --from FILE hostdesk"


def test_pipx_run_is_given_the_file_each_time_and_pipx_install_once(tmp_path):
    named = [
        program({}, is_installed=True, prefix=tmp_path / "pipx" / folder / "hostdesk") for folder in (".cache", "venvs")
    ]

    assert named == ["pipx run --spec FILE hostdesk", "hostdesk"]


def test_a_command_follows_the_name_of_the_program(monkeypatch):
    monkeypatch.setenv("HOSTDESK_COMMAND", "sudo /opt/hostdesk/deploy/debian/manage")

    assert called("restore FILE") == "sudo /opt/hostdesk/deploy/debian/manage restore FILE"


@pytest.mark.parametrize(
    ("platform", "path", "pasted"),
    [
        ("linux", "/srv/books/1.sqlite3", "/srv/books/1.sqlite3"),
        ("darwin", "/Users/ann/Library/Application Support/1", "'/Users/ann/Library/Application Support/1'"),
        ("win32", r"C:\Users\Ann Lee\1.sqlite3", r'"C:\Users\Ann Lee\1.sqlite3"'),
        ("win32", r"C:\books\1.sqlite3", r"C:\books\1.sqlite3"),
    ],
)
def test_a_path_with_spaces_is_one_word_of_a_command(monkeypatch, platform, path, pasted):
    monkeypatch.setattr("sys.platform", platform)

    assert quoted(path) == pasted


def test_the_source_is_called_by_its_own_python():
    assert called("doctor") == ".venv/bin/python manage.py doctor"
