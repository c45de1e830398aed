# Needs Python 3.11 or newer and make; everything else is installed into .venv from the lock files.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help install serve test suites lint format bench pictures film protocol lock clean

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/run: locks/build.txt locks/run.txt pyproject.toml | $(VENV)/bin/python
	@echo "Installing Tempolude into $(VENV) ..."
	@$(PIP) install --require-hashes -r locks/build.txt -r locks/run.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev: locks/dev.txt $(VENV)/run
	@echo "Installing what the tests need ..."
	@$(PIP) install --require-hashes -r locks/dev.txt
	@touch $@

$(VENV)/peers: locks/peers.txt $(VENV)/run
	@echo "Installing the peers to measure against ..."
	@$(PIP) install --require-hashes -r locks/peers.txt
	@touch $@

install: $(VENV)/run  ## everything a player needs, in .venv

serve: install  ## the tables at http://127.0.0.1:8053
	@$(BIN)/tempolude serve

# Hundreds of processes start, each of which would compile all modules where they are not kept.
test: $(VENV)/dev  ## all tests
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n auto --dist worksteal

suites: $(VENV)/dev  ## those of Gymnasium, SB3, PettingZoo and OpenSpiel, from a wheel
	@$(BIN)/python -m tests.bench_suites --wheel --report docs/research-suites.md

lint: $(VENV)/dev  ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(VENV)/dev  ## put the code in form
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/peers  ## decisions per second, ours and the peers'
	@$(BIN)/tempolude bench --peers
	@$(BIN)/tempolude bench --batch
	@$(BIN)/python examples/hearts/bench.py

pictures: $(VENV)/dev  ## take the pictures of the README
	@$(BIN)/python -m tests.pictures

film: $(VENV)/dev  ## film a match of each game against bots, as frames in film/
	@$(BIN)/python -m tests.film

protocol: $(VENV)/run  ## write docs/protocol.md from server/wire.py
	@$(BIN)/python tools/protocol.py

RESOLVE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q --upgrade
lock: | $(VENV)/bin/python  ## resolve the dependencies anew
	@$(PIP) install uv
	@echo "setuptools>=77" | $(RESOLVE) - -o locks/build.txt
	@$(RESOLVE) pyproject.toml -o locks/run.txt
	@$(RESOLVE) pyproject.toml --extra dev -c locks/run.txt -o locks/dev.txt
	@$(RESOLVE) pyproject.toml --extra postgresql -c locks/run.txt -o locks/postgresql.txt
	@$(RESOLVE) pyproject.toml --extra peers -c locks/run.txt -o locks/peers.txt
	@$(RESOLVE) pyproject.toml --extra cuda -c locks/run.txt -o locks/cuda.txt

clean:  ## remove what was made here
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
