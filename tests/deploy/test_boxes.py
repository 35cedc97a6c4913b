"""The folders for boxes at home: the files that each box reads, with their paths, ports, settings and scripts.

The formats are those that the boxes publish, as far as our files use them: a file with any other key is refused. They
were read in the sources of Home Assistant's supervisor, Umbrel and its linter, CasaOS and its store, and YunoHost with
its schema and linter, as of the autumn of 2026.
"""

import re
import shutil
import subprocess
import tomllib
from typing import Annotated, Any, Literal

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from hostdesk import VERSION
from hostdesk.base.site import environment
from tests.deploy.test_files import told
from tests.desk import ROOT

DEPLOY = ROOT / "deploy"
SCRIPTS = sorted((DEPLOY / "yunohost" / "scripts").iterdir())
PLACES = {"__APP__": "hostdesk", "__PATH__": "/any/prefix", "__PORT__": "8095", "__DOMAIN__": "desk.example"}
Image = Annotated[str, StringConstraints(pattern=r"^\$\{DESK_IMAGE\}$")]
Size = Annotated[str, StringConstraints(pattern=r"^\d+M$")]
Architecture = Literal["amd64", "arm64"]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class AddOn(Strict):
    """The config.yaml of a Home Assistant add-on."""

    name: str
    version: str
    slug: Annotated[str, StringConstraints(pattern=r"^[-_.A-Za-z0-9]+$")]
    description: str
    arch: list[Literal["aarch64", "amd64"]]
    startup: Literal["initialize", "system", "services", "application", "once"]
    boot: Literal["auto", "manual", "manual_only"]
    init: bool
    host_network: bool
    webui: Annotated[str, StringConstraints(pattern=r"^https?://\[HOST\]:\[PORT:8000\]$")]
    watchdog: Annotated[str, StringConstraints(pattern=r"^tcp://\[HOST\]:\[PORT:8000\]$")]
    ports: dict[Annotated[str, StringConstraints(pattern=r"^\d{1,5}/(?:tcp|udp)$")], int]
    ports_description: dict[str, str]
    backup: Literal["hot", "cold"]


class UmbrelApp(Strict):
    """The umbrel-app.yml of an Umbrel app."""

    manifest_version: Literal[1] = Field(alias="manifestVersion")
    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+$")]
    category: Literal["files", "media", "networking", "social", "automation", "finance", "ai", "developer", "crypto"]
    name: Annotated[str, StringConstraints(min_length=1, max_length=50)]
    version: str
    tagline: Annotated[str, StringConstraints(pattern=r"[^.]$", max_length=100)]
    description: Annotated[str, StringConstraints(min_length=1, max_length=5000)]
    releaseNotes: str  # noqa: N815 - Umbrel's name
    developer: str
    website: str
    dependencies: list[str]
    repo: str
    support: str
    port: int
    gallery: list[str]
    path: str
    defaultUsername: str  # noqa: N815 - Umbrel's name
    defaultPassword: str  # noqa: N815 - Umbrel's name
    submitter: str
    submission: str


