/* The C client under faults.py: reports on its output what it is delivered.
 *
 * usage: faults_client SOCKET DECK */

#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "print_model.h"

static void on_event(void *user, const struct deckd_event *event) {
  (void)user;
  if (deckd_event_seq(event)) printf("event %" PRIu64 "\n", deckd_event_seq(event));
  else if (!strcmp(deckd_event_type(event), "resync")) puts("resync");
}

static void on_error(void *user, const char *message) {
  (void)user;
  printf("error %s\n", message);
}

static void print_models(const struct deckd *client) {
  fputs("model {", stdout);
  for (size_t i = 0; i < deckd_deck_count(client); i++) {
    if (i) putchar(',');
    print_text(stdout, deckd_deck_id(deckd_deck_at(client, i)));
    putchar(':');
    print_model(stdout, deckd_deck_at(client, i), true);
  }
  puts("}");
}

int main(int count, char **arguments) {
  if (count != 3) return fputs("usage: faults_client SOCKET DECK\n", stderr), 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct deckd *client = deckd_new(&(struct deckd_options){.socket = arguments[1],
                                                           .deck = arguments[2],
                                                           .client = "faults",
                                                           .event = on_event,
                                                           .error = on_error});
  for (;;) {
    struct pollfd both[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                            {.fd = deckd_fd(client), .events = deckd_poll_events(client)}};
    poll(both, 2, deckd_timeout(client));
    deckd_dispatch(client);
    if (!both[0].revents) continue;
    char line[256];
    ssize_t length = read(STDIN_FILENO, line, sizeof line);
    if (length <= 0) break;
    for (ssize_t i = 0; i < length; i++)
      if (line[i] == '\n') print_models(client);
  }
  deckd_free(client);
  return 0;
}
