// A front end in the terminal: where the cards are, and what happens. cc c.c ../../Sources/CDeckClient/deckd.c -lm
#include "../../Sources/CDeckClient/deckd.h"
#include <stdio.h>

static void on_event(void *user, const struct deckd_event *event) {
  (void)user;
  const char *card = deckd_text(deckd_get(deckd_event_params(event), "card"), "");
  printf("\r\033[K%s %s %s\n", deckd_event_type(event), card, deckd_text(deckd_get(deckd_event_params(event), "decision"), ""));
}

int main(int count, char **arguments) {
  const char *socket = count > 1 ? arguments[1] : NULL;
  struct deckd *deckd = deckd_new(&(struct deckd_options){.socket = socket, .event = on_event});
  for (;; deckd_wait(deckd, 33)) {
    const struct deckd_deck *deck = deckd_deck_at(deckd, 0);
    if (!deck) fputs("\r\033[Kwaiting for deckd", stderr);
    if (!deck) continue;
    const char *id = deckd_deck_id(deck);
    size_t current = deckd_deck_current(deck), count = deckd_deck_card_count(deck);
    printf("\r\033[K%s %zu/%zu:", id, current < count ? current + 1 : count, count);
    const struct deckd_places *places = deckd_places(deckd, id, deckd_now());
    for (size_t i = deckd_place_count(places); i-- > 0;) {
      const struct deckd_place *card = deckd_place_at(places, i);
      double x = deckd_place_x(card), y = deckd_place_y(card);
      printf(" %s %.0f,%.0f %+.0f°", deckd_place_id(card), x, y, deckd_place_rotation(card));
    }
    fflush(stdout);
  }
}
