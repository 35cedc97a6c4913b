# make run     the desk, on this machine and in its network          make test    everything that must hold
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# The tests run side by side in WORKERS processes; the product's own settings stay out of them.
WORKERS ?= 2
PARALLEL := -n $(WORKERS) --dist worksteal
LOCK := $(VENV)/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --quiet

.PHONY: run test test-pg test-long bench lint lock packages

run: $(VENV)/installed
	@exec $(PY) manage.py serve

# A plain Debian python3 makes no virtual environment before python3-venv is there.
$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Hostdesk needs Python 3.11 or newer.")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || tools/install_debian_packages python3-venv
	@$(PYTHON) -m venv --clear $(VENV)

$(VENV)/installed: requirements.txt | $(VENV)/bin/pip
	@echo "Installing what the desk needs (once)."
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/installed-dev: requirements.txt requirements-dev.txt | $(VENV)/bin/pip
	@echo "Installing what the tests need (once)."
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

packages:
	@command -v chromium >/dev/null || tools/install_debian_packages chromium
	@command -v hledger >/dev/null || tools/install_debian_packages hledger

test: packages lint
	$(PY) -m pytest $(PARALLEL) --cov --cov-report=term
	$(PY) -m tests.postgres pytest $(PARALLEL) -m pg

test-pg: packages $(VENV)/installed-dev
	$(PY) -m tests.postgres pytest $(PARALLEL)

test-long: packages $(VENV)/installed-dev
	$(PY) -m pytest $(PARALLEL) -m long --hypothesis-profile=long

bench: $(VENV)/installed-dev
	@$(PY) -m tests.benchmarks

lint: $(VENV)/installed-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy .
	$(VENV)/bin/djade --check --target-version 5.2 $$(find templates -name '*.html')
	DJANGO_SETTINGS_MODULE=tests.settings DATABASE_URL=sqlite:///:memory: $(PY) manage.py makemigrations --check --dry-run

# uv keeps the address of the package index out of the files.
lock: $(VENV)/installed-dev
	$(LOCK) --output-file requirements.txt
	$(LOCK) --group dev --constraint requirements.txt --output-file requirements-dev.txt
