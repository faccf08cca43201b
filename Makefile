# The verbs of this project: `make help` lists them. `make demo` is the place to start, `make test` is what CI runs,
# `make ci` is what a change must pass. A single test: `make test FILTER=HealthUnitsTests`.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
# Parameters of `make soak`: the number of kills in each kind of store, and the number of samples in each.
KILLS ?= 100
SAMPLES ?= 100000
BENCH ?= 500000 5
SOAK := CheckRunTests|StoreKillTests|FaultSweepTests|ManyImportersTests|SameContentTests

SWIFT ?= swift
# Where it is built; another folder when one build runs inside of another, as the test of `make install` does.
BUILD ?= .build
RELEASE := $(BUILD)/release
SOURCES := Sources Tests plugins Package.swift

# An import that Package.swift does not list for its target does not compile. What only debuggers read is not
# written.
CHECKED := --explicit-target-dependency-import-check error -debug-info-format none

# A debug build whose sources are optimized, and its tests not: most of the time of a test run is the work of sources.
# With libpq the plugin for PostgreSQL is built beside them, from the same modules.
OPTIMIZED := ASSAY_OPTIMIZED=1 ASSAY_POSTGRESQL=$$(pkg-config --exists libpq 2>/dev/null && echo 1)

# The folder where the linker finds archives of system libraries.
ARCHIVES := $(abspath $(BUILD))/archives

# Symbols stay out of it, unless a profile needs them: `make release STRIP=`.
STRIP ?= -Xlinker -s

# Relocations are packed where the C library reads them so: they are read with every start.
PACKED := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | \
  awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "-Xlinker -z -Xlinker pack-relative-relocs" }')
# The Swift runtime goes into the binary, so it runs where no toolchain is; the folder it was built in stays out of it.
# Nothing loads it as a library: without names for others it has 1.8 MB less, and starts 3 % sooner.
STATIC := --static-swift-stdlib $(STRIP) -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic $(PACKED) \
  -Xswiftc -file-compilation-dir -Xswiftc . \
  -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' \
  -Xswiftc -debug-prefix-map -Xswiftc '$(CURDIR)=.' \
  -Xcc -ffile-prefix-map='$(CURDIR)=.'

# The crash printer of the runtime can hang in a pipe, and it prints memory: not where tests and CI run.
export SWIFT_BACKTRACE = enable=no

.PHONY: help demo test chroot soak bench bench-against bench-check bench-findings bench-growth bench-loops bench-loops-record \
  bench-loops-check bench-stores bench-library parse-floor build docs examples without front-page study-names postgresql release bless lint \
  surface format ci spark-test install install-postgresql package wheel package-check release-check release-tag deps clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "make %-20s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: deps release ## two made-up files through validate, import and query
	@.ci/demo

test: ## everything that must hold; FILTER=NAME runs a part
	@.ci/deps test
	@.ci/python
	$(OPTIMIZED) $(SWIFT) build --build-tests $(CHECKED)
	@.ci/postgresql '$(BUILD)'
ifdef FILTER
	@SWIFT='$(SWIFT)' .ci/tests --filter '$(FILTER)'
else
	@SWIFT='$(SWIFT)' .ci/tests --skip CommandLineTests
	@SWIFT='$(SWIFT)' .ci/tests --filter CommandLineTests
endif

build: ## a debug build with optimized sources, in which each target imports what Package.swift lists for it
	$(OPTIMIZED) $(SWIFT) build $(CHECKED)

front-page: ## the program of Documentation/library.md as a package of its own, built and run
	$(SWIFT) build --package-path Tests/Packages/FrontPage --scratch-path $(BUILD)-front-page
	$(BUILD)-front-page/debug/FrontPage memory:

docs: build ## the site of the library for Swift, from its symbols and the articles beside them, into .build/docs
	.ci/docs '$(BUILD)'

