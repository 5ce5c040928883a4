/* Prints the model of a deck as a `model` line of a conversation has it. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../Sources/CDeckClient/deckd.h"

static void print_json(FILE *out, const struct deckd_json *value) {
  size_t size = deckd_write(value, NULL, 0) + 1;
  char *text = malloc(size);
  deckd_write(value, text, size);
  fputs(text, out);
  free(text);
}

static void print_text(FILE *out, const char *text) {
  char quoted[2048];
  if (deckd_quote(text, quoted, sizeof quoted) < sizeof quoted) fputs(quoted, out);
}

static void print_text_member(FILE *out, const char *name, const char *value) {
  if (!value) return;
  fprintf(out, "\"%s\":", name);
  print_text(out, value);
  fputc(',', out);
}

static void print_model(FILE *out, const struct deckd_deck *deck) {
  fputc('{', out);
  print_text_member(out, "deck", deck->id);
  print_text_member(out, "kind", deck->kind);
  print_text_member(out, "preset", deck->preset);
  print_text_member(out, "round", deck->round);
  print_text_member(out, "open", deck->open);
  fprintf(out, "\"seq\":%" PRIu64 ",\"current\":%zu,\"count\":%zu,\"undoDepth\":%zu", deck->seq, deck->current,
          deck->count, deck->undo_depth);
  fputs(",\"surface\":", out);
  print_json(out, deck->surface);
  fputs(",\"area\":", out);
  print_json(out, deck->area);
  fputs(",\"settings\":", out);
  print_json(out, deck->settings);
  if (deck->cards) fputs(",\"cards\":[", out);
  for (size_t i = 0; deck->cards && i < deck->count; i++) {
    if (i) fputc(',', out);
    print_json(out, deck->cards[i].json);
  }
  fputs(deck->cards ? "]}" : "}", out);
}
