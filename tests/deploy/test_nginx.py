"""The nginx file, with Debian's nginx between a browser and two stand-ins for desks."""

import http.client
import re
import socket
import ssl
import subprocess
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.desk import ROOT, free_port

SITE = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
NAME = "desk.example"
NGINX = "/usr/sbin/nginx"
CLAIMS = {"X-Forwarded-For": "192.168.1.50", "X-Forwarded-Proto": "http", "Forwarded": "for=192.168.1.50"}
MAIN = """daemon off;
pid {folder}/pid;
error_log {folder}/main.log;
events {{}}
http {{
	client_body_temp_path {folder}/body;
	proxy_temp_path {folder}/proxy;
	fastcgi_temp_path {folder}/fastcgi;
	uwsgi_temp_path {folder}/uwsgi;
	scgi_temp_path {folder}/scgi;
	include {folder}/site.conf;
}}
"""


class Desk(ThreadingHTTPServer):
    """A stand-in for a desk: it notes the requests that reach it, and answers them, or hangs up in the middle."""

    def __init__(self, place="127.0.0.1", port=0):
        super().__init__((place, port), Noting)
        self.asked, self.hangs_up = [], False


class Noting(BaseHTTPRequestHandler):
    server: "Desk"
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.server.asked.append((self.command, self.path, self.headers))
        if self.server.hangs_up:
            self.close_connection = True
            return
        self.send_response(204)
        self.end_headers()

    def do_POST(self):
        self.do_GET()

    def log_message(self, *_):
        """Log nothing."""


@contextmanager
def answering(desk):
    threading.Thread(target=desk.serve_forever, daemon=True).start()
    try:
        yield desk
    finally:
        desk.shutdown()
        desk.server_close()


def own_certificate(folder):
    """Write a self-signed certificate for the name."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    day = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number())
    made = made.not_valid_before(day - timedelta(days=1)).not_valid_after(day + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    (folder / "fullchain.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "privkey.pem").write_bytes(private)


class House:
    """nginx with our file, its ports and folders changed, in front of two desks that share a port on two addresses."""

    def __init__(self, folder, kitchen, cellar):
        self.folder, self.kitchen, self.cellar = folder, kitchen, cellar
        self.port, self.plain = free_port(), free_port()
        own_certificate(folder)
        changed = {
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{kitchen.server_port};",
            "# server 127.0.0.2:8000;": f"server 127.0.0.2:{kitchen.server_port};",
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
            "/etc/letsencrypt/live/desk.example": str(folder),
            "/var/log/nginx": str(folder),
        }
        site = SITE
        for words, others in changed.items():
            assert words in site
            site = site.replace(words, others)
        (folder / "site.conf").write_text(site, encoding="utf-8")
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder), encoding="utf-8")

    def asks(self, method, path, body=None, **headers):
        """Ask over https as a browser does, and return the status and the page."""
        trusting = ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))
        connection = http.client.HTTPConnection(NAME, self.port)
        plain = socket.create_connection(("127.0.0.1", self.port), 30)
        connection.sock = trusting.wrap_socket(plain, server_hostname=NAME)
        connection.request(method, path, body, {"Host": NAME, **headers})
        answer = connection.getresponse()
        told = answer.status, answer.read().decode()
        connection.close()
        return told


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nginx")
    with ExitStack() as ends:
        kitchen = ends.enter_context(answering(Desk()))
        cellar = ends.enter_context(answering(Desk("127.0.0.2", kitchen.server_port)))
        one = House(folder, kitchen, cellar)
        process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")])
        ends.callback(process.wait)
        ends.callback(process.terminate)
        for _ in range(500):
            with suppress(OSError):
                one.asks("GET", "/")
                break
            time.sleep(0.02)
        yield one


@pytest.fixture(autouse=True)
def anew(house):
    for desk in (house.kitchen, house.cellar):
        desk.asked.clear()
        desk.hangs_up = False


def test_a_desk_learns_who_asks_from_nginx_alone(house):
    assert house.asks("POST", "/sign-in/", "name=Ann", **CLAIMS)[0] == 204
    [(_, _, headers)] = house.kitchen.asked + house.cellar.asked

    told = [headers.get_all(name) for name in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")]
    assert told == [[NAME], ["127.0.0.1"], ["https"], None]


def test_a_page_comes_from_the_other_desk_and_a_form_is_sent_once(house):
    house.kitchen.hangs_up = True
    pages = [house.asks("GET", f"/nights/{number}/")[0] for number in range(4)]
    house.kitchen.asked.clear()
    house.cellar.asked.clear()
    house.cellar.hangs_up = True

    status, page = house.asks("POST", "/nights/1/tonight/players/2/buy-in/", "key=once-0001")

    assert pages == [204] * 4
    assert (status, len(house.kitchen.asked + house.cellar.asked)) == (502, 1)
    assert "recorded once at most" in page


def test_no_log_has_the_address_of_a_page(house):
    house.asks("GET", "/enter/a-secret-of-a-link/")
    house.kitchen.hangs_up = house.cellar.hangs_up = True
    house.asks("GET", "/enter/a-secret-of-a-link/")

    logs = "".join(path.read_text(encoding="utf-8") for path in house.folder.glob("*.log"))

    assert ("GET 204" in logs, re.findall("secret", logs)) == (True, [])


def test_plain_http_leads_to_https(house):
    connection = http.client.HTTPConnection("127.0.0.1", house.plain, timeout=30)
    connection.request("GET", "/nights/", headers={"Host": NAME})
    answer = connection.getresponse()
    connection.close()

    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/nights/")
