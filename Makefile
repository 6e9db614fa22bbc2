# `make help` lists the targets. Everything runs in an environment of its own, .venv, which the targets make when needed.

VENV := .venv
BIN := $(VENV)/bin
ENVIRONMENT := $(VENV)/.installed
DOCS_ENVIRONMENT := $(VENV)/.installed-docs
PEERS_VENV := .venv-peers
PEERS_ENVIRONMENT := $(PEERS_VENV)/.installed
EXTRAS := training,render,interop,dev

# constraints.txt is taken with the first of these. `make venv PYTHON=/path/to/python3` chooses another.
PYTHONS = $(or $(PYTHON),python3.11 python3.12 python3.13 python3)
JOBS ?= auto
PYTEST_ARGS ?=
DEMO_ARGS ?=
BENCHMARK_ARGS ?=
SPHINX_ARGS ?= --fail-on-warning --keep-going

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv test lint format demo docs benchmark peers warmup clean distclean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r target text; do \
		printf '  make %-10s  %s\n' "$$target" "$$text"; done

venv: $(ENVIRONMENT)  ## make .venv with adut and all it needs for training and development

test: $(ENVIRONMENT)  ## run the whole test suite (JOBS=2 PYTEST_ARGS="-m 'not slow'")
	$(BIN)/python -m pytest -n $(JOBS) $(PYTEST_ARGS)

lint: $(ENVIRONMENT)  ## check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m mypy

format: $(ENVIRONMENT)  ## repair style and format where that is automatic
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

demo: $(ENVIRONMENT)  ## show what adut does (DEMO_ARGS=--quick)
	$(BIN)/python scripts/demo.py $(DEMO_ARGS)

docs: $(DOCS_ENVIRONMENT)  ## build the documentation into docs/_build/html
	$(BIN)/python -m sphinx -b html $(SPHINX_ARGS) docs docs/_build/html

benchmark: $(ENVIRONMENT)  ## measure the speed of the environments (BENCHMARK_ARGS=...)
	$(BIN)/python scripts/benchmark.py $(BENCHMARK_ARGS)

peers: $(PEERS_ENVIRONMENT)  ## measure it beside other libraries, and compare the rules, in .venv-peers
	$(PEERS_VENV)/bin/python scripts/benchmark.py --peers $(BENCHMARK_ARGS)
	$(PEERS_VENV)/bin/python -m pytest -q tests/peers

warmup: $(ENVIRONMENT)  ## compile the games into the cache, so that the first use is fast
	$(BIN)/adut warmup

clean:  ## remove caches and builds; .venv and runs/ stay
	rm -rf build dist docs/_build .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find configs docs envs scripts tests training -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean  ## remove .venv as well
	rm -rf $(VENV) $(PEERS_VENV)

$(ENVIRONMENT): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(EXTRAS)]'
	@touch $@

$(DOCS_ENVIRONMENT): $(ENVIRONMENT)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@

$(PEERS_ENVIRONMENT): pyproject.toml $(ENVIRONMENT)
	$(BIN)/python -m venv $(PEERS_VENV)
	$(PEERS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[peers]' pytest
	@touch $@

$(BIN)/python:
	@for python in $(PYTHONS); do \
		if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "adut needs Python 3.11 or newer; none of these is one: $(PYTHONS)." >&2; \
		echo "Install it, or name it: make venv PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' 2>/dev/null; then \
		echo "$$found cannot make virtual environments; install its venv module (Debian, Ubuntu: apt install python3-venv)." >&2; \
		exit 1; \
	fi; \
	echo "$$found -m venv $(VENV)"; \
	"$$found" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
