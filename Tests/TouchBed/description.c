#define _GNU_SOURCE
#include "description.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where reading has come to: bit sets go on from one line to the next. */
struct reading {
  struct panel_state *panel;
  size_t property_bytes;
  size_t supported_bytes[EV_CNT];
  _Bool named;
  char *problem;
  size_t problem_size;
};

static _Bool problem(struct reading *reading, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reading->problem, reading->problem_size, format, arguments);
  va_end(arguments);
  return 0;
}

/* Takes the next number off `text`; false when there is none or it is out of range. */
static _Bool take(char **text, int base, long low, long high, long *value) {
  char *end;
  errno = 0;
  *value = strtol(*text, &end, base);
  if (end == *text || errno || *value < low || *value > high) return 0;
  *text = end;
  return !*end || isspace((unsigned char)*end);
}

static _Bool at_end(const char *text) { return text[strspn(text, " \t\r\n")] == '\0'; }

static _Bool read_name(struct reading *reading, char *text) {
  text += strspn(text, " \t");
  text[strcspn(text, "\r\n")] = '\0';
  if (strlen(text) >= sizeof reading->panel->name) return problem(reading, "the name is too long");
  strcpy(reading->panel->name, text);
  reading->named = *text != '\0';
  return reading->named || problem(reading, "the name is empty");
}

static _Bool read_identity(struct reading *reading, char *text) {
  long bus, vendor, product, version;
  if (!take(&text, 16, 0, UINT16_MAX, &bus) || !take(&text, 16, 0, UINT16_MAX, &vendor) ||
      !take(&text, 16, 0, UINT16_MAX, &product) || !take(&text, 16, 0, UINT16_MAX, &version) || !at_end(text))
    return problem(reading, "I: needs bus, vendor, product and version, in hex");
  reading->panel->id = (struct input_id){(uint16_t)bus, (uint16_t)vendor, (uint16_t)product, (uint16_t)version};
  return 1;
}

/* Adds the hex bytes of a line to a bit set, of which `*filled` bytes are known. */
static _Bool read_bytes(struct reading *reading, char *text, uint8_t *bits, size_t size, size_t *filled) {
  for (long byte; !at_end(text); (*filled)++) {
    if (!take(&text, 16, 0, UINT8_MAX, &byte)) return problem(reading, "not a byte in hex: %.20s", text);
    if (*filled < size)
      bits[*filled] = (uint8_t)byte;
    else if (byte)
      return problem(reading, "more bits than the kernel has codes");
  }
  return 1;
}

static _Bool read_supported(struct reading *reading, char *text) {
  long type;
  if (!take(&text, 16, 0, EV_MAX, &type)) return problem(reading, "B: needs an event type in hex");
  uint8_t *bits = reading->panel->supported[type];
  return read_bytes(reading, text, bits, sizeof reading->panel->supported[type], &reading->supported_bytes[type]);
}

static _Bool read_axis(struct reading *reading, char *text) {
  long code, low, high, fuzz, flat, resolution = 0;
  if (!take(&text, 16, 0, ABS_MAX, &code) || !take(&text, 10, INT32_MIN, INT32_MAX, &low) ||
      !take(&text, 10, INT32_MIN, INT32_MAX, &high) || !take(&text, 10, 0, INT32_MAX, &fuzz) ||
      !take(&text, 10, 0, INT32_MAX, &flat))
    return problem(reading, "A: needs a code in hex, minimum, maximum, fuzz and flat");
  if (!at_end(text) && (!take(&text, 10, 0, INT32_MAX, &resolution) || !at_end(text)))
    return problem(reading, "A: takes one resolution after flat");
  reading->panel->axes[code] = (struct input_absinfo){
      .minimum = (int)low, .maximum = (int)high, .fuzz = (int)fuzz, .flat = (int)flat, .resolution = (int)resolution};
  panel_set_bit(reading->panel->supported[0], EV_ABS, 1);
  panel_set_bit(reading->panel->supported[EV_ABS], (unsigned)code, 1);
  return 1;
}

static _Bool read_light_or_switch(struct reading *reading, char *text, uint8_t *bits, long highest) {
  long code, on;
  if (!take(&text, 16, 0, highest, &code) || !take(&text, 10, 0, 1, &on) || !at_end(text))
    return problem(reading, "needs a code in hex and 0 or 1");
  panel_set_bit(bits, (unsigned)code, (int)on);
  return 1;
}

static _Bool read_line(struct reading *reading, char *line) {
  if (*line == '#' || at_end(line)) return 1;
  char *text = line + 2;
  if (line[1] == ':') switch (line[0]) {
      case 'N': return read_name(reading, text);
      case 'I': return read_identity(reading, text);
      case 'P':
        return read_bytes(reading, text, reading->panel->properties, sizeof reading->panel->properties,
                          &reading->property_bytes);
      case 'B': return read_supported(reading, text);
      case 'A': return read_axis(reading, text);
      case 'L': return read_light_or_switch(reading, text, reading->panel->leds, LED_MAX);
      case 'S': return read_light_or_switch(reading, text, reading->panel->switches, SW_MAX);
      case 'E': return 1;
    }
  return problem(reading, "neither an evemu line nor a comment: %.20s", line);
}

/* What only the whole description can tell. */
static _Bool finish(struct reading *reading) {
  struct panel_state *panel = reading->panel;
  if (!reading->named) return problem(reading, "the file describes no device: there is no N: line");
  if (panel_bit(panel->supported[EV_ABS], ABS_MT_SLOT)) {
    int last = panel->axes[ABS_MT_SLOT].maximum;
    if (last < 0 || last >= PANEL_SLOTS_MAX)
      return problem(reading, "%ld slots, the bed has room for %d", last + 1L, PANEL_SLOTS_MAX);
    panel->slot_count = (uint32_t)last + 1;
  }
  for (int slot = 0; slot < PANEL_SLOTS_MAX; slot++) panel->contacts[ABS_MT_TRACKING_ID][slot] = -1;
  return 1;
}

_Bool description_read(const char *path, struct panel_state *panel, char *reason, size_t reason_size) {
  FILE *file = fopen(path, "re");
  if (!file) {
    snprintf(reason, reason_size, "%s: %s", path, strerror(errno));
    return 0;
  }
  char what[160] = "";
  struct reading reading = {.panel = panel, .problem = what, .problem_size = sizeof what};
  memset(panel, 0, sizeof *panel);
  char *line = NULL;
  size_t capacity = 0;
  int number = 0;
  _Bool good = 1;
  while (good && getline(&line, &capacity, file) >= 0) {
    number++;
    good = read_line(&reading, line);
  }
  good = good && finish(&reading);
  if (!good) snprintf(reason, reason_size, "%s:%d: %s", path, number, what);
  free(line);
  fclose(file);
  return good;
}
