# deckd. `make run` shows it, `make test` tests it; both install what they need and can be repeated.

SHELL := /bin/bash
SWIFT ?= swift
BED := $(CURDIR)/.build/touchbed
# An import that Package.swift does not name builds or fails by the order of compilation. Colors are a flag of each
# compilation: a terminal after a pipe would build all of it again.
BUILD := $(SWIFT) build --explicit-target-dependency-import-check error --no-color-diagnostics
# Nothing loads the programs as libraries, so they export nothing: 1.2 MB less. Relocations are packed (glibc 2.36 reads
# them): 1.5 MB less.
LINK := -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic \
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --build-id=none
# The Swift runtime is part of the programs: a panel needs no toolchain. The name of this folder is not.
STATIC := --static-swift-stdlib -Xcc -ffile-prefix-map=$(CURDIR)=. -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  -Xswiftc -use-ld=lld $(LINK)
# The compiler sorts some of its work by addresses and by hashes: a function of DeckReplay came out differently in one build
# of five, and in none of 22 without random addresses. Containers may forbid setarch -R.
SHIP = SWIFT_DETERMINISTIC_HASHING=1 $(shell setarch -R true 2>/dev/null && echo setarch -R) $(BUILD) -c release $(STATIC)
SWIFT_SOURCES := Package.swift Sources Tests Benchmarks Fuzz/Sources \
  Examples/flick/Package.swift Examples/flick/Sources Examples/koloda/Package.swift Examples/koloda/Sources \
  Examples/first-front-end/swift/Package.swift Examples/first-front-end/swift/Sources
SWIFT_EXAMPLES := flick koloda first-front-end/swift
DOCUMENTED := Kinetics Gestures
PROGRAMS := deckd deckd-web deckd-mqtt deckd-actions deckctl
# These are links to deckd, which is all of them.
LINKS := deckd-web deckd-mqtt deckd-actions deckctl
link = for name in $(LINKS); do ln -sfn deckd "$(1)/$$name"; done
VERSION = $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/DeckProtocol/ReleaseVersion.swift)

# What a Debian machine with git, make and a Swift toolchain may lack.
TOOLCHAIN_PACKAGES := binutils ca-certificates libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 libpython3.11 \
  libsqlite3-0 libstdc++-12-dev libxml2 libz3-4 tzdata zlib1g-dev
BUILD_PACKAGES := gcc libevdev-dev libinput-dev libmosquitto-dev libsqlite3-dev libsystemd-dev libtomlplusplus-dev libudev-dev pkg-config
BED_PACKAGES := libumockdev-dev umockdev
TEST_PACKAGES := librsvg2-bin locales python3 python3-fastjsonschema python3-numpy python3-scipy python3-seccomp socat systemd tmux valgrind
# The clients of other languages, and the page.
CLIENT_PACKAGES := node-typescript nodejs
# The broker.
MQTT_PACKAGES := mosquitto mosquitto-clients openssl python3-paho-mqtt socat
BROWSER_PACKAGES := chromium ffmpeg fonts-inter python3-numpy python3-websocket
SDL_PACKAGES := fonts-inter imagemagick libsdl2-dev libsdl2-ttf-dev xdotool xvfb
GTK_PACKAGES := fonts-inter gir1.2-gtk-4.0 imagemagick python3-gi xdotool xvfb
KIVY_PACKAGES := imagemagick libgl1-mesa-dri python3-kivy xdotool xvfb
QML_PACKAGES := cmake fonts-inter g++ gcc imagemagick pkg-config qml-qt6 qml6-module-qtqml-workerscript qml6-module-qtquick \
  qml6-module-qtquick-controls qml6-module-qtquick-templates qml6-module-qtquick-window qt6-declarative-dev qt6-qpa-plugins xdotool xvfb
FFI_PACKAGES := golang-go mono-mcs mono-runtime
# For `make test-types`, which takes the generators from PyPI.
TYPES_PACKAGES := cargo default-jre-headless librust-serde-derive-dev librust-serde-json-dev python3-venv rustc
# For `make site`, with the font of its diagrams.
SITE_PACKAGES := fonts-dejavu-core furo graphviz python3-myst-parser python3-sphinx
# For `make deb`, and for its check in a tree of its own.
DEB_PACKAGES := build-essential cmake debhelper dh-python dpkg-dev lintian mandoc qt6-declarative-dev $(SITE_PACKAGES)
CHECK_DEB_PACKAGES := mmdebstrap
# For `make check-container`.
CONTAINER_PACKAGES := crun mmdebstrap netavark podman python3
# For `make e2e`.
E2E_PACKAGES := dpkg-dev libarchive-tools mmdebstrap qemu-system-x86
# For `make arm64`.
ARM64_PACKAGES := arch-test gcc-aarch64-linux-gnu libc6-dev-arm64-cross lintian mmdebstrap qemu-user-static
# For .ci/run alone.
CI_PACKAGES := mmdebstrap shellcheck

