/* Tests of the C client that the conversations do not reach: what it allocates, what it does with messages that are
 * wrong, its connection, and its JSON.
 *
 * usage: test_c SEED FILE…
 *
 * The client's source is part of this program, so that its allocations can be counted. */

#define _GNU_SOURCE

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t allocations;

#define malloc(size) (allocations++, malloc(size))
#define calloc(count, size) (allocations++, calloc(count, size))
#define realloc(memory, size) (allocations++, realloc(memory, size))

#include "../../Sources/CDeckClient/deckd.c"

static int failures;

#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      failures++;                                                                                                      \
      printf("%s:%d: expected %s; ", __FILE__, __LINE__, #condition);                                                  \
      printf(__VA_ARGS__);                                                                                             \
      putchar('\n');                                                                                                   \
    }                                                                                                                  \
  } while (0)

struct lines {
  struct buffer *list;
  size_t count, capacity;
};

/* What the daemon says in a conversation: its messages, and its answers to the requests 1, 2, 3 …. */
static struct lines read_lines(const char *path) {
  struct lines lines = {0};
  struct parser parser = {0};
  locale_t locale = newlocale(LC_ALL_MASK, "C", NULL);
  FILE *file = fopen(path, "r");
  char *text = NULL;
  size_t size = 0;
  uint64_t id = 0;
  for (ssize_t length; file && (length = getline(&text, &size, file)) > 0;) {
    const struct deckd_json *member = deckd_first(parse(&parser, locale, text, (size_t)length));
    bool is_reply = same(deckd_name(member), "result") || same(deckd_name(member), "error");
    if (!is_reply && !same(deckd_name(member), "line")) continue;
    struct buffer line = {0};
    if (is_reply) {
      put(&line, "{\"id\":");
      put_number(&line, ++id);
      put(&line, ",\"");
      put(&line, member->name);
      put(&line, "\":");
    }
    put_json(&line, member);
    put(&line, is_reply ? "}\n" : "\n");
    APPEND(lines.list, lines.count, lines.capacity) = line;
  }
  CHECK(lines.count, "%s has no message", path);
  if (file) fclose(file);
  free(text);
  release_parser(&parser);
  freelocale(locale);
  return lines;
}

static void free_lines(struct lines lines) {
  for (size_t i = 0; i < lines.count; i++) free(lines.list[i].bytes);
  free(lines.list);
}

/* Allocations */

static double draw_all(struct deckd *client, int64_t from) {
  double sum = 0;
  for (size_t deck = 0; deck < client->count; deck++)
    for (int64_t t = from; t < from + 2000000; t += 8333) {
      const struct deckd_places *places = deckd_places(client, client->followers[deck]->id, t);
      for (size_t i = 0; i < places->count; i++) sum += places->cards[i].matrix[4];
      sum += deckd_figure(places->overlay, "progress", 0) + deckd_is_moving(client, client->followers[deck]->id, t);
    }
  return sum;
}

/* Each place has its card, whatever has happened since the last time. */
static void check_cards(struct deckd *client) {
  for (size_t deck = 0; deck < client->count; deck++) {
    const char *id = client->followers[deck]->id;
    const struct deckd_places *places = deckd_places(client, id, 0);
    for (size_t i = 0; i < places->count; i++) {
      const struct deckd_place *place = &places->cards[i];
      CHECK(place->card == deckd_card(deckd_deck(client, id), place->id), "%s has another card or none", place->id);
    }
  }
}

/* A daemon's end of a client's connection, which the client believes it has made. */
static int join(struct deckd *client) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends)) abort();
  client->fd = ends[0];
  deckd_connected(client);
  return ends[1];
}

static void say(struct deckd *client, int daemon, const struct buffer *line) {
  for (size_t sent = 0; sent < line->length && client->fd >= 0;) {
    ssize_t length = send(daemon, line->bytes + sent, line->length - sent, MSG_NOSIGNAL);
    if (length > 0) sent += (size_t)length;
    deckd_dispatch(client);
  }
}

static void test_drawing_and_motions_allocate_nothing(const char *path) {
  struct lines lines = read_lines(path);
  struct deckd *client = deckd_new(NULL);
  int daemon = join(client);
  for (size_t i = 0; i < lines.count; i++) {
    say(client, daemon, &lines.list[i]);
    check_cards(client);
  }
  /* The motions of cards that stay: those that come and go own their names. */
  struct lines motions = {0};
  for (size_t i = 0; i < lines.count; i++) {
    const char *text = lines.list[i].bytes;
    if (!memmem(text, lines.list[i].length, "\"method\":\"motion\"", 17)) continue;
    if (!memmem(text, lines.list[i].length, "\"remove\"", 8))
      APPEND(motions.list, motions.count, motions.capacity) = lines.list[i];
  }
  double sum = 0;
  for (int pass = 0; pass < 20; pass++)
    for (size_t i = 0; i < motions.count; i++) say(client, daemon, &motions.list[i]);
  sum += draw_all(client, 0);
  size_t before = allocations;
  for (size_t i = 0; i < motions.count; i++) say(client, daemon, &motions.list[i]);
  CHECK(allocations == before, "%zu allocations for %zu motions of %s", allocations - before, motions.count, path);
  before = allocations;
  for (int64_t from = 0; from < 60000000; from += 6000000) sum += draw_all(client, from);
  CHECK(allocations == before, "%zu allocations for drawing %s", allocations - before, path);
  CHECK(sum == sum, "%s has places that are no numbers", path);
  free(motions.list);
  free_lines(lines);
  deckd_free(client);
  close(daemon);
}

