# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
# `make help` prints the targets. Every target sets up what it needs.

PREFIX ?= /usr/local
zsh_functions ?= $(PREFIX)/share/zsh/site-functions
# How many seconds each fuzz target runs.
TIME ?= 60
# How many seeds to soak, and ten times as many mutated answers; SEED=1234 soaks only that one and
# prints everything.
SEEDS ?= 200
SEED ?=
release := .build/release
ship_flags := -c release --static-swift-stdlib --disable-local-rpath
build_flips := TAGPRESS_BENCH=1 swift build -q $(ship_flags) --product Flips
# Two processes, one for each core; both must succeed.
run_flips = $(release)/Flips $(1) 1 2 & first=$$!; $(release)/Flips $(1) 2 2; second=$$?; \
  wait $$first && [ $$second -eq 0 ]
# Tests through libnfc get a core to themselves, on separate lines: it waits at most 350 ms for an
# answer, and the other tests start hundreds of programs or kill a dozen at a time.
libnfc := RehearsalTests RealToolsTests
# About half of them.
half := RehearsalTests.(Type|Torn|Bad|Faulty|Lost)
quiet := SoakTests.InterruptionTests TwoProcessesTests
soaks := --filter SoakTests $(addprefix --skip ,$(quiet) ManyReadersTests)
# How much `make test-all` takes of what `make test` samples. Of the mutations it takes a quarter of
# those that `make soak` does.
long := TAGPRESS_SEEDS=200 TAGPRESS_SWEEP_STRIDE=1 TAGPRESS_MUTATIONS=500 TAGPRESS_FILE_SEEDS=600 \
  TAGPRESS_PAIRS=40 TAGPRESS_SOAK=1000

.DEFAULT_GOAL := all
.PHONY: all setup setup-all demo test test-all tidy fuzz flips soak bench sanitize coverage install deb clean help

all: setup ## build the tool for use (.build/release/tagpress)
	swift build $(ship_flags) --product tagpress

setup: ## install the Debian packages that are missing (TAGPRESS_SETUP=no only names them)
	@.ci/setup

demo: setup ## show the tool's main job from end to end
	@.ci/demo

test: setup tidy ## everything that needs no other program or server
	@swift build --build-tests -q
	@$(sizes) .ci/side-by-side '--filter ^CommandTests' \
	  '--skip ^CommandTests --skip PeerTests --skip SoakTests $(addprefix --skip ,$(libnfc))'
	@.ci/side-by-side '--filter $(half)' '$(addprefix --filter ,$(libnfc)) --skip $(half)'
	@$(sizes) .ci/swift-test --skip-build $(soaks)
	@$(sizes) .ci/swift-test --skip-build $(addprefix --filter ,$(quiet))
	@$(sizes) .ci/swift-test --skip-build --filter ManyReadersTests

# So the long proofs take the place of the short ones.
test-all: sizes := $(long)
test-all: setup-all test ## the same at full length, other people's programs, and sanitizers
	@.ci/swift-test --skip-build --filter SimulatorPeers
	@.ci/swift-test --skip-build --filter PeerTests --skip SimulatorPeers
	@$(MAKE) --no-print-directory deb
	@.ci/deb-proof
	@$(build_flips)
	@$(call run_flips,needed)
	@$(MAKE) --no-print-directory sanitize

setup-all:
	@.ci/setup all

tidy: setup ## format, the arrows between rooms, no silent traps
	@swift format lint --strict --parallel -r Package.swift Sources Tests
	@.ci/tidy

fuzz: setup ## run every fuzz target for TIME seconds each (TIME=60)
	@.ci/fuzz $(TIME)

flips: setup ## change every single bit of a ledger and its witness
	@$(build_flips)
	@$(call run_flips,all)

soak: setup ## kill, tear and mix up what ships, SEEDS times (SEEDS=200, SEED=N alone)
	@swift build -q $(ship_flags) --product tagpress
	@swift build --build-tests -q
	@TAGPRESS_TOOL=$(CURDIR)/$(release)/tagpress TAGPRESS_SEEDS=$(SEEDS) TAGPRESS_SEED=$(SEED) \
	  TAGPRESS_MUTATIONS=$(SEEDS)0 .ci/swift-test --skip-build --filter CrashSoakTests \
	  $(if $(SEED),,--filter MutatedAnswersTests)

# TAGPRESS_BENCH_LONG=1 also rehearses 100,000 tags, which takes some minutes.
bench: setup ## measure speed and cost anew, into docs/benchmarks.md
	@TAGPRESS_BENCH=1 swift build -q $(ship_flags) --product tagpress --scratch-path .build/bench
	@TAGPRESS_BENCH=1 swift build -q $(ship_flags) --product Bench --scratch-path .build/bench
	@.build/bench/release/Bench docs/benchmarks.md

# The tests leave a core idle; the second build has it meanwhile.
sanitize: setup ## the tests under the address and the thread sanitizer
	@.ci/sanitize address build
	@nice -n 19 .ci/sanitize thread build & next=$$!; \
	  .ci/sanitize address; code=$$?; wait $$next && [ $$code -eq 0 ]
	@.ci/sanitize thread

coverage: setup ## which lines of each room the tests run
	@.ci/coverage

# Often run by root, who must not build: the build folder would then belong to root.
install: ## put what `make` built under PREFIX (/usr/local), with the pages and templates
	@.ci/install '$(release)' '$(DESTDIR)$(PREFIX)' '$(DESTDIR)$(zsh_functions)'

deb: all ## make a Debian package of it (.build/tagpress_*.deb)
	@.ci/setup deb
	@.ci/deb

clean: ## remove what was built
	rm -rf .build

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do \
	  printf '  make %-10s %s\n' "$$name" "$$what"; done