.PHONY: help run test test-clients test-mqtt test-types test-browser test-qml pictures quick-test soak sanitize fuzz simulate bench walk e2e arm64 \
  deb-arm64 check-deb-arm64 examples docs site pages test-site lint format parser release bed \
  clean links man qml install install-qml uninstall deb check-deb check-container reproduce-deb print-static print-link

help:
	@echo "make run     build a release and show it: on a touchscreen, else with a clip of swipes"
	@echo "make test    run every test; FILTER=pattern runs some"
	@echo "make test-clients test the clients in Python, C and JavaScript, as make test does at its end"
	@echo "make test-types make Python and Rust types of the schema, and decode every line with them"
	@echo "make test-browser test the page and the web examples in headless Chromium"
	@echo "make qml     build the QML module into .build/qml/Deckd; make test-qml tests it, make install-qml installs it"
	@echo "make pictures write pictures of the page into .build/pictures"
	@echo "make quick-test run the tests of the libraries: no daemon, no panel, no other program"
	@echo "make soak    search with new seeds for SECONDS (3600), record each run in Tests/Soak/ledger.tsv, then make sanitize e2e"
	@echo "make sanitize run every test under AddressSanitizer and ThreadSanitizer, and the fuzz corpora; SANITIZERS=thread runs one"
	@echo "make fuzz    fuzz every parser and the engine for SECONDS (60) each, or run the corpora once with 0; TARGET=name fuzzes one"
	@echo "make simulate DAYS (100) of the daemon with faulty disks and clients from SEED; DAY=number repeats one"
	@echo "make bench   measure latency, springs, long decks, memory, crowds, hostile clients, a slow disk: .build/bench has a JSON file and a page"
	@echo "make walk    record the two walks in ARCHITECTURE.md: the functions that a touch and a command call"
	@echo "make examples build the programs in Examples"
	@echo "make docs    write the libraries' documentation into .build/docs"
	@echo "make site    make a site of all pages, with a search, for a browser without a network: .build/site; make test-site tests it"
	@echo "make lint    check the format and the scripts"
	@echo "make e2e     boot a Debian in QEMU, install the package and run scenarios; FILTER=pattern runs some, DEBS=folder has it"
	@echo "make arm64   build the programs for 64-bit ARM into .build/arm64-programs, and replay the recordings with them"
	@echo "make release build deckd, deckd-web, deckd-mqtt, deckd-actions and deckctl into .build/release"
	@echo "make man     write the manual pages and the completions into .build/manual and .build/completions"
	@echo "make install install what make man and make release built: PREFIX=/usr/local, DESTDIR= before it; make uninstall"
	@echo "make deb     build the Debian packages into .build/deb; make check-deb tests them in a minimal Debian, and"
	@echo "             make reproduce-deb builds them again in another folder and compares"
	@echo "make check-container build the image of Examples/container of them, run it, and plug in a panel where uinput is"
	@echo "make deb-arm64 build them for 64-bit ARM and Debian 13; make check-deb-arm64 tests them"
	@echo "make clean   remove everything built"

run: packages-run release bed
	@Examples/demo/run.sh "$$($(BUILD) -c release --show-bin-path)" "$(BED)"

# FILTER=pattern runs some of the tests.
FILTER ?=
# The system tests and the clients' run the programs that ship; some of the tests, those of the tests' own build, which
# takes seconds after a change.
test: export DECKD_OPTIMIZED := 1
test: export DECKD_PROGRAMS ?= $(CURDIR)/.build/$(if $(FILTER),debug,release)
test: packages-test bed parser $(if $(FILTER),,release)
	@echo "== build the tests"
	$(BUILD) --build-tests
	@$(call link,.build/debug)
	@echo "== test"
	@DECKD_BED="$(BED)" $(if $(FILTER),$(SWIFT) test --skip-build --disable-xctest --filter "$(FILTER)",Tests/all.sh)