/* Wrong messages */

static uint64_t seed;

static size_t random_below(size_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return limit ? (size_t)(seed >> 33) % limit : 0;
}

static void mutate(struct buffer *line) {
  static const char *const pieces[] = {"{",    "}",  "[",     "]",       "\"",     ",",  ":",
                                       "null", "-1", "1e999", "\\ud800", "\"x\":", "0.5"};
  size_t at = random_below(line->length), length = random_below(1 + random_below(20));
  if (at + length > line->length) length = line->length - at;
  struct buffer changed = {0};
  put_bytes(&changed, line->bytes, at);
  switch (random_below(5)) {
  case 0: /* drops bytes */
    put_bytes(&changed, line->bytes + at + length, line->length - at - length);
    break;
  case 1: /* repeats bytes */
    put_bytes(&changed, line->bytes + at, length);
    put_bytes(&changed, line->bytes + at, line->length - at);
    break;
  case 2: /* inserts a token */
    put(&changed, pieces[random_below(sizeof pieces / sizeof *pieces)]);
    put_bytes(&changed, line->bytes + at, line->length - at);
    break;
  case 3: /* changes a byte */
    put_bytes(&changed, line->bytes + at, line->length - at);
    /* The mutation before this one may have left an empty line. */
    if (at < changed.length) changed.bytes[at] = (char)random_below(256);
    break;
  default: /* ends early */
    break;
  }
  free(line->bytes);
  *line = changed;
}

static void test_wrong_messages_do_no_harm(const char *path) {
  struct lines lines = read_lines(path);
  for (int round = 0; round < 20; round++) {
    struct deckd *client = deckd_new(NULL);
    deckd_connected(client);
    for (size_t i = 0; i < lines.count; i++) {
      struct buffer line = {0};
      put_bytes(&line, lines.list[i].bytes, lines.list[i].length);
      if (random_below(8) == 0) mutate(&line);
      if (random_below(40) == 0) mutate(&line);
      bool is_well = !random_below(50) ? true : deckd_receive(client, line.bytes ? line.bytes : "", line.length);
      free(line.bytes);
      if (is_well) continue;
      deckd_lost(client);
      deckd_connected(client);
    }
    draw_all(client, 0);
    check_cards(client);
    for (size_t i = 0; i < deckd_deck_count(client); i++) {
      const struct deckd_deck *deck = deckd_deck_at(client, i);
      for (size_t card = 0; deck->cards && card < deck->count; card++)
        CHECK(deckd_card(deck, deck->cards[card].id), "card %zu of %s has no id", card, deck->id);
    }
    deckd_free(client);
  }
  free_lines(lines);
}

/* The connection */

static void test_a_client_without_a_daemon_tries_again(void) {
  struct deckd *client = deckd_new(&(struct deckd_options){.socket = "/nonexistent/deckd.sock"});
  CHECK(deckd_timeout(client) == 0, "it is %d", deckd_timeout(client));
  deckd_dispatch(client);
  deckd_dispatch(client);
  CHECK(deckd_fd(client) == -1 && deckd_timeout(client) > 0 && deckd_timeout(client) <= 100, "it is %d",
        deckd_timeout(client));
  CHECK(!deckd_request(client, "deck.undo", NULL, NULL, NULL), "a request without a connection was taken");
  deckd_free(client);
}

static void count_loss(void *user, const struct deckd_json *result, const struct deckd_error *error) {
  if (!result && error && error->code == 0 && !error->json) ++*(int *)user;
}

static void test_a_lost_connection_fails_what_waits(void) {
  int lost = 0;
  struct deckd *client = deckd_new(NULL);
  int daemon = join(client);
  CHECK(deckd_request(client, "deck.undo", "{\n\"deck\":\"main\"}", count_loss, &lost), "a request was not taken");
  CHECK(!deckd_request(client, "deck.undo", "{\"deck\":", count_loss, &lost), "half an object was taken");
  CHECK(!deckd_request(client, "deck.undo", "[]", count_loss, &lost), "a list was taken");
  deckd_dispatch(client);
  char text[4096];
  ssize_t length = recv(daemon, text, sizeof text - 1, 0);
  text[length > 0 ? length : 0] = 0;
  CHECK(strstr(text, "\"method\":\"deck.undo\",\"params\":{\"deck\":\"main\"}}\n"), "it sent %s", text);
  close(daemon);
  deckd_dispatch(client);
  CHECK(lost == 1, "%d failed", lost);
  deckd_free(client);
}

