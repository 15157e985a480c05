# The commands of this repository. Each first installs missing tools (scripts/setup), so that
# `make run` and `make test` work in a fresh clone without preparation.

.DEFAULT_GOAL := help
.PHONY: help run try check test bench soak lint format docs install setup clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build and start everything on loopback, print the addresses
	@scripts/setup run
	@for product in latchkey Juice JuiceUpgrade Motivation MotivationApp; do SWIFT_DETERMINISTIC_HASHING=1 swift build --product $$product || exit; done
	@exec .build/debug/latchkey dev

try: ## build and run one module's tests: make try T=Accounts, or T=Accounts F=RenameTests
	@scripts/setup test
	@scripts/try '$(T)' '$(F)'

check: ## before a commit: check style and arrows, build, run the tests that need no other process
	@scripts/setup test
	@scripts/stage lint scripts/lint
	@scripts/stage arrows scripts/arrows
	@scripts/stage picture scripts/picture --check
	@scripts/stage build scripts/build --build-tests
	@scripts/stage tests scripts/test in-process

test: ## the gate: check style and arrows, build once in debug, type-check Fuzz and Benchmarks, fuzz the API briefly, run every test
	@scripts/setup test
	@scripts/stage lint scripts/lint
	@scripts/stage arrows scripts/arrows
	@scripts/stage picture scripts/picture --check
	@scripts/stage "arrows self-test" scripts/arrows --self-test
	@scripts/stage build scripts/build --build-tests
	@scripts/stage typecheck scripts/typecheck
	@scripts/stage "fuzzed API" env MEASURED_EXECUTABLE=.build/debug/latchkey python3 Benchmarks/api_fuzz.py --short
	@scripts/stage tests scripts/test

bench: ## release build, benchmarks and their figures
	@scripts/setup bench
	@scripts/stage bench scripts/bench

soak: ## sanitizers, fuzzing and long runs
	@scripts/setup soak
	@scripts/stage soak scripts/soak

lint: ## check format, file lengths, names and paths; change nothing
	@scripts/lint

format: ## rewrite the Swift files in the form that lint asks for
	@scripts/lint --format

docs: ## build the reference of every documented library into docs/reference
	@scripts/setup run
	@scripts/docs

install: ## install the release build, its manual pages and shell completions: make install PREFIX=/usr/local
	@scripts/setup run
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install

setup: ## install everything that any of these targets needs
	@scripts/setup all

clean: ## delete what was built; the fetched packages stay
	@swift package clean
	@rm -rf docs/reference .tools
