"""A buy-in with a distant PostgreSQL: every round trip to it takes five milliseconds more."""

import json
import os
import socket
import socketserver
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import psycopg
from django.db import connection

from tests.benchmarks.desk import full_night, signed_in
from tests.benchmarks.posting import Posts, serving, token_of
from tests.benchmarks.timing import Line, ratio_line, seconds
from tests.desk import ROOT
from tests.postgres import throwaway_server

ROUNDS = 20
DELAY = 0.005
AT_MOST = 0.120 / DELAY
OPTIONS: tuple[str, ...] = ()
"""More options for the run on PostgreSQL."""


def measure() -> Iterator[Line]:
    """Yield the time of a buy-in in round trips, and the number it makes; always measured on PostgreSQL."""
    if connection.vendor != "postgresql":
        with throwaway_server() as address:
            arguments = ["-m", "tests.benchmarks", "distant", "--database", address, *OPTIONS]
            lines = subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=False).stdout
        yield from map(json.loads, lines.splitlines())
        return
    night, client = full_night(), signed_in()
    number = night.acts.filter(kind="buy_in").earliest("number").transfers.get().player_id
    page = f"/nights/{night.pk}/tonight/players/{number}/"
    folder = parse_qs(urlsplit(os.environ["DATABASE_URL"]).query)["host"][0]
    with Distance(f"{folder}/.s.PGSQL.5432") as distance:
        address = f"postgres://postgres@127.0.0.1:{distance.server_address[1]}/postgres"
        with serving(DATABASE_URL=address) as (process, port):
            posts = Posts(process, port, client, token_of(client, page))
            took = []
            with psycopg.connect(address, autocommit=True) as bare:
                trip = statistics.median(seconds(lambda: bare.execute("SELECT 1")) for _ in range(ROUNDS))
            for _ in range(ROUNDS + 1):
                distance.trips = 0
                took.append(seconds(lambda: posts.batch(f"{page}buy-in/", 1)))
                trips = distance.trips
    line = ratio_line(
        f"a buy-in, PostgreSQL {DELAY * 1000:.0f} ms away",
        "one round trip",
        (statistics.median(took[1:]), trip),
        AT_MOST,
    )
    yield line | {"round_trips": trips}


class _Ends(socketserver.BaseRequestHandler):
    """One connection: data from the desk arrives late, data from PostgreSQL at once."""

    def handle(self) -> None:
        distance = self.server
        assert isinstance(distance, Distance)
        with socket.socket(socket.AF_UNIX) as there:
            there.connect(distance.there)
            threading.Thread(target=_pass_on, args=(there, self.request), daemon=True).start()
            while said := self.request.recv(65536):
                distance.trips += 1
                time.sleep(DELAY)
                there.sendall(said)


class Distance(socketserver.ThreadingTCPServer):
    """A slow proxy to the socket of a PostgreSQL server, which counts the round trips."""

    daemon_threads = True
    trips = 0

    def __init__(self, there: str) -> None:
        super().__init__(("127.0.0.1", 0), _Ends)
        self.there = there

    def __enter__(self) -> "Distance":
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


def _pass_on(there: socket.socket, here: socket.socket) -> None:
    try:
        while said := there.recv(65536):
            here.sendall(said)
    except OSError:
        return  # one end has closed
