"""A certificate that the desk trusts, as if from an authority that this machine knows."""

import ssl
from pathlib import Path

import pytest

from tests.mail_servers import certificate


@pytest.fixture(scope="session")
def made_certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ssl.SSLContext]:
    """A certificate for the servers of these tests, without any client's trust yet."""
    return certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def trusted(made_certificate: tuple[Path, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """The TLS context of a server, with a certificate that this machine trusts."""
    path, context = made_certificate
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    return context
