"""``python -m tests.benchmarks.server PORT``: the product's own server, with the bare pages beside its own."""

import sys

from hostdesk import serving
from hostdesk.wsgi import application

if __name__ == "__main__":
    serving.run(serving.make_server(application, listen="127.0.0.1", port=int(sys.argv[1])))
