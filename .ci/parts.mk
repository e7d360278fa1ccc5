# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
# What is proven, in parts, for .ci/proof. A part that has passed leaves a file in $(PASSED).
# Tests wait a good part of their time, so what later parts need is built beside them, at the lowest
# priority, and one build after another; so are the tests of the sanitizers, which wait for nothing.

parts := lint build fuzz-types commands rooms libnfc-types libnfc-others soaks pairs simulators peers guest package \
  flips address thread fuzz
.PHONY: tests ci proof $(parts)
tests: $(addprefix $(PASSED)/,commands rooms lint libnfc-types libnfc-others soaks pairs)
ci: $(addprefix $(PASSED)/,fuzz-types commands rooms libnfc-types address-build libnfc-others soaks pairs \
  peers simulators guest address lint)
# What needs builds of its own is here alone: `.ci/run` has no time for them.
proof: ci $(addprefix $(PASSED)/,release package thread-build thread flips fuzz)
$(parts): %: $(PASSED)/%

# Nothing can be tested in a folder where something is built.
ship := -c release --static-swift-stdlib --disable-local-rpath --scratch-path .build/ship
low := nice -n 19
# What comes first if all is run; a part that is run alone needs only what it is made of.
after = $(if $(filter ci proof,$(MAKECMDGOALS)),$(addprefix $(PASSED)/,$(1)))
passed = @touch $@

# Format, the arrows between rooms, no silent traps.
$(PASSED)/lint:
	@swift format lint --strict --parallel -r Package.swift Sources Tests
	@.ci/tidy
	$(passed)

$(PASSED)/build:
	@swift build --build-tests -q
	$(passed)

# The fuzz targets and the benchmark fit the rooms still.
$(PASSED)/fuzz-types: $(PASSED)/build
	@.ci/fuzz types
	$(passed)

# The built program.
$(PASSED)/commands: $(PASSED)/build
	@.ci/swift-test --filter ^CommandTests
	$(passed)

# Each room alone.
$(PASSED)/rooms: $(PASSED)/build
	@.ci/swift-test $(addprefix --skip ,^CommandTests PeerTests SoakTests RehearsalTests RealToolsTests)
	$(passed)

# Through libnfc, which bears only one thread in a process: so in two of them.
types := RehearsalTests.(Type|Torn|Bad|Faulty|Lost)
$(PASSED)/libnfc-types: $(PASSED)/build
	@.ci/swift-test --filter '$(types)'
	$(passed)

$(PASSED)/libnfc-others: $(PASSED)/build
	@.ci/swift-test --filter RehearsalTests --filter RealToolsTests --skip '$(types)'
	$(passed)

# Kills, tears, mixed-up answers, many readers, two programs.
pairs := SoakTests.InterruptionTests TwoProcessesTests ManyReadersTests
$(PASSED)/soaks: $(PASSED)/build
	@.ci/swift-test --filter SoakTests $(addprefix --skip ,$(pairs))
	$(passed)

$(PASSED)/pairs: $(PASSED)/build
	@.ci/swift-test $(addprefix --filter ,$(pairs))
	$(passed)

# Other people's programs at the virtual reader, and beside us; a browser. Some of them wait only a tenth
# of a second for a reader, so they have a core for themselves: only what has the lowest priority is beside
# them.
$(PASSED)/simulators: $(PASSED)/build | $(call after,peers)
	@.ci/swift-test --filter SimulatorPeers
	$(passed)

$(PASSED)/peers: $(PASSED)/build | $(call after,commands rooms libnfc-types libnfc-others soaks pairs)
	@.ci/swift-test --filter PeerTests --skip SimulatorPeers --skip USBGuest
	$(passed)

# Readers on USB behind a real kernel, in a machine of its own that takes both cores.
$(PASSED)/guest: $(PASSED)/build | $(call after,peers simulators)
	@.ci/swift-test --filter USBGuest
	$(passed)

# The Debian package, in a clean Debian.
$(PASSED)/package: $(PASSED)/release
	@TAGPRESS_RELEASE=.build/ship/release .ci/deb
	@TAGPRESS_RELEASE=.build/ship/release .ci/deb-proof
	$(passed)

# Single bits of a ledger and its witness.
$(PASSED)/flips: $(PASSED)/flips-build
	@.ci/flips needed
	$(passed)

$(PASSED)/address $(PASSED)/thread: $(PASSED)/%: $(PASSED)/%-build | $(call after,rooms)
	@$(low) .ci/sanitize $* $(SIZE)
	$(passed)

$(PASSED)/fuzz: | $(call after,address thread)
	@.ci/fuzz 60
	$(passed)

# One after another.
$(PASSED)/address-build: $(PASSED)/build
	@$(low) .ci/sanitize address build
	$(passed)

$(PASSED)/release: | $(call after,build address-build)
	@$(low) swift build -q $(ship) --product tagpress
	$(passed)

$(PASSED)/thread-build: $(PASSED)/build | $(call after,release)
	@$(low) .ci/sanitize thread build
	$(passed)

$(PASSED)/flips-build: | $(call after,thread-build)
	@$(low) .ci/flips build
	$(passed)