# The suite that all clients share, and each one's own tests, with the programs that make test has built.
test-clients: export DECKD_PROGRAMS ?= $(CURDIR)/.build/release
test-clients: FAULTS = Tests/Conformance/faults.py "$(DECKD_PROGRAMS)/deckd" --faults 100
test-clients: packages-test
	@echo "== clients: Python"
	Tests/Conformance/conformance.py
	/usr/bin/python3 Tests/Conformance/test_python.py
	/usr/bin/python3 Examples/photos/test_photos.py
	@echo "== the kiosk"
	/usr/bin/python3 Examples/kiosk/test_kiosk.py
	@echo "== clients: C"
	@$(MAKE) --no-print-directory -C Tests/Conformance -f c.mk OUT="$(CURDIR)/.build/c" check
	/usr/bin/python3 Tests/Conformance/test_shared_library.py Interface
	@echo "== clients: JavaScript"
	cd Sources/WebClient && tsc --allowJs --checkJs --strict --noEmit --target es2022 --lib es2022,dom deckd.js cards.js kiosk.js studio.js
	node Tests/Conformance/conformance.mjs
	node --test Tests/WebClientTests
	@echo "== what release 1.0 promised"
	/usr/bin/python3 Tests/Compatibility/compatibility.py
	@echo "== clients: the first front ends"
	/usr/bin/python3 Tests/Conformance/test_first_front_end.py
	@echo "== clients: reconnection"
	/usr/bin/python3 Tests/Conformance/test_reconnection.py
	@echo "== clients: random faults"
	@set -ex; for follow in "--deck * --seed 1" "--deck main --seed 3"; do set -f; \
	  $(FAULTS) $$follow; \
	  $(FAULTS) $$follow --web "$(DECKD_PROGRAMS)/deckd-web"; \
	  $(FAULTS) $$follow --client .build/c/faults_client; \
	  if [ -x .build/debug/faults-client ]; then $(FAULTS) $$follow --client .build/debug/faults-client; \
	  else echo "left out: Swift's, which make test builds"; fi; \
	done; $(FAULTS) --deck "*" --seed 5 --client "node Tests/Conformance/faults_node.mjs"

# The bridge and a real broker: what is published and refused, and an outage of each.
test-mqtt: export DECKD_PROGRAMS ?= $(CURDIR)/.build/release
test-mqtt: packages-test
	@echo "== the MQTT bridge"
	/usr/bin/python3 -W ignore Tests/MQTT/test_bridge.py
	/usr/bin/python3 -W ignore Tests/MQTT/test_outages.py --kills 3
	/usr/bin/python3 -W ignore Tests/MQTT/test_outages.py --kills 20 --victims broker

# What generators of code make of the schema of types: whether it decodes every line that the tests and the pages have, and
# whether the Rust example draws every card where the daemon does.
GENERATORS := $(CURDIR)/.build/types/venv/bin
test-types: packages-types $(GENERATORS)/.installed
	@echo "== types: Python"
	$(GENERATORS)/datamodel-codegen --input Sources/DeckProtocol/Schema/deckd.types.schema.json --input-file-type jsonschema \
	  --output .build/types/deckd_types.py --output-model-type pydantic_v2.BaseModel --target-python-version 3.11 \
	  --use-title-as-name --use-type-alias --use-annotated --formatters builtin --disable-timestamp
	$(GENERATORS)/python Tests/Types/test_python.py .build/types/deckd_types.py
	@echo "== types: Rust"
	@$(MAKE) --no-print-directory -C Examples/rust GENERATOR="$(GENERATORS)/openapi-generator-cli" check

$(GENERATORS)/.installed: Tests/Types/requirements.txt
	/usr/bin/python3 -m venv --clear .build/types/venv
	$(GENERATORS)/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

BROWSER_TESTS := $(addprefix Tests/BrowserTests/,test_page.py test_kiosk.py test_first_front_end.py) \
  $(addprefix Examples/,wallet/test_wallet.py fan/test_fan.py photos/test_page.py presets/test_presets.py)
# Two at a time: a page mostly waits.
test-browser: packages-browser release bed
	@$(MAKE) --no-print-directory --jobs=2 --keep-going --output-sync=target $(BROWSER_TESTS:%=test-browser/%)
	/usr/bin/python3 Tests/DeckWebTests/hostile.py .build/release

test-browser/%:
	DECKD_PROGRAMS="$(CURDIR)/.build/release" DECKD_BED="$(BED)" /usr/bin/python3 -W ignore $*

pictures: packages-browser release
	DECKD_PROGRAMS="$(CURDIR)/.build/release" /usr/bin/python3 Tests/BrowserTests/pictures.py .build/pictures

# The libraries and a tenth of their searches, without the daemon and its programs: for while one works.
quick-test: export DECKD_OPTIMIZED := 1
quick-test: export DECKD_QUICK := 1
quick-test:
	$(BUILD) --build-tests --scratch-path .build/quick
	$(SWIFT) test --skip-build --disable-xctest --scratch-path .build/quick $(if $(FILTER),--filter "$(FILTER)")