examples: ## the programs of the tutorial and the articles as a package of their own, built and run
	$(SWIFT) build --package-path Tests/Packages/Examples --scratch-path $(BUILD)-examples
	$(BUILD)-examples/debug/Tutorial
	printf 'when,reading\n2026-01-05T08:00:00Z,64\n' >$(BUILD)-examples/table.csv
	$(BUILD)-examples/debug/Converter $(BUILD)-examples/table.csv $(BUILD)-examples/samples.ndjson
	$(BUILD)-examples/debug/SampleServer <$(BUILD)-examples/samples.ndjson
	$(BUILD)-examples/debug/StudyApp memory: Tests/Packages/Examples/Sources/StudyApp/catalog

study-names: ## a package whose build makes names of definitions of its own, built and run
	$(SWIFT) build --package-path Tests/Packages/StudyNames --scratch-path $(BUILD)-study-names
	$(BUILD)-study-names/debug/StudyNames

release: ## the program as users get it: optimized, in one file, in .build/release
	@.ci/static-libraries $(ARCHIVES)
	PKG_CONFIG_PATH=$(ARCHIVES) $(SWIFT) build --scratch-path $(BUILD) -c release --product assay $(STATIC)

chroot: release ## the release binary where nothing is but the C library and what it names
	@.ci/chroot $(RELEASE)/assay

postgresql: ## the plugin for PostgreSQL, a separate package, into plugins/postgresql/bin
	@.ci/deps test
	$(SWIFT) build --package-path plugins/postgresql --scratch-path $(BUILD)-postgresql -c release \
	  --product assay-storage-postgresql $(STATIC)
	install -d plugins/postgresql/bin
	install -m 755 $(BUILD)-postgresql/release/assay-storage-postgresql plugins/postgresql/bin/

spark-test: ## the Python package for Spark, which runs ASSAY or what was built; needs Java and a package index
	@.ci/spark install
	@.ci/spark test

bench-stores: ## samples a second into stores here and in another process; BENCH="500000 5" samples and rounds
	$(SWIFT) build --package-path Benchmarks --scratch-path $(BUILD)-benchmarks -c release --product StoreThroughput
	$(BUILD)-benchmarks/release/StoreThroughput $(BENCH)

bench-library: release ## bodies that a server validates, and saving values beside `assay import`; VALUES=1000000
	$(SWIFT) build --package-path Benchmarks --scratch-path $(BUILD)-benchmarks -c release --product LibraryThroughput
	$(BUILD)-benchmarks/release/LibraryThroughput bodies
	$(BUILD)-benchmarks/release/LibraryThroughput saving $(or $(VALUES),1000000) $(RELEASE)/assay

PEERS := python3 Benchmarks/peers/bench.py
PEERS_OPTIONS = --assay $(RELEASE)/assay --parse-floor $(BUILD)-benchmarks/release/ParseFloor $(OPTIONS)

parse-floor: ## what `make bench` compares with: how fast bytes are read at all
	$(SWIFT) build --package-path Benchmarks --scratch-path $(BUILD)-benchmarks -c release --product ParseFloor

bench: release parse-floor ## beside other programs, into Documentation/benchmarks.md; OPTIONS=--quick tries it
	$(PEERS) run $(PEERS_OPTIONS)

bench-check: release parse-floor ## the same, and fails when a bound of Benchmarks/peers/thresholds.json is missed
	$(PEERS) check $(PEERS_OPTIONS)

bench-against: release ## beside an earlier program, in turn: OLD=assay-of-before OPTIONS=--instructions
	python3 Benchmarks/against.py '$(OLD)' $(RELEASE)/assay $(OPTIONS)

bench-growth: release ## 100k, 1M, 3M and 10M samples; OPTIONS="--check --sizes 100k,1M"
	$(PEERS) growth $(PEERS_OPTIONS)

bench-findings: release ## what findings cost, for every code; OPTIONS="--first 20000 --count 20000" tries it, --check fails over the bounds
	python3 Benchmarks/findings/bench.py --assay $(RELEASE)/assay --first 100000 --rounds 1 --page Documentation/benchmarks-findings.md $(OPTIONS)

LOOPS_RUN = $(SWIFT) package --disable-sandbox --package-path Benchmarks --scratch-path $(BUILD)-benchmarks benchmark
LOOPS_FLAGS = --target InnerLoops --no-progress $(if $(LOOPS),--filter '$(LOOPS)')

