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

static void print_model(FILE *out, const struct deckd_deck *deck, bool has_cards) {
  fputc('{', out);
  print_text_member(out, "deck", deckd_deck_id(deck));
  print_text_member(out, "kind", deckd_deck_kind(deck));
  print_text_member(out, "preset", deckd_deck_preset(deck));
  print_text_member(out, "round", deckd_deck_round(deck));
  print_text_member(out, "open", deckd_deck_open(deck));
  fprintf(out, "\"seq\":%" PRIu64 ",\"current\":%zu,\"count\":%zu,\"undoDepth\":%zu", deckd_deck_seq(deck),
          deckd_deck_current(deck), deckd_deck_card_count(deck), deckd_deck_undo_depth(deck));
  fputs(",\"surface\":", out);
  print_json(out, deckd_deck_surface(deck));
  fputs(",\"area\":", out);
  print_json(out, deckd_deck_area(deck));
  fputs(",\"settings\":", out);
  print_json(out, deckd_deck_settings(deck));
  if (has_cards) fputs(",\"cards\":[", out);
  for (size_t i = 0; has_cards && i < deckd_deck_card_count(deck); i++) {
    if (i) fputc(',', out);
    print_json(out, deckd_card_json(deckd_card_at(deck, i)));
  }
  fputs(has_cards ? "]}" : "}", out);
}
