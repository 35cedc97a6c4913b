import os
import stat
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from hostdesk.base.site import environment
from hostdesk.base.site.environment import BadSetting
from tests.other_systems import loaded_on


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "HOSTDESK_PROT",
            "HOSTDESK_PROT is not a setting of Hostdesk. Did you mean HOSTDESK_PORT? The handbook lists them all.",
        ),
        ("HOSTDESK_", "HOSTDESK_ is not a setting of Hostdesk. The handbook lists them all."),
    ],
)
def test_an_unknown_name_is_refused(name, sentence):
    with pytest.raises(BadSetting) as refused:
        environment.refuse_unknown({name: "1"})

    assert str(refused.value) == sentence


def test_known_names_and_other_programs_names_are_fine():
    environment.refuse_unknown(dict.fromkeys((*environment.ALL_SETTINGS, "PATH", "hostdesk_port"), "x"))


@pytest.fixture
def places(tmp_path):
    """The folder of an installed desk, and the folder of a source in which a desk was started before."""
    home, before = tmp_path / "home", tmp_path / "source" / "var"
    before.mkdir(parents=True)
    (before / "secret").touch()
    return home, before


def read(home, before, **values):
    return environment.read_folder(values, "HOSTDESK_VAR", home=home, before=[before.parent / "other", before])


def test_the_first_start_opens_the_books_of_before(places):
    assert read(*places) == places[1]


def test_a_desk_that_was_started_stays_with_its_own_books(places):
    home, before = places
    home.mkdir()
    (home / "secret").touch()

    assert read(home, before) == home


def test_without_books_of_before_a_desk_begins_in_its_own_folder(places):
    home, before = places
    (before / "secret").unlink()

    assert read(home, before) == home


def test_a_folder_that_is_told_comes_first(places):
    assert read(*places, HOSTDESK_VAR="/srv/desk") == Path("/srv/desk")


def test_books_that_were_found_are_found_from_everywhere(places):
    home, before = places
    environment.remember_folder(home, before)

    assert environment.read_folder({}, "HOSTDESK_VAR", home=home) == before


def test_no_new_desk_takes_the_place_of_books_that_are_away(places):
    home, before = places
    environment.remember_folder(home, before)
    (before / "secret").unlink()

    with pytest.raises(BadSetting, match=f"^its books are in {before}, which is away"):
        read(home, before)


@pytest.mark.parametrize(
    "trace", ["hostdesk.sqlite3", "head", "backups/hostdesk-20261121T013000Z-act12-0123456789ab.dump"]
)
def test_a_desk_keeps_its_books_although_its_secret_is_set_or_was_deleted(places, trace):
    """This holds for lost books too: the start then names their backup, and opens no other books."""
    home, before = places
    write(home / trace)
    write(before / "hostdesk.sqlite3")

    assert read(home, before) == home


@pytest.mark.parametrize("secret", ["before/secret", "home/secret"])
def test_books_of_before_count_more_than_a_secret(tmp_path, secret):
    """Any command makes a secret, even `hostdesk help`."""
    home, before = tmp_path / "home", tmp_path / "before"
    write(tmp_path / secret)
    write(before / "hostdesk.sqlite3")

    assert read(home, before) == before


@pytest.mark.parametrize(("name", "content"), [("hostdesk.sqlite3", ""), ("backups/dpkg.status.0", "Package: adduser")])
def test_an_empty_file_and_another_programs_backups_are_no_books(places, name, content):
    """A service starts in ``/``, where ``var`` is the system's."""
    home, before = places
    write(home / "secret")
    write(before / name, content)

    assert read(home, before) == home


def test_books_that_were_found_are_there_without_their_secret(places):
    home, before = places
    environment.remember_folder(home, before)
    (before / "secret").unlink()
    write(before / "hostdesk.sqlite3")

    assert read(home, before) == before


