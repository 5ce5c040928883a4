/* Runs the conformance suite over the C client.
 *
 * usage: conformance FILE…
 *
 * README.md describes the conversations. The client's source is part of this program, so that the test reads JSON as
 * the client does. */

#include "../../Sources/CDeckClient/deckd.c"
#include "print_model.h"

struct answer {
  bool has_come;
  char *text; /* as an `answered` line has it */
};

struct runner {
  const char *path;
  size_t line;
  bool has_failed;
  struct deckd *client;
  struct buffer sent; /* requests that no line has consumed */
  struct ids unanswered;
  struct answer *answers[64];
  size_t answer_first, answer_count;
  struct buffer events; /* a list in JSON */
  struct parser parsers[3];
  locale_t locale;
};

__attribute__((format(printf, 2, 3))) static void mismatch(struct runner *runner, const char *format, ...) {
  va_list arguments;
  if (!runner->has_failed) printf("%s:%zu: ", runner->path, runner->line);
  else printf("  ");
  runner->has_failed = true;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
}

/* JSON as text, shortened; the memory is released with the next one. */
static const char *brief(const struct deckd_json *json) {
  static struct buffer texts[2];
  static size_t turn;
  struct buffer *text = &texts[turn++ % 2];
  text->length = 0;
  if (!json) return "none";
  put_json(text, json);
  if (text->length > 1500) text->length = 1500;
  put_bytes(text, "", 1);
  return text->bytes;
}

static bool equal(const struct deckd_json *a, const struct deckd_json *b) {
  if (!a || !b || a->kind != b->kind || a->count != b->count) return false;
  if (a->kind == DECKD_NUMBER) return a->number == b->number;
  if (a->kind == DECKD_STRING) return a->text_length == b->text_length && !memcmp(a->text, b->text, a->text_length);
  const struct deckd_json *one = deckd_first(a), *other = deckd_first(b);
  for (; one; one = deckd_next(one), other = deckd_next(other))
    if (!equal(one, a->kind == DECKD_OBJECT ? deckd_get(b, one->name) : other)) return false;
  return true;
}

static void expect(struct runner *runner, const char *what, const struct deckd_json *expected,
                   const struct deckd_json *found) {
  if (!equal(expected, found)) mismatch(runner, "expected %s %s, found %s", what, brief(expected), brief(found));
}

/* Reads text of the test's own, or of the client's. */
static const struct deckd_json *reread(struct runner *runner, const struct buffer *text) {
  const struct deckd_json *json = parse(&runner->parsers[2], runner->locale, text->bytes, text->length);
  if (!json) mismatch(runner, "what the client wrote is not JSON: %.*s", (int)text->length, text->bytes);
  return json;
}

static void on_event(void *user, const struct deckd_event *event) {
  struct runner *runner = user;
  if (!event->seq && strcmp(event->type, "resync")) return;
  put(&runner->events, runner->events.length ? "," : "[");
  if (event->seq) put_number(&runner->events, event->seq);
  else put_string(&runner->events, event->type);
}

static void on_answer(void *user, const struct deckd_json *result, const struct deckd_error *error) {
  struct answer *answer = user;
  struct buffer text = {0};
  answer->has_come = true;
  if (error && !error->json) put(&text, "{\"lost\":true}");
  else if (error) {
    put(&text, "{\"error\":");
    put_json(&text, error->json);
    put(&text, "}");
  } else put_json(&text, result);
  put_bytes(&text, "", 1);
  answer->text = text.bytes;
}

/* Creating */

static void create(struct runner *runner, const struct deckd_json *options) {
  struct ids topics = {0};
  const struct deckd_json *listed = deckd_get(options, "topics");
  for (const struct deckd_json *topic = deckd_first(listed); topic; topic = deckd_next(topic))
    APPEND(topics.list, topics.count, topics.capacity) = copy_text(topic->text);
  APPEND(topics.list, topics.count, topics.capacity) = NULL;
  deckd_free(runner->client);
  runner->client = deckd_new(&(struct deckd_options){
      .deck = deckd_text(deckd_get(options, "deck"), NULL),
      .topics = listed ? (const char *const *)topics.list : NULL,
      .without_cards = !deckd_bool(deckd_get(options, "cards"), true),
      .client = deckd_text(deckd_get(options, "client"), "conformance"),
      .user = runner,
      .event = on_event,
  });
  clear_ids(&topics);
}

/* What the client sends, and is told */

