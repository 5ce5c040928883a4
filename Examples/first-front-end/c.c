// A front end in the terminal: where the cards are, and what happens. cc c.c ../../Sources/CDeckClient/deckd.c -lm
#include "../../Sources/CDeckClient/deckd.h"
#include <stdio.h>

static void on_event(void *user, const struct deckd_event *event) {
  (void)user;
  const char *card = deckd_text(deckd_get(event->params, "card"), "");
  printf("\r\033[K%s %s %s\n", event->type, card, deckd_text(deckd_get(event->params, "decision"), ""));
}

int main(int count, char **arguments) {
  const char *socket = count > 1 ? arguments[1] : NULL;
  struct deckd *deckd = deckd_new(&(struct deckd_options){.socket = socket, .event = on_event});
  for (;; deckd_wait(deckd, 33)) {
    const struct deckd_deck *deck = deckd_deck_at(deckd, 0);
    if (!deck) fputs("\r\033[Kwaiting for deckd", stderr);
    if (!deck) continue;
    const struct deckd_places *places = deckd_places(deckd, deck->id, deckd_now());
    printf("\r\033[K%s %zu/%zu:", deck->id, deck->current < deck->count ? deck->current + 1 : deck->count, deck->count);
    for (const struct deckd_place *card = places->cards + places->count; card-- > places->cards;)
      printf(" %s %.0f,%.0f %+.0f°", card->id, card->x, card->y, card->rotation);
    fflush(stdout);
  }
}
