"""The image, where a builder for containers is: its size and user, and a desk out of its files."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import time
import urllib.request

import psutil
import pytest

from tests.desk import ROOT, free_port

pytestmark = pytest.mark.long
MOST = 250  # megabytes
NAME = "localhost/hostdesk:tried"
BASE = "localhost/debian-of-packages:bookworm"  # made by the first build
UNITS = {"KB": 1e-3, "MB": 1.0, "GB": 1e3}


def told(*words):
    """Run a program, and return everything that it says."""
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=900).stdout


def build(name, **environment):
    """Build an image; no container may start in many places where tests run: its commands run in a bare folder."""
    bare = {"BUILD_OPTIONS": "--isolation chroot", "BUILDAH_ISOLATION": "chroot", "SOURCE_DATE_EPOCH": "1767225600"}
    subprocess.run(
        [ROOT / "deploy" / "image", name], env={**os.environ, **bare, **environment}, check=True, timeout=1800
    )


def answered_at(port):
    """Return the status of a desk's health, as soon as it answers within two minutes."""
    for _ in range(120):
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=9) as answer,
        ):
            return answer.status
        time.sleep(1)
    return 0


@pytest.fixture(scope="module")
def image():
    if shutil.which("buildah") is None or shutil.which("mmdebstrap") is None:
        pytest.skip("No builder for images is here: sudo apt install buildah mmdebstrap uidmap")
    build(NAME)
    yield NAME
    told("buildah", "rmi", "--force", NAME)


def test_the_image_is_small_and_its_desk_is_nobodys_root(image):
    number, unit = told("buildah", "images", "--format", "{{.Size}}", image).split()
    config = json.loads(told("buildah", "inspect", "--type", "image", image))["Docker"]["config"]

    assert float(number) * UNITS[unit] <= MOST
    assert (config["User"], [*config["Volumes"]]) == ("10001:10001", ["/var/lib/hostdesk"])
    assert "/healthz" in " ".join(config["Healthcheck"]["Test"])


def test_two_builds_of_one_source_have_the_same_bytes(image):
    again = f"{NAME}-again"
    try:
        build(again, BASE=BASE)
        layers = [told("buildah", "inspect", "--type", "image", name) for name in (image, again)]
    finally:
        told("buildah", "rmi", "--force", again)

    assert len({tuple(json.loads(layer)["OCIv1"]["rootfs"]["diff_ids"]) for layer in layers}) == 1


def test_a_desk_out_of_the_image_serves_its_pages(image):
    container = told("buildah", "from", image).strip()
    inside = ["buildah", "run", "--isolation", "chroot", "--user", "10001:10001"]
    port = free_port()
    serve = ["--env", f"HOSTDESK_PORT={port}", container, "--", "python3", "manage.py", "serve"]
    with subprocess.Popen([*inside, *serve]) as desk:
        try:
            health = answered_at(port)
        finally:
            for process in reversed(psutil.Process(desk.pid).children(recursive=True)):
                process.terminate()
            desk.wait(60)
            told("buildah", "rm", container)

    assert health == 200


def test_a_desk_out_of_the_image_makes_its_books_and_checks_them(image):
    container = told("buildah", "from", image).strip()
    try:
        inside = ["buildah", "run", "--isolation", "chroot", "--user", "10001:10001", container, "--"]
        listed = told(*inside, "python3", "manage.py", "help", "--commands").split()
        told(*inside, "python3", "manage.py", "migrate", "--verbosity=0")
        checked = told(*inside, "python3", "manage.py", "ledger_check")
        sbom = "print(open('/usr/share/hostdesk/sbom.cdx.json').read())"  # No program of the shell is in it.
        packages = told(*inside, "python3", "-c", sbom)
    finally:
        told("buildah", "rm", container)

    assert ({"serve", "restore"} < {*listed}, checked) == (True, "")
    assert re.findall(r'"name": "(psycopg|postgresql-client-15)"', packages) == ["psycopg", "postgresql-client-15"]
