/* A program that is linked with libdeckd.so: prints all that the header's functions say of the first deck, once it is at
 * rest, and the answers to two requests. test_shared_library.py runs it with this version's library and with a later one.
 *
 * usage: shared_client SOCKET */

#include "print_model.h"

#include <string.h>

static int answers;

static void on_answer(void *user, const struct deckd_json *result, const struct deckd_error *error) {
  answers++;
  printf("%s: ", (const char *)user);
  if (error) printf("%d %s ", deckd_error_code(error), deckd_error_message(error));
  print_json(stdout, error ? deckd_error_json(error) : result);
  putchar('\n');
}

static void on_event(void *user, const struct deckd_event *event) {
  if (strcmp(deckd_event_type(event), user)) return;
  printf("%s %s %" PRIu64 " ", deckd_event_type(event), deckd_event_deck(event), deckd_event_seq(event));
  print_json(stdout, deckd_event_params(event));
  putchar('\n');
}

static uint64_t asked;

static void on_question(void *user, uint64_t number, const char *question, const struct deckd_json *params) {
  (void)user;
  printf("%s %s\n", question, deckd_text(deckd_get(params, "card"), ""));
  asked = number;
}

/* Some time after it was asked. */
static void answer(struct deckd *deckd) {
  if (!asked) return;
  printf("answered: %d", deckd_answer_question(deckd, asked, "yes"));
  printf(" %d", deckd_answer_question(deckd, asked, "true"));
  printf(" %d\n", deckd_answer_question(deckd, asked, "true"));
  asked = 0;
}

static void print_part(const char *name, const struct deckd_part *part) {
  const char *card = deckd_part_card(part), *direction = deckd_part_direction(part);
  printf("%s %s %s %g\n", name, card ? card : "-", direction ? direction : "-", deckd_figure(part, "progress", -1));
}

static void print_place(const struct deckd_place *place) {
  printf("%s", deckd_place_id(place));
  const double values[] = {deckd_place_x(place),        deckd_place_y(place),        deckd_place_w(place),
                           deckd_place_h(place),        deckd_place_scale(place),    deckd_place_rotation(place),
                           deckd_place_anchor_x(place), deckd_place_anchor_y(place), deckd_place_z(place),
                           deckd_place_opacity(place),  deckd_place_lift(place)};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) printf(" %g", values[i]);
  for (size_t i = 0; i < 6; i++) printf(" %g", deckd_place_matrix(place)[i]);
  printf(" %s\n", deckd_card_id(deckd_place_card(place)));
}

int main(int count, char **arguments) {
  if (count != 2) return fputs("usage: shared_client SOCKET\n", stderr), 2;
  struct deckd_options options = {.socket = arguments[1], .client = "shared", .user = "card.swiped", .event = on_event};
#ifdef LATER
  options.later = LATER;
#endif
  struct deckd *deckd = deckd_new(&options);
  if (!deckd) return perror("deckd_new"), 1;
  deckd_add_delegate(deckd, "main", (const char *const[]){"shouldSwipe", NULL}, on_question);
  while (!deckd_deck(deckd, "main")) deckd_wait(deckd, 1000);
  deckd_request(deckd, "deck.swipe", "{\"deck\":\"main\",\"direction\":\"right\"}", on_answer, "swipe");
  deckd_request(deckd, "deck.swipe", "{\"deck\":\"main\",\"direction\":\"east\"}", on_answer, "wrong");
  while (answers < 2 || deckd_is_moving(deckd, "main", deckd_now())) {
    deckd_wait(deckd, 100);
    answer(deckd);
  }
  const struct deckd_deck *deck = deckd_deck(deckd, "main");
  print_model(stdout, deck, true);
  putchar('\n');
  const struct deckd_places *places = deckd_places(deckd, "main", deckd_now());
  for (size_t i = 0; i < deckd_place_count(places); i++) print_place(deckd_place_at(places, i));
  print_part("overlay", deckd_overlay(places));
  print_part("detail", deckd_detail(places));
  print_part("fan", deckd_fan(places));
  deckd_free(deckd);
  return 0;
}