# The long searches, seed after seed, and the package on a real kernel; in debug mode slices of the searches alone, with
# what make test has built.
CONFIGURATION ?= release
soak: export DECKD_OPTIMIZED := $(if $(filter debug,$(CONFIGURATION)),1,0)
soak: SOAK_PATH := $(if $(filter debug,$(CONFIGURATION)),.build,.build/soak)
soak: packages-test
	@echo "== build the tests ($(CONFIGURATION))"
	$(BUILD) --build-tests -c $(CONFIGURATION) --scratch-path $(SOAK_PATH)
	@$(call link,$(SOAK_PATH)/$(CONFIGURATION))
	@echo "== search"
	DECKD_SOAK=$(if $(filter debug,$(CONFIGURATION)),0,1) Tests/Soak/soak.sh $(or $(SECONDS),3600) \
	  $(SWIFT) test --skip-build --disable-xctest -c $(CONFIGURATION) --scratch-path $(SOAK_PATH)
	$(if $(filter debug,$(CONFIGURATION)),,@$(MAKE) sanitize e2e)

# Every test in builds of their own, which report what is wrong with memory and what threads share unguarded; then the fuzz
# corpora once, in their own build with AddressSanitizer.
SANITIZERS ?= address thread
sanitize: packages-test bed
	@for name in $(SANITIZERS); do \
	  SWIFT="$(SWIFT)" DECKD_BED="$(BED)" Tests/Sanitizers/sanitize.sh $$name "$(FILTER)" || exit 1; \
	done
	$(if $(FILTER),,$(if $(filter address,$(SANITIZERS)),@$(MAKE) --no-print-directory fuzz SECONDS=0 TARGET=))

# Inputs made by libFuzzer, in a build of their own: .build/fuzz has what is found, and the corpora as they grow. 0 seconds
# run the corpora once.
TARGET ?=
FUZZ := .build/fuzz
fuzz: export DECKD_FUZZ := 1
fuzz: packages-test bed
	@echo "== build the fuzz targets"
	$(BUILD) -c release --scratch-path $(FUZZ) --product deckd-fuzz
	@echo "== fuzz"
	DECKD_BED="$(BED)" Fuzz/fuzz.sh $(FUZZ)/release/deckd-fuzz $(or $(SECONDS),60) $(TARGET)

# The same seed gives the same days: hashing has no seed of its own, and memory no random addresses.
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
simulate: packages-test parser
	@echo "== build the simulation, with the flags of what is shipped"
	$(BUILD) -c release $(STATIC) --product deck-simulation
	@echo "== simulate"
	SWIFT_DETERMINISTIC_HASHING=1 setarch -R .build/release/deck-simulation $(SEED) $(if $(DAY),1 $(DAY),$(or $(DAYS),100))

# The daemon that is measured is the one that is shipped; all with its flags, or it would be linked anew each time. Each
# benchmark records its figures; one that fails does not keep the others from running.
BENCHMARKS := latency spring deck prediction allocation crowd disk
bench: release bed
	@for name in $(BENCHMARKS:=-benchmark) c-reader; do $(BUILD) -c release $(STATIC) --product $$name || exit 1; done
	@Benchmarks/bench.py begin .build/bench
	@failed=; measure() { echo; Benchmarks/bench.py run .build/bench "$$@" || failed="$$failed $${1##*/}"; }; \
	for name in $(BENCHMARKS); do measure .build/release/$$name-benchmark; done; \
	measure Benchmarks/ReplayBenchmark/replay.py .build/release; \
	measure Benchmarks/HostileBenchmark/hostile.py .build/release; \
	measure Benchmarks/WebBenchmark/web.py .build/release 3; \
	if command -v chromium >/dev/null; then measure Benchmarks/WebBenchmark/pacing.py .build/release; \
	  measure Benchmarks/WebBenchmark/finger.py .build/release 2; \
	else echo "left out: pacing.py and finger.py need chromium and python3-websocket"; fi; \
	echo; Benchmarks/bench.py report .build/bench; \
	[ -z "$$failed" ] || { echo "failed:$$failed" >&2; exit 1; }

# Which functions a touch and a command call, for ARCHITECTURE.md.
walk: packages-test release bed
	DECKD_BED="$(BED)" Benchmarks/Walk/walk.py .build/release ARCHITECTURE.md

examples: packages-sdl
	@for name in $(SWIFT_EXAMPLES); do $(BUILD) --package-path Examples/$$name || exit 1; done
	@$(MAKE) --no-print-directory -C Examples/sdl OUT="$(CURDIR)/.build/sdl"

# Without the plugin of DocC, which every build of the package would have to fetch.
docs:
	@for module in $(DOCUMENTED); do \
	  graphs="$(CURDIR)/.build/docs/graphs/$$module"; mkdir -p "$$graphs" && \
	  $(BUILD) --scratch-path .build/docs/build --target $$module \
	    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$$graphs" && \
	  find "$$graphs" -name '*.symbols.json' ! -name "$$module*" -delete && \
	  docc convert "Sources/$$module/$$module.docc" --additional-symbol-graph-dir "$$graphs" \
	    --fallback-display-name $$module --fallback-bundle-identifier deckd.$$module \
	    --warnings-as-errors --output-dir ".build/docs/$$module" || exit 1; \
	done