static void take_outgoing(struct runner *runner) {
  size_t length;
  const char *bytes = deckd_outgoing(runner->client, &length);
  put_bytes(&runner->sent, bytes ? bytes : "", length);
  deckd_sent(runner->client, length);
}

static void do_request(struct runner *runner, const struct deckd_json *expected) {
  const char *newline = runner->sent.length ? memchr(runner->sent.bytes, '\n', runner->sent.length) : NULL;
  if (!newline) return mismatch(runner, "expected the request %s, found none", brief(expected));
  size_t length = (size_t)(newline - runner->sent.bytes);
  const struct deckd_json *request = parse(&runner->parsers[1], runner->locale, runner->sent.bytes, length);
  if (!request) return mismatch(runner, "a request is not JSON: %.*s", (int)length, runner->sent.bytes);
  expect(runner, "the method", deckd_get(expected, "method"), deckd_get(request, "method"));
  expect(runner, "the parameters", deckd_get(expected, "params"), deckd_get(request, "params"));
  struct buffer id = {0};
  put_json(&id, deckd_get(request, "id"));
  put_bytes(&id, "", 1);
  APPEND(runner->unanswered.list, runner->unanswered.count, runner->unanswered.capacity) = id.bytes;
  shift(&runner->sent, length + 1);
}

static void do_reply(struct runner *runner, const char *member, const struct deckd_json *value) {
  if (!runner->unanswered.count) return mismatch(runner, "there is no request that %s could answer", brief(value));
  char *id = runner->unanswered.list[0];
  memmove(runner->unanswered.list, runner->unanswered.list + 1, --runner->unanswered.count * sizeof id);
  struct buffer line = {0};
  put(&line, "{\"jsonrpc\":\"2.0\",\"id\":");
  put(&line, id);
  put(&line, ",\"");
  put(&line, member);
  put(&line, "\":");
  put_json(&line, value);
  put(&line, "}");
  deckd_receive(runner->client, line.bytes, line.length);
  free(line.bytes);
  free(id);
}

static void do_line(struct runner *runner, const struct deckd_json *value) {
  struct buffer line = {0};
  put_json(&line, value);
  bool is_well = deckd_receive(runner->client, line.bytes, line.length);
  if (!is_well && value->kind == DECKD_OBJECT) mismatch(runner, "a message is refused: %s", runner->client->failure);
  if (is_well && value->kind != DECKD_OBJECT) mismatch(runner, "a line that is no message is taken");
  free(line.bytes);
}

static void do_disconnect(struct runner *runner) {
  runner->sent.length = 0;
  clear_ids(&runner->unanswered);
  deckd_lost(runner->client);
}

static void do_wrong(struct runner *runner, const struct deckd_json *value) {
  struct buffer line = {0};
  if (value->kind == DECKD_STRING) put_bytes(&line, value->text, value->text_length);
  else put_json(&line, value);
  if (deckd_receive(runner->client, line.bytes, line.length)) mismatch(runner, "a message is taken that is wrong");
  free(line.bytes);
  do_disconnect(runner);
  deckd_connected(runner->client);
}

static void do_call(struct runner *runner, const struct deckd_json *value) {
  struct buffer params = {0};
  put_json(&params, deckd_get(value, "params"));
  put_bytes(&params, "", 1);
  struct answer *answer = new_zeroed(sizeof *answer);
  if (runner->answer_first + runner->answer_count == 64) abort();
  runner->answers[runner->answer_first + runner->answer_count++] = answer;
  const char *method = deckd_text(deckd_get(value, "method"), "");
  /* Without a connection, the call fails at once. */
  if (!deckd_request(runner->client, method, params.bytes, on_answer, answer))
    on_answer(answer, NULL, &(struct deckd_error){.message = "no connection"});
  free(params.bytes);
}

static void do_answered(struct runner *runner, const struct deckd_json *value) {
  if (!runner->answer_count) return mismatch(runner, "there is no call that could be answered");
  struct answer *answer = runner->answers[runner->answer_first];
  if (!answer->has_come) return mismatch(runner, "expected the answer %s, found none yet", brief(value));
  struct buffer text = {answer->text, strlen(answer->text), 0};
  expect(runner, "the answer", value, reread(runner, &text));
  free(answer->text);
  free(answer);
  runner->answer_first++;
  runner->answer_count--;
}

/* The model */

