# livret: `make play` plays a game, `make test` runs the tests, `make help` lists the rest.

PYTHON ?= python3
GAME ?= retour-du-roi
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test lint types docs bench clean distclean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18
	@echo "  PYTHON=python3.12 chooses the interpreter, GAME=<folder of rulesets/> the game,"
	@echo "  ARGS='...' is handed to the command."

play: .venv/.stamp ## play GAME in the terminal (a demonstration game without one)
	@$(BIN)/livret play $(GAME) $(ARGS)

test: .venv/.stamp-dev ## run the tests
	$(BIN)/python -m pytest $(ARGS)

lint: .venv/.stamp-dev ## check formatting and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.stamp-dev ## check types
	$(BIN)/mypy $(ARGS)

docs: .venv/.stamp-dev ## build the documentation in docs/_build/html
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

bench: .venv/.stamp-dev ## run the measurements
	@if [ -d bench ]; then $(BIN)/python -m bench $(ARGS); else echo "There is no bench/ yet."; fi

clean: ## remove what was built, keep .venv
	rm -rf build dist *.egg-info docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find dsl interpreter rulesets schemas tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove .venv too
	rm -rf .venv

# An environment that is older than pyproject.toml is brought up to date; otherwise nothing runs.
.venv/.stamp: pyproject.toml
	$(make-venv)
	@$(PIP) -e .
	@touch $@

# The development environment holds all that playing needs.
.venv/.stamp-dev: pyproject.toml
	$(make-venv)
	@$(PIP) -e '.[dev]'
	@touch .venv/.stamp $@

define make-venv
@echo "Preparing .venv (only when pyproject.toml changes)..."
@$(PYTHON) -c 'import sys; sys.exit("livret needs Python 3.11 or later; try: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
@[ -x $(BIN)/python ] || $(PYTHON) -m venv --clear .venv
endef