bench-loops: ## what one line, date, unit, batch costs; LOOPS='judge\..*' a part
	$(LOOPS_RUN) $(LOOPS_FLAGS)

bench-loops-record: ## write Benchmarks/Thresholds, for comparing on this machine
	$(LOOPS_RUN) thresholds update $(LOOPS_FLAGS) --path '$(CURDIR)/Benchmarks/Thresholds'

bench-loops-check: ## compare with Benchmarks/Thresholds
	$(LOOPS_RUN) thresholds check $(LOOPS_FLAGS) --path '$(CURDIR)/Benchmarks/Thresholds'

soak: ## kills, failing system calls, many samples in every kind of store: KILLS=1000 SAMPLES=100000
	@.ci/deps test
	$(OPTIMIZED) $(SWIFT) build --build-tests $(CHECKED)
	@.ci/postgresql '$(BUILD)'
	KILLS=$(KILLS) SAMPLES=$(SAMPLES) POINTS=$(KILLS) FAULTS=all $(SWIFT) test --skip-build --filter '$(SOAK)'

bless: deps ## rewrite goldens; read the diff before you commit it
	$(OPTIMIZED) BLESS=1 $(SWIFT) test $(CHECKED) $(if $(FILTER),--filter '$(FILTER)')

lint: ## style of the Swift files, then the shape of the project
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	.ci/structure

surface: ## public symbols of each module against their budget, after a debug build
	@.ci/surface

format: ## rewrite the style of the Swift files
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

# What tests the scripts of the project runs here only.
ci: export ASSAY_SCRIPT_TESTS = 1
ci: lint build surface test examples without postgresql ## what a change must pass

without: ## the program without each of the plugins for formats of others and for editors
	@.ci/without

# What is installed and packaged; a folder with another program makes a package of that one.
PROGRAM ?= $(RELEASE)/assay
PLUGIN ?= $(BUILD)-postgresql/release/assay-storage-postgresql
# Where packages are written.
PACKAGE ?= $(BUILD)/package
# The Debian release that `make package-check` installs in.
SUITE ?= stable

install: $(if $(filter file,$(origin PROGRAM)),release) ## the program, its catalog, manual and completions, under DESTDIR/PREFIX
	.packaging/stage '$(PROGRAM)' '$(DESTDIR)$(PREFIX)'

install-postgresql: $(if $(filter file,$(origin PLUGIN)),postgresql) ## the plugin for PostgreSQL beside the program, under DESTDIR/PREFIX
	.packaging/stage-postgresql '$(PLUGIN)' '$(DESTDIR)$(PREFIX)'

package: $(if $(filter file,$(origin PROGRAM)),release) $(if $(filter file,$(origin PLUGIN)),postgresql) ## Debian packages, archives, a wheel and checksums, into .build/package; PLUGIN= leaves PostgreSQL out
	.packaging/build '$(PROGRAM)' '$(PACKAGE)' '$(PLUGIN)'

wheel: $(if $(filter file,$(origin PROGRAM)),release) ## a Python wheel with the program, its manual and plugins, into .build/package
	rm -rf '$(BUILD)/wheel' && .packaging/stage '$(PROGRAM)' '$(BUILD)/wheel' 2>/dev/null
	.packaging/wheel '$(BUILD)/wheel' '$(PACKAGE)'

package-check: ## the packages in a new Debian root: lintian, installation, the README's commands; as root, SUITE=bookworm
	.packaging/check '$(PACKAGE)' '$(SUITE)'

release-check: ## whether VERSION=x.y.z can be released: changelog, version lines, program, tag, tree
	@.packaging/release-check '$(VERSION)' '$(PROGRAM)'

release-tag: release-check ## the same, then the tag vVERSION, which is not pushed
	git tag --annotate 'v$(VERSION)' --message 'Assay $(VERSION)'

deps: ## the system libraries, installed when missing (Debian and Ubuntu), and the Swift toolchain
	@.ci/deps

clean: ## remove what was built and the demo's store
	$(SWIFT) package clean
	rm -rf .demo