static void do_model(struct runner *runner, const struct deckd_json *expected) {
  const char *id = deckd_text(deckd_get(expected, "deck"), "");
  const struct deckd_deck *deck = deckd_deck(runner->client, id);
  if (!deck) return mismatch(runner, "expected a model of %s, found none", id);
  struct buffer text = {0};
  FILE *out = open_memstream(&text.bytes, &text.length);
  print_model(out, deck, deck->cards);
  fclose(out);
  const struct deckd_json *found = reread(runner, &text);
  for (const struct deckd_json *member = deckd_first(expected); member; member = deckd_next(member))
    if (!equal(member, deckd_get(found, member->name)))
      mismatch(runner, "expected model.%s %s, found %s", member->name, brief(member),
               brief(deckd_get(found, member->name)));
  for (const struct deckd_json *member = deckd_first(found); member; member = deckd_next(member))
    if (!deckd_get(expected, member->name))
      mismatch(runner, "expected no model.%s, found %s", member->name, brief(member));
  free(text.bytes);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void do_decks(struct runner *runner, const struct deckd_json *expected) {
  const char *ids[64];
  size_t count = deckd_deck_count(runner->client);
  for (size_t i = 0; i < count; i++) ids[i] = deckd_deck_at(runner->client, i)->id;
  qsort(ids, count, sizeof *ids, by_text);
  struct buffer text = {0};
  put(&text, "[");
  for (size_t i = 0; i < count; i++) {
    if (i) put(&text, ",");
    put_string(&text, ids[i]);
  }
  put(&text, "]");
  expect(runner, "the decks", expected, reread(runner, &text));
  free(text.bytes);
}

static void do_events(struct runner *runner, const struct deckd_json *expected) {
  put(&runner->events, runner->events.length ? "]" : "[]");
  expect(runner, "the events", expected, reread(runner, &runner->events));
  runner->events.length = 0;
}

/* Places */

/* How far a value may be from a frame's, which is rounded to three decimals. */
static double tolerance(const char *name, bool is_in_group) {
  static const char *const fine[] = {"opacity", "scale", "anchor", "lift", "z", "progress", "glow", "wash", NULL};
  return is_one_of(name, fine) || (is_in_group && strcmp(name, "rotation")) ? 0.002 : 0.011;
}

static void compare(struct runner *runner, const char *of, const struct deckd_json *expected, double found,
                    double most) {
  if (!(fabs(deckd_number(expected, NAN) - found) <= most))
    mismatch(runner, "expected %s.%s %s, found %.6f", of, expected->name ? expected->name : "", brief(expected), found);
}

static void compare_place(struct runner *runner, const struct deckd_json *expected, const struct deckd_place *place) {
  const struct {
    const char *name;
    double value;
  } values[] = {{"x", place->x},
                {"y", place->y},
                {"w", place->w},
                {"h", place->h},
                {"z", place->z},
                {"scale", place->scale},
                {"rotation", place->rotation},
                {"opacity", place->opacity},
                {"lift", place->lift}};
  size_t compared = 0;
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    const struct deckd_json *member = deckd_get(expected, values[i].name);
    if (!member) continue;
    compare(runner, place->id, member, values[i].value, tolerance(values[i].name, false));
    compared++;
  }
  if (compared < 8) mismatch(runner, "the conversation's place of %s lacks values", place->id);
  const struct deckd_json *anchor = deckd_get(expected, "anchor");
  if (!anchor) return;
  compare(runner, place->id, deckd_first(anchor), place->anchor_x, 0.002);
  compare(runner, place->id, deckd_next(deckd_first(anchor)), place->anchor_y, 0.002);
  /* The matrix draws the anchor where the place has it. */
  const double *m = place->matrix;
  double u = place->anchor_x * place->w, v = place->anchor_y * place->h;
  double x = m[0] * u + m[2] * v + m[4] - place->x - u, y = m[1] * u + m[3] * v + m[5] - place->y - v;
  if (fabs(x) > 1e-6 || fabs(y) > 1e-6)
    mismatch(runner, "the matrix of %s moves its anchor by %g, %g", place->id, x, y);
}

static void compare_part(struct runner *runner, const struct deckd_json *expected, const struct deckd_part *part,
                         const char *group) {
  for (const struct deckd_json *member = deckd_first(expected); member; member = deckd_next(member)) {
    char name[64];
    snprintf(name, sizeof name, "%s%s", group, member->name);
    if (member->kind == DECKD_OBJECT) {
      strncat(name, ".", sizeof name - strlen(name) - 1);
      compare_part(runner, member, part, name);
    } else if (member->kind == DECKD_STRING) {
      const char *found = part ? (same(name, "card") ? part->card : part->direction) : NULL;
      if (!same(member->text, found))
        mismatch(runner, "expected %s %s, found %s", name, member->text, found ? found : "none");
    } else if (!is_one_of(name, (const char *const[]){"index", "depth", "order", "role", NULL}))
      compare(runner, "part", member, deckd_figure(part, name, NAN), tolerance(member->name, *group));
  }
}