# All pages as one site, which needs no server and no network. The time zone and the language of a machine are not in it.
site: packages-site pages
	@echo "open .build/site/index.html"

pages:
	@echo "== make the site of the pages"
	@rm -rf .build/site
	@TZ=UTC LC_ALL=C.UTF-8 /usr/bin/python3 -B -m sphinx -q -W --keep-going -E -c Sources/Site -d .build/site-trees . .build/site

test-site: packages-site packages-browser pages
	/usr/bin/python3 -B Tests/Site/test_site.py

# After a build without make: make links OF=.build/debug
OF ?= .build/debug
links:
	@$(call link,$(OF))

# Before anything is built in .build: all of it is built once, with the parser that ships.
parser:
	@Sources/ParserFoundation/edit.sh .build $(SWIFT)

release: parser
	@echo "== build deckd, which is all programs (release)"
	$(SHIP) --product deckd
	@$(call link,.build/release)

# The pages are made from the programs' help and from the table of settings, and are of the day of the release.
RELEASE_DATE = $(shell LC_ALL=C date -u -d "$$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)" '+%B %-d, %Y')
man: release .build/c/libdeckd.a .build/c/libdeckd.so
	$(SHIP) --product deckd-manual
	@rm -rf .build/manual .build/completions && mkdir -p .build/manual .build/completions/{bash,zsh,fish}
	@set -e; cd .build; for name in $(PROGRAMS); do \
	  section=$$([ $$name = deckctl ] && echo 1 || echo 8); \
	  release/$$name --experimental-dump-help | \
	    release/deckd-manual --section $$section --date "$(RELEASE_DATE)" > manual/$$name.$$section; \
	  release/$$name --generate-completion-script zsh > completions/zsh/_$$name; \
	  release/$$name --generate-completion-script fish > completions/fish/$$name.fish; \
	  : "The script is sourced; no space follows name=, and the sign stays as it is."; \
	  release/$$name --generate-completion-script bash | \
	    sed '1{/^#!/d}; s/^\( *\)COMPREPLY+=("$${completion}")$$/&\n\1[[ "$${completion}" != *= ]] || compopt -o nospace +o filenames/' \
	    > completions/bash/$$name; \
	done; release/deckd-manual --section 5 --date "$(RELEASE_DATE)" > manual/deckd.toml.5; \
	sed 's|@DATE@|$(RELEASE_DATE)|' ../Examples/kiosk/deckd-kiosk.8 > manual/deckd-kiosk.8
	@command -v mandoc >/dev/null || { echo "left out: mandoc is not installed"; exit 0; }; \
	  mandoc -T lint -W warning .build/manual/*

# The C client. The shared library's number is that of its binary interface: it changes when a function of the map changes
# or goes, not when one is added.
CFLAGS ?= -O2
COMPILE_C = $(CC) $(CPPFLAGS) $(CFLAGS) -std=c11 -ffile-prefix-map=$(CURDIR)=.
.build/c/libdeckd.a: Sources/CDeckClient/deckd.c Sources/CDeckClient/deckd.h
	@mkdir -p .build/c
	$(COMPILE_C) -c -o .build/c/deckd.o $<
	rm -f $@ && $(AR) rcsD $@ .build/c/deckd.o

.build/c/libdeckd.so.1: Sources/CDeckClient/deckd.c Sources/CDeckClient/deckd.h Sources/CDeckClient/libdeckd.map
	@mkdir -p .build/c
	$(COMPILE_C) -fPIC -shared $(LDFLAGS) -Wl,-soname,libdeckd.so.1 -Wl,--version-script=$(word 3,$^) -o $@ $< -lm

.build/c/libdeckd.so: .build/c/libdeckd.so.1
	ln -sf libdeckd.so.1 $@

# The QML module. CMake keeps the flags of its first run, unless they are given.
QML_TESTS := OFF
qml: .build/c/libdeckd.so
	@echo "== build the QML module"
	@printf '%s\n' 'Name: deckd' 'Description: of this tree' 'Version: $(VERSION)' \
	  'Cflags: -I"$(CURDIR)/Sources/CDeckClient"' 'Libs: -L"$(CURDIR)/.build/c" -ldeckd' > .build/c/deckd.pc
	@PKG_CONFIG_PATH="$(CURDIR)/.build/c:$$PKG_CONFIG_PATH" cmake -S Sources/DeckQML -B .build/qml \
	  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="$(CPPFLAGS) $(CXXFLAGS)" -DCMAKE_MODULE_LINKER_FLAGS="$(LDFLAGS)" \
	  -DQMLDIR="$(QMLDIR)" -DBUILD_TESTING=$(QML_TESTS) >/dev/null
	@$(MAKE) --no-print-directory -C .build/qml

test-qml: export DECKD_PROGRAMS ?= $(CURDIR)/.build/release
test-qml: export DECKD_BED ?= $(BED)
test-qml: QML_TESTS := ON
test-qml: packages-qml bed qml
	@echo "== test the QML module"
	Tests/QML/test.sh .build/qml

# What a packager of another system may set.
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share
QMLDIR ?= $(LIBDIR)/qt6/qml
DOCDIR ?= $(DATADIR)/doc/deckd
UNITDIR ?= $(PREFIX)/lib/systemd/system
ZSHDIR ?= $(DATADIR)/zsh/site-functions
PYTHONDIR ?= $(shell python3 -c 'import sys; print("$(PREFIX)/lib/python%d.%d" % sys.version_info[:2])')/dist-packages
# The toolchain's tool also removes what depends on the folder of the build; GNU's would remove RELRO with it.
OBJCOPY := $(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))llvm-objcopy)
STRIP := $(if $(OBJCOPY),$(OBJCOPY) --strip-all --remove-section=.swift_modhash,strip)
PUT := install -m 644
# The recipes read it from the environment: it may contain any character.
export DESTDIR ?=
install: .build/c/libdeckd.a .build/c/libdeckd.so
	@[ -x .build/release/deckd ] && [ -f .build/manual/deckd.8 ] || { echo "run make man first" >&2; exit 1; }
	@echo "== install into $$DESTDIR$(PREFIX)"
	@set -e; at() { mkdir -p "$$DESTDIR$$1" && echo "$$DESTDIR$$1"; }; \
	for name in $(filter-out $(LINKS),$(PROGRAMS)); do \
	  install -m 755 .build/release/$$name "$$(at $(BINDIR))"; \
	  $(STRIP) "$$DESTDIR$(BINDIR)/$$name"; \
	done; \
	$(call link,$$DESTDIR$(BINDIR)); \
	sed 's|/usr/share/doc/deckd/|$(DOCDIR)/|' Examples/kiosk/deckd-kiosk | \
	  install -m 755 /dev/stdin "$$(at $(BINDIR))/deckd-kiosk"; \
	for unit in systemd/*.service systemd/*.socket; do \
	  sed 's|/usr/bin/|$(BINDIR)/|; s|/usr/share/doc/deckd/|$(DOCDIR)/|' $$unit | \
	    $(PUT) /dev/stdin "$$(at $(UNITDIR))/$${unit##*/}"; \
	done; \
	$(PUT) systemd/deckd.sysusers.conf "$$(at $(PREFIX)/lib/sysusers.d)/deckd.conf"; \
	$(PUT) udev/*.rules "$$(at $(PREFIX)/lib/udev/rules.d)"; \
	for section in 1 5 8; do $(PUT) .build/manual/*.$$section "$$(at $(DATADIR)/man/man$$section)"; done; \
	$(PUT) .build/completions/bash/* "$$(at $(DATADIR)/bash-completion/completions)"; \
	$(PUT) .build/completions/zsh/* "$$(at $(ZSHDIR))"; \
	$(PUT) .build/completions/fish/* "$$(at $(DATADIR)/fish/vendor_completions.d)"; \
	$(PUT) Sources/CDeckClient/deckd.h "$$(at $(PREFIX)/include)"; \
	$(PUT) .build/c/libdeckd.a .build/c/libdeckd.so.1 "$$(at $(LIBDIR))"; \
	ln -sf libdeckd.so.1 "$$DESTDIR$(LIBDIR)/libdeckd.so"; \
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' Sources/CDeckClient/deckd.pc.in | \
	  $(PUT) /dev/stdin "$$(at $(LIBDIR)/pkgconfig)/deckd.pc"; \
	$(PUT) Sources/PythonClient/deckd.py "$$(at $(PYTHONDIR))"; \
	$(PUT) Sources/WebClient/* "$$(at $(DATADIR)/deckd/www)"; \
	$(PUT) Sources/DeckProtocol/Schema/*.json "$$(at $(DATADIR)/deckd)"; \
	$(PUT) README.md CHANGELOG.md Sources/DeckProtocol/DeckProtocol.docc/{Protocol,Compatibility,Toolkits}.md \
	  "$$(at $(DOCDIR))"; \
	$(PUT) Sources/DeckMQTT/DeckMQTT.docc/DeckMQTT.md "$$(at $(DOCDIR))/MQTT.md"; \
	$(PUT) Sources/DeckActions/DeckActions.docc/DeckActions.md "$$(at $(DOCDIR))/Actions.md"; \
	$(PUT) Examples/deckd.toml Examples/actions.toml Examples/first-front-end/python.py udev/*.hwdb "$$(at $(DOCDIR)/examples)"; \
	$(PUT) Examples/kiosk/README.md "$$(at $(DOCDIR)/examples/kiosk)"; \
	$(PUT) systemd/deckd.service.d/* "$$(at $(DOCDIR)/examples/deckd.service.d)"; \
	for notice in .build/checkouts/*/NOTICE.txt; do \
	  name=$${notice%/*}; $(PUT) $$notice "$$(at $(DOCDIR))/NOTICE.$${name##*/}"; \
	done; \
	: "An administrator's file stays."; \
	[ -e "$$DESTDIR/etc/deckd/deckd.toml" ] || sed 's|/usr/share/doc/deckd/|$(DOCDIR)/|' systemd/deckd.toml | \
	  $(PUT) /dev/stdin "$$(at /etc/deckd)/deckd.toml"
	@[ -n "$$DESTDIR" ] || echo "now, as root: systemd-sysusers && udevadm control --reload &&" \
	  "udevadm trigger --subsystem-match=input && systemctl daemon-reload && systemctl enable --now deckd.socket deckd"

install-qml: qml
	@echo "== install into $$DESTDIR$(QMLDIR)"
	@cmake --install .build/qml >/dev/null

# What an installation into an empty folder has, but the configuration.
uninstall:
	@set -e; stage=$$(mktemp -d); trap 'rm -rf "$$stage"' EXIT; $(MAKE) -s install DESTDIR="$$stage" >/dev/null; \
	echo "== uninstall from $$DESTDIR$(PREFIX); the configuration stays in $$DESTDIR/etc/deckd"; \
	rm -rf "$$stage/etc" "$$DESTDIR$(QMLDIR)/Deckd"; root=$$(realpath -m "$$DESTDIR/"); [ -d "$$root" ] || exit 0; cd "$$root"; \
	find "$$stage" ! -type d -printf '%P\0' | xargs -0 rm -f --; \
	find "$$stage" -depth -type d -path '*/deckd*' -printf '%P\0' | xargs -0 rmdir --ignore-fail-on-non-empty

# The version has one place, the sources; dpkg wants it in the changelog, too.
deb: packages-deb
	@changelog=$$(dpkg-parsechangelog -S Version); [ "$$changelog" = "$(VERSION)" ] || { \
	  echo "the release is $(VERSION), debian/changelog begins with $$changelog: dch -v $(VERSION)" >&2; exit 1; }
	@rm -rf .build/deb && mkdir -p .build/deb
	DEB_OUTPUT="$(CURDIR)/.build/deb" dpkg-buildpackage --build=binary --no-sign \
	  --buildinfo-file=.build/deb/deckd.buildinfo --buildinfo-option=-u.build/deb --changes-file=.build/deb/deckd.changes --changes-option=-u.build/deb
	@dh_clean
	lintian --fail-on error,warning --info .build/deb/deckd.changes
	@ls -l .build/deb/*.deb

check-deb: packages-check-deb
	Tests/Packaging/check.sh .build/deb

# ENGINE="podman --runtime runc" where the machine has cgroups of both versions, which crun refuses.
check-container: packages-container
	Tests/Packaging/container.sh .build/deb

reproduce-deb:
	Tests/Packaging/reproduce.sh .build/deb

# The Debian packages on a real kernel with systemd. DEBS=folder has them already, else `make deb` builds them.
DEBS ?=
e2e: packages-e2e $(if $(DEBS),,deb)
	Tests/EndToEnd/run.sh "$(or $(DEBS),.build/deb)" .build/e2e "$(FILTER)"

# For builds of other products with the same flags: they rebuild nothing then.
print-static:
	@echo '$(STATIC)'

# For the build of another compiler.
print-link:
	@echo '$(LINK)'

# With Debian's Swift for arm64, in a tree of its own.
arm64: packages-arm64 release
	Tests/CrossBuild/arm64.sh .build/arm64-programs .build/release/deckctl

deb-arm64: deb arm64
	Tests/CrossBuild/deb.sh .build/arm64-programs .build/deb .build/deb-arm64

check-deb-arm64: packages-arm64
	Tests/Packaging/check.sh .build/deb-arm64 arm64 trixie

bed:
	@$(MAKE) --no-print-directory -C Tests/TouchBed OUT="$(BED)"

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	@command -v shellcheck >/dev/null || { echo "left out: shellcheck is not installed"; exit 0; }; \
	  shellcheck .ci/run .ci/fresh-debian Examples/demo/run.sh Examples/kiosk/deckd-kiosk Tests/all.sh Tests/TouchBed/smoke.sh Tests/Soak/soak.sh Fuzz/fuzz.sh \
	    Sources/ParserFoundation/edit.sh Tests/Sanitizers/sanitize.sh \
	    Examples/koloda/check.sh Examples/picture.sh Examples/*/picture.sh Tests/QML/test.sh Tests/Packaging/*.sh \
	    Tests/EndToEnd/*.sh Tests/CrossBuild/*.sh Examples/home-assistant/run.sh
	@: "What names the release, and the checksum that a recipe of Yocto wants."; \
	  grep -qx "version: $(VERSION)" Examples/home-assistant/config.yaml && recipe=Examples/yocto/recipes-touch/deckd/deckd_$(VERSION).bb && \
	  grep -q "md5=$$(md5sum <debian/copyright | cut -d ' ' -f 1)" $$recipe || { echo "the examples home-assistant and yocto are of another release than $(VERSION)" >&2; exit 1; }
	@command -v systemd-analyze >/dev/null || { echo "left out: systemd-analyze is not installed"; exit 0; }; \
	  systemd-analyze security --offline=true --threshold=15 --no-pager systemd/deckd.service >/dev/null && \
	  systemd-analyze security --offline=true --threshold=15 --no-pager systemd/deckd-web.service >/dev/null && \
	  systemd-analyze security --offline=true --threshold=20 --no-pager systemd/deckd-mqtt.service >/dev/null && \
	  systemd-analyze security --offline=true --threshold=20 --no-pager systemd/deckd-actions.service >/dev/null && \
	  systemd-analyze verify --man=no systemd/*.socket
	@command -v systemd-analyze >/dev/null || exit 0; : "The drop-ins, beside a unit whose programs are there."; \
	  stage=$$(mktemp -d); trap 'rm -rf "$$stage"' EXIT; cp -r systemd/deckd.service.d "$$stage"; \
	  sed 's|=/usr/bin/[^ ]*|=/bin/true|' systemd/deckd.service > "$$stage/deckd.service"; \
	  problems=$$(systemd-analyze verify --man=no "$$stage/deckd.service" 2>&1); \
	  [ -z "$$problems" ] || { echo "$$problems" >&2; exit 1; }; \
	  systemd-analyze security --offline=true --threshold=15 --no-pager "$$stage/deckd.service" >/dev/null

format:
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

clean:
	rm -rf .build $(foreach name,$(SWIFT_EXAMPLES),Examples/$(name)/.build)

packages-run: PACKAGES := $(TOOLCHAIN_PACKAGES) $(BUILD_PACKAGES) $(BED_PACKAGES)
packages-test: PACKAGES := $(TOOLCHAIN_PACKAGES) $(BUILD_PACKAGES) $(BED_PACKAGES) $(TEST_PACKAGES) $(CLIENT_PACKAGES) $(MQTT_PACKAGES)
packages-browser: PACKAGES := $(TOOLCHAIN_PACKAGES) $(BUILD_PACKAGES) $(BROWSER_PACKAGES)
packages-deb: PACKAGES := $(TOOLCHAIN_PACKAGES) $(BUILD_PACKAGES) $(DEB_PACKAGES)
packages-check-deb: PACKAGES := $(CHECK_DEB_PACKAGES)
packages-arm64: PACKAGES := $(ARM64_PACKAGES)
packages-ci: PACKAGES := $(CI_PACKAGES)
packages-e2e: PACKAGES := $(E2E_PACKAGES)
packages-container: PACKAGES := $(CONTAINER_PACKAGES)
packages-sdl: PACKAGES := $(TOOLCHAIN_PACKAGES) $(BUILD_PACKAGES) $(SDL_PACKAGES)
packages-gtk: PACKAGES := $(GTK_PACKAGES)
packages-kivy: PACKAGES := $(KIVY_PACKAGES)
packages-ffi: PACKAGES := $(FFI_PACKAGES)
packages-qml: PACKAGES := $(QML_PACKAGES)
packages-types: PACKAGES := $(TYPES_PACKAGES)
packages-site: PACKAGES := $(SITE_PACKAGES)
PACKAGE_SETS := $(addprefix packages-,run test browser ci sdl gtk kivy ffi qml types site deb check-deb e2e arm64 container)
.PHONY: $(PACKAGE_SETS)
$(PACKAGE_SETS):
	@missing=$$(for name in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$name 2>/dev/null | grep -q 'ok installed' || echo $$name; done); \
	[ -z "$$missing" ] && exit 0; \
	command -v apt-get >/dev/null || { echo "no apt-get here; install by hand:" $$missing; exit 0; }; \
	root=$$([ $$(id -u) = 0 ] || echo sudo); \
	echo "== install:" $$missing; \
	$$root apt-get update -q && \
	DEBIAN_FRONTEND=noninteractive $$root apt-get install -q -y --no-install-recommends $$missing
