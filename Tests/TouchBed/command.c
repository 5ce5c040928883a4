#define _GNU_SOURCE
#include "command.h"

#include "description.h"
#include "device_tree.h"
#include "node.h"
#include "player.h"
#include "recording.h"

#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 2048, REASON_SIZE = 512, WRITTEN_SHOWN_MAX = 64 };

struct place {
  struct node *node; /* NULL: there is no such node */
  struct player *player;
};

static struct place places[PANEL_NODES_MAX];
static struct player_audience audience = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER}; /* guards places */

/* A command's words; the first two are the command and its node. */
struct command {
  char **words;
  size_t count;
  int number; /* of the node */
  struct place *place;
};

static char *reply(const char *format, ...) {
  char *text;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0) abort();
  va_end(arguments);
  return text;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* Cuts `line` at spaces, in place; "double quotes" keep spaces in a word and vanish. */
static size_t cut(char *line, char *words[WORDS_MAX]) {
  size_t count = 0;
  char *from = line + strspn(line, " \t\r\n");
  while (*from && count < WORDS_MAX) {
    char *to = words[count++] = from;
    _Bool quoted = 0;
    for (; *from && (quoted || !strchr(" \t\r\n", *from)); from++)
      if (*from == '"')
        quoted = !quoted;
      else
        *to++ = *from;
    from += strspn(from, " \t\r\n");
    *to = '\0';
  }
  return count;
}

static _Bool read_number(const char *word, int64_t *number) {
  char *end;
  errno = 0;
  *number = strtoll(word, &end, strncmp(word, "0x", 2) == 0 ? 16 : 10);
  return !errno && end != word && !*end;
}

/* The number of `eventN`, or -1. */
static int node_number(const char *word) {
  int64_t number;
  if (strncmp(word, "event", 5) != 0 || !read_number(word + 5, &number)) return -1;
  return number < 0 || number >= PANEL_NODES_MAX ? -1 : (int)number;
}

/* ---- add, remove, opens --------------------------------------------------------------------- */

static char *add_panel(int number, struct panel_state *panel, char **settings, size_t setting_count) {
  char reason[REASON_SIZE] = "";
  char **properties = device_tree_apply_rules(number, panel, settings, setting_count);
  char *socket_path = device_tree_socket(number);
  struct node *node = node_open(panel, socket_path);
  if (!node)
    snprintf(reason, sizeof reason, "%s: %s", socket_path, strerror(errno));
  else if (!device_tree_add(number, panel, properties, reason, sizeof reason)) {
    node_close(node);
    node = NULL;
  }
  places[number].node = node;
  g_free(socket_path);
  g_strfreev(properties);
  return node ? reply("ok") : reply("err %s", reason);
}

static char *add(const struct command *command) {
  if (command->count < 3) return reply("err add needs a node and a description");
  if (command->place->node) return reply("err event%d is there already", command->number);
  for (size_t i = 3; i < command->count; i++)
    if (!strchr(command->words[i], '=')) return reply("err not a property KEY=value: %s", command->words[i]);
  char reason[REASON_SIZE];
  struct panel_state *panel = malloc(sizeof *panel);
  if (!panel) abort();
  char *answer = description_read(command->words[2], panel, reason, sizeof reason)
                     ? add_panel(command->number, panel, command->words + 3, command->count - 3)
                     : reply("err %s", reason);
  free(panel);
  return answer;
}

/* Waits for the end of playing, which `stop` asks for. The node may be gone afterwards. */
static void wait_for_player(const struct place *place, _Bool stop) {
  if (place->player && stop) player_stop(place->player);
  while (place->player && !player_result(place->player).finished)
    pthread_cond_wait(&audience.changed, &audience.lock);
}

static void forget_player(struct place *place) {
  if (place->player) player_free(place->player);
  place->player = NULL;
}

static char *remove_panel(const struct command *command) {
  wait_for_player(command->place, 1);
  if (!command->place->node) return reply("err event%d was removed by another connection", command->number);
  forget_player(command->place);
  node_close(command->place->node); /* the kernel's node fails before udev says so */
  command->place->node = NULL;
  device_tree_remove(command->number);
  pthread_cond_broadcast(&audience.changed);
  return reply("ok");
}

static char *opens(const struct command *command) {
  struct node_use use = node_use(command->place->node);
  return reply("ok %d %d %d", use.clients, use.clock_id, use.grabbed);
}

/* ---- ev, drop ------------------------------------------------------------------------------- */

