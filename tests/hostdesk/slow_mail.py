"""A mail server on this machine that takes a letter and says nothing more until it is let go."""

import socket
import threading
from io import BufferedRWPair

PATIENCE = 20  # seconds
_ANSWERS = {b"EHLO": b"250 slow", b"MAIL": b"250 ok", b"RCPT": b"250 ok", b"QUIT": b"221 bye", b"RSET": b"250 ok"}


class SlowMailServer:
    """Takes one letter at a time: ``has_letter`` is set once it has one, and it answers after ``go`` is."""

    def __init__(self) -> None:
        self.has_letter, self.go = threading.Event(), threading.Event()
        self.letters = 0
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listens.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of the letter in hand, and take none any more."""
        self.go.set()
        self._listens.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._listens.close()

    def _serve(self) -> None:
        while True:
            try:
                one, _ = self._listens.accept()
            except OSError:
                return
            with one, one.makefile("rwb") as lines:
                self._speak(lines)

    def _speak(self, lines: BufferedRWPair) -> None:
        _say(lines, b"220 slow")
        for line in lines:
            if line.upper().startswith(b"DATA"):
                _say(lines, b"354 go on")
                self._take(lines)
            else:
                _say(lines, _ANSWERS[line[:4].upper()])

    def _take(self, lines: BufferedRWPair) -> None:
        while lines.readline() != b".\r\n":
            pass
        self.letters += 1
        self.has_letter.set()
        self.go.wait(2 * PATIENCE)
        _say(lines, b"250 taken")


def _say(lines: BufferedRWPair, words: bytes) -> None:
    lines.write(words + b"\r\n")
    lines.flush()
