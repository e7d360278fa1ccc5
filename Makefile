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

.DEFAULT_GOAL := all
.PHONY: all setup demo test proof tidy fuzz flips soak bench sanitize coverage install deb clean help

all: setup ## build the tool for use (.build/release/tagpress)
	swift build $(ship_flags) --product tagpress

setup: ## install the Debian packages that are missing (TAGPRESS_SETUP=no only names them)
	@.ci/setup

demo: setup ## show the tool's main job from end to end (4 minutes on two cores, then 1)
	@.ci/demo

test: setup ## everything that needs no other program or server (16 minutes on two cores, then 5)
	@.ci/proof small tests

# Broken off, it goes on where it was; .ci/proof says how to run one part.
proof: ## all of it at full length: other people's programs, the package, sanitizers, fuzzing (75 minutes)
	@.ci/setup all
	@CI=true .ci/proof full proof

tidy: setup ## format, the arrows between rooms, no silent traps (1 minute)
	@.ci/proof small lint

fuzz: setup ## run every fuzz target for TIME seconds each (TIME=60)
	@.ci/fuzz $(TIME)

flips: setup ## change every single bit of a ledger and its witness
	@.ci/flips all

soak: setup ## kill, tear and mix up what ships, SEEDS times (SEEDS=200, SEED=N alone)
	@swift build -q $(ship_flags) --product tagpress
	@swift build --build-tests -q
	@TAGPRESS_TOOL=$(CURDIR)/$(release)/tagpress TAGPRESS_SEEDS=$(SEEDS) TAGPRESS_USB_SEEDS=$(SEEDS) \
	  TAGPRESS_SEED=$(SEED) TAGPRESS_MUTATIONS=$(SEEDS)0 .ci/swift-test --filter CrashSoakTests \
	  $(if $(SEED),,--filter MutatedAnswersTests)

# TAGPRESS_BENCH_LONG=1 also rehearses 100,000 tags, which takes some minutes.
bench: setup ## measure speed and cost anew, into docs/benchmarks.md
	@TAGPRESS_BENCH=1 swift build -q $(ship_flags) --product tagpress --scratch-path .build/bench
	@TAGPRESS_BENCH=1 swift build -q $(ship_flags) --product Bench --scratch-path .build/bench
	@TAGPRESS_BENCH=1 swift build -q $(ship_flags) --product USBStandIn --scratch-path .build/bench
	@.build/bench/release/Bench docs/benchmarks.md

sanitize: setup ## the tests under the address and the thread sanitizer
	@.ci/proof full address thread

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