def write(path, content="content"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def test_a_demo_takes_nothing_of_the_desk_beside_it():
    values = {
        "DATABASE_URL": "postgres://ann@127.0.0.1/league",
        "HOSTDESK_SECRET_KEY": "only-for-tests-" * 3,
        "HOSTDESK_VAR": "/srv/desk",
        "HOSTDESK_PORT": "8000",
        "PORT": "9000",
    }

    environment.become_demo(values)

    assert values == {"HOSTDESK_DEMO": "yes", "HOSTDESK_VAR": "/srv/desk/demo", "HOSTDESK_PORT": "", "PORT": "9000"}


def test_a_demo_has_a_port_of_its_own_if_somebody_names_one():
    values = {"DEMO_PORT": "8002"}

    environment.become_demo(values)

    assert values == {"DEMO_PORT": "8002", "HOSTDESK_DEMO": "yes", "HOSTDESK_PORT": "8002"}


def test_a_demo_that_a_desk_starts_keeps_what_it_is_given():
    given = {"HOSTDESK_DEMO": "yes", "HOSTDESK_VAR": "/srv/desk/demo", "HOSTDESK_PORT": "8003"}
    values = dict(given)

    environment.become_demo(values)

    assert values == given


@pytest.mark.parametrize(
    ("text", "flag"),
    [("yes", True), ("TRUE", True), (" 1 ", True), ("on", True), ("no", False), ("0", False), ("", True)],
)
def test_a_flag_is_yes_or_no(text, flag):
    assert environment.read_flag({"HOSTDESK_DEBUG": text}, "HOSTDESK_DEBUG", default=True) is flag


@pytest.mark.parametrize("text", ["maybe", "2", "y", "t"])
def test_another_flag_is_refused(text):
    with pytest.raises(BadSetting, match=f"^HOSTDESK_DEBUG is '{text}'; it takes yes or no.$"):
        environment.read_flag({"HOSTDESK_DEBUG": text}, "HOSTDESK_DEBUG", default=False)


@pytest.mark.parametrize(("text", "names"), [("", "host"), (" Subdomains ", "subdomains"), ("preload", "preload")])
def test_hsts_is_for_the_host_unless_more_is_asked_for(text, names):
    assert environment.read_hsts({"H": text}, "H") == names


def test_another_hsts_is_refused():
    with pytest.raises(BadSetting, match=r"^H is 'yes'; it takes host, subdomains or preload.$"):
        environment.read_hsts({"H": "yes"}, "H")


@pytest.mark.parametrize(("text", "port"), [("1", 1), (" 8001 ", 8001), ("65535", 65535), ("", 8000)])
def test_a_port(text, port):
    assert environment.read_whole({"P": text}, "P", default=8000, least=1, most=65535) == port


@pytest.mark.parametrize("text", ["0", "65536", "-1", "8_000", "8000.0", "1e3", "٣", "http", "9" * 5000])
def test_another_port_is_refused(text):
    with pytest.raises(BadSetting, match="it takes a whole number from 1 to 65535"):
        environment.read_whole({"P": text}, "P", default=8000, least=1, most=65535)


@pytest.mark.parametrize(("text", "folder"), [("", None), (" /media/ann/STICK/desk ", Path("/media/ann/STICK/desk"))])
def test_a_second_place(text, folder):
    assert environment.read_second_place({"P": text}, "P", var=Path("/srv/desk")) == folder


@pytest.mark.parametrize("text", ["stick", "~/stick", "/srv/desk", "/srv/desk/backups", "/srv/other/../desk/copies"])
def test_another_second_place_is_refused(text):
    with pytest.raises(environment.BadSetting, match=r"^P "):
        environment.read_second_place({"P": text}, "P", var=Path("/srv/desk"))


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("", ()),
        ("Desk.Example", ("desk.example",)),
        (" desk.example , .home.arpa,", ("desk.example", ".home.arpa")),
        ("192.168.1.20,[fe80::1]", ("192.168.1.20", "[fe80::1]")),
    ],
)
def test_hosts(text, hosts):
    assert environment.read_hosts({"H": text}, "H") == hosts


@pytest.mark.parametrize("text", ["*", "http://desk.example", "desk.example:8000", "a b", "-a", "a..b", "dësk"])
def test_another_host_is_refused(text):
    with pytest.raises(BadSetting, match="it takes host names like "):
        environment.read_hosts({"H": text}, "H")


@pytest.mark.parametrize(("text", "address"), [("", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), (" 10.0.0.7 ", "10.0.0.7")])
def test_an_address_to_listen_on(text, address):
    assert environment.read_listen({"L": text}, "L", default="0.0.0.0") == address


