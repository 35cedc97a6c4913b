"""The shipped packages as a CycloneDX document: the locked Python packages, and the Debian packages of an image.

    python3 tools/sbom.py VERSION requirements.txt [debian-packages.txt]

It needs only Python, and gives the same document for the same lists.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

LOCKED = re.compile(r"^([a-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)


def locked(text: str) -> list[tuple[str, str, list[str]]]:
    """Return the packages of a lock file: name, version and the SHA-256 of all its files."""
    starts = [*LOCKED.finditer(text)]
    ends = [*(start.start() for start in starts[1:]), len(text)]
    return [
        (found[1], found[2], re.findall(r"--hash=sha256:([0-9a-f]{64})", text[found.start() : end]))
        for found, end in zip(starts, ends, strict=True)
    ]


def sbom(version: str, lock: str, debian: str = "") -> dict[str, Any]:
    """Return the document of a version, from the text of its lock file and the names of Debian's package files."""
    components: list[dict[str, Any]] = [
        {
            "type": "library",
            "name": name,
            "version": number,
            "purl": f"pkg:pypi/{name}@{quote(number)}",
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in digests],
        }
        for name, number, digests in locked(lock)
    ]
    for name, number, kind in (file.removesuffix(".deb").split("_") for file in debian.split()):
        purl = f"pkg:deb/debian/{name}@{number.replace('%3a', '%3A')}?arch={kind}"
        components.append({"type": "library", "name": name, "version": unquote(number), "purl": purl})
    product = {"type": "application", "name": "hostdesk", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": components,
    }


if __name__ == "__main__":
    number, *lists = sys.argv[1:]
    texts = [Path(name).read_text(encoding="utf-8") for name in lists]
    print(json.dumps(sbom(number, *texts), indent=2))
