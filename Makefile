# Needs Python 3.11 or newer and make; each target installs the rest into .venv.

VERSIONS := 3.14 3.13 3.12 3.11
PYTHON ?= python3 $(VERSIONS:%=python%)
VENV := .venv
EXTRA := dev
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
INSTALLED := $(VENV)/.with-$(EXTRA)

.DEFAULT_GOAL := help
.PHONY: help serve test quick pythons soak peers bench docs texts lock clean

# The toolkit, every game once, the store, a server in memory and some with sockets, files, signals
# and certificates: what another Python may take amiss. What games come to is the same on all.
QUICK := --short tests/netgame tests/cardgame --ignore tests/cardgame/test_reading.py \
	tests/protocol tests/texts/test_catalogue.py \
	$(addprefix tests/games/test_,$(addsuffix .py,playthroughs vocabulary)) \
	tests/record/test_record.py tests/client/test_moves.py tests/commands/test_account.py \
	tests/commands/test_configuration.py tests/contest/test_faults.py tests/web/test_live.py \
	$(addprefix tests/server/test_,$(addsuffix .py,away core people store tls vault)) \
	tests/test_keys.py tests/test_simulate.py

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

serve: $(VENV)/.with-web,terminal,contest ## host a table of each game, with robots in the free seats
	$(VENV)/bin/cardkit serve

test: $(INSTALLED) ## lint, format check, types, tests
	@sh tests/tools.sh
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy --strict
	$(PY) -m pytest
	$(PY) -m pytest --store postgresql tests/server

quick: $(INSTALLED) ## run a part of the tests that takes a minute
	$(PY) -m pytest $(QUICK)

pythons: $(INSTALLED) ## run the quick part on every other Python installed here
	@sh tests/pythons.sh $(PY) $(VERSIONS)

soak: $(INSTALLED) ## check each game at length, play 10,000 in which everything fails, kill real nodes 300 times, try 1,100,000 forgeries
	$(PY) -m pytest --long
	$(PY) -m tests.world --games 10000
	$(PY) -m tests.kills --faults 300
	$(PY) -m tests.record.tampering

peers: $(INSTALLED) $(VENV)/.with-bench ## compare games with those of OpenSpiel and PokerKit, move by move
	$(PY) -m pytest --long tests/peers

bench: $(INSTALLED) $(VENV)/.with-bench ## measure the core, alone and against other toolkits, and the server
	$(PY) -m benchmarks.core
	$(PY) -m benchmarks.peers
	$(PY) -m benchmarks.rl
	$(PY) -m benchmarks.server
	$(PY) -m benchmarks.stores
	$(PY) -m benchmarks.workers
	$(PY) -m benchmarks.relay
	$(PY) -m benchmarks.rolling_restart
	$(PY) -m benchmarks.thinkers
	$(PY) -m benchmarks.search
	$(PY) -m benchmarks.fair
	$(PY) -m benchmarks.contest
	$(PY) -m benchmarks.past
	$(PY) -m benchmarks.attack
	$(PY) -m benchmarks.web
	$(PY) -m benchmarks.lobby
	$(PY) -m benchmarks.page

docs: $(INSTALLED) ## regenerate pages in docs/ from the code, and build a site of all pages in build/site
	$(PY) -m tools.docs
	$(PY) -m sphinx -W -q -E docs build/site
	@echo "Open build/site/index.html."

texts: $(INSTALLED) ## update the .po files from the code, and compile them
	$(PY) -m tools.texts update
	$(PY) -m tools.texts compile

lock: $(INSTALLED) ## update requirements.lock to the newest version of everything a server needs
	$(PIP) install --quiet uv
	$(PY) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
		--extra web --extra postgres --output-file requirements.lock pyproject.toml

clean: ## remove the virtual environment and all build products
	rm -rf $(VENV) .venv-* build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Named after the extras of pyproject.toml that are installed; done again only when that changes.
$(VENV)/.with-%: pyproject.toml | $(PY)
	$(PIP) install --quiet --editable '.[$*]'
	@touch $@

$(PY):
	@for python in $(PYTHON); do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "cardkit needs Python 3.11 or newer, and none of these is: $(PYTHON). Try: make PYTHON=/path/to/python3.11" >&2; \
		exit 1; \
	fi; \
	$$found -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