@pytest.mark.parametrize("text", ["localhost", "1.2.3", "::1", "1.2.3.4:80"])
def test_another_address_is_refused(text):
    with pytest.raises(BadSetting, match="it takes an IPv4 address"):
        environment.read_listen({"L": text}, "L", default="0.0.0.0")


@pytest.mark.parametrize(
    ("text", "tls", "url"),
    [
        ("", False, ""),
        (" ", True, ""),
        ("https://desk.example", True, "https://desk.example"),
        (" HTTPS://Desk.Example:8443/ ", True, "https://desk.example:8443"),
        ("http://kitchen.fox-owl.ts.net:8000", False, "http://kitchen.fox-owl.ts.net:8000"),
        ("http://10.8.0.1:65535", False, "http://10.8.0.1:65535"),
        ("http://[fd00::5]:8000", False, "http://[fd00::5]:8000"),
    ],
)
def test_an_address_for_others(text, tls, url):
    assert environment.read_url({"U": text}, "U", tls=tls) == url


@pytest.mark.parametrize(
    "text",
    [
        *("desk.example", "//desk.example", "ftp://desk.example", "https://", "https://.example", "https://*"),
        *("https://desk.example/poker", "https://desk.example/?a", "https://desk.example#a", "https://a b"),
        *("https://desk.example:", "https://desk.example:0", "https://desk.example:65536", "https://desk.example:٣"),
        *("https://desk.example\n.evil", "https://desk.example//", "https://a,b"),
    ],
)
def test_another_address_for_others_is_refused(text):
    with pytest.raises(BadSetting, match=r"^U takes an address like https://desk.example, "):
        environment.read_url({"U": text}, "U", tls=True)


@pytest.mark.parametrize(
    ("text", "prefix"), [("", ""), (" / ", ""), ("/poker", "/poker"), ("/games/Poker_1-a", "/games/Poker_1-a")]
)
def test_a_path_of_the_desk(text, prefix):
    assert environment.read_prefix({"P": text}, "P") == prefix


@pytest.mark.parametrize(
    "text", ["poker", "//poker", "/po ker", "/poker?a", "/../etc", "/a//b", "/a.b", "/pöker", "/a\nb", "/poker/", "//"]
)
def test_another_path_is_refused(text):
    with pytest.raises(BadSetting, match=r"^P is .*; it takes a path of letters, "):
        environment.read_prefix({"P": text}, "P")


def test_an_address_with_a_password_is_refused_without_it():
    with pytest.raises(BadSetting) as refused:
        environment.read_url({"U": "https://ann:secret@desk.example"}, "U", tls=True)

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(("text", "tls"), [("https://desk.example", False), ("http://desk.example", True)])
def test_an_address_for_others_agrees_with_the_proxy(text, tls):
    with pytest.raises(BadSetting, match=r"^U and HOSTDESK_TLS go together"):
        environment.read_url({"U": text}, "U", tls=tls)


@pytest.mark.parametrize(
    ("text", "networks"),
    [
        ("", []),
        (" , ", []),
        ("100.64.0.0/10", ["100.64.0.0/10"]),
        (" 10.8.0.0/24 ,100.64.7.9,", ["10.8.0.0/24", "100.64.7.9/32"]),
        ("fd7a:115c:a1e0::/48,2001:db8::/32,fc00::/7", ["fd7a:115c:a1e0::/48", "2001:db8::/32", "fc00::/7"]),
        ("25.0.0.0/8", ["25.0.0.0/8"]),
    ],
)
def test_networks(text, networks):
    assert [str(each) for each in environment.read_networks({"N": text}, "N", tls=False)] == networks


@pytest.mark.parametrize("text", ["tailscale", "100.64.0.1/10", "100.64.0.0/33", "100.64.0.0-100.64.0.9", "*", "1.2.3"])
def test_another_network_is_refused(text):
    with pytest.raises(BadSetting, match=r"^N has '.*'; it takes networks like 100.64.0.0/10, separated by commas.$"):
        environment.read_networks({"N": f"10.8.0.0/24,{text}"}, "N", tls=False)


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("0.0.0.0/0", "0.0.0.0/0"),
        ("::/0", "::/0"),
        ("10.8.0.0/24,64.0.0.0/7", "64.0.0.0/7"),
        ("2000::/3", "2000::/3"),
        ("2001:db0::/31", "2001:db0::/31"),
        ("0.0.0.0/0.0.0.0", "0.0.0.0/0"),
        ("0.0.0.0/1,128.0.0.0/1", "0.0.0.0/0"),
        ("8.0.0.0/8,9.0.0.0/8", "8.0.0.0/7"),
        ("2001:db0::/32,2001:db1::/32", "2001:db0::/31"),
    ],
)
def test_plain_http_is_not_for_the_internet_however_it_is_named(text, wide):
    with pytest.raises(BadSetting, match=f"^N has {wide}, which reaches across the internet. "):
        environment.read_networks({"N": text}, "N", tls=False)


