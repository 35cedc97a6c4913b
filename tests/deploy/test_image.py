"""The image, where a builder for containers is: its size and user, and a desk out of its files."""

import json
import os
import re
import shutil
import subprocess

import pytest

from tests.desk import ROOT

pytestmark = pytest.mark.long
MOST = 250  # megabytes
NAME = "localhost/hostdesk:tried"
UNITS = {"KB": 1e-3, "MB": 1.0, "GB": 1e3}


def told(*words):
    """Run a program, and return everything that it says."""
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=900).stdout


@pytest.fixture(scope="module")
def image():
    if shutil.which("buildah") is None or shutil.which("mmdebstrap") is None:
        pytest.skip("No builder for images is here: sudo apt install buildah mmdebstrap uidmap")
    # No container may start in many places where tests run: its commands run in a bare folder then.
    environment = {**os.environ, "BUILD_OPTIONS": "--isolation chroot", "BUILDAH_ISOLATION": "chroot"}
    subprocess.run([ROOT / "deploy" / "image", NAME], env=environment, check=True, timeout=1800)
    yield NAME
    told("buildah", "rmi", "--force", NAME)


def test_the_image_is_small_and_its_desk_is_nobodys_root(image):
    number, unit = told("buildah", "images", "--format", "{{.Size}}", image).split()
    config = json.loads(told("buildah", "inspect", "--type", "image", image))["Docker"]["config"]

    assert float(number) * UNITS[unit] <= MOST
    assert (config["User"], [*config["Volumes"]]) == ("10001:10001", ["/var/lib/hostdesk"])
    assert "/healthz" in " ".join(config["Healthcheck"]["Test"])


def test_a_desk_out_of_the_image_makes_its_books_and_checks_them(image):
    container = told("buildah", "from", image).strip()
    try:
        inside = ["buildah", "run", "--isolation", "chroot", "--user", "10001:10001", container, "--"]
        listed = told(*inside, "python3", "manage.py", "help", "--commands").split()
        told(*inside, "python3", "manage.py", "migrate", "--verbosity=0")
        checked = told(*inside, "python3", "manage.py", "ledger_check")
        packages = told(*inside, "cat", "/usr/share/hostdesk/sbom.cdx.json")
    finally:
        told("buildah", "rm", container)

    assert ({"serve", "restore"} < {*listed}, checked) == (True, "")
    assert re.findall(r'"name": "(psycopg|postgresql-client-15)"', packages) == ["psycopg", "postgresql-client-15"]