/* Says text to a client, with the number of its last request in place of %u. */
__attribute__((format(printf, 3, 0))) static void say_text(struct deckd *client, int daemon, const char *format) {
  char text[1024];
  struct buffer line = {0};
  put_bytes(&line, text, (size_t)snprintf(text, sizeof text, format, (unsigned)client->request));
  say(client, daemon, &line);
  free(line.bytes);
}

static void test_wrong_messages_do_not_make_it_connect_without_end(void) {
  struct deckd *client = deckd_new(&(struct deckd_options){.socket = "/nonexistent/deckd.sock"});
  static const int64_t waits[] = {100000, 200000, 400000, 800000, 1600000, 2000000, 2000000};
  for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
    int daemon = join(client);
    say_text(client, daemon, "{\"id\":%u,\"result\":{\"snapshots\":[]}}\n");
    CHECK(deckd_is_connected(client), "a subscription was not taken");
    int64_t before = deckd_now();
    say_text(client, daemon, "nonsense\n");
    CHECK(client->fd < 0 && client->retry >= before + waits[i], "attempt %zu comes after %lld µs", i,
          (long long)(client->retry - before));
    close(daemon);
  }
  int daemon = join(client);
  say_text(client, daemon, "{\"id\":%u,\"result\":{\"snapshots\":[]}}\n");
  close(daemon);
  while (client->fd >= 0) deckd_dispatch(client);
  CHECK(deckd_timeout(client) == 0, "a connection that was good is made again after %d ms", deckd_timeout(client));
  deckd_free(client);
}

/* Says a subscription's reply: a deck with one card, and where that is. */
static void say_deck(struct deckd *client, int daemon, const char *card) {
  static const char *const properties[] = {"x", "y", "w", "h"};
  struct buffer reply = {0};
  put(&reply,
      "{\"id\":%u,\"result\":{\"snapshots\":[{\"deck\":\"main\",\"kind\":\"swipe\",\"preset\":\"koloda\",\"seq\":1,"
      "\"surface\":{},\"area\":{},\"settings\":{},\"current\":0,\"count\":1,\"undoDepth\":0,\"motions\":[");
  for (size_t i = 0; i < 4; i++) {
    char motion[100];
    snprintf(motion, sizeof motion, "%s{\"card\":\"%s\",\"property\":\"%s\",\"kind\":\"set\",\"value\":9}",
             i ? "," : "", card, properties[i]);
    put(&reply, motion);
  }
  put_bytes(&reply, "]}]}}\n", 7);
  say_text(client, daemon, reply.bytes);
  free(reply.bytes);
}

static void test_a_place_has_its_card_when_the_model_has_it(void) {
  struct deckd *client = deckd_new(NULL);
  static const char *const cards[] = {"a", "b"};
  for (size_t i = 0; i < 2; i++) {
    const char *card = cards[i];
    int daemon = join(client);
    say_deck(client, daemon, card);
    const struct deckd_places *places = deckd_places(client, "main", 0);
    CHECK(places->count == 1 && same(places->cards->id, card) && !places->cards->card, "%s is known too early", card);
    char page[100];
    snprintf(page, sizeof page, "{\"id\":%%u,\"result\":{\"cards\":[{\"id\":\"%s\"}],\"seq\":1}}\n", card);
    say_text(client, daemon, page);
    places = deckd_places(client, "main", 0);
    CHECK(places->count == 1 && places->cards->card && same(places->cards->card->id, card), "%s is not known", card);
    close(daemon);
    close(client->fd);
  }
  client->fd = -1;
  deckd_free(client);
}

static void test_pictures_are_reported_where_that_is_new(void) {
  struct deckd *client = deckd_new(NULL);
  int daemon = join(client);
  say_deck(client, daemon, "a");
  say_text(client, daemon, "{\"id\":%u,\"result\":{\"cards\":[{\"id\":\"a\"}],\"seq\":1}}\n");
  /* A report, its period in µs, and whether it is sent: at first; nothing is new; another period; too early for the next;
   * after a rest; the display's clock has drifted. */
  static const struct {
    int64_t time;
    double period;
    bool is_sent;
  } pictures[] = {
      {1000000, 16667, true},  {1016667, 16667, false}, {1600000, 8333, true},   {1608333, 16667, false},
      {1700000, 8333, false},  {1900000, 8333, false},  {2104000, 8333, true},   {2112333, 8333, false},
      {2612300, 8333, true},
      {2700000, 8333, false},  {2880000, 8333, false},  {3060000, 8333, false},  {3150000, 8333, true},
  };
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    client->outgoing.length = 0;
    deckd_drew(client, "main", pictures[i].time, pictures[i].period);
    char expected[200];
    snprintf(expected, sizeof expected,
             "{\"jsonrpc\":\"2.0\",\"method\":\"surface.vsync\",\"params\":{\"surface\":\"main\",\"t\":%lld,"
             "\"period\":%.0f}}\n",
             (long long)pictures[i].time, pictures[i].period);
    size_t length = strlen(expected);
    bool is_sent = client->outgoing.length == length && !memcmp(client->outgoing.bytes, expected, length);
    CHECK(pictures[i].is_sent ? is_sent : !client->outgoing.length, "the picture at %lld", (long long)pictures[i].time);
  }
  client->outgoing.length = 0;
  deckd_drew(client, "other", 9000000, 16667);
  CHECK(!client->outgoing.length, "there is no such deck");
  deckd_free(client);
  close(daemon);
}