/* Reads `type code value …` into `events`; gives the count, or 0 when they are no such triples. */
static size_t read_events(char **words, size_t count, struct input_event *events) {
  if (count == 0 || count % 3) return 0;
  for (size_t i = 0; i < count / 3; i++) {
    int64_t type, code, value;
    if (!read_number(words[3 * i], &type) || !read_number(words[3 * i + 1], &code) ||
        !read_number(words[3 * i + 2], &value) || type < 0 || type > EV_MAX || code < 0 || code > KEY_MAX ||
        value < INT32_MIN || value > INT32_MAX)
      return 0;
    events[i] = (struct input_event){.type = (uint16_t)type, .code = (uint16_t)code, .value = (int)value};
  }
  return count / 3;
}

/* `@NANOSECONDS`; `@-` and `-` are the moment of writing. */
static _Bool read_stamp(const char *word, int64_t *stamp) {
  *stamp = NODE_NOW;
  if (strcmp(word, "-") == 0 || strcmp(word, "@-") == 0) return 1;
  return *word == '@' && read_number(word + 1, stamp) && *stamp >= 0;
}

static char *ev(const struct command *command) {
  struct input_event events[WORDS_MAX / 3];
  char **words = command->words + 2;
  size_t count = command->count - 2;
  int64_t stamp = NODE_NOW;
  if (count && read_stamp(*words, &stamp)) {
    words++;
    count--;
  }
  size_t event_count = read_events(words, count, events);
  if (!event_count) return reply("err ev needs numbers: type code value, for each event");
  return reply("ok %lld", (long long)node_write(command->place->node, events, event_count, stamp));
}

static char *drop(const struct command *command) {
  struct input_event events[WORDS_MAX / 3];
  size_t event_count = read_events(command->words + 2, command->count - 2, events);
  if (!event_count) return reply("err drop needs numbers: type code value, for each event");
  return reply("ok %lld", (long long)node_drop(command->place->node, events, event_count));
}

/* ---- play, wait, stop ----------------------------------------------------------------------- */

struct play_request {
  int64_t start; /* NODE_NOW, or CLOCK_MONOTONIC */
  int64_t from;  /* recorded offset of the first frame to play */
};

static _Bool read_play_request(const struct command *command, struct play_request *request) {
  *request = (struct play_request){.start = NODE_NOW};
  for (size_t i = 3; i < command->count; i++) {
    const char *word = command->words[i];
    _Bool good = strncmp(word, "start=", 6) == 0  ? read_number(word + 6, &request->start) && request->start >= 0
                 : strncmp(word, "from=", 5) == 0 ? read_number(word + 5, &request->from)
                                                  : 0;
    if (!good) return 0;
  }
  return 1;
}

/* Stamps are whole microseconds, and never of the future when they are written. */
static int64_t rounded_up(int64_t time) { return (time + 999) / 1000 * 1000; }

static char *play_recording(const struct command *command, struct recording *recording,
                            const struct play_request *request) {
  size_t first = 0, last = recording->frame_count - 1;
  while (first < last && recording->frames[first].time - recording->frames[0].time < request->from) first++;
  int64_t length = recording->frames[last].time - recording->frames[first].time;
  int64_t start = rounded_up(request->start == NODE_NOW ? monotonic_now() : request->start);
  command->place->player = player_start(command->place->node, recording, first, start, &audience);
  if (!command->place->player) return reply("err %s", strerror(errno));
  return reply("ok %lld %zu %lld", (long long)start, last - first + 1, (long long)(start + length));
}

static char *play(const struct command *command) {
  struct play_request request;
  struct recording recording;
  char reason[REASON_SIZE];
  if (command->count < 3) return reply("err play needs a node and a recording");
  if (!read_play_request(command, &request)) return reply("err play takes start=NANOSECONDS and from=NANOSECONDS");
  if (command->place->player && !player_result(command->place->player).finished)
    return reply("err event%d is playing; stop it first", command->number);
  forget_player(command->place);
  if (!recording_read(command->words[2], &recording, reason, sizeof reason)) return reply("err %s", reason);
  char *answer = play_recording(command, &recording, &request);
  recording_free(&recording);
  return answer;
}

static char *report_player(const struct command *command) {
  if (!command->place->node) return reply("err event%d was removed while it played", command->number);
  if (!command->place->player) return reply("err nothing was played on event%d", command->number);
  struct player_result result = player_result(command->place->player);
  return reply("ok %zu %lld", result.frames, (long long)result.latest);
}

static char *wait_for_end(const struct command *command) {
  wait_for_player(command->place, 0);
  return report_player(command);
}