@pytest.mark.parametrize(
    ("text", "networks"), [("0.0.0.0/0,10.8.0.0/24", []), ("::/0", []), ("64.0.0.0/7", ["64.0.0.0/7"])]
)
def test_https_may_be_for_the_internet_which_is_the_same_as_no_network(text, networks):
    assert [str(each) for each in environment.read_networks({"N": text}, "N", tls=True)] == networks


@pytest.mark.parametrize(
    ("text", "tls", "proxy"),
    [("", False, "127.0.0.1"), ("", True, "127.0.0.1"), (" 172.28.81.2 ", True, "172.28.81.2")],
)
def test_a_proxy(text, tls, proxy):
    assert environment.read_proxy({"P": text}, "P", tls=tls) == proxy


@pytest.mark.parametrize("text", ["*", "caddy", "0.0.0.0", "224.0.0.1", "172.28.81.0/24", "172.28.81.2:80", "::1"])
def test_another_proxy_is_refused(text):
    with pytest.raises(BadSetting, match="it takes the IPv4 address of one machine"):
        environment.read_proxy({"P": text}, "P", tls=True)


def test_a_proxy_without_https_is_refused():
    with pytest.raises(
        BadSetting, match=r"^P names the proxy that speaks https for the desk: it needs HOSTDESK_TLS=yes"
    ):
        environment.read_proxy({"P": "172.28.81.2"}, "P", tls=False)


def test_a_time_zone_by_name():
    assert environment.read_time_zone({"Z": "Europe/Berlin"}, "Z") == "Europe/Berlin"


@pytest.mark.parametrize(
    "text", ["Berlin", "UTC+1", "../etc/passwd", "europe/berlin", "America", "right/UTC", "UTC\0", "U" * 999]
)
def test_another_time_zone_is_refused(text):
    with pytest.raises(BadSetting, match="it takes a name like Europe/Berlin"):
        environment.read_time_zone({"Z": text}, "Z")


def test_without_a_time_zone_it_is_the_machines(tmp_path):
    (tmp_path / "localtime").symlink_to("/usr/share/zoneinfo/America/Chicago")
    (tmp_path / "elsewhere").symlink_to("/usr/share/zoneinfo/Nowhere/Land")

    assert environment.read_time_zone({}, "Z", localtime=tmp_path / "localtime") == "America/Chicago"
    assert environment.read_time_zone({}, "Z", localtime=tmp_path / "elsewhere") == "UTC"
    assert environment.read_time_zone({}, "Z", localtime=tmp_path / "missing") == "UTC"


def test_the_time_zone_of_a_computer_with_windows_is_asked_of_babel(monkeypatch):
    monkeypatch.setattr("babel.localtime.LOCALTZ", ZoneInfo("Europe/Berlin"))

    windows = loaded_on("win32", environment, monkeypatch)

    assert windows.read_time_zone({}, "Z") == "Europe/Berlin"


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("", "{here}/default.sqlite3"),
        ("sqlite:///:memory:", ":memory:"),
        ("sqlite:////srv/desk/night.sqlite3", "/srv/desk/night.sqlite3"),
        ("sqlite:///night.sqlite3", "{here}/night.sqlite3"),
    ],
)
def test_a_sqlite_database(url, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    chosen = environment.read_database({"DATABASE_URL": url}, default=tmp_path / "default.sqlite3")

    assert chosen.sqlite_name == name.format(here=tmp_path)
    assert chosen.postgresql is None


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_postgresql_database(scheme, tmp_path):
    chosen = environment.read_database({"DATABASE_URL": f"{scheme}://ann:secret@db:5433/league"}, default=tmp_path)

    assert chosen.sqlite_name == ""
    assert chosen.postgresql == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "league",
        "USER": "ann",
        "PASSWORD": "secret",
        "HOST": "db",
        "PORT": 5433,
        "OPTIONS": environment.POSTGRESQL,
    }