static void keep_question(void *user, uint64_t number, const char *question, const struct deckd_json *params) {
  (void)question, (void)params;
  *(uint64_t *)user = number;
}

/* A daemon that begins again asks another question by the same id. */
static void test_a_question_is_answered_once_and_on_its_connection(void) {
  uint64_t number = 0;
  static const char asked[] = "{\"id\":\"main/1\",\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}";
  struct deckd *client = deckd_new(&(struct deckd_options){.user = &number});
  deckd_add_delegate(client, "main", (const char *const[]){"shouldSwipe", NULL}, keep_question);
  deckd_connected(client);
  deckd_receive(client, asked, sizeof asked - 1);
  uint64_t first = number;
  deckd_lost(client);
  deckd_connected(client);
  deckd_receive(client, asked, sizeof asked - 1);
  client->outgoing.length = 0;
  CHECK(!deckd_answer_question(client, first, "true"), "it answered another daemon");
  CHECK(!deckd_answer_question(client, number, "yes"), "it sent what is no JSON");
  CHECK(!client->outgoing.length, "it sent something");
  CHECK(deckd_answer_question(client, number, "true"), "it did not answer");
  static const char answer[] = "{\"jsonrpc\":\"2.0\",\"id\":\"main/1\",\"result\":true}\n";
  CHECK(client->outgoing.length == sizeof answer - 1 && !memcmp(client->outgoing.bytes, answer, sizeof answer - 1),
        "it sent %.*s", (int)client->outgoing.length, client->outgoing.bytes);
  CHECK(!deckd_answer_question(client, number, "true"), "it answered twice");
  deckd_free(client);
}

/* What a dialog does: the question that is asked, and how often one ended without an answer, which it tries to give. */
struct dialog {
  struct deckd *client;
  uint64_t number, closed;
  int closings, answers, errors;
};

static void open_dialog(void *user, uint64_t number, const char *question, const struct deckd_json *params) {
  (void)question, (void)params;
  ((struct dialog *)user)->number = number;
}

static void close_dialog(void *user, uint64_t number) {
  struct dialog *dialog = user;
  dialog->closings++;
  dialog->closed = number;
  for (uint64_t any = 1; any <= dialog->number; any++)
    dialog->answers += deckd_answer_question(dialog->client, any, "true");
  deckd_add_delegate(dialog->client, "other", NULL, NULL);
}

static void count_error(void *user, const char *message) {
  (void)message;
  ((struct dialog *)user)->errors++;
}

static struct deckd *client_with_dialog(struct dialog *dialog) {
  *dialog = (struct dialog){0};
  return dialog->client = deckd_new(
             &(struct deckd_options){.user = dialog, .error = count_error, .question_closed = close_dialog});
}

static void receive(struct deckd *client, const char *line) { deckd_receive(client, line, strlen(line)); }

static const char *const should_swipe[] = {"shouldSwipe", NULL};