static char *stop(const struct command *command) {
  wait_for_player(command->place, 1);
  return report_player(command);
}

/* ---- written, effect ------------------------------------------------------------------------ */

static char *written(const struct command *command) {
  struct input_event events[WRITTEN_SHOWN_MAX];
  size_t count = node_take_written(command->place->node, events, WRITTEN_SHOWN_MAX);
  char *answer = reply("ok %zu", count);
  for (size_t i = 0; i < count; i++) {
    char *longer = reply("%s %u %u %d", answer, events[i].type, events[i].code, events[i].value);
    free(answer);
    answer = longer;
  }
  return answer;
}

static char *effect(const struct command *command) {
  int64_t slot;
  struct ff_effect found;
  if (command->count != 3 || !read_number(command->words[2], &slot)) return reply("err effect needs a node and an id");
  if (slot < 0 || slot > INT16_MAX || !node_effect(command->place->node, (int)slot, &found))
    return reply("err no such effect");
  int is_rumble = found.type == FF_RUMBLE, is_periodic = found.type == FF_PERIODIC;
  return reply("ok %u %u %u %d %d", found.type, found.replay.length, found.replay.delay,
               is_rumble ? found.u.rumble.strong_magnitude : is_periodic ? found.u.periodic.magnitude : 0,
               is_rumble ? found.u.rumble.weak_magnitude : is_periodic ? found.u.periodic.waveform : 0);
}

static char *uploads(const struct command *command) {
  int64_t numbers[3] = {0};
  for (size_t i = 2; i < command->count && i < 5; i++)
    if (!read_number(command->words[i], &numbers[i - 2]) || numbers[i - 2] < 0 || numbers[i - 2] > INT32_MAX)
      return reply("err not a number: %s", command->words[i]);
  if (command->count < 3 || command->count > 5) return reply("err uploads needs a count, and may have an errno and ms");
  node_limit_uploads(command->place->node, (int)numbers[0], (int)numbers[1], (int)numbers[2]);
  return reply("ok");
}

/* ---- suspend -------------------------------------------------------------------------------- */

static char *suspend(char **words, size_t count) {
  int64_t milliseconds;
  if (count != 2 || !read_number(words[1], &milliseconds) || milliseconds < 0)
    return reply("err suspend needs a time in ms");
  return device_tree_suspend(milliseconds * 1000000) ? reply("ok") : reply("err %s", strerror(errno));
}

/* ---- Obeying -------------------------------------------------------------------------------- */

static const struct verb {
  const char *name;
  char *(*obey)(const struct command *);
  _Bool needs_node;
} verbs[] = {
    {"add", add, 0},       {"remove", remove_panel, 1}, {"opens", opens, 1}, {"ev", ev, 1},
    {"drop", drop, 1},     {"play", play, 1},           {"wait", wait_for_end, 1},
    {"stop", stop, 1},     {"written", written, 1},     {"effect", effect, 1},
    {"uploads", uploads, 1},
};

static char *obey_verb(const struct verb *verb, char **words, size_t count) {
  int number = count > 1 ? node_number(words[1]) : -1;
  if (number < 0) return reply("err %s needs a node, event0 to event%d", verb->name, PANEL_NODES_MAX - 1);
  struct command command = {words, count, number, &places[number]};
  pthread_mutex_lock(&audience.lock);
  _Bool missing = verb->needs_node && !command.place->node;
  char *answer = missing ? reply("err there is no event%d", number) : verb->obey(&command);
  pthread_mutex_unlock(&audience.lock);
  return answer;
}

char *command_obey(char *line) {
  char *words[WORDS_MAX];
  size_t count = cut(line, words);
  if (count == 0) return reply("err an empty line");
  if (count == WORDS_MAX) return reply("err too long a line");
  if (strcmp(words[0], "quit") == 0) return kill(getpid(), SIGTERM) == 0 ? reply("ok") : reply("err %m");
  if (strcmp(words[0], "suspend") == 0) return suspend(words, count);
  for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++)
    if (strcmp(words[0], verbs[i].name) == 0) return obey_verb(&verbs[i], words, count);
  return reply("err no such command: %s", words[0]);
}

void command_end_all(void) {
  pthread_mutex_lock(&audience.lock); /* and keep it: threads that still wait for it end with us */
  for (int number = 0; number < PANEL_NODES_MAX; number++) {
    if (!places[number].node) continue;
    wait_for_player(&places[number], 1);
    forget_player(&places[number]);
    node_close(places[number].node);
    places[number].node = NULL;
  }
}
