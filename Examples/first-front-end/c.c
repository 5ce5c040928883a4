// A front end in the terminal: where the cards are, and what happens. cc c.c ../../Sources/CDeckClient/deckd.c -lm
#include "../../Sources/CDeckClient/deckd.h"
#include <stdio.h>

static void on_event(void *out, const struct deckd_event *event) {
  const struct deckd_json *params = deckd_event_params(event);
  const char *card = deckd_text(deckd_get(params, "card"), "");
  fprintf(out, "\r\033[K%s %s %s\n", deckd_event_type(event), card, deckd_text(deckd_get(params, "decision"), ""));
}

int main(int count, char **arguments) {
  struct deckd_options options = {.socket = count > 1 ? arguments[1] : NULL, .event = on_event, .user = stdout};
  for (struct deckd *deckd = deckd_new(&options);; deckd_wait(deckd, 33)) {
    const struct deckd_deck *deck = deckd_deck_at(deckd, 0);
    if (!deck) fputs("\r\033[Kwaiting for deckd", stderr);
    if (!deck) continue;
    const struct deckd_places *places = deckd_places(deckd, deckd_deck_id(deck), deckd_now());
    printf("\r\033[K%s %zu/%zu:", deckd_deck_id(deck), deckd_deck_current(deck) + 1, deckd_deck_card_count(deck));
    for (size_t i = deckd_place_count(places); i-- > 0;) {
      const struct deckd_place *at = deckd_place_at(places, i);
      printf(" %s %.0f,%.0f %+.0f°", deckd_place_id(at), deckd_place_x(at), deckd_place_y(at), deckd_place_rotation(at));
    }
    fflush(stdout);
  }
}
