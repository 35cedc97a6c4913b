"""``python -m tests.benchmarks.server PORT``: the product's own server, with the bare pages added."""

import sys

from hostdesk.base.site import server
from hostdesk.wsgi import application

if __name__ == "__main__":
    server.run(server.make_server(application, listen="127.0.0.1", port=int(sys.argv[1])))
