#define _GNU_SOURCE
#include "recording.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MICROSECOND_DIGITS = 6 };

/* `E: sec.usec type code value`, type and code in hex. The microseconds are decimal, also when
 * they start with zeros. Anything after the value is a comment. */
static _Bool read_event(const char *line, struct input_event *event, int64_t *time) {
  long long seconds;
  long microseconds;
  unsigned type, code;
  int value, point, end, rest;
  int found = sscanf(line, "E: %lld.%n%ld%n %x %x %d%n", &seconds, &point, &microseconds, &end, &type, &code, &value,
                     &rest);
  if (found != 5) return 0;
  if (end - point != MICROSECOND_DIGITS || !isdigit((unsigned char)line[point])) return 0;
  if (type > EV_MAX || code > KEY_MAX || (line[rest] && !isspace((unsigned char)line[rest]))) return 0;
  *event = (struct input_event){.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
  *time = (seconds * 1000000 + microseconds) * 1000;
  return 1;
}

static _Bool is_other_line(const char *line) {
  if (*line == '#' || line[strspn(line, " \t\r\n")] == '\0') return 1;
  return strchr("NIPBALS", *line) && line[1] == ':';
}

/* Makes room for one more item; room doubles, so that a long recording is not copied often. */
static void *grown(void *items, size_t count, size_t size) {
  if (count & (count - 1)) return items;
  void *larger = reallocarray(items, count ? count * 2 : 1, size);
  if (!larger) abort();
  return larger;
}

static void add_event(struct recording *recording, struct input_event event, int64_t time, size_t *frame_start) {
  recording->events = grown(recording->events, recording->event_count, sizeof *recording->events);
  recording->events[recording->event_count++] = event;
  if (event.type != EV_SYN || event.code != SYN_REPORT) return;
  recording->frames = grown(recording->frames, recording->frame_count, sizeof *recording->frames);
  recording->frames[recording->frame_count++] =
      (struct recorded_frame){*frame_start, recording->event_count - *frame_start, time};
  *frame_start = recording->event_count;
}

static _Bool read_lines(FILE *file, struct recording *recording, int *number, const char **what) {
  char *line = NULL;
  size_t capacity = 0, frame_start = 0;
  *what = NULL;
  while (!*what && getline(&line, &capacity, file) >= 0) {
    struct input_event event;
    int64_t time;
    ++*number;
    if (is_other_line(line)) continue;
    if (read_event(line, &event, &time))
      add_event(recording, event, time, &frame_start);
    else
      *what = "not an event; expected E: seconds.microseconds type code value";
  }
  free(line);
  if (!*what && !recording->frame_count) *what = "the file holds no hardware frame";
  return !*what;
}

_Bool recording_read(const char *path, struct recording *recording, char *reason, size_t reason_size) {
  *recording = (struct recording){0};
  FILE *file = fopen(path, "re");
  if (!file) {
    snprintf(reason, reason_size, "%s: %s", path, strerror(errno));
    return 0;
  }
  int number = 0;
  const char *what;
  _Bool good = read_lines(file, recording, &number, &what);
  if (!good) {
    snprintf(reason, reason_size, "%s:%d: %s", path, number, what);
    recording_free(recording);
  }
  fclose(file);
  return good;
}

void recording_free(struct recording *recording) {
  free(recording->events);
  free(recording->frames);
  *recording = (struct recording){0};
}
