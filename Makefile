# make run     the desk, on this machine and in its network          make test    everything that must hold
# make install     what the desk needs, for a service (docs/deploy.md)
# make host-link    a link that signs a host in once: a forgotten password, a new tablet
# make demo    an invented season to look around in
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r
# The tests run side by side in WORKERS processes (one more than cores: those of the browser wait a lot); the product's
# own settings stay out of them.
WORKERS ?= 3
PARALLEL := -n $(WORKERS) --dist worksteal
# The quick tests wait for nothing, so a worker a core does. They need one connection each, and SQLite in memory is the
# quickest of all.
SIDE_BY_SIDE := -n logical --dist worksteal
IN_MEMORY := DATABASE_URL=sqlite:///:memory:
# Where memory can hold files, the tests write there: a commit that waits for a disk takes a hundred times as long.
MEMORY := $(shell df --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 2000000 { print "TMPDIR=/dev/shm" }')
# What one process has compiled the next need not compile again: every worker, every desk that a test starts, and the
# second run on PostgreSQL.
unexport PYTHONDONTWRITEBYTECODE
# To whom the packages come from: without the internet the reason is not ten lines of the installer.
IS_ONLINE := $(PY) -c 'import socket; socket.create_connection(("pypi.org", 443), 5)' 2>/dev/null
SITE := NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict
LOCK := $(VENV)/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header --quiet

.PHONY: run install host-link demo wheel test test-quick test-pg test-long test-engines coverage mutants screens bench drills lint types style compiled lock packages faketime site release

run: $(VENV)/installed
	@exec $(PY) manage.py serve

# A service may not write here: what Python keeps of the source is made beforehand.
install: $(VENV)/installed
	@$(PY) -m compileall -q reservations ledger hostdesk

# Of several hosts one is named: make host-link NAME=Ann.
host-link: $(VENV)/installed
	@exec $(PY) manage.py host_link $(if $(NAME),"$(NAME)")

# Beside the desk: `make demo DEMO_PORT=8002`. Not PORT, which many shells and containers have in their environment for
# something else.
demo: $(VENV)/installed
	@exec $(PY) manage.py demo

# A plain Debian python3 makes no virtual environment before python3-venv is there.
$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Hostdesk needs Python 3.11 or newer.")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || tools/install_debian_packages python3-venv
	@$(PYTHON) -m venv --clear $(VENV)

$(VENV)/installed: requirements.txt | $(VENV)/bin/pip
	@echo "Installing what the desk needs (once)."
	@$(PIP) requirements.txt || { $(IS_ONLINE) || \
		echo "The first start needs the internet, and this computer is not online. Connect it, and try again."; exit 1; }
	@touch $@

# uv takes six seconds where pip takes forty; pip goes on where uv reaches no index.
$(VENV)/installed-dev: requirements.txt requirements-dev.txt | $(VENV)/bin/pip
	@echo "Installing what the tests need (once)."
	@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.txt >$(VENV)/uv.txt
	@$(PIP) $(VENV)/uv.txt
	@$(VENV)/bin/uv pip install --quiet --python $(PY) --link-mode copy --require-hashes -r requirements-dev.txt \
		|| $(PIP) requirements-dev.txt
	@touch $@

# After the virtual environment, which may need a package itself: apt does one thing at a time.
packages: | $(VENV)/bin/pip
	@command -v chromium-headless-shell >/dev/null || tools/install_debian_packages chromium-headless-shell \
		|| command -v chromium >/dev/null || tools/install_debian_packages chromium
	@for each in hledger caddy /usr/sbin/dovecot /usr/sbin/nginx; do command -v $$each >/dev/null || missing=yes; done; \
		test -z "$$missing" || tools/install_debian_packages hledger caddy dovecot-imapd nginx-light

# What every worker would compile for itself, and slowly while lines are counted.
compiled: $(VENV)/installed-dev
	@$(PY) -m pytest --collect-only -qq >/dev/null || true

# The quick tests alone cover the rules and the commands; the others need not wait for the counting.
test:
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target packages compiled lint
	$(MEMORY) $(IN_MEMORY) $(PY) -m pytest $(SIDE_BY_SIDE) -m quick --cov --cov-report=term
	$(MEMORY) $(PY) -m pytest $(PARALLEL) -m "not quick and not long and not further"
	$(MEMORY) $(PY) -m tests.postgres pytest $(PARALLEL) -m "pg and not long and not further" $$(grep -rl 'mark\.pg' tests --include='test_*.py')

test-quick: $(VENV)/installed-dev
	$(MEMORY) $(IN_MEMORY) $(PY) -m pytest $(SIDE_BY_SIDE) -m quick

test-pg: packages $(VENV)/installed-dev
	$(MEMORY) $(PY) -m tests.postgres pytest $(PARALLEL) -m "not long"

# The second line sets the clock: New Year's Eve five years on, the night when clocks go forward, a leap day.
test-long: packages faketime $(VENV)/installed-dev
	$(MEMORY) $(PY) -m pytest $(PARALLEL) -m "(long or further) and not engines" --hypothesis-profile=long
	$(MEMORY) $(PY) -m tests.other_times $(PARALLEL)

# A night in WebKit and in Firefox.
test-engines: packages $(VENV)/installed-dev
	@for each in WebKitWebDriver firefox-esr Xvfb; do command -v $$each >/dev/null || missing=yes; done; \
		test -z "$$missing" || tools/install_debian_packages webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb firefox-esr
	$(MEMORY) $(PY) -m pytest -m engines tests/engines

# All tests once, by layer: half an hour and more. TESTS=tests/ledger/settle counts one subject.
coverage: packages $(VENV)/installed-dev
	@$(MEMORY) $(PY) -m tests.coverage_by_layer $(PARALLEL) $(TESTS)

# MUTANTS="--seed 7 --count 300 --layers pure ledger": python -m tests.mutants --help has the options.
mutants: $(VENV)/installed-dev
	@$(MEMORY) $(PY) -m tests.mutants --workers $(WORKERS) $(MUTANTS)

faketime:
	@ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || tools/install_debian_packages libfaketime

# The pictures of the documents; with ALL pictures of every page, into that folder. ONLY="tonight six" takes the pages
# whose names hold one of the words; WINDOW=1133x744 and THEME=dark take only those. What the pages show is made first,
# and kept for half a day, in BOOKS.
screens: packages $(VENV)/installed-dev
	@command -v pdftoppm >/dev/null || tools/install_debian_packages poppler-utils
	@$(MEMORY) $(PY) -m tests.screens $(if $(ALL),--all "$(ALL)") $(if $(ONLY),--only $(ONLY)) $(if $(WINDOW),--window $(WINDOW)) \
		$(if $(THEME),--theme $(THEME)) $(if $(BOOKS),--books "$(BOOKS)")

bench: packages $(VENV)/installed-dev
	@$(PY) -m tests.benchmarks

# Fifty minutes on two quiet cores; WORD="power kill" runs those whose name holds one of the words.
drills: packages faketime $(VENV)/installed-dev
	@$(MEMORY) $(PY) -m tests.drills $(WORD)

lint: types style

types: $(VENV)/installed-dev
	$(PY) -m mypy .

style: $(VENV)/installed-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) tools/measure.py
	$(PY) tools/engines.py
	$(VENV)/bin/djade --check --target-version 5.2 $$(find templates -name '*.html')
	DJANGO_SETTINGS_MODULE=tests.settings DATABASE_URL=sqlite:///:memory: $(PY) manage.py makemigrations --check --dry-run
	@$(SITE) --site-dir "$$(mktemp -d)"

# The documents as a site, in site/: open site/index.html. A link that leads nowhere ends it.
site: $(VENV)/installed-dev
	$(SITE)

# One file with everything in it: docs/architecture.md. The second build has the same bytes as the first.
wheel: $(VENV)/installed-dev
	@$(VENV)/bin/uv build --quiet --wheel --no-build-isolation --python $(PY) --out-dir dist

# A version in dist/: wheel, sdist, changes, notices, SBOM, checksums, and an image where buildah is. CONTRIBUTING.md has
# what comes before it.
release: $(VENV)/installed-dev
	@$(PY) -m tools.release

# uv keeps the address of the package index out of the files.
lock: $(VENV)/installed-dev
	$(LOCK) --output-file requirements.txt
	$(LOCK) --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(LOCK) --constraint requirements.txt --format pylock.toml | $(PY) -m tests.wheels > tests/data/wheels.txt
