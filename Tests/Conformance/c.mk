# Builds and runs the tests of the C client: make -C Tests/Conformance -f c.mk OUT=FOLDER

OUT ?= $(CURDIR)/../../.build/c
SOURCES := ../../Sources/CDeckClient/deckd.c ../../Sources/CDeckClient/deckd.h print_model.h
CONVERSATIONS := $(wildcard Conversations/*.ndjson)
CFLAGS := -std=c11 -Wall -Wextra -Werror -O2
SANITIZED := -std=c11 -Wall -Wextra -Werror -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
ifndef SEED
SEED := $(shell od -An -N4 -tu4 /dev/urandom)
endif
PROGRAMS := $(OUT)/conformance $(OUT)/test_c $(OUT)/sanitized $(OUT)/faults_client

.PHONY: check programs
programs: $(PROGRAMS)

# The sanitizers find what is wrong with memory as it is used; valgrind, what is read before it is written.
check: programs $(OUT)/locale/de_DE.UTF-8
	@echo "the header in C++:"; echo '#include "../../Sources/CDeckClient/deckd.h"' | \
	  clang++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ - && \
	  echo "no warning"
	@echo "the source in an author's program:"; $(CC) $(CFLAGS) -pedantic-errors -Wconversion -Wshadow -D_GNU_SOURCE \
	  -fsyntax-only ../../Sources/CDeckClient/deckd.c && echo "no warning"
	@$(OUT)/conformance $(CONVERSATIONS)
	@echo "under valgrind:"; valgrind -q --leak-check=full --error-exitcode=1 $(OUT)/conformance $(CONVERSATIONS) >/dev/null && \
	  echo "no error, no leak"
	@LOCPATH=$(OUT)/locale $(OUT)/test_c $(SEED) $(CONVERSATIONS)
	@echo "under Address- and UndefinedBehaviorSanitizer:"; LOCPATH=$(OUT)/locale $(OUT)/sanitized $(SEED) $(CONVERSATIONS)

$(OUT)/conformance: conformance.c
$(OUT)/test_c $(OUT)/sanitized: test_c.c
$(OUT)/faults_client: faults_client.c ../../Sources/CDeckClient/deckd.c
$(OUT)/sanitized: CFLAGS := $(SANITIZED)
$(PROGRAMS): $(SOURCES)
	@mkdir -p $(OUT)
	$(CC) $(CFLAGS) $(filter-out $(SOURCES),$^) $(if $(filter %faults_client,$@),../../Sources/CDeckClient/deckd.c) -o $@ -lm

# One with a decimal comma.
$(OUT)/locale/de_DE.UTF-8:
	@mkdir -p $(OUT)/locale
	localedef -i de_DE -f UTF-8 $@