class UmbrelStore(Strict):
    """The umbrel-app-store.yml at the root of an app store of one's own."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z]+(?:-[a-z]+)*$")]
    name: Annotated[str, StringConstraints(min_length=1, max_length=50)]


class Service(Strict):
    """A service of a compose file that is locked down like the desk of deploy/compose.yaml."""

    image: Image
    container_name: Literal["hostdesk"] = "hostdesk"
    network_mode: Literal["host"]
    restart: Literal["on-failure", "unless-stopped"]
    stop_grace_period: Literal["1m"]
    read_only: Literal[True]
    tmpfs: Literal["/tmp"]
    cap_drop: list[Literal["ALL"]]
    security_opt: list[Literal["no-new-privileges:true"]]
    user: Literal["1000:1000", "10001:10001"] = "10001:10001"
    environment: dict[Literal["HOSTDESK_COMMAND"], str]
    volumes: list[
        Annotated[str, StringConstraints(pattern=r"^(?:hostdesk|\$\{APP_DATA_DIR\}/data):/var/lib/hostdesk$")]
    ]


class InWords(Strict):
    """Words by language: CasaOS asks for en_us, ZimaOS after it for en_US."""

    en_us: str
    en_us_of_zima: str = Field(alias="en_US")


class Shown(Strict):
    """The part of the file that CasaOS shows of an app."""

    architectures: list[Architecture]
    main: str
    category: Literal["Media", "Productivity", "Home", "Networking", "AI", "Finance", "Social", "Developer", "Others"]
    author: str
    developer: str
    title: InWords
    tagline: InWords
    description: InWords
    scheme: Literal["http", "https"]
    port_map: Annotated[str, StringConstraints(pattern=r"^\d{2,5}$")]
    index: str


class UmbrelCompose(Strict):
    services: dict[str, Service]


class CasaCompose(Strict):
    name: Literal["hostdesk"]
    services: dict[str, Service]
    volumes: dict[Literal["hostdesk"], None]
    shown: Shown = Field(alias="x-casaos")


class Upstream(Strict):
    license: str


class Integration(Strict):
    yunohost: Annotated[str, StringConstraints(pattern=r"^>= \d+\.\d+$")]
    helpers_version: Literal["2.1"]
    architectures: list[Architecture]
    multi_instance: bool
    ldap: bool
    sso: bool
    disk: Size
    ram: dict[Literal["build", "runtime"], Size]


class Manifest(Strict):
    """The manifest.toml of a YunoHost package, format 2."""

    packaging_format: Literal[2]
    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+$")]
    name: str
    description: dict[Literal["en"], Annotated[str, StringConstraints(max_length=150)]]
    version: Annotated[str, StringConstraints(pattern=r"^\d+\.\d+\.\d+~ynh\d+$")]
    maintainers: list[str]
    upstream: Upstream
    integration: Integration
    install: dict[Literal["domain", "path"], dict[Literal["type", "default"], str]]
    resources: "Resources"


class Nothing(Strict):
    """A resource as it is by default."""


class Permission(Strict):
    url: Annotated[str, StringConstraints(pattern=r"^/.*$")]
    allowed: Literal["visitors", "all_users"]
    auth_header: bool


class Port(Strict):
    default: Annotated[int, Field(ge=1, le=65535)]


class Packages(Strict):
    packages: str | list[str]


class Resources(Strict):
    """What YunoHost makes for the app before its scripts run."""

    system_user: Nothing
    install_dir: Nothing
    data_dir: Nothing
    permissions: dict[Literal["main"], Permission]
    ports: dict[Literal["main"], Port]
    apt: Packages


def read(name: str) -> Any:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    return tomllib.loads(text) if name.endswith(".toml") else yaml.safe_load(text)


FORMS: dict[str, type[Strict]] = {
    "home-assistant/config.yaml": AddOn,
    "umbrel/umbrel-app-store.yml": UmbrelStore,
    "umbrel/hostdesk/umbrel-app.yml": UmbrelApp,
    "umbrel/hostdesk/docker-compose.yml": UmbrelCompose,
    "casaos/docker-compose.yml": CasaCompose,
    "yunohost/manifest.toml": Manifest,
}


@pytest.mark.parametrize("name", FORMS)
def test_a_box_reads_its_file_and_would_refuse_another_name(name):
    said = read(name)

    FORMS[name].model_validate(said)
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        FORMS[name].model_validate(said | {"porst": 8000})
    for missing in said:
        with pytest.raises(ValidationError, match="Field required"):
            FORMS[name].model_validate({key: value for key, value in said.items() if key != missing})


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("home-assistant/config.yaml", VERSION),
        ("umbrel/hostdesk/umbrel-app.yml", VERSION),
        ("yunohost/manifest.toml", f"{VERSION}~ynh1"),
    ],
)
def test_a_box_has_the_version_of_the_desk(name, version):
    assert read(name)["version"] == version


def test_the_add_on_is_built_from_the_wheel_with_every_library_checked():
    dockerfile = (DEPLOY / "home-assistant" / "Dockerfile").read_text(encoding="utf-8")

    # Home Assistant tells BUILD_ARCH, one of those in config.yaml; build.yaml, with a base for each, is on its way out.
    assert re.findall(r"^(?:ARG|FROM) (.*)$", dockerfile, re.MULTILINE) == [
        "BUILD_ARCH",
        "ghcr.io/home-assistant/${BUILD_ARCH}-base-debian:bookworm",
    ]
    assert sorted(path.name for path in (DEPLOY / "home-assistant").iterdir()) == ["Dockerfile", "config.yaml"]
    assert re.findall(r"^COPY (.*)$", dockerfile, re.MULTILINE) == ["requirements.txt hostdesk-*.whl /tmp/"]
    assert ("--require-hashes" in dockerfile, "HOSTDESK_VAR=/data " in dockerfile) == (True, True)


def test_umbrel_shows_the_app_of_the_store_under_the_name_of_its_folder():
    app = read("umbrel/hostdesk/umbrel-app.yml")
    [folder] = [path for path in (DEPLOY / "umbrel").iterdir() if path.is_dir()]

    assert (app["id"], app["id"].startswith(read("umbrel/umbrel-app-store.yml")["id"])) == (folder.name, True)
    # Umbrel mounts the folder with the owner that it has in the repository, and git keeps no empty one.
    assert [path.name for path in (folder / "data").iterdir()] == [".gitkeep"]


@pytest.mark.parametrize(
    ("name", "service", "named", "container"),
    [
        ("umbrel/hostdesk/docker-compose.yml", "server", None, "hostdesk_server_1"),  # Umbrel's name: app, service, 1
        ("casaos/docker-compose.yml", "hostdesk", "hostdesk", "hostdesk"),
    ],
)
def test_a_command_of_a_box_names_the_container_of_the_desk(name, service, named, container):
    said = read(name)["services"][service]

    assert said.get("container_name") == named
    assert re.findall(r"docker exec (\S+) python3 manage.py$", said["environment"]["HOSTDESK_COMMAND"]) == [container]


def test_the_app_that_casaos_opens_is_the_desk():
    said = read("casaos/docker-compose.yml")

    assert said["x-casaos"]["main"] in said["services"]
    words = [said["x-casaos"][name] for name in ("title", "tagline", "description")]
    assert [each["en_us"] for each in words] == [each["en_US"] for each in words]


def test_no_box_names_an_image_that_nobody_published():
    composed = [path.read_text(encoding="utf-8") for path in DEPLOY.rglob("docker-compose.yml")]

    assert [re.findall(r"image: (.*)", text) for text in composed] == [["${DESK_IMAGE}"]] * 2
    assert [path for path in DEPLOY.rglob("*") if path.is_file() and b"sha256:" in path.read_bytes()] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_of_the_package_is_one_that_bash_reads(script):
    assert told("bash", "-n", str(script)) == (0, "")
    assert bool(script.stat().st_mode & 0o100) == (script.name != "_common.sh")


HELPERS = {
    *("ynh_backup", "ynh_restore", "ynh_systemctl", "ynh_script_progression"),
    *("ynh_config_add_nginx", "ynh_config_remove_nginx", "ynh_config_add_systemd", "ynh_config_remove_systemd"),
}
"""The helpers 2.1 of YunoHost that our scripts call."""


def test_the_scripts_of_the_package_call_helpers_that_there_are():
    called = re.findall(r"^\s*(ynh_\w+)", "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS), re.MULTILINE)

    assert {*called} == HELPERS


def filled(name, folder):
    """Return a file of the package with its placeholders filled in, as YunoHost does it."""
    text = (DEPLOY / "yunohost" / "conf" / name).read_text(encoding="utf-8")
    for place, word in {**PLACES, "__INSTALL_DIR__": str(folder), "__DATA_DIR__": f"{folder}/data"}.items():
        text = text.replace(place, word)
    assert re.findall(r"__\w+__", text) == []
    return text


def test_the_service_of_the_package_starts_the_desk_below_its_path(tmp_path):
    unit = filled("systemd.service", tmp_path)
    told_to_the_desk = dict(re.findall(r"\b(HOSTDESK_\w+)=(\S+)", unit))
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "bin" / "hostdesk").symlink_to("/bin/true")
    (tmp_path / "hostdesk.service").write_text(unit, encoding="utf-8")

    environment.refuse_unknown(told_to_the_desk)
    assert environment.read_prefix(told_to_the_desk, "HOSTDESK_PREFIX") == "/any/prefix"
    assert environment.read_url(told_to_the_desk, "HOSTDESK_URL", tls=True) == "https://desk.example"
    for program in filter(None, [shutil.which("systemd-analyze")]):  # absent where another init runs
        assert told(program, "verify", str(tmp_path / "hostdesk.service")) == (0, "")


def test_a_command_of_the_package_has_the_settings_of_its_service(tmp_path):
    programs, folder = tmp_path / "programs", tmp_path / "desk"
    for place, text in {
        programs / "runuser": 'shift 3; exec "$@"',
        folder / "venv" / "bin" / "pip": "exit 0",
        folder / "venv" / "bin" / "hostdesk": 'echo "$DATABASE_URL $HOSTDESK_VAR $HOSTDESK_PREFIX $@"',
    }.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        place.chmod(0o755)
    (folder / "settings").write_text("DATABASE_URL='postgres://ann@/books'\n", encoding="utf-8")
    (folder / "data").mkdir()
    names = f"app=hostdesk install_dir={folder} data_dir={folder}/data port=8095 path=/any/prefix domain=desk.example"

    common = DEPLOY / "yunohost" / "scripts" / "_common.sh"
    told("bash", "-c", f"{names}; chown() {{ :; }}; python3() {{ :; }}; source {common}; install_the_desk")
    said = told("env", f"PATH={programs}:/usr/bin:/bin", str(folder / "manage"), "backup")

    assert said == (0, f"postgres://ann@/books {folder}/data /any/prefix backup\n")


def test_the_service_of_the_package_is_as_closed_as_that_of_debian():
    ours, theirs = (
        (DEPLOY / name).read_text(encoding="utf-8")
        for name in ("debian/hostdesk.service", "yunohost/conf/systemd.service")
    )
    closed = r"^(?:Protect|Private|Restrict|System|NoNew|Capability|Ambient|Lock|Memory|Remove|UMask)\w*=.*$"
    lines = re.findall(closed, ours, re.MULTILINE)

    assert ("ProtectSystem=strict" in lines, "CapabilityBoundingSet=" in lines) == (True, True)
    assert re.findall(closed, theirs, re.MULTILINE) == lines


def test_nginx_reads_the_location_of_the_package(tmp_path):
    site = f"server {{ listen 127.0.0.1:8096; {filled('nginx.conf', tmp_path)} }}"
    main = f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ access_log off; {site} }}"
    (tmp_path / "nginx.conf").write_text(main, encoding="utf-8")

    said = subprocess.run(
        ["/usr/sbin/nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    assert "proxy_pass http://127.0.0.1:8095;" in site
