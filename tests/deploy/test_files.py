"""The files of a service: what checks them here, and what can be compared where no engine for containers runs."""

import fnmatch
import json
import re
import shutil
import subprocess
import sys
import tomllib
from ipaddress import IPv4Address, IPv4Network

import pytest

from hostdesk.base.site import environment
from tests import desk
from tests.deploy.caddy import CADDYFILE
from tests.desk import ROOT

DEPLOY = ROOT / "deploy"
UNIT, CONTAINERFILE, COMPOSE, GUIDE = (
    path.read_text(encoding="utf-8")
    for path in (
        DEPLOY / "debian" / "hostdesk.service",
        DEPLOY / "Containerfile",
        DEPLOY / "compose.yaml",
        ROOT / "docs" / "deploy.md",
    )
)
HERE = "/opt/hostdesk"


def told(*command):
    """Run a program, and return its exit code and everything that it says."""
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return said.returncode, said.stdout + said.stderr


def test_caddy_reads_its_file_and_would_write_it_the_same():
    code, said = told("caddy", "validate", "--adapter", "caddyfile", "--config", str(CADDYFILE))
    _, formatted = told("caddy", "fmt", "--diff", str(CADDYFILE))

    assert (code, "Valid configuration" in said.splitlines()) == (0, True)
    assert [line for line in formatted.splitlines() if line.startswith(("+", "-"))] == []


@pytest.fixture
def unit():
    """What the unit says, by name; of what is said several times all lines."""
    lines = re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE)
    return {name: [value for each, value in lines if each == name] for name, _ in lines}


def test_the_unit_runs_the_desk_as_its_own_user_who_writes_its_own_folder_alone(unit):
    assert {name: unit[name] for name in ("User", "StateDirectory", "ProtectSystem", "UMask", "Restart")} == {
        "User": ["hostdesk"],
        "StateDirectory": ["hostdesk"],
        "ProtectSystem": ["strict"],
        "UMask": ["0077"],
        "Restart": ["always"],
    }
    assert "HOSTDESK_VAR=/var/lib/hostdesk" in unit["Environment"][0].split()
    assert (unit["NoNewPrivileges"], unit["CapabilityBoundingSet"], unit["PrivateTmp"]) == (["yes"], [""], ["yes"])


def test_the_unit_leaves_the_desk_the_sockets_that_it_needs(unit):
    """The names of the interfaces come by netlink: without it the desk would not know its own addresses."""
    assert set(unit["RestrictAddressFamilies"][0].split()) == {"AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"}


def test_systemd_accepts_the_unit_and_finds_it_well_locked(tmp_path):
    """It looks for the programs named there, so that they are put into a folder of the test."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to("/bin/true")
    moved = tmp_path / "hostdesk.service"
    moved.write_text(UNIT.replace(HERE, str(tmp_path)), encoding="utf-8")

    for program in filter(None, [shutil.which("systemd-analyze")]):  # not where another init runs
        assert told(program, "verify", str(moved)) == (0, "")
        code, said = told(program, "security", "--offline=yes", "--no-pager", "--threshold=20", str(moved))
        assert code == 0, said


def test_the_image_has_all_that_the_desk_is_made_of_and_nothing_else():
    copied = " ".join(re.findall(r"^COPY ([^-].*) \S+$", CONTAINERFILE, re.MULTILINE)).split()
    ignored, *let_in = [
        line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]

    source = ["hostdesk", "ledger", "manage.py", "requirements.txt", "reservations", "templates", "tools/sbom.py"]
    assert sorted(copied) == source
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert (ignored, sorted(line[1:] for line in let_in if line.startswith("!"))) == ("*", sorted(copied))
    assert not any(fnmatch.fnmatch(name, pattern) for name in copied for pattern in let_in if pattern[0] != "!")


def test_the_image_takes_a_python_that_will_do_and_pip_checks_every_package():
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    bases = re.findall(r"^FROM (\S+)", CONTAINERFILE, re.MULTILINE)

    # Debian 12 has Python 3.11.
    assert (wanted, bases, "bookworm /image" in CONTAINERFILE) == (">=3.11", ["${BASE}", "scratch"], True)
    assert "--require-hashes" in CONTAINERFILE
    assert re.findall(r"^USER (\S+)", CONTAINERFILE, re.MULTILINE) == ["10001:10001"]


@pytest.mark.long
def test_the_health_of_a_container_is_asked_at_the_port_of_its_desk(tmp_path):
    [asks] = re.findall(r"^HEALTHCHECK (?:.*\\\n)*.*CMD (\[.*\])", CONTAINERFILE, re.MULTILINE)
    _, *words = json.loads(asks)

    with desk.running(desk.laid_out(tmp_path)) as started:
        here = desk.environment(tmp_path, started.port)
        codes = [subprocess.run([sys.executable, *words], env=here, check=False).returncode]
        started.stop()
    codes.append(subprocess.run([sys.executable, *words], env=here, check=False, capture_output=True).returncode)

    assert codes == [0, 1]


def test_pg_dump_in_the_image_is_of_the_servers_version():
    client = {*re.findall(r"postgresql-client-(\d+)|/postgresql/(\d+)/bin", CONTAINERFILE)}
    server = re.findall(r"library/postgres:(\d+)-bookworm$", COMPOSE, re.MULTILINE)

    assert {one or other for one, other in client} == {*server}
    assert len(server) == 1


def test_the_desk_of_the_compose_file_believes_caddys_address_which_nobody_else_gets():
    proxy, address, subnet, others = (
        re.findall(rf"{name}: (\S+)$", COMPOSE, re.MULTILINE)[0]
        for name in ("HOSTDESK_PROXY", "ipv4_address", "subnet", "ip_range")
    )

    assert environment.read_proxy({"P": proxy}, "P", tls=True) == address
    assert IPv4Address(address) in IPv4Network(subnet)
    assert IPv4Address(address) not in IPv4Network(others)


def test_the_compose_file_names_what_there_is_and_no_password():
    settings = dict.fromkeys(re.findall(r"\bHOSTDESK_\w+", COMPOSE), "")
    paths = re.findall(r"^ *- (\./\S+?):|^ *dockerfile: (\S+)", COMPOSE, re.MULTILINE)

    environment.refuse_unknown(settings)
    assert paths == [("./Caddyfile", "")]
    assert (ROOT / "deploy" / "Containerfile").exists()
    assert (DEPLOY / "Caddyfile").exists()
    assert set(re.findall(r"PASSWORD\S*: (\S+)", COMPOSE)) == {"${POSTGRES_PASSWORD:?deploy/.env"}
    assert re.findall(r"://hostdesk:([^@]+)@", COMPOSE) == ["${POSTGRES_PASSWORD:?deploy/.env has none}"]
    assert "/deploy/.env" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_guide_names_files_and_settings_that_are_there():
    settings = dict.fromkeys(re.findall(r"\bHOSTDESK_\w+", GUIDE), "")

    environment.refuse_unknown(settings)
    assert {path for path in re.findall(r"\bdeploy/[\w./-]*\w", GUIDE) if not (ROOT / path).exists()} <= {"deploy/.env"}
    assert f"ExecStart={HERE}/.venv/bin/python manage.py serve" in UNIT
    assert f"sudo git clone SOURCE {HERE}\n" in GUIDE
