"""The contents of a version: the same bytes in two builds, no part without a licence, and every licence with it."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from hostdesk import VERSION
from tests import wheels
from tests.deploy.wheel import UV
from tests.desk import ROOT, free_port
from tools.release import (
    NoRelease,
    changed_since_the_commit,
    changes_of,
    known_vulnerabilities,
    make_release,
    notices_of,
    write_checksums,
)
from tools.sbom import locked, sbom

LOCK = "django==5.2.19 \\\n    --hash=sha256:" + "a" * 64 + " \\\n    --hash=sha256:" + "b" * 64 + "\nzope[binary]==1\n"
SOURCE = ("reservations", "ledger", "hostdesk", "templates")
MOMENT = "1790000000"


@pytest.fixture
def root(tmp_path):
    """The parts of a source that a version is made of, with a licence and a section of changes."""
    (tmp_path / "LICENSE").write_text("As the owner decides.\n")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## Unreleased\n\n## {VERSION}\n\n* It is out.\n\n## 0.1\n")
    for name in ("pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_the_changes_are_those_of_the_version(root):
    assert changes_of(root) == f"## {VERSION}\n\n* It is out.\n\n"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("LICENSE", None, "There is no LICENSE"),
        ("CHANGELOG.md", "## Unreleased\n", f"CHANGELOG.md has no section {VERSION}"),
        ("pyproject.toml", '[project]\nversion = "9.9.9"\n', "pyproject.toml has version 9.9.9"),
    ],
)
def test_without_one_of_these_there_is_no_version(root, name, text, reason):
    (root / name).unlink()
    if text is not None:
        (root / name).write_text(text)

    with pytest.raises(NoRelease, match=reason):
        changes_of(root)


def test_the_notices_have_the_licence_of_each_library_and_typeface_once():
    notices = notices_of(ROOT)
    names = {requirement.name for requirement, _ in wheels.locked()}

    headed = [line.partition(" ")[0] for line in notices.splitlines() if notices.count(f"=\n{line}\n=") == 1 and line]
    assert {"OFL-Inter", "OFL-Fraunces", "htmx", *names} <= {*headed}
    assert notices.count("SIL OPEN FONT LICENSE Version 1.1") >= 2


def test_every_line_of_the_lock_is_listed_with_its_own_hashes():
    listed = locked((ROOT / "requirements.txt").read_text(encoding="utf-8"))

    assert [(name, number, hashes) for name, number, hashes in listed] == [
        (requirement.name, str(requirement.specifier).removeprefix("=="), hashes)
        for requirement, hashes in wheels.locked()
    ]


def test_the_list_of_what_is_shipped_has_each_package_with_its_hashes():
    listed = sbom("1.2.3", LOCK, "libc6_2.36-9_amd64.deb zlib1g_1%3a1.2.13_amd64.deb\n")

    assert (listed["bomFormat"], listed["metadata"]["component"]["version"]) == ("CycloneDX", "1.2.3")
    assert [(each["purl"], len(each.get("hashes", ()))) for each in listed["components"]] == [
        ("pkg:pypi/django@5.2.19", 2),
        ("pkg:pypi/zope@1", 0),
        ("pkg:deb/debian/libc6@2.36-9?arch=amd64", 0),
        ("pkg:deb/debian/zlib1g@1%3A1.2.13?arch=amd64", 0),
    ]


@contextmanager
def answering(results):
    """Run a stand-in for a list of known vulnerabilities."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            text = json.dumps({"results": results if asked[0]["package"]["name"] == "django" else []}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_known_vulnerabilities_are_named():
    with answering([{"vulns": [{"id": "CVE-1"}, {"id": "CVE-2"}]}, {}]) as address:
        assert known_vulnerabilities(LOCK, address) == ["django 5.2.19: CVE-1, CVE-2"]
    with answering([{}, {}]) as address:
        assert known_vulnerabilities(LOCK, address) == []


def test_a_list_that_does_not_answer_is_no_list_without_vulnerabilities():
    assert known_vulnerabilities(LOCK, f"http://127.0.0.1:{free_port()}/") is None


def test_an_answer_about_other_packages_than_were_asked_is_none():
    with answering([{}]) as too_few:
        assert known_vulnerabilities(LOCK, too_few) is None
    with answering(None) as nothing:
        assert known_vulnerabilities(LOCK, nothing) is None


def test_a_file_that_no_commit_has_is_told(tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    before = changed_since_the_commit(tmp_path)

    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "new.html").touch()

    assert (before, changed_since_the_commit(tmp_path)) == ("", "?? templates/new.html\n")


def built_from(sdist, folder):
    """Return the wheel that somebody builds of the source in that archive, without the repository."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    [source] = folder.iterdir()
    subprocess.run(
        [UV, "build", "--quiet", "--wheel", "--offline", "--no-build-isolation", "--out-dir", folder / "built", source],
        env={**os.environ, "VIRTUAL_ENV": sys.prefix, "SOURCE_DATE_EPOCH": MOMENT},
        check=True,
    )
    [wheel] = (folder / "built").glob("*.whl")
    return wheel.read_bytes()


@pytest.mark.long
def test_two_builds_of_one_commit_have_the_same_bytes(root):
    for name in SOURCE:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("manage.py", "README.md"):
        shutil.copy(ROOT / name, root)

    for name in ("one", "two"):
        make_release(root, root / "out" / name, moment=MOMENT)
        write_checksums(root / "out" / name)
    one, two = ({path.name: path.read_bytes() for path in (root / "out" / name).iterdir()} for name in ("one", "two"))

    wheel, sdist = f"hostdesk-{VERSION}-py3-none-any.whl", f"hostdesk-{VERSION}.tar.gz"
    assert sorted(one) == sorted(
        ["CHANGES.md", "NOTICES.txt", "SHA256SUMS", wheel, sdist, "requirements.txt", "sbom.cdx.json"]
    )
    assert [name for name in one if one[name] != two[name]] == []
    assert f"{hashlib.sha256(one[wheel]).hexdigest()}  {wheel}\n" in one["SHA256SUMS"].decode()
    assert built_from(root / "out" / "one" / sdist, root / "unpacked") == one[wheel]
    with zipfile.ZipFile(root / "out" / "one" / wheel) as packed:
        assert any(name.endswith("LICENSE") for name in packed.namelist())