def test_several_postgresql_servers_of_which_the_one_that_writes_is_meant(tmp_path):
    url = "postgres://ann:secret@one:5432,two:5433/league?connect_timeout=2&sslmode=require"

    chosen = environment.read_database({"DATABASE_URL": url}, default=tmp_path).postgresql or {}

    assert (chosen["HOST"], chosen["PORT"]) == ("one,two", "5432,5433")
    assert chosen["OPTIONS"] == {**environment.POSTGRESQL, "connect_timeout": 2, "sslmode": "require"}


def test_desks_with_one_secret_call_their_sessions_the_same():
    first, second, other = (environment.session_name(secret * 32) for secret in "aab")

    assert (first == second, first == other) == (True, False)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ann:secret@db/league",
        "sqlite://night.sqlite3",
        "sqlite:///",
        "sqlite:////srv/night.sqlite3?mmap_size=1",
        "postgres://ann:secret@db",
        "postgres://ann:secret@db:port/league",
        "night.sqlite3",
    ],
)
def test_another_database_is_refused_without_its_password(url, tmp_path):
    with pytest.raises(BadSetting, match="takes sqlite:////path/of/a/file or postgres://") as refused:
        environment.read_database({"DATABASE_URL": url}, default=tmp_path)

    assert "secret" not in str(refused.value)


def test_a_secret_is_made_once_and_only_its_owner_reads_it(tmp_path):
    first = environment.secret_key({}, "K", folder=tmp_path / "var")
    second = environment.secret_key({}, "K", folder=tmp_path / "var")

    assert first == second
    assert len(first) == 64
    assert stat.S_IMODE((tmp_path / "var" / "secret").stat().st_mode) == 0o600
    assert os.listdir(tmp_path / "var") == ["secret"]


def test_two_installations_have_two_secrets(tmp_path):
    assert environment.secret_key({}, "K", folder=tmp_path / "a") != environment.secret_key(
        {}, "K", folder=tmp_path / "b"
    )


def test_the_first_of_two_that_make_a_secret_wins(tmp_path):
    (tmp_path / "secret").write_text("s" * 64)

    environment.make_secret(tmp_path / "secret")

    assert (tmp_path / "secret").read_text() == "s" * 64
    assert os.listdir(tmp_path) == ["secret"]


def test_a_secret_by_the_environment_needs_no_file(tmp_path):
    assert environment.secret_key({"K": "k" * 32}, "K", folder=tmp_path) == "k" * 32
    assert os.listdir(tmp_path) == []


def test_a_short_secret_is_refused(tmp_path):
    with pytest.raises(BadSetting, match="at least 32 characters"):
        environment.secret_key({"K": "k" * 31}, "K", folder=tmp_path)


def test_a_secret_that_others_can_read_is_refused(tmp_path):
    environment.secret_key({}, "K", folder=tmp_path)
    (tmp_path / "secret").chmod(0o640)

    with pytest.raises(BadSetting, match="can be read by others"):
        environment.secret_key({}, "K", folder=tmp_path)


@pytest.mark.parametrize("content", [b"", "ł".encode() * 40])
def test_a_damaged_secret_is_refused(content, tmp_path):
    environment.secret_key({}, "K", folder=tmp_path)
    (tmp_path / "secret").write_bytes(content)

    with pytest.raises(BadSetting, match="is damaged"):
        environment.secret_key({}, "K", folder=tmp_path)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "var").write_text("not a folder")

    with pytest.raises(BadSetting, match=r"cannot be made or read: .* another folder by HOSTDESK_VAR\.$"):
        environment.secret_key({}, "K", folder=tmp_path / "var")


def no_links(partial, path):
    raise PermissionError("Operation not permitted")


def test_a_disk_without_hard_links_keeps_a_secret_too(tmp_path):
    environment.make_secret(tmp_path / "secret", link=no_links)

    assert len((tmp_path / "secret").read_text()) == 64
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["secret"]


def test_the_first_of_two_wins_without_hard_links_too(tmp_path):
    (tmp_path / "secret").write_text("s" * 64)

    environment.make_secret(tmp_path / "secret", link=no_links)

    assert (tmp_path / "secret").read_text() == "s" * 64