static void test_a_question_that_ends_is_closed_once(void) {
  struct dialog dialog;
  struct deckd *client = client_with_dialog(&dialog);
  deckd_add_delegate(client, "main", should_swipe, open_dialog);
  deckd_connected(client);
  receive(client, "{\"id\":\"main/1\",\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  static const char *const closed[] = {
      "{\"method\":\"delegate.closed\",\"params\":{\"deck\":\"main\",\"card\":\"a\",\"id\":\"main/2\"}}",
      "{\"method\":\"delegate.closed\",\"params\":{\"deck\":\"main\",\"card\":\"a\"}}",
      "{\"method\":\"delegate.closed\"}",
      "{\"method\":\"delegate.closed\",\"params\":{\"deck\":\"main\",\"card\":\"a\",\"id\":\"main\\/1\"}}",
      "{\"method\":\"delegate.closed\",\"params\":{\"deck\":\"main\",\"card\":\"a\",\"id\":\"main/1\"}}"};
  static const int closings[] = {0, 0, 0, 1, 1};
  for (size_t i = 0; i < 5; i++) {
    receive(client, closed[i]);
    CHECK(dialog.closings == closings[i], "%d after %s", dialog.closings, closed[i]);
  }
  CHECK(dialog.closed == 1 && !dialog.answers && !dialog.errors, "%d answers", dialog.answers);

  /* One that was answered ends with that. */
  receive(client, "{\"id\":\"main/2\",\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  CHECK(deckd_answer_question(client, dialog.number, "false"), "it did not answer");
  receive(client, closed[0]);
  CHECK(dialog.closings == 1, "it was closed");

  /* All that are open end with the connection; what is answered then goes to none. */
  receive(client, "{\"id\":\"main/3\",\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  receive(client, "{\"id\":4,\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  deckd_lost(client);
  CHECK(dialog.closings == 3 && !dialog.answers && !client->outgoing.length, "%d closings", dialog.closings);
  deckd_lost(client);
  CHECK(dialog.closings == 3, "%d closings", dialog.closings);

  /* An answer while another one is closed. */
  deckd_connected(client);
  receive(client, "{\"id\":5,\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  receive(client, "{\"id\":6,\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  receive(client, "{\"method\":\"delegate.closed\",\"params\":{\"deck\":\"main\",\"card\":\"a\",\"id\":5}}");
  CHECK(dialog.closings == 4 && dialog.answers == 1, "%d answers", dialog.answers);
  receive(client, "{\"id\":7,\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  deckd_free(client);
  CHECK(dialog.closings == 4, "the end of the client closed one");
}

static void test_an_answer_is_not_longer_than_a_line(void) {
  struct dialog dialog;
  struct deckd *client = client_with_dialog(&dialog);
  deckd_add_delegate(client, "main", should_swipe, open_dialog);
  deckd_connected(client);
  receive(client, "{\"id\":1,\"result\":{\"limits\":{\"line\":100}}}");
  receive(client, "{\"id\":\"main/1\",\"method\":\"delegate.shouldSwipe\",\"params\":{\"deck\":\"main\"}}");
  client->outgoing.length = 0;
  /* 41 bytes are around it. */
  char answer[64] = {0};
  memset(answer, 'a', 60);
  answer[0] = answer[59] = '"';
  CHECK(!deckd_answer_question(client, dialog.number, answer), "it answered");
  CHECK(!client->outgoing.length, "it sent %zu bytes", client->outgoing.length);
  answer[58] = '"';
  answer[59] = 0;
  CHECK(deckd_answer_question(client, dialog.number, answer), "it did not answer");
  CHECK(client->outgoing.length == 101, "it sent %zu bytes", client->outgoing.length);
  deckd_free(client);
}

/* Whether the client has sent this once since the last call. */
static bool sent(struct deckd *client, const char *method, const char *deck) {
  char text[200];
  snprintf(text, sizeof text, "\"method\":\"%s\",\"params\":{\"deck\":\"%s\"", method, deck);
  put_bytes(&client->outgoing, "", 1);
  const char *found = strstr(client->outgoing.bytes, text);
  bool is_once = found && !strstr(found + 1, text);
  client->outgoing.length = 0;
  return is_once;
}

static void test_a_delegate_registers_whenever_the_deck_is_there(void) {
  struct dialog dialog;
  struct deckd *client = client_with_dialog(&dialog);
  deckd_add_delegate(client, "main", should_swipe, open_dialog);
  CHECK(!client->outgoing.length, "it sent something without a connection");
  deckd_connected(client);
  CHECK(sent(client, "delegate.register", "main"), "not on connecting");
  receive(client, "{\"id\":3,\"error\":{\"code\":-32602,\"message\":\"no such deck\"}}");
  CHECK(dialog.errors == 1, "%d errors", dialog.errors);
  receive(client, "{\"id\":2,\"result\":{\"snapshots\":[],\"seq\":4}}");
  static const char added[] = "{\"method\":\"event\",\"params\":{\"seq\":%d,\"deck\":\"%s\",\"type\":\"deck.added\","
                              "\"kind\":\"swipe\",\"preset\":\"koloda\",\"surface\":{},\"area\":{},\"settings\":{},"
                              "\"current\":0,\"count\":0,\"undoDepth\":0}}";
  char line[400];
  static const struct {
    const char *deck;
    int seq;
    bool registers;
  } events[] = {{"main", 4, false}, {"other", 5, false}, {"main", 6, true}, {"main", 8, true}};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    snprintf(line, sizeof line, added, events[i].seq, events[i].deck);
    receive(client, line);
    CHECK(sent(client, "delegate.register", "main") == events[i].registers, "the event %d", events[i].seq);
    snprintf(line, sizeof line,
             "{\"method\":\"event\",\"params\":{\"seq\":%d,\"deck\":\"%s\",\"type\":\"deck.removed\"}}",
             events[i].seq + 1, events[i].deck);
    receive(client, line);
  }

  /* At any time, with other questions, and no more. */
  deckd_add_delegate(client, "other", should_swipe, open_dialog);
  CHECK(sent(client, "delegate.register", "other"), "not at once");
  deckd_add_delegate(client, "other", (const char *const[]){"threshold", NULL}, open_dialog);
  CHECK(sent(client, "delegate.register", "other"), "not with another list");
  deckd_add_delegate(client, "other", NULL, NULL);
  CHECK(sent(client, "delegate.unregister", "other"), "it stayed the delegate");
  deckd_add_delegate(client, "other", (const char *const[]){NULL}, open_dialog);
  CHECK(!client->outgoing.length, "it left twice");
  deckd_lost(client);
  deckd_connected(client);
  CHECK(!sent(client, "delegate.register", "other"), "it is a delegate again");
  CHECK(dialog.errors == 1, "%d errors", dialog.errors);
  deckd_free(client);
}

static void test_a_list_that_shrinks_between_pages_is_read_again(void) {
  struct deckd *client = deckd_new(NULL);
  int daemon = join(client);
  say_text(
      client, daemon,
      "{\"id\":%u,\"result\":{\"snapshots\":[{\"deck\":\"main\",\"kind\":\"swipe\",\"preset\":\"koloda\",\"seq\":1,"
      "\"surface\":{},\"area\":{},\"settings\":{},\"current\":0,\"count\":3,\"undoDepth\":0}]}}\n");
  say_text(client, daemon, "{\"id\":%u,\"result\":{\"cards\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"next\":2,\"seq\":1}}\n");
  say_text(client, daemon,
           "{\"method\":\"event\",\"params\":{\"seq\":2,\"deck\":\"main\",\"type\":\"deck.loaded\",\"current\":0,"
           "\"count\":1,\"undoDepth\":0}}\n");
  const char *refused = "{\"id\":%u,\"error\":{\"code\":-32602,\"message\":\"params.from is 2\"}}\n";
  uint64_t page = client->request;
  say_text(client, daemon, refused);
  CHECK(client->fd >= 0 && client->request == page + 1, "the connection ended, or no page was asked for");
  say_text(client, daemon, "{\"id\":%u,\"result\":{\"cards\":[{\"id\":\"c\"}],\"seq\":2}}\n");
  const struct deckd_deck *deck = deckd_deck(client, "main");
  CHECK(deck && deck->count == 1 && deckd_card(deck, "c"), "the model is not that of the new list");
  deckd_free(client);
  close(daemon);
}

static void test_a_long_answer_is_sent_in_pieces(void) {
  struct deckd *client = deckd_new(NULL);
  int daemon = join(client);
  size_t length = 1 << 20, received = 0;
  char *params = checked(malloc(length + 16));
  memset(params, 'a', length + 15);
  memcpy(params, "{\"text\":\"", 9);
  memcpy(params + length, "\"}", 3);
  deckd_request(client, "deck.update", params, NULL, NULL);
  bool waited = false;
  for (int turns = 0; turns < 1000 && (deckd_poll_events(client) & POLLOUT); turns++) {
    deckd_dispatch(client);
    waited = waited || (deckd_poll_events(client) & POLLOUT);
    for (ssize_t more; (more = recv(daemon, params, length, 0)) > 0;) received += (size_t)more;
  }
  CHECK(waited && received > length, "%zu bytes came", received);
  free(params);
  deckd_free(client);
  close(daemon);
}

/* Requests that are divided: requests.json, and by their bytes */

/* Whether two values are the same but for the order of members. */
static bool is_same_value(const struct deckd_json *one, const struct deckd_json *other) {
  if (deckd_kind(one) != deckd_kind(other) || deckd_count(one) != deckd_count(other)) return false;
  if (deckd_kind(one) == DECKD_NUMBER) return deckd_number(one, 0) == deckd_number(other, 1);
  if (deckd_kind(one) == DECKD_STRING) return same(deckd_text(one, ""), deckd_text(other, "x"));
  const struct deckd_json *match = deckd_first(other);
  for (const struct deckd_json *element = deckd_first(one); element; element = deckd_next(element)) {
    if (deckd_kind(one) == DECKD_OBJECT) match = deckd_get(other, deckd_name(element));
    if (!is_same_value(element, match)) return false;
    if (deckd_kind(one) == DECKD_ARRAY) match = deckd_next(match);
  }
  return true;
}

struct outcome {
  int answers, refusals;
};

static void count_outcome(void *user, const struct deckd_json *result, const struct deckd_error *error) {
  struct outcome *outcome = user;
  outcome->answers += result && deckd_number(deckd_get(result, "seq"), 0) == 9;
  outcome->refusals += error && error->code == -32000;
}

static void hear(struct deckd *client, const char *format, unsigned id) {
  char line[200];
  CHECK(deckd_receive(client, line, (size_t)snprintf(line, sizeof line, format, id)), "a line was not taken");
}

/* A client that a daemon has greeted, which takes two cards in a request. */
static struct deckd *greeted_client(unsigned line) {
  struct deckd *client = deckd_new(NULL);
  deckd_connected(client);
  hear(client, "{\"id\":1,\"result\":{\"limits\":{\"line\":%u,\"requestCards\":2}}}", line);
  client->outgoing.length = 0;
  return client;
}

static void check_division(const struct deckd_json *example, bool is_refused) {
  const char *about = deckd_text(deckd_get(example, "about"), "");
  struct deckd *client = greeted_client(32768);
  struct parser parser = {0};
  struct buffer params = {0};
  struct outcome outcome = {0};
  put_json(&params, deckd_get(example, "params"));
  put_bytes(&params, "", 1);
  CHECK(deckd_request(client, deckd_text(deckd_get(example, "method"), ""), params.bytes, count_outcome, &outcome),
        "%s", about);
  for (const struct deckd_json *made = deckd_first(deckd_get(example, "made")); made; made = deckd_next(made)) {
    CHECK(!outcome.answers && !outcome.refusals, "%s: it was answered too early", about);
    const struct deckd_json *sent = parse(&parser, client->locale, client->outgoing.bytes, client->outgoing.length);
    CHECK(sent && same(deckd_text(deckd_get(sent, "method"), ""), deckd_text(deckd_first(made), "")) &&
              is_same_value(deckd_get(sent, "params"), deckd_next(deckd_first(made))),
          "%s: it sent %.*s", about, (int)client->outgoing.length, client->outgoing.bytes);
    client->outgoing.length = 0;
    hear(client,
         is_refused             ? "{\"id\":%u,\"error\":{\"code\":-32000,\"message\":\"no\"}}"
         : deckd_next(made)     ? "{\"id\":%u,\"result\":{\"seq\":5}}"
                                : "{\"id\":%u,\"result\":{\"seq\":9}}",
         (unsigned)client->request);
    if (is_refused) break;
  }
  CHECK(outcome.answers == !is_refused && outcome.refusals == is_refused && !client->outgoing.length,
        "%s: %d answers, %d refusals, then %.*s", about, outcome.answers, outcome.refusals,
        (int)client->outgoing.length, client->outgoing.bytes);
  free(params.bytes);
  release_parser(&parser);
  deckd_free(client);
}

static void test_a_request_with_many_cards_is_divided(void) {
  FILE *file = fopen("requests.json", "r");
  char text[1 << 14];
  struct parser parser = {0};
  locale_t locale = newlocale(LC_ALL_MASK, "C", NULL);
  size_t length = file ? fread(text, 1, sizeof text, file) : 0;
  const struct deckd_json *examples = parse(&parser, locale, text, length);
  CHECK(deckd_count(examples), "requests.json is not here");
  for (const struct deckd_json *example = deckd_first(examples); example; example = deckd_next(example)) {
    check_division(example, false);
    check_division(example, true);
  }
  if (file) fclose(file);
  release_parser(&parser);
  freelocale(locale);
}

static void test_divided_requests_are_made_one_after_the_other(void) {
  struct deckd *client = greeted_client(32768);
  struct outcome outcome = {0};
  int lost = 0;
  const char *a = "{\"cards\":[{\"id\":\"a0\"},{\"id\":\"a1\"},{\"id\":\"a2\"}]}";
  const char *b = "{\"cards\":[{\"id\":\"b0\"},{\"id\":\"b1\"},{\"id\":\"b2\"}]}";
  const char *expected[] = {"\"a0\"", "\"a2\"", "\"staged\":3", "\"b0\""};
  CHECK(deckd_request(client, "deck.load", a, count_outcome, &outcome), "it was not taken");
  CHECK(deckd_request(client, "deck.load", b, count_loss, &lost), "it was not taken");
  CHECK(deckd_request(client, "deck.load", b, count_loss, &lost), "it was not taken");
  for (size_t i = 0; i < 4; i++) {
    char *end = memchr(client->outgoing.bytes, '\n', client->outgoing.length);
    CHECK(end == client->outgoing.bytes + client->outgoing.length - 1, "it sent several lines, or none");
    CHECK(memmem(client->outgoing.bytes, client->outgoing.length, expected[i], strlen(expected[i])), "it sent %.*s",
          (int)client->outgoing.length, client->outgoing.bytes);
    client->outgoing.length = 0;
    if (i < 3) hear(client, "{\"id\":%u,\"result\":{\"seq\":9}}", (unsigned)client->request);
  }
  CHECK(outcome.answers == 1 && !lost, "%d answers, %d lost", outcome.answers, lost);
  deckd_lost(client);
  CHECK(lost == 2, "%d lost", lost);
  deckd_connected(client);
  CHECK(deckd_request(client, "deck.load", a, count_loss, &lost), "it was not taken");
  CHECK(deckd_request(client, "deck.load", b, count_loss, &lost), "it was not taken");
  deckd_free(client);
}

static void test_a_request_of_many_bytes_is_divided(void) {
  struct deckd *client = greeted_client(1000);
  struct outcome outcome = {0};
  char params[4096], card[400];
  size_t length = (size_t)sprintf(params, "{\"deck\":\"main\",\"cards\":[");
  for (int i = 0; i < 5; i++) {
    memset(card, 'x', sizeof card);
    length += (size_t)sprintf(params + length, "%s{\"id\":\"%d\",\"data\":\"%.*s\"}", i ? "," : "", i, 350 + i, card);
  }
  strcpy(params + length, "]}");
  CHECK(deckd_request(client, "deck.load", params, count_outcome, &outcome), "it was not taken");
  int parts = 0;
  for (; !outcome.answers && parts < 10; parts++) {
    CHECK(client->outgoing.length <= 1000, "a line of %zu bytes", client->outgoing.length);
    client->outgoing.length = 0;
    hear(client, parts < 3 ? "{\"id\":%u,\"result\":{}}" : "{\"id\":%u,\"result\":{\"seq\":9}}",
         (unsigned)client->request);
  }
  CHECK(parts == 4, "it took %d parts", parts);
  /* What waits is given back with the client. */
  CHECK(deckd_request(client, "deck.load", params, count_outcome, &outcome), "it was not taken");
  deckd_free(client);
}

/* JSON */

static void test_json_is_read_strictly(void) {
  static const char *const wrong[] = {"", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", "\"\t\"", "\"\\x\"", "nul",
                                      "[1 2]", "\"\\u12\"", "+1", "--1", "1e", "{1:2}", "[", "\"a", "true x", "{} {}",
                                      "\\", "{\"a\":}",
                                      /* not UTF-8: alone, cut off, too long, surrogates, beyond the last one */
                                      "\"\x80\"", "\"\xC3\"", "\"\xE2\x82\"", "\"\xC0\xAF\"", "\"\xE0\x9F\xBF\"",
                                      "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xFF\"", "\"\xF0\x8F\xBF\xBF\""};
  struct parser parser = {0};
  locale_t locale = newlocale(LC_ALL_MASK, "C", NULL);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(!parse(&parser, locale, wrong[i], strlen(wrong[i])), "%s was taken", wrong[i]);
  char deep[400];
  memset(deep, '[', 200);
  memset(deep + 200, ']', 200);
  CHECK(!parse(&parser, locale, deep, 400), "200 lists in each other were taken");
  const char *text = "{\"a\":[1.5,-2e3,\"\\u00fc\\ud83c\\udf33\\n\\\"\",true,null,{}]}";
  const struct deckd_json *list = deckd_get(parse(&parser, locale, text, strlen(text)), "a"), *item = deckd_first(list);
  CHECK(deckd_count(list) == 6 && deckd_number(item, 0) == 1.5, "%g", deckd_number(item, 0));
  CHECK(deckd_number(item = deckd_next(item), 0) == -2000, "%g", deckd_number(item, 0));
  CHECK(same(deckd_text(item = deckd_next(item), ""), "ü🌳\n\""), "%s", deckd_text(item, ""));
  CHECK(deckd_bool(item = deckd_next(item), false), "no truth");
  CHECK(deckd_kind(item = deckd_next(item)) == DECKD_NULL && deckd_next(deckd_next(item)) == NULL, "no end");
  char written[16];
  CHECK(deckd_write(list, written, sizeof written) == 40, "%zu", deckd_write(list, written, sizeof written));
  CHECK(same(written, "[1.5,-2e3,\"ü\xF0\x9F"), "%s", written);
  CHECK(deckd_quote("a\"\n", written, sizeof written) == 11 && same(written, "\"a\\\"\\u000a\""), "%s", written);
  release_parser(&parser);
  freelocale(locale);
}

static void test_the_program_s_decimal_comma_does_not_matter(void) {
  CHECK(setlocale(LC_ALL, "de_DE.UTF-8") && strtod("1,5", NULL) == 1.5, "the locale is not there");
  struct parser parser = {0};
  locale_t locale = newlocale(LC_ALL_MASK, "C", NULL);
  CHECK(deckd_number(parse(&parser, locale, "1.5", 3), 0) == 1.5, "a comma was expected");
  setlocale(LC_ALL, "C");
  release_parser(&parser);
  freelocale(locale);
}

int main(int count, char **arguments) {
  if (count < 3) return fputs("usage: test_c SEED FILE...\n", stderr), 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  seed = strtoull(arguments[1], NULL, 10);
  printf("seed %s\n", arguments[1]);
  int failed = 0, passed = 0;
#define TEST(call)                                                                                                     \
  do {                                                                                                                 \
    int before = failures;                                                                                             \
    call;                                                                                                              \
    if (failures == before) passed++;                                                                                  \
    else failed++, puts("failed: " #call);                                                                             \
  } while (0)
  TEST(test_json_is_read_strictly());
  TEST(test_a_question_is_answered_once_and_on_its_connection());
  TEST(test_a_question_that_ends_is_closed_once());
  TEST(test_an_answer_is_not_longer_than_a_line());
  TEST(test_a_delegate_registers_whenever_the_deck_is_there());
  TEST(test_the_program_s_decimal_comma_does_not_matter());
  TEST(test_a_client_without_a_daemon_tries_again());
  TEST(test_a_lost_connection_fails_what_waits());
  TEST(test_wrong_messages_do_not_make_it_connect_without_end());
  TEST(test_a_place_has_its_card_when_the_model_has_it());
  TEST(test_pictures_are_reported_where_that_is_new());
  TEST(test_a_list_that_shrinks_between_pages_is_read_again());
  TEST(test_a_long_answer_is_sent_in_pieces());
  TEST(test_a_request_with_many_cards_is_divided());
  TEST(test_divided_requests_are_made_one_after_the_other());
  TEST(test_a_request_of_many_bytes_is_divided());
  for (int i = 2; i < count; i++) {
    TEST(test_drawing_and_motions_allocate_nothing(arguments[i]));
    TEST(test_wrong_messages_do_no_harm(arguments[i]));
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