static void do_places(struct runner *runner, const struct deckd_json *expected) {
  const char *deck = deckd_text(deckd_get(expected, "deck"), "");
  int64_t time = (int64_t)deckd_number(deckd_get(expected, "t"), 0);
  const struct deckd_places *places = deckd_places(runner->client, deck, time);
  for (const struct deckd_json *card = deckd_first(deckd_get(expected, "cards")); card; card = deckd_next(card)) {
    const char *id = deckd_text(deckd_get(card, "id"), "");
    size_t index = 0;
    while (index < places->count && strcmp(places->cards[index].id, id)) index++;
    if (index == places->count) mismatch(runner, "expected a place of %s, found none", id);
    else compare_place(runner, card, &places->cards[index]);
  }
  for (size_t i = 1; i < places->count; i++)
    if (places->cards[i].z < places->cards[i - 1].z) mismatch(runner, "%s is not by ascending z", places->cards[i].id);
  if (deckd_get(expected, "overlay")) compare_part(runner, deckd_get(expected, "overlay"), places->overlay, "");
  if (deckd_get(expected, "detail")) compare_part(runner, deckd_get(expected, "detail"), places->detail, "");
  if (deckd_get(expected, "fan")) compare_part(runner, deckd_get(expected, "fan"), places->fan, "");
}

/* Conversations */

static void run_line(struct runner *runner, const struct deckd_json *member) {
  const char *key = deckd_name(member);
  if (same(key, "options")) create(runner, member);
  else if (same(key, "connect")) deckd_connected(runner->client);
  else if (same(key, "disconnect")) do_disconnect(runner);
  else if (same(key, "request")) do_request(runner, member);
  else if (same(key, "silent") && runner->sent.length)
    mismatch(runner, "expected no request, found %.*s", (int)runner->sent.length, runner->sent.bytes);
  else if (same(key, "call")) do_call(runner, member);
  else if (same(key, "result") || same(key, "error")) do_reply(runner, key, member);
  else if (same(key, "answered")) do_answered(runner, member);
  else if (same(key, "line")) do_line(runner, member);
  else if (same(key, "wrong")) do_wrong(runner, member);
  else if (same(key, "events")) do_events(runner, member);
  else if (same(key, "decks")) do_decks(runner, member);
  else if (same(key, "model")) do_model(runner, member);
  else if (same(key, "places")) do_places(runner, member);
  else if (!same(key, "about") && !same(key, "silent"))
    mismatch(runner, "there is no %s in a conversation", key ? key : "key");
  take_outgoing(runner);
}

static bool run(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) return perror(path), false;
  struct runner runner = {.path = path, .locale = newlocale(LC_ALL_MASK, "C", NULL)};
  create(&runner, NULL);
  char *line = NULL;
  size_t size = 0;
  for (ssize_t length; !runner.has_failed && (length = getline(&line, &size, file)) > 0;) {
    runner.line++;
    const struct deckd_json *json = parse(&runner.parsers[0], runner.locale, line, (size_t)length);
    if (deckd_count(json) == 1) run_line(&runner, deckd_first(json));
    else mismatch(&runner, "expected an object with one member");
  }
  free(line);
  fclose(file);
  deckd_free(runner.client);
  for (size_t i = runner.answer_first; i < runner.answer_first + runner.answer_count; i++) {
    free(runner.answers[i]->text);
    free(runner.answers[i]);
  }
  clear_ids(&runner.unanswered);
  free(runner.sent.bytes);
  free(runner.events.bytes);
  for (size_t i = 0; i < 3; i++) release_parser(&runner.parsers[i]);
  freelocale(runner.locale);
  return !runner.has_failed && runner.line;
}

int main(int count, char **paths) {
  int failed = 0;
  for (int i = 1; i < count; i++) {
    const char *slash = strrchr(paths[i], '/'), *name = slash ? slash + 1 : paths[i];
    if (run(paths[i])) printf("%.*s: passed\n", (int)strcspn(name, "."), name);
    else failed++;
  }
  printf("%d passed, %d failed\n", count - 1 - failed, failed);
  return failed || count < 2;
}
