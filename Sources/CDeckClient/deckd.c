#ifndef _GNU_SOURCE /* the program may be built with it */
#define _GNU_SOURCE
#endif

#include "deckd.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* What the header's functions read */

struct deckd_card {
  const char *id;
  const struct deckd_json *json;
};

struct deckd_deck {
  const char *id, *kind, *preset;
  uint64_t seq;
  size_t current, count, undo_depth;
  const char *round, *open;
  const struct deckd_json *surface, *area, *settings;
  const struct deckd_card *cards; /* `count` of them; NULL where the client fetches none */
};

struct deckd_place {
  const char *id;
  const struct deckd_card *card;
  double x, y, w, h, scale, rotation, anchor_x, anchor_y, z, opacity, lift;
  double matrix[6];
};

struct figure {
  const char *name;
  double value;
};

struct deckd_part {
  const char *card, *direction;
  size_t count;
  const struct figure *figures;
};

struct deckd_places {
  size_t count;
  const struct deckd_place *cards;
  const struct deckd_part *overlay, *detail, *fan;
};

struct deckd_event {
  const char *type, *deck;
  uint64_t seq;
  const struct deckd_json *params;
};

struct deckd_error {
  int code;
  const char *message;
  const struct deckd_json *json;
};

const char *deckd_card_id(const struct deckd_card *card) { return card->id; }
const struct deckd_json *deckd_card_json(const struct deckd_card *card) { return card ? card->json : NULL; }

const char *deckd_deck_id(const struct deckd_deck *deck) { return deck->id; }
const char *deckd_deck_kind(const struct deckd_deck *deck) { return deck->kind; }
const char *deckd_deck_preset(const struct deckd_deck *deck) { return deck->preset; }
uint64_t deckd_deck_seq(const struct deckd_deck *deck) { return deck->seq; }
size_t deckd_deck_current(const struct deckd_deck *deck) { return deck->current; }
size_t deckd_deck_card_count(const struct deckd_deck *deck) { return deck->count; }
size_t deckd_deck_undo_depth(const struct deckd_deck *deck) { return deck->undo_depth; }
const char *deckd_deck_round(const struct deckd_deck *deck) { return deck->round; }
const char *deckd_deck_open(const struct deckd_deck *deck) { return deck->open; }
const struct deckd_json *deckd_deck_surface(const struct deckd_deck *deck) { return deck->surface; }
const struct deckd_json *deckd_deck_area(const struct deckd_deck *deck) { return deck->area; }
const struct deckd_json *deckd_deck_settings(const struct deckd_deck *deck) { return deck->settings; }

const struct deckd_card *deckd_card_at(const struct deckd_deck *deck, size_t index) {
  return deck->cards && index < deck->count ? &deck->cards[index] : NULL;
}

size_t deckd_place_count(const struct deckd_places *places) { return places->count; }

const struct deckd_place *deckd_place_at(const struct deckd_places *places, size_t index) {
  return index < places->count ? &places->cards[index] : NULL;
}

const char *deckd_place_id(const struct deckd_place *place) { return place->id; }
const struct deckd_card *deckd_place_card(const struct deckd_place *place) { return place->card; }
const double *deckd_place_matrix(const struct deckd_place *place) { return place->matrix; }
double deckd_place_x(const struct deckd_place *place) { return place->x; }
double deckd_place_y(const struct deckd_place *place) { return place->y; }
double deckd_place_w(const struct deckd_place *place) { return place->w; }
double deckd_place_h(const struct deckd_place *place) { return place->h; }
double deckd_place_scale(const struct deckd_place *place) { return place->scale; }
double deckd_place_rotation(const struct deckd_place *place) { return place->rotation; }
double deckd_place_anchor_x(const struct deckd_place *place) { return place->anchor_x; }
double deckd_place_anchor_y(const struct deckd_place *place) { return place->anchor_y; }
double deckd_place_z(const struct deckd_place *place) { return place->z; }
double deckd_place_opacity(const struct deckd_place *place) { return place->opacity; }
double deckd_place_lift(const struct deckd_place *place) { return place->lift; }

const struct deckd_part *deckd_overlay(const struct deckd_places *places) { return places->overlay; }
const struct deckd_part *deckd_detail(const struct deckd_places *places) { return places->detail; }
const struct deckd_part *deckd_fan(const struct deckd_places *places) { return places->fan; }
const char *deckd_part_card(const struct deckd_part *part) { return part ? part->card : NULL; }
const char *deckd_part_direction(const struct deckd_part *part) { return part ? part->direction : NULL; }

const char *deckd_event_type(const struct deckd_event *event) { return event->type; }
const char *deckd_event_deck(const struct deckd_event *event) { return event->deck; }
uint64_t deckd_event_seq(const struct deckd_event *event) { return event->seq; }
const struct deckd_json *deckd_event_params(const struct deckd_event *event) { return event->params; }

int deckd_error_code(const struct deckd_error *error) { return error->code; }
const char *deckd_error_message(const struct deckd_error *error) { return error->message; }
const struct deckd_json *deckd_error_json(const struct deckd_error *error) { return error->json; }

/* Memory */

static void *checked(void *memory) {
  if (!memory) {
    fputs("deckd client: out of memory\n", stderr);
    abort();
  }
  return memory;
}

static void *new_zeroed(size_t size) { return checked(calloc(1, size)); }

static char *copy_bytes(const char *bytes, size_t length) {
  char *copy = memcpy(checked(malloc(length + 1)), bytes, length);
  copy[length] = 0;
  return copy;
}

static char *copy_text(const char *text) { return text ? copy_bytes(text, strlen(text)) : NULL; }

/* Text that changes often: it keeps its room. `bytes` is NULL where there is none. */
struct text {
  char *bytes;
  size_t capacity;
};

static void clear_text(struct text *text) {
  free(text->bytes);
  *text = (struct text){0};
}

static void set_text(struct text *text, const char *value) {
  if (!value) {
    clear_text(text);
    return;
  }
  size_t size = strlen(value) + 1;
  if (size > text->capacity) text->bytes = checked(realloc(text->bytes, text->capacity = 2 * size));
  memmove(text->bytes, value, size);
}

static bool same(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* Makes room for one more element; a list that has shrunk keeps its room, so that it grows no more at a steady pace. */
static void *grown(void *list, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return list;
  *capacity = *capacity ? 2 * *capacity : 16;
  return checked(realloc(list, *capacity * size));
}

#define APPEND(list, count, capacity)                                                                                  \
  (*((list) = grown((list), (count), &(capacity), sizeof *(list)), &(list)[(count)++]))

struct buffer {
  char *bytes;
  size_t length, capacity;
};

static void reserve(struct buffer *buffer, size_t more) {
  if (buffer->capacity - buffer->length >= more) return;
  while (buffer->capacity - buffer->length < more) buffer->capacity = buffer->capacity ? 2 * buffer->capacity : 4096;
  buffer->bytes = checked(realloc(buffer->bytes, buffer->capacity));
}

static void put_bytes(struct buffer *buffer, const char *bytes, size_t length) {
  if (!length) return;
  reserve(buffer, length);
  memcpy(buffer->bytes + buffer->length, bytes, length);
  buffer->length += length;
}

static void put(struct buffer *buffer, const char *text) { put_bytes(buffer, text, strlen(text)); }

static void put_number(struct buffer *buffer, uint64_t number) {
  char digits[24];
  put_bytes(buffer, digits, (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)number));
}

static void put_quoted(struct buffer *buffer, const char *text, size_t length) {
  put(buffer, "\"");
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    char escape[8] = {'\\', (char)byte};
    if (byte < 0x20) snprintf(escape, sizeof escape, "\\u%04x", byte);
    if (byte < 0x20 || byte == '"' || byte == '\\') put(buffer, escape);
    else put_bytes(buffer, text + i, 1);
  }
  put(buffer, "\"");
}

static void put_string(struct buffer *buffer, const char *text) { put_quoted(buffer, text, strlen(text)); }

/* Removes the first bytes. */
static void shift(struct buffer *buffer, size_t length) {
  buffer->length -= length;
  if (buffer->length) memmove(buffer->bytes, buffer->bytes + length, buffer->length);
}

/* JSON: a value and all in it are a row of nodes, each before what it contains. */

struct deckd_json {
  enum deckd_kind kind;
  bool is_last;     /* of its array or object */
  size_t size;      /* how many nodes the value has, this one included */
  size_t count;     /* elements or members */
  const char *name; /* NULL outside of objects */
  const char *text; /* a string, or a number as it was written */
  size_t text_length;
  double number;
};

enum { MAXIMUM_DEPTH = 128 };

/* Room for one value at a time: that of the last line. */
struct parser {
  struct deckd_json *nodes;
  size_t count, capacity;
  char *text;
  size_t text_capacity;
  char *text_end;
  const char *next, *end;
};

static bool parse_value(struct parser *parser, size_t depth);

static void skip_space(struct parser *parser) {
  while (parser->next < parser->end && strchr(" \t\r\n", *parser->next) && *parser->next) parser->next++;
}

static bool take(struct parser *parser, const char *token) {
  size_t length = strlen(token);
  if ((size_t)(parser->end - parser->next) < length || memcmp(parser->next, token, length)) return false;
  parser->next += length;
  return true;
}

static bool parse_hexadecimal(struct parser *parser, unsigned *unit) {
  if (parser->end - parser->next < 4) return false;
  *unit = 0;
  for (int i = 0; i < 4; i++) {
    char digit = *parser->next++;
    unsigned value = digit >= '0' && digit <= '9'   ? (unsigned)(digit - '0')
                     : digit >= 'a' && digit <= 'f' ? (unsigned)(digit - 'a') + 10
                     : digit >= 'A' && digit <= 'F' ? (unsigned)(digit - 'A') + 10
                                                    : 16;
    if (value == 16) return false;
    *unit = *unit * 16 + value;
  }
  return true;
}

static void put_scalar(char **out, unsigned scalar) {
  if (scalar < 0x80) *(*out)++ = (char)scalar;
  else {
    int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    *(*out)++ = (char)((0xF00 >> (more + 1) & 0xFF) | scalar >> 6 * more);
    while (more--) *(*out)++ = (char)(0x80 | (scalar >> 6 * more & 0x3F));
  }
}

static bool parse_escape(struct parser *parser, char **out) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  if (parser->next == parser->end) return false;
  char letter = *parser->next++;
  const char *found = letter ? strchr(from, letter) : NULL;
  if (found) {
    *(*out)++ = to[found - from];
    return true;
  }
  unsigned unit, low;
  if (letter != 'u' || !parse_hexadecimal(parser, &unit)) return false;
  if (unit >= 0xD800 && unit < 0xDC00 && parser->end - parser->next >= 2 && take(parser, "\\u")) {
    if (!parse_hexadecimal(parser, &low)) return false;
    if (low >= 0xDC00 && low < 0xE000) unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    else {
      put_scalar(out, 0xFFFD);
      unit = low;
    }
  }
  put_scalar(out, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
  return true;
}

/* A string, unescaped: it is never longer than it was with its quotes, so that the parser's text has room. */
static const char *parse_string(struct parser *parser, size_t *length) {
  if (!take(parser, "\"")) return NULL;
  char *start = parser->text_end, *out = start;
  for (;;) {
    if (parser->next == parser->end || (unsigned char)*parser->next < 0x20) return NULL;
    char byte = *parser->next++;
    if (byte == '"') break;
    if (byte != '\\') *out++ = byte;
    else if (!parse_escape(parser, &out)) return NULL;
  }
  *length = (size_t)(out - start);
  *out++ = 0;
  parser->text_end = out;
  return start;
}

static bool skip_digits(struct parser *parser) {
  const char *start = parser->next;
  while (parser->next < parser->end && *parser->next >= '0' && *parser->next <= '9') parser->next++;
  return parser->next > start;
}

static bool parse_number(struct parser *parser, struct deckd_json *node) {
  const char *start = parser->next;
  take(parser, "-");
  if (!take(parser, "0") && !skip_digits(parser)) return false;
  if (take(parser, ".") && !skip_digits(parser)) return false;
  if (take(parser, "e") || take(parser, "E")) {
    if (!take(parser, "+")) take(parser, "-");
    if (!skip_digits(parser)) return false;
  }
  size_t length = (size_t)(parser->next - start);
  char *text = memcpy(parser->text_end, start, length);
  text[length] = 0;
  parser->text_end += length + 1;
  node->kind = DECKD_NUMBER;
  node->text = text;
  node->text_length = length;
  node->number = strtod(text, NULL);
  return true;
}

static bool parse_collection(struct parser *parser, size_t index, size_t depth, bool is_object) {
  size_t count = 0, previous = 0;
  const char *close = is_object ? "}" : "]";
  parser->nodes[index].kind = is_object ? DECKD_OBJECT : DECKD_ARRAY;
  skip_space(parser);
  if (!take(parser, close)) {
    do {
      const char *name = NULL;
      size_t length;
      skip_space(parser);
      if (is_object) {
        if (!(name = parse_string(parser, &length))) return false;
        skip_space(parser);
        if (!take(parser, ":")) return false;
      }
      previous = parser->count;
      if (!parse_value(parser, depth + 1)) return false;
      parser->nodes[previous].name = name;
      count++;
      skip_space(parser);
    } while (take(parser, ","));
    if (!take(parser, close)) return false;
    parser->nodes[previous].is_last = true;
  }
  parser->nodes[index].count = count;
  parser->nodes[index].size = parser->count - index;
  return true;
}

static bool parse_value(struct parser *parser, size_t depth) {
  if (depth > MAXIMUM_DEPTH) return false;
  skip_space(parser);
  size_t index = parser->count;
  struct deckd_json *node = &APPEND(parser->nodes, parser->count, parser->capacity);
  *node = (struct deckd_json){.size = 1};
  if (take(parser, "{")) return parse_collection(parser, index, depth, true);
  if (take(parser, "[")) return parse_collection(parser, index, depth, false);
  if (parser->next < parser->end && *parser->next == '"') {
    node->kind = DECKD_STRING;
    return (node->text = parse_string(parser, &node->text_length)) != NULL;
  }
  if (take(parser, "null")) return true;
  node->kind = DECKD_TRUE;
  if (take(parser, "true")) return true;
  node->kind = DECKD_FALSE;
  if (take(parser, "false")) return true;
  return parse_number(parser, node);
}

static bool is_utf8(const char *text, size_t length) {
  const unsigned char *next = (const unsigned char *)text, *end = next + length;
  while (next < end) {
    unsigned char first = *next++;
    if (first < 0x80) continue;
    size_t more = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0;
    if (!more || (size_t)(end - next) < more) return false;
    /* Neither longer than it has to be, nor a surrogate, nor beyond U+10FFFF. */
    unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (*next < least || *next > most) return false;
    for (size_t i = 1; i < more; i++)
      if (next[i] < 0x80 || next[i] > 0xBF) return false;
    next += more;
  }
  return true;
}

/* The value that a line is; NULL where it is no JSON. It is valid until the next call with the same parser. */
static const struct deckd_json *parse(struct parser *parser, locale_t locale, const char *line, size_t length) {
  if (!is_utf8(line, length)) return NULL;
  if (parser->text_capacity < length + 2) {
    parser->text_capacity = 2 * (length + 2);
    parser->text = checked(realloc(parser->text, parser->text_capacity));
  }
  parser->count = 0;
  parser->text_end = parser->text;
  parser->next = line;
  parser->end = line + length;
  locale_t before = uselocale(locale); /* strtod wants the program's decimal point otherwise */
  bool is_value = parse_value(parser, 0);
  uselocale(before);
  skip_space(parser);
  if (!is_value || parser->next != parser->end) return NULL;
  parser->nodes->is_last = true;
  return parser->nodes;
}

static void release_parser(struct parser *parser) {
  free(parser->nodes);
  free(parser->text);
}

enum deckd_kind deckd_kind(const struct deckd_json *value) { return value ? value->kind : DECKD_NULL; }

const struct deckd_json *deckd_first(const struct deckd_json *value) {
  return value && (value->kind == DECKD_ARRAY || value->kind == DECKD_OBJECT) && value->count ? value + 1 : NULL;
}

const struct deckd_json *deckd_next(const struct deckd_json *value) {
  return value && !value->is_last ? value + value->size : NULL;
}

const struct deckd_json *deckd_get(const struct deckd_json *object, const char *name) {
  if (deckd_kind(object) != DECKD_OBJECT) return NULL;
  const struct deckd_json *member = deckd_first(object);
  while (member && strcmp(member->name, name)) member = deckd_next(member);
  return member;
}

size_t deckd_count(const struct deckd_json *value) { return value ? value->count : 0; }

const char *deckd_name(const struct deckd_json *value) { return value ? value->name : NULL; }

const char *deckd_text(const struct deckd_json *value, const char *otherwise) {
  return deckd_kind(value) == DECKD_STRING ? value->text : otherwise;
}

double deckd_number(const struct deckd_json *value, double otherwise) {
  return deckd_kind(value) == DECKD_NUMBER ? value->number : otherwise;
}

bool deckd_bool(const struct deckd_json *value, bool otherwise) {
  return deckd_kind(value) == DECKD_TRUE || (deckd_kind(value) != DECKD_FALSE && otherwise);
}

static void put_json(struct buffer *buffer, const struct deckd_json *value) {
  static const char *const words[] = {[DECKD_NULL] = "null", [DECKD_FALSE] = "false", [DECKD_TRUE] = "true"};
  enum deckd_kind kind = deckd_kind(value);
  if (kind <= DECKD_TRUE) put(buffer, words[kind]);
  else if (kind == DECKD_NUMBER) put_bytes(buffer, value->text, value->text_length);
  else if (kind == DECKD_STRING) put_quoted(buffer, value->text, value->text_length);
  else {
    put(buffer, kind == DECKD_OBJECT ? "{" : "[");
    for (const struct deckd_json *element = deckd_first(value); element; element = deckd_next(element)) {
      if (element->name) {
        put_string(buffer, element->name);
        put(buffer, ":");
      }
      put_json(buffer, element);
      if (!element->is_last) put(buffer, ",");
    }
    put(buffer, kind == DECKD_OBJECT ? "}" : "]");
  }
}

/* Moves what was written to the author's buffer, as much as it has room for. */
static size_t hand_over(struct buffer *written, char *buffer, size_t size) {
  size_t length = written->length;
  if (size) {
    size_t most = length < size ? length : size - 1;
    memcpy(buffer, written->bytes, most);
    buffer[most] = 0;
  }
  free(written->bytes);
  return length;
}

size_t deckd_write(const struct deckd_json *value, char *buffer, size_t size) {
  struct buffer written = {0};
  put_json(&written, value);
  return hand_over(&written, buffer, size);
}

size_t deckd_quote(const char *text, char *buffer, size_t size) {
  struct buffer written = {0};
  put_string(&written, text);
  return hand_over(&written, buffer, size);
}

/* A copy of a value that several states share. */
struct document {
  size_t references;
  struct deckd_json root[];
};

static struct document *new_document(const struct deckd_json *value) {
  size_t bytes = 0, nodes = value->size;
  for (size_t i = 0; i < nodes; i++) {
    if (value[i].text) bytes += value[i].text_length + 1;
    if (i && value[i].name) bytes += strlen(value[i].name) + 1;
  }
  struct document *document = checked(malloc(sizeof *document + nodes * sizeof *value + bytes));
  document->references = 1;
  char *out = (char *)(document->root + nodes);
  for (size_t i = 0; i < nodes; i++) {
    struct deckd_json *node = &document->root[i];
    *node = value[i];
    if (node->text) {
      node->text = memcpy(out, value[i].text, node->text_length + 1);
      out += node->text_length + 1;
    }
    if (i && node->name) {
      size_t length = strlen(node->name) + 1;
      node->name = memcpy(out, value[i].name, length);
      out += length;
    }
  }
  document->root->name = NULL;
  document->root->is_last = true;
  return document;
}

static struct document *retain(struct document *document) {
  if (document) document->references++;
  return document;
}

static void release(struct document *document) {
  if (document && --document->references == 0) free(document);
}

/* Motions: the formula of each property, as a row of terms, each before what it contains. */

enum term_kind { SET, SPRING, TAKEOVER, CURVE, DECAY, SUM, PRODUCT, PIECEWISE, POINT };

struct term {
  enum term_kind kind;
  size_t size;  /* how many terms it has, itself included */
  size_t count; /* of these, the ones that it consists of: addends, factors, takeovers or points */
  double reach; /* the magnitude that a value of it does not exceed; of a takeover, the distance from the target */
  double start, end, from, to;
  double a, b, c, d; /* velocity, stiffness, damping; rate; a curve's control points; a point's u and v */
  double duration;
};

struct course {
  struct term *terms; /* none for a property that is not there */
  size_t count, capacity;
  double end; /* from when on the value stays */
};

enum compiled { COMPILED, UNKNOWN, INVALID };

/* How large a motion's numbers and values are at most, how small those that are above 0, and how deep formulas nest. */
static const double GREATEST = 9007199254740991, LEAST = 1e-9;
enum { DEEPEST = 16 };

static enum compiled compile(struct course *course, const struct deckd_json *formula, size_t depth);

static bool is_within(const struct deckd_json *value, double least, double most, double *number) {
  *number = deckd_number(value, 0);
  return deckd_kind(value) == DECKD_NUMBER && *number >= least && *number <= most;
}

/* Reads a member that has to be a number. */
static bool read_number(const struct deckd_json *object, const char *name, double least, double *number) {
  return is_within(deckd_get(object, name), least, GREATEST, number);
}

/* Whatever its damping is, a spring's velocity takes it no further than v/ω₀. */
static bool read_spring(const struct deckd_json *json, double target, struct term *term) {
  bool is_spring = read_number(json, "start", -GREATEST, &term->start) &&
                   read_number(json, "from", -GREATEST, &term->from) &&
                   read_number(json, "velocity", -GREATEST, &term->a) &&
                   read_number(json, "stiffness", LEAST, &term->b) && read_number(json, "damping", 0, &term->c);
  if (is_spring) term->reach = fabs(term->from - target) + fabs(term->a) / sqrt(term->b);
  return is_spring;
}

static enum compiled compile_parts(struct course *course, size_t index, const struct deckd_json *parts, size_t depth) {
  if (deckd_kind(parts) != DECKD_ARRAY) return INVALID;
  bool is_sum = course->terms[index].kind == SUM;
  double reach = is_sum ? 0 : 1;
  for (const struct deckd_json *part = deckd_first(parts); part; part = deckd_next(part)) {
    size_t at = course->count;
    enum compiled compiled = compile(course, part, depth + 1);
    if (compiled != COMPILED) return compiled;
    reach = is_sum ? reach + course->terms[at].reach : reach * course->terms[at].reach;
  }
  course->terms[index].count = deckd_count(parts);
  course->terms[index].reach = reach;
  return COMPILED;
}

static enum compiled compile_springs(struct course *course, size_t index, const struct deckd_json *formula) {
  const struct deckd_json *springs = deckd_get(formula, "then");
  double target, reach = 0;
  if (springs && springs->kind != DECKD_ARRAY) return INVALID;
  if (!read_number(formula, "to", -GREATEST, &target)) return INVALID;
  for (const struct deckd_json *spring = deckd_first(springs); spring; spring = deckd_next(spring)) {
    struct term *term = &APPEND(course->terms, course->count, course->capacity);
    *term = (struct term){.kind = TAKEOVER, .size = 1};
    if (!read_spring(spring, target, term)) return INVALID;
    reach = fmax(reach, term->reach);
  }
  struct term *term = &course->terms[index];
  if (!read_spring(formula, target, term)) return INVALID;
  term->to = target;
  term->count = deckd_count(springs);
  term->reach = fabs(target) + fmax(reach, term->reach);
  return COMPILED;
}

static enum compiled compile_points(struct course *course, size_t index, const struct deckd_json *points) {
  if (deckd_kind(points) != DECKD_ARRAY || !deckd_count(points)) return INVALID;
  double before = -INFINITY, reach = 0;
  for (const struct deckd_json *point = deckd_first(points); point; point = deckd_next(point)) {
    struct term term = {.kind = POINT, .size = 1};
    const struct deckd_json *u = deckd_first(point);
    if (deckd_count(point) != 2 || !is_within(u, -GREATEST, GREATEST, &term.a) ||
        !is_within(deckd_next(u), -GREATEST, GREATEST, &term.b) || term.a <= before)
      return INVALID;
    APPEND(course->terms, course->count, course->capacity) = term;
    before = term.a;
    reach = fmax(reach, fabs(term.b));
  }
  course->terms[index].count = deckd_count(points);
  course->terms[index].reach = reach;
  return COMPILED;
}

static bool read_curve(const struct deckd_json *json, struct term *term) {
  const struct deckd_json *points = deckd_get(json, "curve"), *point = deckd_first(points);
  double *const into[] = {&term->a, &term->b, &term->c, &term->d};
  if (deckd_count(points) != 4) return false;
  for (size_t i = 0; i < 4; i++, point = deckd_next(point)) {
    bool is_x = i % 2 == 0;
    if (!is_within(point, is_x ? 0 : -GREATEST, is_x ? 1 : GREATEST, into[i])) return false;
  }
  if (!read_number(json, "start", -GREATEST, &term->start) || !read_number(json, "from", -GREATEST, &term->from) ||
      !read_number(json, "to", -GREATEST, &term->to) || !read_number(json, "duration", 0, &term->duration))
    return false;
  term->reach = fabs(term->from) + fabs(term->to - term->from) * (1 + fabs(term->b) + fabs(term->d));
  return true;
}

static bool read_decay(const struct deckd_json *json, struct term *term) {
  if (!read_number(json, "start", -GREATEST, &term->start) || !read_number(json, "from", -GREATEST, &term->from) ||
      !read_number(json, "to", -GREATEST, &term->to) || !read_number(json, "velocity", -GREATEST, &term->a) ||
      !read_number(json, "rate", LEAST, &term->b))
    return false;
  term->reach = fmax(fabs(term->to), fabs(term->from) + fabs(term->a) / term->b);
  return true;
}

static enum compiled compile(struct course *course, const struct deckd_json *formula, size_t depth) {
  const char *kind = deckd_text(deckd_get(formula, "kind"), NULL);
  const struct deckd_json *of = deckd_get(formula, "of");
  size_t index = course->count;
  struct term *term = &APPEND(course->terms, course->count, course->capacity);
  *term = (struct term){.end = INFINITY};
  enum compiled compiled = COMPILED;
  bool has_end = deckd_get(formula, "end") || same(kind, "curve") || same(kind, "decay");
  if (!kind || depth > DEEPEST || (has_end && !read_number(formula, "end", -GREATEST, &term->end))) compiled = INVALID;
  else if (same(kind, "set")) {
    term->kind = SET;
    if (!read_number(formula, "value", -GREATEST, &term->to)) compiled = INVALID;
    term->reach = fabs(term->to);
  } else if (same(kind, "spring")) {
    term->kind = SPRING;
    compiled = compile_springs(course, index, formula);
  } else if (same(kind, "curve")) {
    term->kind = CURVE;
    if (!read_curve(formula, term)) compiled = INVALID;
  } else if (same(kind, "decay")) {
    term->kind = DECAY;
    if (!read_decay(formula, term)) compiled = INVALID;
  } else if (same(kind, "sum") || same(kind, "product")) {
    term->kind = same(kind, "sum") ? SUM : PRODUCT;
    compiled = compile_parts(course, index, of, depth);
  } else if (same(kind, "piecewise")) {
    term->kind = PIECEWISE;
    compiled = of ? compile(course, of, depth + 1) : INVALID;
    if (compiled == COMPILED) compiled = compile_points(course, index, deckd_get(formula, "points"));
  } else compiled = UNKNOWN;
  term = &course->terms[index];
  term->size = course->count - index;
  return compiled == COMPILED && !(term->reach <= GREATEST) ? INVALID : compiled;
}

/* ẍ + cẋ + kx = 0, with x the distance from the target. */
static double spring_value(const struct term *spring, double target, double t) {
  double tau = (t - spring->start) / 1e6, x = spring->from - target, v = spring->a;
  double omega = sqrt(spring->b), zeta = spring->c / (2 * omega);
  if (fabs(zeta - 1) < 1e-6) return target + exp(-omega * tau) * (x + (v + omega * x) * tau);
  if (zeta < 1) {
    double swing = omega * sqrt(1 - zeta * zeta);
    double wave = x * cos(swing * tau) + (v + zeta * omega * x) / swing * sin(swing * tau);
    return target + exp(-zeta * omega * tau) * wave;
  }
  double root = omega * sqrt(zeta * zeta - 1);
  /* As −ζω₀ + root, the slow rate would lose its digits and, with fused multiplications, its sign. */
  double fast = -zeta * omega - root, slow = spring->b / fast, a = (v - fast * x) / (slow - fast);
  return target + a * exp(slow * tau) + (x - a) * exp(fast * tau);
}

static double cubic(double first, double second, double s) {
  return 3 * (1 - s) * (1 - s) * s * first + 3 * (1 - s) * s * s * second + s * s * s;
}

/* A CSS timing function, by bisection: it converges whatever the control points are. */
static double bezier(const struct term *curve, double progress) {
  double low = 0, high = 1;
  for (int i = 0; i < 48; i++) {
    double middle = (low + high) / 2;
    if (cubic(curve->a, curve->c, middle) < progress) low = middle;
    else high = middle;
  }
  return cubic(curve->b, curve->d, (low + high) / 2);
}

static double term_value(const struct term *term, double t);

static double interpolate(const struct term *piecewise, double u) {
  const struct term *points = piecewise + 1 + piecewise[1].size, *last = points + piecewise->count - 1;
  if (u <= points->a) return points->b;
  for (; points < last; points++)
    if (u <= points[1].a) return points->b + (points[1].b - points->b) * (u - points->a) / (points[1].a - points->a);
  return last->b;
}

static double term_value(const struct term *term, double t) {
  const struct term *part = term + 1;
  double value = term->kind == PRODUCT ? 1 : 0;
  switch (term->kind) {
  case SET:
    return term->to;
  case SUM:
  case PRODUCT:
    for (size_t i = 0; i < term->count; i++, part += part->size)
      value = term->kind == SUM ? value + term_value(part, t) : value * term_value(part, t);
    return value;
  case PIECEWISE:
    return interpolate(term, term_value(part, t));
  default:
    break;
  }
  if (t >= term->end) return term->to;
  if (t <= term->start) return term->from;
  double tau = (t - term->start) / 1e6;
  if (term->kind == SPRING) {
    const struct term *spring = term;
    for (size_t i = 0; i < term->count && part[i].start <= t; i++) spring = &part[i];
    return spring_value(spring, term->to, t);
  }
  if (term->kind == CURVE) {
    double progress = term->duration > 0 && tau < term->duration ? tau / term->duration : 1;
    return term->from + (term->to - term->from) * bezier(term, progress);
  }
  return term->from - term->a / term->b * expm1(-term->b * tau);
}

enum property { X, Y, W, H, SCALE, ROTATION, ANCHOR_X, ANCHOR_Y, Z, OPACITY, LIFT, PROPERTIES };

static const char *const property_names[] = {"x",        "y",        "w", "h",       "scale", "rotation",
                                             "anchor.x", "anchor.y", "z", "opacity", "lift"};

struct moving_card {
  char *id;
  uint64_t absent; /* 1 + the `seq` of a model that was found not to have the card */
  struct course courses[PROPERTIES];
};

struct moving_figure {
  char *name;
  struct course course;
};

/* An overlay, a detail or a fan; it has no figures where there is none. */
struct moving_part {
  struct text card, direction;
  struct moving_figure *figures;
  size_t count, capacity;
  struct figure *values;
  size_t value_capacity;
  struct deckd_part drawn;
};

static const char *const part_names[] = {"overlay", "detail", "fan"};

enum { PARTS = 3 };

struct motions {
  struct moving_card *cards; /* in the order in which they appeared */
  size_t count, capacity;
  size_t recent; /* the card of the last motion: the next one is often of the same */
  struct moving_part parts[PARTS];
  struct course scratch;
  /* Drawing has room for all cards. It sorts those of the last time again, which are nearly in order. */
  struct drawn {
    size_t card;
    double z;
  } *order;
  struct deckd_place *places;
  size_t room, sorted;
  size_t near; /* the index of the card that was looked for last: that of the next place is often beside it */
  struct deckd_places drawn;
};

static void release_part(struct moving_part *part) {
  for (size_t i = 0; i < part->count; i++) {
    free(part->figures[i].name);
    free(part->figures[i].course.terms);
  }
  clear_text(&part->card);
  clear_text(&part->direction);
  free(part->figures);
  free(part->values);
  *part = (struct moving_part){0};
}

static void release_card(struct moving_card *card) {
  for (size_t i = 0; i < PROPERTIES; i++) free(card->courses[i].terms);
  free(card->id);
}

static void release_motions(struct motions *motions) {
  for (size_t i = 0; i < motions->count; i++) release_card(&motions->cards[i]);
  for (size_t i = 0; i < PARTS; i++) release_part(&motions->parts[i]);
  free(motions->cards);
  free(motions->scratch.terms);
  free(motions->order);
  free(motions->places);
  *motions = (struct motions){0};
}

/* The card with an id; `count` where there is none. */
static size_t find_moving(struct motions *motions, const char *id) {
  for (size_t i = 0; i < motions->count; i++) {
    size_t index = (motions->recent + i) % motions->count;
    if (same(motions->cards[index].id, id)) return motions->recent = index;
  }
  return motions->count;
}

static struct moving_card *add_moving(struct motions *motions, const char *id) {
  struct moving_card *card = &APPEND(motions->cards, motions->count, motions->capacity);
  *card = (struct moving_card){.id = copy_text(id)};
  if (motions->room < motions->capacity) {
    motions->room = motions->capacity;
    motions->order = checked(realloc(motions->order, motions->room * sizeof *motions->order));
    motions->places = checked(realloc(motions->places, motions->room * sizeof *motions->places));
  }
  return card;
}

static void remove_moving(struct motions *motions, size_t index) {
  if (index == motions->count) return;
  release_card(&motions->cards[index]);
  motions->count--;
  memmove(&motions->cards[index], &motions->cards[index + 1], (motions->count - index) * sizeof *motions->cards);
  motions->sorted = 0;
}

static struct course *find_figure(struct moving_part *part, const char *name, bool adds) {
  for (size_t i = 0; i < part->count; i++)
    if (same(part->figures[i].name, name)) return &part->figures[i].course;
  if (!adds) return NULL;
  struct moving_figure *figure = &APPEND(part->figures, part->count, part->capacity);
  *figure = (struct moving_figure){.name = copy_text(name)};
  if (part->value_capacity < part->capacity) {
    part->value_capacity = part->capacity;
    part->values = checked(realloc(part->values, part->value_capacity * sizeof *part->values));
  }
  return &figure->course;
}

/* The part that a property is of, and the figure's name after the dot; NULL where it is a card's. */
static struct moving_part *find_part(struct motions *motions, const char *property, const char **figure) {
  for (size_t i = 0; i < PARTS; i++) {
    size_t length = strlen(part_names[i]);
    if (strncmp(property, part_names[i], length) || (property[length] && property[length] != '.')) continue;
    *figure = property[length] ? property + length + 1 : "";
    return &motions->parts[i];
  }
  return NULL;
}

static void remove_course(struct motions *motions, const struct deckd_json *motion, const char *property) {
  const char *name;
  struct moving_part *part = find_part(motions, property, &name);
  size_t index = part ? 0 : find_moving(motions, deckd_text(deckd_get(motion, "card"), ""));
  if (part && !*name) release_part(part);
  if (!part && !*property) remove_moving(motions, index);
  if (!*(part ? name : property)) return;
  struct course *course = part ? find_figure(part, name, false) : NULL;
  for (size_t i = 0; !part && index < motions->count && i < PROPERTIES; i++)
    if (same(property_names[i], property)) course = &motions->cards[index].courses[i];
  if (course) course->count = 0;
}

/* Where a motion's formula belongs; NULL where the property is one of a later daemon. */
static struct course *course_of(struct motions *motions, const struct deckd_json *motion, const char *property) {
  const char *name, *card = deckd_text(deckd_get(motion, "card"), NULL);
  struct moving_part *part = find_part(motions, property, &name);
  if (part) {
    const char *direction = deckd_text(deckd_get(motion, "direction"), NULL);
    if (card && !same(part->card.bytes, card)) set_text(&part->card, card);
    if (direction && !same(part->direction.bytes, direction)) set_text(&part->direction, direction);
    return find_figure(part, name, true);
  }
  for (size_t i = 0; card && i < PROPERTIES; i++) {
    if (strcmp(property_names[i], property)) continue;
    size_t index = find_moving(motions, card);
    return &(index < motions->count ? &motions->cards[index] : add_moving(motions, card))->courses[i];
  }
  return NULL;
}

/* Takes a motion; false where it is none. */
static bool take_motion(struct motions *motions, const struct deckd_json *motion) {
  const char *kind = deckd_text(deckd_get(motion, "kind"), NULL);
  const char *property = deckd_text(deckd_get(motion, "property"), "");
  if (!kind) return false;
  if (same(kind, "remove")) return remove_course(motions, motion, property), true;
  struct course *scratch = &motions->scratch;
  scratch->count = 0;
  enum compiled compiled = compile(scratch, motion, 1);
  if (compiled != COMPILED) return compiled == UNKNOWN; /* the property keeps its course */
  struct course *course = course_of(motions, motion, property);
  if (!course) return true;
  struct course before = *course;
  *course = *scratch;
  *scratch = before;
  course->end = course->terms->kind == SET ? -INFINITY : course->terms->end;
  return true;
}

static bool is_moving(const struct motions *motions, double t) {
  for (size_t i = 0; i < motions->count; i++)
    for (size_t property = 0; property < PROPERTIES; property++) {
      const struct course *course = &motions->cards[i].courses[property];
      if (course->count && course->end > t) return true;
    }
  for (size_t i = 0; i < PARTS; i++)
    for (size_t figure = 0; figure < motions->parts[i].count; figure++) {
      const struct course *course = &motions->parts[i].figures[figure].course;
      if (course->count && course->end > t) return true;
    }
  return false;
}

static double course_value(const struct course *course, double t, double otherwise) {
  return course->count ? term_value(course->terms, t) : otherwise;
}

static void place_card(const struct moving_card *card, double t, struct deckd_place *place) {
  const struct course *courses = card->courses;
  *place = (struct deckd_place){
      .id = card->id,
      .x = course_value(&courses[X], t, 0),
      .y = course_value(&courses[Y], t, 0),
      .w = course_value(&courses[W], t, 0),
      .h = course_value(&courses[H], t, 0),
      .scale = course_value(&courses[SCALE], t, 1),
      .rotation = course_value(&courses[ROTATION], t, 0),
      .anchor_x = course_value(&courses[ANCHOR_X], t, 0.5),
      .anchor_y = course_value(&courses[ANCHOR_Y], t, 0.5),
      .opacity = course_value(&courses[OPACITY], t, 1),
      .lift = course_value(&courses[LIFT], t, 0),
  };
  double turn = place->rotation * acos(-1) / 180, cosine = place->scale * cos(turn), sine = place->scale * sin(turn);
  double across = place->anchor_x * place->w, down = place->anchor_y * place->h;
  double *matrix = place->matrix;
  matrix[0] = matrix[3] = cosine;
  matrix[1] = sine;
  matrix[2] = -sine;
  matrix[4] = place->x + across - cosine * across + sine * down;
  matrix[5] = place->y + down - sine * across - cosine * down;
}

static void sort_cards(struct motions *motions, double t) {
  struct drawn *order = motions->order;
  for (; motions->sorted < motions->count; motions->sorted++) order[motions->sorted].card = motions->sorted;
  for (size_t i = 0; i < motions->count; i++) {
    struct drawn drawn = {order[i].card, course_value(&motions->cards[order[i].card].courses[Z], t, 0)};
    size_t slot = i;
    for (; slot && (order[slot - 1].z > drawn.z || (order[slot - 1].z == drawn.z && order[slot - 1].card > drawn.card));
         slot--)
      order[slot] = order[slot - 1];
    order[slot] = drawn;
  }
}

static const struct deckd_part *draw_part(struct moving_part *part, double t) {
  if (!part->count) return NULL;
  part->drawn =
      (struct deckd_part){.card = part->card.bytes, .direction = part->direction.bytes, .figures = part->values};
  for (size_t i = 0; i < part->count; i++)
    if (part->figures[i].course.count)
      part->values[part->drawn.count++] =
          (struct figure){part->figures[i].name, course_value(&part->figures[i].course, t, 0)};
  return part->drawn.count ? &part->drawn : NULL;
}

/* A card of a place, looked for from `near` on in both directions. */
static const struct deckd_card *find_card(struct motions *motions, struct moving_card *card,
                                          const struct deckd_deck *deck) {
  size_t count = deck && deck->cards && card->absent != deck->seq + 1 ? deck->count : 0;
  for (size_t i = 0; i < count; i++) {
    size_t distance = (i + 1) / 2, index = (motions->near + (i % 2 ? distance : count - distance)) % count;
    if (strcmp(deck->cards[index].id, card->id)) continue;
    motions->near = index;
    return &deck->cards[index];
  }
  if (count) card->absent = deck->seq + 1;
  return NULL;
}

static const struct deckd_places *draw(struct motions *motions, const struct deckd_deck *deck, double t) {
  sort_cards(motions, t);
  motions->drawn = (struct deckd_places){.cards = motions->places};
  for (size_t i = 0; i < motions->count; i++) {
    struct moving_card *card = &motions->cards[motions->order[i].card];
    if (!(card->courses[X].count && card->courses[Y].count && card->courses[W].count && card->courses[H].count))
      continue;
    struct deckd_place *place = &motions->places[motions->drawn.count++];
    place_card(card, t, place);
    place->card = find_card(motions, card, deck);
    place->z = motions->order[i].z;
  }
  motions->drawn.overlay = draw_part(&motions->parts[0], t);
  motions->drawn.detail = draw_part(&motions->parts[1], t);
  motions->drawn.fan = draw_part(&motions->parts[2], t);
  return &motions->drawn;
}

double deckd_figure(const struct deckd_part *part, const char *name, double otherwise) {
  for (size_t i = 0; part && i < part->count; i++)
    if (same(part->figures[i].name, name)) return part->figures[i].value;
  return otherwise;
}

/* Cards by their ids */

struct slot {
  char *id;
  uint64_t seq; /* of the page that had the card */
  struct document *card;
};

struct table {
  struct slot *slots;
  size_t count, capacity;
};

static struct slot *find_slot(const struct table *table, const char *id) {
  uint64_t hash = 14695981039346656037u; /* FNV-1a */
  for (const char *c = id; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
  size_t index = hash & (table->capacity - 1);
  while (table->slots[index].id && strcmp(table->slots[index].id, id)) index = (index + 1) & (table->capacity - 1);
  return &table->slots[index];
}

static const struct slot *look_up(const struct table *table, const char *id) {
  const struct slot *slot = table->capacity ? find_slot(table, id) : NULL;
  return slot && slot->id ? slot : NULL;
}

/* The slot with an id, new or not. */
static struct slot *slot_for(struct table *table, const char *id) {
  if (2 * (table->count + 1) > table->capacity) {
    struct table larger = {.count = table->count, .capacity = table->capacity ? 2 * table->capacity : 16};
    larger.slots = new_zeroed(larger.capacity * sizeof *larger.slots);
    for (size_t i = 0; i < table->capacity; i++)
      if (table->slots[i].id) *find_slot(&larger, table->slots[i].id) = table->slots[i];
    free(table->slots);
    *table = larger;
  }
  struct slot *slot = find_slot(table, id);
  if (!slot->id) {
    slot->id = copy_text(id);
    table->count++;
  }
  return slot;
}

static void clear_table(struct table *table) {
  for (size_t i = 0; i < table->capacity; i++) {
    free(table->slots[i].id);
    release(table->slots[i].card);
  }
  free(table->slots);
  *table = (struct table){0};
}

/* Models */

struct model {
  struct deckd_deck deck; /* its texts are the model's own */
  struct document *surface, *area, *settings;
  struct deckd_card *cards; /* each with a reference to its document; none where `deck.cards` is NULL */
  size_t count, capacity;
};

/* An event that is not delivered yet. */
struct event {
  struct document *document;
  const char *type;
  uint64_t seq;
};

static struct document *document_of(struct deckd_card card) {
  return (struct document *)((char *)(uintptr_t)card.json - offsetof(struct document, root));
}

/* A card of a document. That of a card which a later event has removed again is only its id. */
static struct deckd_card card_of(struct document *document) {
  const struct deckd_json *root = document->root;
  return (struct deckd_card){root->kind == DECKD_STRING ? root->text : deckd_text(deckd_get(root, "id"), ""), root};
}

static bool is_missing(struct deckd_card card) { return deckd_kind(card.json) == DECKD_STRING; }

static void replace(const char **field, const char *text) {
  char *copy = copy_text(text);
  free((char *)(uintptr_t)*field);
  *field = copy;
}

static void replace_document(struct document **field, const struct deckd_json **shown, struct document *document) {
  release(*field);
  *field = document;
  *shown = document ? document->root : NULL;
}

static void insert_card(struct model *model, size_t index, struct deckd_card card) {
  model->cards = grown(model->cards, model->count, &model->capacity, sizeof card);
  memmove(&model->cards[index + 1], &model->cards[index], (model->count++ - index) * sizeof card);
  model->cards[index] = card;
  model->deck.cards = model->cards;
}

static struct deckd_card take_card(struct model *model, size_t index) {
  struct deckd_card card = model->cards[index];
  memmove(&model->cards[index], &model->cards[index + 1], (--model->count - index) * sizeof card);
  return card;
}

static void clear_cards(struct model *model) {
  for (size_t i = 0; i < model->count; i++) release(document_of(model->cards[i]));
  free(model->cards);
  model->cards = NULL;
  model->deck.cards = NULL;
  model->count = model->capacity = 0;
}

/* Begins with an empty list of cards, which is not the same as none. */
static void begin_cards(struct model *model) {
  clear_cards(model);
  model->cards = grown(NULL, 0, &model->capacity, sizeof *model->cards);
  model->deck.cards = model->cards;
}

static void free_model(struct model *model) {
  if (!model) return;
  clear_cards(model);
  const char **texts[] = {&model->deck.id, &model->deck.kind, &model->deck.preset, &model->deck.round,
                          &model->deck.open};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) replace(texts[i], NULL);
  release(model->surface);
  release(model->area);
  release(model->settings);
  free(model);
}

/* A copy, with the cards or without. */
static struct model *copy_model(const struct model *model, bool with_cards) {
  struct model *copy = checked(malloc(sizeof *copy));
  *copy = *model;
  struct deckd_deck *deck = &copy->deck;
  const char **texts[] = {&deck->id, &deck->kind, &deck->preset, &deck->round, &deck->open};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) *texts[i] = copy_text(*texts[i]);
  retain(copy->surface);
  retain(copy->area);
  retain(copy->settings);
  copy->cards = NULL;
  copy->deck.cards = NULL;
  copy->count = copy->capacity = 0;
  if (with_cards && model->deck.cards) {
    begin_cards(copy);
    for (size_t i = 0; i < model->count; i++) {
      retain(document_of(model->cards[i]));
      insert_card(copy, i, model->cards[i]);
    }
  }
  return copy;
}

/* The client */

enum awaited { GREETING, COURTESY, SUBSCRIPTION, CARDS, AUTHOR };

/* One of the requests that a request of the author's stands for. */
struct part {
  struct part *next;
  struct buffer params;
  char method[];
};

struct pending {
  uint64_t id;
  enum awaited awaited;
  uint64_t follower; /* for which cards are fetched */
  deckd_answer *answer;
  void *user;
  struct part *rest; /* to be made after its answer */
  bool is_divided;
};

/* A request of the author's that is made in parts, after another one: they would mix what they stage. */
struct divided {
  struct divided *next;
  struct part *parts;
  deckd_answer *answer;
  void *user;
};

struct ids {
  char **list;
  size_t count, capacity;
};

/* A request for cards: whole pages from 0 on, or chosen ids. */
struct fetch {
  bool is_active, has_ids, has_first;
  struct ids ids;
  uint64_t first_seq;
  struct deckd_card *cards; /* of the pages so far */
  size_t count, capacity;
};

/* A deck between what the daemon has said about it and what the model shows: the state is `next` while whole pages are
 * fetched for it, otherwise what is shown. */
struct follower {
  char *id;
  uint64_t serial; /* of the subscription's: answers to an older one are not for it */
  struct model *shown, *next;
  struct motions motions;
  struct event *waiting; /* what neither the model includes nor the author has received */
  size_t waiting_count, waiting_capacity;
  struct fetch fetch;
  struct table fetched; /* cards for events that still wait */
  int64_t synced, drawn; /* the picture that was reported last, and the last one; 0 for none */
  double period;         /* from one picture to the next as reported, in µs */
};

struct deckd {
  struct deckd_options options;
  char **topics;
  struct delegate {
    char *deck, **questions;
    deckd_ask *ask;
  } *delegates;
  size_t delegate_count, delegate_capacity;
  /* Those that are open on this connection. The daemon's ids, as JSON, begin again with the daemon; numbers do not. */
  struct question {
    uint64_t number;
    char *id;
  } *questions;
  size_t question_count, question_capacity;
  uint64_t asked; /* the last number */

  bool is_up, is_subscribed, was_subscribed, resumes, has_contradicted;
  struct text journal; /* to resume with; NULL for a new beginning */
  uint64_t last;       /* the last event that was received */
  uint64_t floor;      /* the last event that the snapshots of this subscription include */
  uint64_t serial;     /* of the last follower */
  uint64_t request;
  size_t most_bytes, most_cards; /* of a request */
  bool is_dividing;
  struct divided *divided; /* those that wait */
  struct pending *pending;
  size_t pending_count, pending_capacity;
  struct follower **followers;
  size_t count, capacity;

  locale_t locale;
  struct parser parser, checker;
  struct buffer outgoing;
  char *failure; /* why the connection has to end */

  int fd;
  struct buffer incoming;
  size_t scanned;       /* bytes of a line that is not complete, and have no newline */
  int64_t begun, retry, delay; /* when it connected, when it does so again, and how long it waits next, in µs */
  bool is_path_reported;
  bool has_news; /* whether a line has come in this dispatch */
};

static void report(struct deckd *deckd, const char *message) {
  if (deckd->options.error) deckd->options.error(deckd->options.user, message);
}

__attribute__((format(printf, 2, 3))) static void fail(struct deckd *deckd, const char *format, ...) {
  if (deckd->failure) return;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&deckd->failure, format, arguments) < 0) deckd->failure = checked(NULL);
  va_end(arguments);
}

/* A member that has to be there: without it, the message is none, and what it stands for does not matter. */
static const struct deckd_json *need(struct deckd *deckd, const struct deckd_json *json, const char *name,
                                     enum deckd_kind kind) {
  const struct deckd_json *member = deckd_get(json, name);
  if (deckd_kind(member) == kind) return member;
  fail(deckd, "a message lacks or misuses %s; expected what protocol 1 has there", name);
  return NULL;
}

static uint64_t need_count(struct deckd *deckd, const struct deckd_json *json, const char *name) {
  double number = deckd_number(need(deckd, json, name, DECKD_NUMBER), 0);
  if (number >= 0 && number <= 9007199254740992) return (uint64_t)number;
  fail(deckd, "a message has %g for %s; expected a count", number, name);
  return 0;
}

static const char *need_text(struct deckd *deckd, const struct deckd_json *json, const char *name) {
  return deckd_text(need(deckd, json, name, DECKD_STRING), "");
}

static struct follower *find_follower(const struct deckd *deckd, const char *id) {
  for (size_t i = 0; id && i < deckd->count; i++)
    if (same(deckd->followers[i]->id, id)) return deckd->followers[i];
  return NULL;
}

static struct model *state_of(struct follower *follower) { return follower->next ? follower->next : follower->shown; }

static void clear_ids(struct ids *ids) {
  for (size_t i = 0; i < ids->count; i++) free(ids->list[i]);
  free(ids->list);
  *ids = (struct ids){0};
}

static void clear_fetch(struct fetch *fetch) {
  clear_ids(&fetch->ids);
  for (size_t i = 0; i < fetch->count; i++) release(document_of(fetch->cards[i]));
  free(fetch->cards);
  *fetch = (struct fetch){0};
}

static void drop_waiting(struct follower *follower, size_t count) {
  if (!count) return;
  for (size_t i = 0; i < count; i++) release(follower->waiting[i].document);
  follower->waiting_count -= count;
  memmove(follower->waiting, follower->waiting + count, follower->waiting_count * sizeof *follower->waiting);
}

static void free_follower(struct follower *follower) {
  drop_waiting(follower, follower->waiting_count);
  clear_fetch(&follower->fetch);
  clear_table(&follower->fetched);
  release_motions(&follower->motions);
  free_model(follower->shown);
  free_model(follower->next);
  free(follower->waiting);
  free(follower->id);
  free(follower);
}

/* Sending */

/* Begins a message of the client's own with what comes before its parameters. */
static void begin_request(struct deckd *deckd, enum awaited awaited, uint64_t follower, const char *method) {
  struct buffer *out = &deckd->outgoing;
  deckd->request++;
  APPEND(deckd->pending, deckd->pending_count, deckd->pending_capacity) =
      (struct pending){.id = deckd->request, .awaited = awaited, .follower = follower};
  put(out, "{\"jsonrpc\":\"2.0\",\"id\":");
  put_number(out, deckd->request);
  put(out, ",\"method\":");
  put_string(out, method);
  put(out, ",\"params\":");
}

static void put_list(struct buffer *out, const char *const *texts) {
  put(out, "[");
  for (size_t i = 0; texts[i]; i++) {
    if (i) put(out, ",");
    put_string(out, texts[i]);
  }
  put(out, "]");
}

static void subscribe(struct deckd *deckd, bool resumes) {
  struct buffer *out = &deckd->outgoing;
  deckd->resumes = resumes && deckd->journal.bytes;
  begin_request(deckd, SUBSCRIPTION, 0, "subscribe");
  put(out, "{\"deck\":");
  put_string(out, deckd->options.deck);
  put(out, ",\"topics\":");
  put_list(out, deckd->options.topics);
  if (deckd->resumes) {
    put(out, ",\"since\":");
    put_number(out, deckd->last);
    put(out, ",\"journal\":");
    put_string(out, deckd->journal.bytes);
  }
  put(out, "}}\n");
}

/* Becomes the delegate of a deck, or of all. */
static void register_delegates(struct deckd *deckd, const char *deck) {
  struct buffer *out = &deckd->outgoing;
  for (size_t i = 0; i < deckd->delegate_count; i++) {
    const struct delegate *delegate = &deckd->delegates[i];
    if (deck && !same(delegate->deck, deck)) continue;
    begin_request(deckd, COURTESY, 0, "delegate.register");
    put(out, "{\"deck\":");
    put_string(out, delegate->deck);
    put(out, ",\"questions\":");
    put_list(out, (const char *const *)delegate->questions);
    put(out, "}}\n");
  }
}

/* The parameters of the author, on one line; NULL where they are no object. */
static const struct deckd_json *check_parameters(struct deckd *deckd, const char *params) {
  const struct deckd_json *json =
      parse(&deckd->checker, deckd->locale, params ? params : "{}", strlen(params ? params : "{}"));
  return deckd_kind(json) == DECKD_OBJECT ? json : NULL;
}

static struct part *new_part(const char *method) {
  struct part *part = new_zeroed(sizeof *part + strlen(method) + 1);
  return strcpy(part->method, method), part;
}

static void free_parts(struct part *part) {
  while (part) {
    struct part *next = part->next;
    free(part->params.bytes);
    free(part);
    part = next;
  }
}

/* Begins the parameters of a part with those that it has besides its cards; `count` cards come before them. */
static void begin_part(struct part *part, const struct deckd_json *params, bool is_stage, size_t count) {
  bool drops_count = !strcmp(part->method, "deck.remove");
  struct buffer *out = &part->params;
  put(out, "{");
  for (const struct deckd_json *member = deckd_first(params); member; member = deckd_next(member)) {
    if (!strcmp(member->name, "cards") || (drops_count && !strcmp(member->name, "count")) || (is_stage && strcmp(member->name, "deck"))) continue;
    put_string(out, member->name);
    put(out, ":");
    if (strcmp(member->name, "at")) put_json(out, member);
    else put_number(out, (uint64_t)deckd_number(member, 0) + count);
    put(out, ",");
  }
  if (!is_stage) return;
  put(out, "\"from\":");
  put_number(out, count);
  put(out, ",");
}

/* The removals of a range, the last cards first: a range that is not the deck's is refused before any is removed. */
static struct part *divide_removal(const struct deckd *deckd, const struct deckd_json *params, size_t count) {
  struct part *first = NULL;
  for (size_t start = 0; start < count; start += deckd->most_cards) {
    struct part *part = new_part("deck.remove");
    begin_part(part, params, false, start);
    put(&part->params, "\"count\":");
    put_number(&part->params, count - start < deckd->most_cards ? count - start : deckd->most_cards);
    put(&part->params, "}");
    part->next = first;
    first = part;
  }
  return first;
}

/* The requests that one stands for: several if it has more cards, or ids of cards, than the daemon takes at once. */
static struct part *divide(const struct deckd *deckd, const char *method, const struct deckd_json *params) {
  enum { ENVELOPE = 100 };
  /* What is no index or range of a deck is left to the daemon. */
  const struct deckd_json *at = deckd_get(params, "at");
  double index = deckd_number(at, at ? -1 : 0);
  bool divides = index >= 0 && index < 1e9 && index == floor(index);
  double removed = !divides || strcmp(method, "deck.remove") ? 0 : deckd_number(deckd_get(params, "count"), 0);
  if (removed > (double)deckd->most_cards && removed < 1e6) return divide_removal(deckd, params, (size_t)removed);
  struct part *first = new_part(method), *part = NULL, **end = &first;
  const struct deckd_json *cards = deckd_get(params, "cards");
  put_json(&first->params, params);
  bool is_small = first->params.length + ENVELOPE <= deckd->most_bytes && deckd_count(cards) <= deckd->most_cards;
  if (!divides || is_small || deckd_kind(cards) != DECKD_ARRAY) return first;
  free_parts(first);
  first = NULL;
  bool stages = !strcmp(method, "deck.load") || !strcmp(method, "deck.reload");
  struct buffer card = {0};
  size_t count = 0, here = 0;
  for (const struct deckd_json *element = deckd_first(cards); element; element = deckd_next(element)) {
    card.length = 0;
    put_json(&card, element);
    if (!part || here == deckd->most_cards || part->params.length + card.length + ENVELOPE > deckd->most_bytes) {
      if (part) put(&part->params, "]}");
      *end = part = new_part(stages ? "deck.stage" : method);
      end = &part->next;
      begin_part(part, params, stages, count);
      put(&part->params, "\"cards\":[");
      here = 0;
    }
    if (here++) put(&part->params, ",");
    put_bytes(&part->params, card.bytes, card.length);
    count++;
  }
  put(&part->params, "]}");
  free(card.bytes);
  if (!stages) return first;
  *end = part = new_part(method);
  begin_part(part, params, false, 0);
  put(&part->params, "\"staged\":");
  put_number(&part->params, count);
  put(&part->params, "}");
  return first;
}

/* Makes the first of several requests; the answer is that of the first to fail, or of the last. */
static void make(struct deckd *deckd, struct part *parts, bool is_divided, deckd_answer *answer, void *user) {
  begin_request(deckd, AUTHOR, 0, parts->method);
  put_bytes(&deckd->outgoing, parts->params.bytes, parts->params.length);
  put(&deckd->outgoing, "}\n");
  struct pending *pending = &deckd->pending[deckd->pending_count - 1];
  pending->answer = answer;
  pending->user = user;
  pending->rest = parts->next;
  pending->is_divided = is_divided;
  parts->next = NULL;
  free_parts(parts);
}

bool deckd_request(struct deckd *deckd, const char *method, const char *params, deckd_answer *answer, void *user) {
  const struct deckd_json *json = check_parameters(deckd, params);
  if (!json || !deckd->is_up) return false;
  struct part *parts = divide(deckd, method, json);
  if (parts->next && deckd->is_dividing) {
    struct divided **end = &deckd->divided;
    while (*end) end = &(*end)->next;
    *end = new_zeroed(sizeof **end);
    **end = (struct divided){NULL, parts, answer, user};
  } else {
    deckd->is_dividing = deckd->is_dividing || parts->next;
    make(deckd, parts, parts->next != NULL, answer, user);
  }
  return true;
}

/* Makes the next request that is made in parts. */
static void make_divided(struct deckd *deckd) {
  struct divided *next = deckd->divided;
  deckd->is_dividing = next != NULL;
  if (!next) return;
  deckd->divided = next->next;
  make(deckd, next->parts, true, next->answer, next->user);
  free(next);
}

/* Begins a request that is not to be answered; its parameters and `}\n` follow. */
static void begin_notification(struct buffer *out, const char *method) {
  put(out, "{\"jsonrpc\":\"2.0\",\"method\":");
  put_string(out, method);
  put(out, ",\"params\":");
}

bool deckd_notify(struct deckd *deckd, const char *method, const char *params) {
  const struct deckd_json *json = check_parameters(deckd, params);
  if (!json || !deckd->is_up) return false;
  begin_notification(&deckd->outgoing, method);
  put_json(&deckd->outgoing, json);
  put(&deckd->outgoing, "}\n");
  return true;
}

void deckd_drew(struct deckd *deckd, const char *deck, int64_t time, double period) {
  struct follower *follower = find_follower(deckd, deck);
  if (!follower || !follower->shown || !deckd->is_up || !(period > 0)) return;
  double passed = follower->period > 0 ? (double)(time - follower->synced) / follower->period : 0;
  bool is_off = fabs(passed - round(passed)) * follower->period > 1000 || fabs(period / follower->period - 1) > 0.02;
  /* After a rest, too: the client that the surface followed may have left. */
  bool has_rested = time - follower->drawn > 200000;
  follower->drawn = time;
  if (follower->synced && !((is_off || has_rested) && time - follower->synced > 500000)) return;
  follower->synced = time;
  follower->period = period;
  begin_notification(&deckd->outgoing, "surface.vsync");
  put(&deckd->outgoing, "{\"surface\":");
  put_string(&deckd->outgoing, deckd_text(deckd_get(follower->shown->deck.surface, "name"), "main"));
  put(&deckd->outgoing, ",\"t\":");
  put_number(&deckd->outgoing, (uint64_t)time);
  put(&deckd->outgoing, ",\"period\":");
  put_number(&deckd->outgoing, (uint64_t)llround(period));
  put(&deckd->outgoing, "}}\n");
}

/* The state of a deck, by its events */

static bool is_one_of(const char *type, const char *const *types) {
  while (*types && strcmp(*types, type)) types++;
  return *types != NULL;
}

static bool has_index(const char *type) {
  return is_one_of(type, (const char *const[]){"card.swiped", "card.reset", "card.shown", "card.selected",
                                               "card.updated", "card.removed", "card.moved", NULL});
}

/* Whether the event names a card that is not known, or has other members now. */
static bool names_card(const char *type) { return same(type, "card.inserted") || same(type, "card.updated"); }

/* Whether an event between two pages makes the first one wrong. */
static bool changes_list(const char *type) {
  return names_card(type) ||
         is_one_of(type, (const char *const[]){"deck.loaded", "deck.added", "card.removed", "card.moved", NULL});
}

/* Whether the deck has other cards from the event on. */
static bool loads(const struct event *event) {
  return (same(event->type, "deck.loaded") || same(event->type, "deck.added")) &&
         deckd_number(deckd_get(event->document->root, "count"), 0) > 0;
}

static struct model *read_model(struct deckd *deckd, const struct deckd_json *state) {
  struct model *model = new_zeroed(sizeof *model);
  struct deckd_deck *deck = &model->deck;
  deck->id = copy_text(need_text(deckd, state, "deck"));
  deck->kind = copy_text(need_text(deckd, state, "kind"));
  deck->preset = copy_text(need_text(deckd, state, "preset"));
  deck->seq = need_count(deckd, state, "seq");
  deck->current = need_count(deckd, state, "current");
  deck->count = need_count(deckd, state, "count");
  deck->undo_depth = need_count(deckd, state, "undoDepth");
  deck->round = copy_text(deckd_text(deckd_get(state, "round"), NULL));
  deck->open = copy_text(deckd_text(deckd_get(state, "open"), NULL));
  struct {
    const char *name;
    struct document **document;
    const struct deckd_json **shown;
  } const objects[] = {{"surface", &model->surface, &deck->surface},
                       {"area", &model->area, &deck->area},
                       {"settings", &model->settings, &deck->settings}};
  for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
    const struct deckd_json *object = need(deckd, state, objects[i].name, DECKD_OBJECT);
    if (object) replace_document(objects[i].document, objects[i].shown, new_document(object));
  }
  return model;
}

/* Whether an event fits the state; one was missed otherwise. */
static bool fits(struct deckd *deckd, const struct model *model, const struct event *event) {
  const struct deckd_json *json = event->document->root;
  const char *type = event->type, *card = deckd_text(deckd_get(json, "card"), "");
  if (names_card(type)) need_text(deckd, json, "card");
  if (deckd->failure || (same(type, "card.dismissed") && !same(model->deck.open, card))) return false;
  if (!model->deck.cards || same(type, "deck.loaded")) return true;
  size_t count = model->count;
  if (has_index(type)) {
    uint64_t index = need_count(deckd, json, same(type, "card.moved") ? "from" : "index");
    if (index >= count || strcmp(model->cards[index].id, card)) return false;
    if (same(type, "card.moved") && need_count(deckd, json, "to") >= count) return false;
    if (same(type, "card.removed")) count--;
  } else if (same(type, "card.inserted")) {
    if (need_count(deckd, json, "index") > count) return false;
    count++;
  }
  return deckd_number(deckd_get(json, "count"), (double)model->deck.count) == (double)count;
}

/* The card that an event names, with a reference; the id alone where it was fetched and is gone again. */
static struct deckd_card fetched_card(struct follower *follower, const struct deckd_json *event) {
  const struct deckd_json *id = deckd_get(event, "card");
  const struct slot *slot = look_up(&follower->fetched, deckd_text(id, ""));
  return card_of(slot && slot->card ? retain(slot->card) : new_document(id));
}

static void apply_to_cards(struct deckd *deckd, struct model *model, struct follower *follower,
                           const struct event *event) {
  const struct deckd_json *json = event->document->root;
  if (same(event->type, "card.updated")) {
    size_t index = need_count(deckd, json, "index");
    release(document_of(model->cards[index]));
    model->cards[index] = fetched_card(follower, json);
  } else if (same(event->type, "card.inserted"))
    insert_card(model, need_count(deckd, json, "index"), fetched_card(follower, json));
  else if (same(event->type, "card.removed")) release(document_of(take_card(model, need_count(deckd, json, "index"))));
  else if (same(event->type, "card.moved")) {
    struct deckd_card card = take_card(model, need_count(deckd, json, "from"));
    insert_card(model, need_count(deckd, json, "to"), card);
  } else if (same(event->type, "deck.loaded")) {
    if (model->deck.count) clear_cards(model);
    else begin_cards(model);
  }
}

/* The settings that a deck still has, with their values from now on. */
static struct document *merged(struct deckd *deckd, const struct deckd_json *known, const struct deckd_json *changed) {
  struct buffer text = {0};
  put(&text, "{");
  for (const struct deckd_json *member = deckd_first(known); member; member = deckd_next(member)) {
    const struct deckd_json *value = deckd_get(changed, member->name);
    put_string(&text, member->name);
    put(&text, ":");
    put_json(&text, value ? value : member);
    if (!member->is_last) put(&text, ",");
  }
  put(&text, "}");
  struct document *document = new_document(parse(&deckd->checker, deckd->locale, text.bytes, text.length));
  free(text.bytes);
  return document;
}

static void configure(struct deckd *deckd, struct model *model, const struct deckd_json *event) {
  const struct deckd_json *changed = need(deckd, event, "settings", DECKD_OBJECT);
  const char *kind = need_text(deckd, event, "kind");
  const struct deckd_json *known = same(kind, model->deck.kind) ? model->deck.settings : changed;
  replace_document(&model->settings, &model->deck.settings, merged(deckd, known, changed));
  replace(&model->deck.kind, kind);
  replace(&model->deck.preset, need_text(deckd, event, "preset"));
}

/* A deck reports its round's phases if a card has `loaded`; otherwise they follow from its other events. */
static void follow_round(struct model *model, const struct event *event) {
  struct deckd_deck *deck = &model->deck;
  if (same(event->type, "round.changed"))
    replace(&deck->round, deckd_text(deckd_get(event->document->root, "phase"), NULL));
  else if (same(event->type, "deck.loaded") || same(event->type, "deck.reset")) replace(&deck->round, "active");
  if (!deckd_bool(deckd_get(deck->settings, "round.enabled"), false)) replace(&deck->round, NULL);
  else if (!same(deck->round, "loading")) replace(&deck->round, deck->current < deck->count ? "active" : "ended");
}

/* Updates a state by its next event; changes nothing, and returns false, where the event does not fit. */
static bool apply(struct deckd *deckd, struct model *model, struct follower *follower, const struct event *event) {
  if (!fits(deckd, model, event)) return false;
  const struct deckd_json *json = event->document->root;
  struct deckd_deck *deck = &model->deck;
  deck->seq = event->seq;
  if (deckd_get(json, "current")) deck->current = need_count(deckd, json, "current");
  if (deckd_get(json, "count")) deck->count = need_count(deckd, json, "count");
  if (deckd_get(json, "undoDepth")) deck->undo_depth = need_count(deckd, json, "undoDepth");
  if (same(event->type, "card.selected") && same(deck->kind, "stack"))
    replace(&deck->open, need_text(deckd, json, "card"));
  else if (is_one_of(event->type, (const char *const[]){"card.dismissed", "deck.reset", "deck.loaded", NULL}))
    replace(&deck->open, NULL);
  else if (same(event->type, "deck.configured")) configure(deckd, model, json);
  else if (same(event->type, "surface.changed")) {
    const struct deckd_json *surface = need(deckd, json, "surface", DECKD_OBJECT);
    const struct deckd_json *area = need(deckd, json, "area", DECKD_OBJECT);
    if (surface) replace_document(&model->surface, &deck->surface, new_document(surface));
    if (area) replace_document(&model->area, &deck->area, new_document(area));
  }
  if (deck->cards) apply_to_cards(deckd, model, follower, event);
  follow_round(model, event);
  return !deckd->failure;
}

/* Whole states */

static void deliver(struct deckd *deckd, const char *type, uint64_t seq, const struct deckd_json *params) {
  struct deckd_event event = {type, deckd_text(deckd_get(params, "deck"), ""), seq, params};
  if (deckd->options.event) deckd->options.event(deckd->options.user, &event);
}

static void deliver_event(struct deckd *deckd, const struct event *event) {
  deliver(deckd, event->type, event->seq, event->document->root);
}

static void contradict(struct deckd *deckd) {
  if (deckd->failure) return;
  deckd->has_contradicted = true;
  subscribe(deckd, false);
}

static void request_cards(struct deckd *deckd, struct follower *follower, size_t from) {
  struct buffer *out = &deckd->outgoing;
  struct ids *ids = &follower->fetch.ids;
  follower->fetch.is_active = true;
  begin_request(deckd, CARDS, follower->serial, "deck.cards");
  put(out, "{\"deck\":");
  put_string(out, follower->id);
  if (follower->fetch.has_ids) {
    size_t start = out->length, count = 0;
    for (; count < ids->count && count < deckd->most_cards; count++) {
      /* As much again for the longest id, and the envelope. */
      if (count && out->length - start > deckd->most_bytes / 2) break;
      put(out, count ? "," : ",\"ids\":[");
      put_string(out, ids->list[count]);
    }
    /* The events of those beyond still wait, so they are fetched next. */
    while (ids->count > count) free(ids->list[--ids->count]);
    put(out, "]");
  } else {
    put(out, ",\"from\":");
    put_number(out, from);
  }
  put(out, "}}\n");
}

/* Fetches all cards of a deck. */
static void fetch_pages(struct deckd *deckd, struct follower *follower) {
  clear_table(&follower->fetched);
  clear_fetch(&follower->fetch);
  request_cards(deckd, follower, 0);
}

/* Adds the ids that waiting events up to `limit` insert or update, and that were not fetched since. */
static void add_wanted(struct follower *follower, uint64_t limit, struct ids *ids) {
  struct table seen = {0};
  for (size_t i = 0; i < ids->count; i++) slot_for(&seen, ids->list[i]);
  for (size_t i = 0; i < follower->waiting_count; i++) {
    const struct event *event = &follower->waiting[i];
    if (!names_card(event->type) || event->seq <= state_of(follower)->deck.seq || event->seq > limit) continue;
    const char *id = deckd_text(deckd_get(event->document->root, "card"), "");
    const struct slot *fetched = look_up(&follower->fetched, id);
    if ((fetched && event->seq <= fetched->seq) || look_up(&seen, id)) continue;
    slot_for(&seen, id);
    APPEND(ids->list, ids->count, ids->capacity) = copy_text(id);
  }
  clear_table(&seen);
}

static void fetch_ids(struct deckd *deckd, struct follower *follower, struct ids ids) {
  clear_fetch(&follower->fetch);
  follower->fetch.has_ids = true;
  follower->fetch.ids = ids;
  request_cards(deckd, follower, 0);
}

/* Applies and delivers the waiting events, up to one that begins a fetch. */
static void advance(struct deckd *deckd, struct follower *follower) {
  bool fetches = !deckd->options.without_cards, fits_model = true;
  size_t done = 0;
  const struct event *event = follower->waiting;
  for (; done < follower->waiting_count; done++, event++) {
    if (event->seq > follower->shown->deck.seq) {
      if (fetches && (loads(event) || names_card(event->type))) break;
      if (!(fits_model = apply(deckd, follower->shown, follower, event))) break;
    }
    deliver_event(deckd, event);
  }
  drop_waiting(follower, done);
  if (!fits_model) contradict(deckd);
  else if (follower->waiting_count && loads(follower->waiting)) fetch_pages(deckd, follower);
  else if (follower->waiting_count) {
    struct ids ids = {0};
    add_wanted(follower, UINT64_MAX, &ids);
    fetch_ids(deckd, follower, ids);
  }
}

/* Replaces the model by a state that includes the first of the waiting events, and delivers these. */
static void publish(struct deckd *deckd, struct follower *follower, struct model *state) {
  bool is_whole = !state->deck.cards || state->count == state->deck.count;
  for (size_t i = 0; i < state->count; i++) is_whole = is_whole && !is_missing(state->cards[i]);
  if (!is_whole) {
    if (state != follower->next) free_model(state);
    contradict(deckd);
    return;
  }
  if (state != follower->next) free_model(follower->next);
  free_model(follower->shown);
  follower->next = NULL;
  follower->shown = state;
  for (size_t i = 0; i < follower->motions.count; i++) follower->motions.cards[i].absent = 0;
  clear_fetch(&follower->fetch);
  advance(deckd, follower);
}

/* Makes the model include all up to an event, with the cards of the pages or those that were fetched for it. */
static void include(struct deckd *deckd, struct follower *follower, uint64_t seq) {
  bool has_ids = follower->fetch.has_ids;
  struct model *state = copy_model(state_of(follower), has_ids);
  for (size_t i = 0; i < follower->waiting_count; i++) {
    const struct event *event = &follower->waiting[i];
    if (event->seq <= state->deck.seq || event->seq > seq) continue;
    if (apply(deckd, state, follower, event)) continue;
    free_model(state);
    contradict(deckd);
    return;
  }
  clear_table(&follower->fetched);
  if (!has_ids) {
    struct fetch *fetch = &follower->fetch;
    begin_cards(state);
    for (size_t i = 0; i < fetch->count; i++) insert_card(state, i, fetch->cards[i]);
    fetch->count = 0; /* their references are the model's now */
  }
  publish(deckd, follower, state);
}

static void take_chosen(struct deckd *deckd, struct follower *follower, const struct deckd_json *page, uint64_t seq) {
  const struct deckd_json *cards = need(deckd, page, "cards", DECKD_ARRAY), *next = deckd_get(page, "next");
  struct ids *asked = &follower->fetch.ids, following = {0};
  for (size_t i = next ? need_count(deckd, page, "next") : asked->count; i < asked->count; i++)
    APPEND(following.list, following.count, following.capacity) = copy_text(asked->list[i]);
  for (const struct deckd_json *id = deckd_first(deckd_get(page, "missing")); id; id = deckd_next(id)) {
    struct slot *slot = slot_for(&follower->fetched, deckd_text(id, ""));
    release(slot->card);
    *slot = (struct slot){.id = slot->id, .seq = seq};
  }
  for (const struct deckd_json *card = deckd_first(cards); card; card = deckd_next(card)) {
    struct slot *slot = slot_for(&follower->fetched, need_text(deckd, card, "id"));
    release(slot->card);
    *slot = (struct slot){slot->id, seq, new_document(card)};
  }
  bool reloads = false;
  for (size_t i = 0; i < follower->waiting_count; i++) {
    const struct event *event = &follower->waiting[i];
    reloads = reloads || (loads(event) && event->seq > state_of(follower)->deck.seq && event->seq <= seq);
  }
  if (!reloads) add_wanted(follower, seq, &following);
  bool continues = !reloads && following.count;
  if (!continues || deckd->failure) clear_ids(&following);
  if (deckd->failure) return;
  if (reloads) fetch_pages(deckd, follower);
  else if (continues) fetch_ids(deckd, follower, following);
  else include(deckd, follower, seq);
}

/* Whether the list is another one than when its first page was read. */
static bool is_outdated(const struct follower *follower) {
  bool is = false;
  for (size_t i = 0; i < follower->waiting_count; i++)
    is = is || (changes_list(follower->waiting[i].type) && follower->waiting[i].seq > follower->fetch.first_seq);
  return is;
}

static void take_page(struct deckd *deckd, struct follower *follower, const struct deckd_json *page) {
  struct fetch *fetch = &follower->fetch;
  uint64_t seq = need_count(deckd, page, "seq");
  if (fetch->has_ids) {
    take_chosen(deckd, follower, page, seq);
    return;
  }
  if (fetch->has_first && is_outdated(follower)) {
    fetch_pages(deckd, follower);
    return;
  }
  if (!fetch->has_first) fetch->first_seq = seq;
  fetch->has_first = true;
  const struct deckd_json *cards = need(deckd, page, "cards", DECKD_ARRAY);
  for (const struct deckd_json *card = deckd_first(cards); card; card = deckd_next(card)) {
    need_text(deckd, card, "id");
    if (deckd->failure) return;
    APPEND(fetch->cards, fetch->count, fetch->capacity) = card_of(new_document(card));
  }
  if (deckd->failure) return;
  if (deckd_get(page, "next")) request_cards(deckd, follower, need_count(deckd, page, "next"));
  else include(deckd, follower, seq);
}

/* Begins with a deck in a state without cards. */
static void follow(struct deckd *deckd, struct follower *follower, struct model *state) {
  follower->serial = ++deckd->serial;
  clear_table(&follower->fetched);
  clear_fetch(&follower->fetch);
  free_model(follower->next);
  follower->next = state;
  if (!deckd->options.without_cards && state->deck.count) fetch_pages(deckd, follower);
  else {
    if (!deckd->options.without_cards) begin_cards(state);
    publish(deckd, follower, state);
  }
}

static struct follower *add_follower(struct deckd *deckd, const char *id) {
  struct follower *follower = new_zeroed(sizeof *follower);
  follower->id = copy_text(id);
  return APPEND(deckd->followers, deckd->count, deckd->capacity) = follower;
}

/* Takes a deck out of the model, delivers what waited for it, and forgets it. */
static void remove_follower(struct deckd *deckd, struct follower *follower) {
  size_t index = 0;
  while (deckd->followers[index] != follower) index++;
  memmove(&deckd->followers[index], &deckd->followers[index + 1], (--deckd->count - index) * sizeof follower);
  for (size_t i = 0; i < follower->waiting_count; i++) deliver_event(deckd, &follower->waiting[i]);
  free_follower(follower);
}

/* Receiving */

static bool has_snapshot(const struct deckd_json *snapshots, const char *deck) {
  for (const struct deckd_json *snapshot = deckd_first(snapshots); snapshot; snapshot = deckd_next(snapshot))
    if (same(deckd_text(deckd_get(snapshot, "deck"), NULL), deck)) return true;
  return false;
}

/* The snapshots of a reply to `subscribe`: a list of them, or an object that has one. */
static const struct deckd_json *first_snapshot(struct deckd *deckd, const struct deckd_json *result, bool *is_single) {
  const struct deckd_json *single = deckd_get(result, "snapshot");
  *is_single = single != NULL;
  return single ? need(deckd, result, "snapshot", DECKD_OBJECT)
                : deckd_first(need(deckd, result, "snapshots", DECKD_ARRAY));
}

/* Follows a deck from its snapshot on. */
static void begin_deck(struct deckd *deckd, const struct deckd_json *snapshot) {
  struct model *state = read_model(deckd, snapshot);
  if (deckd->failure) {
    free_model(state);
    return;
  }
  struct follower *follower = find_follower(deckd, state->deck.id);
  if (!follower) follower = add_follower(deckd, state->deck.id);
  release_motions(&follower->motions);
  const struct deckd_json *motion = deckd_first(deckd_get(snapshot, "motions"));
  for (; motion; motion = deckd_next(motion))
    if (!take_motion(&follower->motions, motion)) fail(deckd, "a snapshot has a motion that is none");
  follow(deckd, follower, state);
}

/* Takes the reply to `subscribe`: its snapshots replace all that was known. */
static void begin(struct deckd *deckd, const struct deckd_json *result) {
  bool is_single;
  const struct deckd_json *first = first_snapshot(deckd, result, &is_single);
  if (deckd->failure) return;
  bool has_missed = deckd_bool(deckd_get(result, "resync"), false) || (deckd->was_subscribed && !deckd->resumes);
  deckd->floor = deckd_get(result, "seq") ? need_count(deckd, result, "seq") : 0;
  for (const struct deckd_json *snapshot = first; snapshot; snapshot = is_single ? NULL : deckd_next(snapshot)) {
    uint64_t seq = need_count(deckd, snapshot, "seq");
    if (seq > deckd->floor) deckd->floor = seq;
  }
  if (!deckd->was_subscribed || has_missed) deckd->last = deckd->floor;
  deckd->was_subscribed = deckd->is_subscribed = true;
  deckd->has_contradicted = false;
  set_text(&deckd->journal, deckd_text(deckd_get(result, "journal"), NULL));
  for (size_t i = 0; has_missed && i < deckd->count; i++)
    drop_waiting(deckd->followers[i], deckd->followers[i]->waiting_count);
  const struct deckd_json *all = is_single ? result : deckd_get(result, "snapshots");
  for (size_t i = deckd->count; i-- > 0;) {
    struct follower *follower = deckd->followers[i];
    bool stays =
        is_single ? same(follower->id, deckd_text(deckd_get(first, "deck"), NULL)) : has_snapshot(all, follower->id);
    if (!stays) remove_follower(deckd, follower);
  }
  for (const struct deckd_json *snapshot = first; snapshot && !deckd->failure;
       snapshot = is_single ? NULL : deckd_next(snapshot))
    begin_deck(deckd, snapshot);
  if (has_missed && !deckd->failure) deliver(deckd, "resync", 0, NULL);
}

static void happened(struct deckd *deckd, const struct deckd_json *params) {
  const char *id = deckd_text(deckd_get(params, "deck"), "");
  struct event event = {.seq = need_count(deckd, params, "seq")};
  need_text(deckd, params, "type");
  if (deckd->failure) return;
  deckd->last = event.seq;
  /* A deck that was removed and added has no delegate. Those of the journal were there on connecting. */
  if (event.seq > deckd->floor && same(deckd_text(deckd_get(params, "type"), ""), "deck.added"))
    register_delegates(deckd, id);
  if (deckd->has_contradicted) return;
  event.document = new_document(params);
  event.type = deckd_text(deckd_get(event.document->root, "type"), "");
  struct follower *follower = find_follower(deckd, id);
  bool is_new = event.seq > deckd->floor;
  if (is_new && same(event.type, "deck.removed")) {
    if (follower) remove_follower(deckd, follower);
    deliver_event(deckd, &event);
    release(event.document);
  } else if (!follower && !(is_new && same(event.type, "deck.added"))) {
    deliver_event(deckd, &event);
    release(event.document);
  } else {
    struct model *state = follower ? NULL : read_model(deckd, params);
    if (deckd->failure) {
      release(event.document);
      free_model(state);
      return;
    }
    bool is_known = follower != NULL;
    if (!is_known) follower = add_follower(deckd, id);
    APPEND(follower->waiting, follower->waiting_count, follower->waiting_capacity) = event;
    if (!is_known) follow(deckd, follower, state);
    else if (!follower->fetch.is_active) advance(deckd, follower);
  }
}

static void report_refusal(struct deckd *deckd, const struct deckd_json *error, bool ends) {
  const struct deckd_json *data = deckd_get(error, "data");
  const char *message = deckd_text(deckd_get(error, "message"), "the daemon refused a request");
  const char *field = deckd_text(deckd_get(data, "field"), NULL),
             *expected = deckd_text(deckd_get(data, "expected"), NULL);
  char *text = NULL;
  /* Many messages name the field. */
  if (field && strstr(message, field)) field = NULL;
  if (asprintf(&text, "%s%s%s%s%s%s", message, field ? " (" : "", field ? field : "", field ? ")" : "",
               expected ? "; expected " : "", expected ? expected : "") < 0)
    checked(NULL);
  if (ends) fail(deckd, "%s", text);
  else report(deckd, text);
  free(text);
}

static void took_cards(struct deckd *deckd, uint64_t serial, const struct deckd_json *result,
                       const struct deckd_json *error) {
  if (deckd->has_contradicted || !deckd->is_subscribed) return; /* another subscription has begun */
  for (size_t i = 0; i < deckd->count; i++) {
    struct follower *follower = deckd->followers[i];
    if (follower->serial != serial) continue;
    /* A page that is not the first is refused where the list has become shorter than where the page begins. */
    bool is_beyond = error && follower->fetch.has_first;
    if (is_beyond) fetch_pages(deckd, follower);
    else if (error) report_refusal(deckd, error, true);
    else take_page(deckd, follower, result);
    return;
  }
}

static void answered(struct deckd *deckd, const struct deckd_json *message) {
  const struct deckd_json *result = deckd_get(message, "result"), *error = deckd_get(message, "error");
  const struct deckd_json *id = deckd_get(message, "id");
  size_t index = 0;
  while (index < deckd->pending_count && (double)deckd->pending[index].id != deckd_number(id, -1)) index++;
  if (index == deckd->pending_count) {
    /* An error without an id is about a line or an answer of ours, or the reason why the daemon disconnects. */
    if (error) report_refusal(deckd, error, false);
    return;
  }
  struct pending pending = deckd->pending[index];
  memmove(&deckd->pending[index], &deckd->pending[index + 1], (--deckd->pending_count - index) * sizeof pending);
  switch (pending.awaited) {
  case GREETING: {
    const struct deckd_json *limits = deckd_get(result, "limits");
    double bytes = deckd_number(deckd_get(limits, "line"), 0), cards = deckd_number(deckd_get(limits, "requestCards"), 0);
    if (bytes >= 1 && bytes < 1e9) deckd->most_bytes = (size_t)bytes;
    if (cards >= 1 && cards < 1e9) deckd->most_cards = (size_t)cards;
  } /* fall through */
  case COURTESY:
    if (error) report_refusal(deckd, error, false);
    break;
  case SUBSCRIPTION:
    if (error) report_refusal(deckd, error, true);
    else begin(deckd, result);
    break;
  case CARDS:
    took_cards(deckd, pending.follower, result, error);
    break;
  case AUTHOR:
    if (!error && pending.rest) {
      make(deckd, pending.rest, pending.is_divided, pending.answer, pending.user);
      break;
    }
    free_parts(pending.rest);
    if (pending.is_divided) make_divided(deckd);
    if (!pending.answer) break;
    struct deckd_error refusal = {(int)deckd_number(deckd_get(error, "code"), 0),
                                  deckd_text(deckd_get(error, "message"), ""), error};
    pending.answer(pending.user, error ? NULL : result, error ? &refusal : NULL);
  }
}

static char *written(const struct deckd_json *value) {
  struct buffer text = {0};
  put_json(&text, value);
  put_bytes(&text, "", 1);
  return text.bytes;
}

static void asked(struct deckd *deckd, const struct deckd_json *id, const char *method,
                  const struct deckd_json *params) {
  if (strncmp(method, "delegate.", 9)) return;
  const char *question = method + 9, *deck = deckd_text(deckd_get(params, "deck"), "");
  uint64_t number = ++deckd->asked;
  APPEND(deckd->questions, deckd->question_count, deckd->question_capacity) = (struct question){number, written(id)};
  const struct delegate *delegate = NULL;
  for (size_t i = 0; i < deckd->delegate_count; i++) {
    const struct delegate *each = &deckd->delegates[i];
    if (same(each->deck, deck) && is_one_of(question, (const char *const *)each->questions)) delegate = each;
  }
  if (delegate) delegate->ask(deckd->options.user, number, question, params);
  else deckd_answer_question(deckd, number, NULL);
}

/* Removes an open question; its number, or 0 where there is none such. */
static uint64_t end_question(struct deckd *deckd, size_t index) {
  if (index >= deckd->question_count) return 0;
  struct question question = deckd->questions[index];
  deckd->questions[index] = deckd->questions[--deckd->question_count];
  free(question.id);
  return question.number;
}

static void tell_closed(struct deckd *deckd, uint64_t number) {
  if (number && deckd->options.question_closed) deckd->options.question_closed(deckd->options.user, number);
}

static void closed(struct deckd *deckd, const struct deckd_json *params) {
  char *id = written(deckd_get(params, "id"));
  size_t index = 0;
  while (index < deckd->question_count && strcmp(deckd->questions[index].id, id)) index++;
  free(id);
  tell_closed(deckd, end_question(deckd, index));
}

bool deckd_answer_question(struct deckd *deckd, uint64_t number, const char *answer) {
  size_t index = 0;
  while (index < deckd->question_count && deckd->questions[index].number != number) index++;
  const struct deckd_json *json = answer ? parse(&deckd->checker, deckd->locale, answer, strlen(answer)) : NULL;
  if (index == deckd->question_count || (answer && !json)) return false;
  struct buffer *out = &deckd->outgoing;
  size_t start = out->length;
  put(out, "{\"jsonrpc\":\"2.0\",\"id\":");
  put(out, deckd->questions[index].id);
  put(out, ",\"result\":");
  put_json(out, json);
  put(out, "}");
  if (out->length - start > deckd->most_bytes) return out->length = start, false;
  put(out, "\n");
  end_question(deckd, index);
  return true;
}

static void moved(struct deckd *deckd, const struct deckd_json *params) {
  struct follower *follower = find_follower(deckd, need_text(deckd, params, "deck"));
  if (follower && !take_motion(&follower->motions, params))
    fail(deckd, "a motion lacks or misuses a constant of its formula");
}

static void dispatch(struct deckd *deckd, const struct deckd_json *message) {
  const struct deckd_json *id = deckd_get(message, "id"), *params = deckd_get(message, "params");
  const char *method = deckd_text(deckd_get(message, "method"), NULL);
  if (!method) answered(deckd, message);
  else if (id) asked(deckd, id, method, params);
  else if (same(method, "event")) happened(deckd, params);
  else if (same(method, "motion")) moved(deckd, params);
  else if (same(method, "delegate.closed")) closed(deckd, params);
  else deliver(deckd, method, 0, params);
}

bool deckd_receive(struct deckd *deckd, const char *line, size_t length) {
  while (length && strchr(" \t\r\n", line[length - 1]) && line[length - 1]) length--;
  if (!length) return true;
  const struct deckd_json *message = parse(&deckd->parser, deckd->locale, line, length);
  if (deckd_kind(message) == DECKD_OBJECT) dispatch(deckd, message);
  else fail(deckd, "a line is no object of JSON; expected a message of deckd");
  if (!deckd->failure) return true;
  char *text = NULL;
  if (asprintf(&text, "%s: %.*s%s", deckd->failure, length < 100 ? (int)length : 100, line, length < 100 ? "" : "…") <
      0)
    checked(NULL);
  report(deckd, text);
  free(text);
  return false;
}

/* The connection */

void deckd_connected(struct deckd *deckd) {
  free(deckd->failure);
  deckd->failure = NULL;
  deckd->is_up = true;
  begin_request(deckd, GREETING, 0, "hello");
  put(&deckd->outgoing, "{\"protocol\":1,\"client\":");
  put_string(&deckd->outgoing, deckd->options.client);
  put(&deckd->outgoing, "}}\n");
  subscribe(deckd, !deckd->has_contradicted);
  register_delegates(deckd, NULL);
}

void deckd_lost(struct deckd *deckd) {
  static const struct deckd_error lost = {.message = "connection lost; it may or may not have been performed"};
  deckd->is_up = deckd->is_subscribed = false;
  deckd->outgoing.length = 0;
  for (size_t i = 0; i < deckd->count; i++) deckd->followers[i]->synced = 0;
  struct pending *pending = deckd->pending;
  size_t count = deckd->pending_count;
  deckd->pending = NULL; /* an answer may make another request, which fails */
  deckd->pending_count = deckd->pending_capacity = 0;
  for (size_t i = 0; i < count; i++) {
    free_parts(pending[i].rest);
    if (pending[i].answer) pending[i].answer(pending[i].user, NULL, &lost);
  }
  free(pending);
  struct divided *divided = deckd->divided;
  deckd->divided = NULL;
  deckd->is_dividing = false;
  while (divided) {
    struct divided *next = divided->next;
    if (divided->answer) divided->answer(divided->user, NULL, &lost);
    free_parts(divided->parts);
    free(divided);
    divided = next;
  }
  /* All end before the author hears of one: an answer now would go to the next connection. */
  struct question *questions = deckd->questions;
  count = deckd->question_count;
  deckd->questions = NULL;
  deckd->question_count = deckd->question_capacity = 0;
  for (size_t i = 0; i < count; i++) free(questions[i].id), tell_closed(deckd, questions[i].number);
  free(questions);
}

const char *deckd_outgoing(const struct deckd *deckd, size_t *length) {
  *length = deckd->outgoing.length;
  return deckd->outgoing.bytes;
}

void deckd_sent(struct deckd *deckd, size_t length) { shift(&deckd->outgoing, length); }

bool deckd_is_connected(const struct deckd *deckd) { return deckd->is_subscribed; }

/* Input and output */

int64_t deckd_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int deckd_fd(const struct deckd *deckd) { return deckd->fd; }

short deckd_poll_events(const struct deckd *deckd) { return deckd->outgoing.length ? POLLIN | POLLOUT : POLLIN; }

int deckd_timeout(const struct deckd *deckd) {
  if (deckd->fd >= 0) return -1;
  int64_t left = deckd->retry - deckd_now();
  return left > 0 ? (int)((left + 999) / 1000) : 0;
}

/* Where the daemon listens: the path given, else $DECKD_SOCKET, else the first usual one that exists. */
static bool find_socket(const struct deckd *deckd, struct sockaddr_un *address) {
  static const char *const names[] = {"deckd.sock", "deckd-observe.sock"};
  const char *chosen = deckd->options.socket ? deckd->options.socket : getenv("DECKD_SOCKET");
  const char *folders[] = {"/run/deckd", getenv("XDG_RUNTIME_DIR")};
  size_t room = sizeof address->sun_path;
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (chosen && *chosen) return (size_t)snprintf(address->sun_path, room, "%s", chosen) < room;
  for (size_t i = 0; i < 4; i++) {
    const char *folder = folders[i % 2];
    if (!folder || !*folder) continue;
    bool is_whole = (size_t)snprintf(address->sun_path, room, "%s/%s", folder, names[i / 2]) < room;
    if (is_whole && access(address->sun_path, F_OK) == 0) return true;
  }
  snprintf(address->sun_path, room, "%s/%s", folders[0], names[0]);
  return true;
}

/* Loses the connection, or could not make it: tries again at once, then after 0.1 s, doubling up to 2 s. Connections
 * begin at least 0.1 s apart. A message that is wrong is likely to come again, so that the delay grows after it. */
static void lose(struct deckd *deckd) {
  enum { SHORTEST = 100000, LONGEST = 2000000 };
  if (deckd->is_subscribed && !deckd->failure) deckd->delay = 0;
  if (deckd->failure && !deckd->delay) deckd->delay = SHORTEST;
  if (deckd->fd >= 0) close(deckd->fd);
  deckd->fd = -1;
  deckd->incoming.length = deckd->scanned = 0;
  deckd->retry = deckd_now() + deckd->delay;
  if (deckd->retry < deckd->begun + SHORTEST) deckd->retry = deckd->begun + SHORTEST;
  deckd->delay = deckd->delay ? 2 * deckd->delay : SHORTEST;
  if (deckd->delay > LONGEST) deckd->delay = LONGEST;
  deckd_lost(deckd);
}

static void open_connection(struct deckd *deckd) {
  struct sockaddr_un address;
  bool is_path = find_socket(deckd, &address);
  if (!is_path && !deckd->is_path_reported)
    report(deckd, "the socket's path is longer than the 107 bytes that a socket can have");
  deckd->is_path_reported = !is_path;
  int fd = is_path ? socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0) : -1;
  int cause = is_path ? errno : ENAMETOOLONG;
  if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address)) {
    cause = errno;
    close(fd);
    fd = -1;
  }
  deckd->fd = fd;
  if (fd < 0) {
    lose(deckd);
    errno = cause;
    return;
  }
  deckd->begun = deckd_now();
  deckd_connected(deckd);
}

/* Takes the complete lines that have come; false where the connection is to be closed. */
static bool take_lines(struct deckd *deckd) {
  struct buffer *in = &deckd->incoming;
  size_t start = 0;
  char *newline;
  bool is_well = true;
  while (is_well && (newline = memchr(in->bytes + deckd->scanned, '\n', in->length - deckd->scanned))) {
    size_t end = (size_t)(newline - in->bytes);
    deckd->has_news = true;
    is_well = deckd_receive(deckd, in->bytes + start, end - start);
    start = deckd->scanned = end + 1;
  }
  if (!is_well) return false;
  shift(in, start);
  deckd->scanned = in->length;
  return true;
}

/* Receives what has come, but at most so much at a time, so that drawing goes on; false where the connection ended. */
static bool receive_lines(struct deckd *deckd) {
  enum { PIECE = 1 << 16, AT_A_TIME = 1 << 20, LONGEST_LINE = 1 << 26 };
  struct buffer *in = &deckd->incoming;
  for (size_t received = 0; received < AT_A_TIME;) {
    reserve(in, PIECE);
    ssize_t length = recv(deckd->fd, in->bytes + in->length, PIECE, 0);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    if (length == 0) return false;
    in->length += (size_t)length;
    received += (size_t)length;
    if (!take_lines(deckd)) return false;
    if (in->length <= LONGEST_LINE) continue;
    fail(deckd, "a line is longer than 64 MiB; expected a message of deckd");
    report(deckd, deckd->failure);
    return false;
  }
  return true;
}

static bool send_lines(struct deckd *deckd) {
  while (deckd->outgoing.length) {
    ssize_t length = send(deckd->fd, deckd->outgoing.bytes, deckd->outgoing.length, MSG_NOSIGNAL);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    shift(&deckd->outgoing, (size_t)length);
  }
  return true;
}

bool deckd_dispatch(struct deckd *deckd) {
  deckd->has_news = false;
  if (deckd->fd < 0 && deckd_timeout(deckd) == 0) open_connection(deckd);
  if (deckd->fd >= 0 && !(send_lines(deckd) && receive_lines(deckd) && send_lines(deckd))) lose(deckd);
  return deckd->has_news;
}

bool deckd_wait(struct deckd *deckd, int milliseconds) {
  bool has_news = deckd->fd < 0 && deckd_dispatch(deckd); /* so that there may be something to wait for */
  int timeout = deckd_timeout(deckd);
  if (timeout < 0 || (milliseconds >= 0 && milliseconds < timeout)) timeout = milliseconds;
  struct pollfd descriptor = {.fd = deckd->fd, .events = deckd_poll_events(deckd)};
  poll(&descriptor, 1, has_news ? 0 : timeout);
  return deckd_dispatch(deckd) || has_news;
}

/* Creating, asking */

static char **copy_list(const char *const *list) {
  size_t count = 0;
  while (list[count]) count++;
  char **copy = new_zeroed((count + 1) * sizeof *copy);
  for (size_t i = 0; i < count; i++) copy[i] = copy_text(list[i]);
  return copy;
}

static void free_list(char **list) {
  for (size_t i = 0; list[i]; i++) free(list[i]);
  free(list);
}

struct deckd *deckd_create(const struct deckd_options *options, size_t size) {
  static const char *const topics[] = {"events", "motions", NULL};
  if (!options) size = 0;
  int problem = size % sizeof(void *) ? EINVAL : 0;
  for (size_t i = sizeof *options; i < size; i++)
    if (((const char *)options)[i]) problem = E2BIG;
  if (problem) return errno = problem, NULL;
  struct deckd *deckd = new_zeroed(sizeof *deckd);
  if (size) memcpy(&deckd->options, options, size < sizeof *options ? size : sizeof *options);
  struct deckd_options *copy = &deckd->options;
  copy->socket = copy_text(copy->socket);
  copy->deck = copy_text(copy->deck ? copy->deck : "*");
  copy->client = copy_text(copy->client ? copy->client : "deckd.c");
  copy->topics = (const char *const *)(deckd->topics = copy_list(copy->topics ? copy->topics : topics));
  deckd->locale = checked(newlocale(LC_ALL_MASK, "C", NULL));
  deckd->fd = -1;
  deckd->most_bytes = 1 << 15; /* unless the daemon's hello says otherwise, as for the cards */
  deckd->most_cards = 250;
  return deckd;
}

void deckd_add_delegate(struct deckd *deckd, const char *deck, const char *const *questions, deckd_ask *ask) {
  bool answers = questions && *questions;
  size_t index = 0;
  while (index < deckd->delegate_count && strcmp(deckd->delegates[index].deck, deck)) index++;
  bool is_known = index < deckd->delegate_count;
  if (is_known) {
    free(deckd->delegates[index].deck);
    free_list(deckd->delegates[index].questions);
    deckd->delegates[index] = deckd->delegates[--deckd->delegate_count];
  }
  if (answers)
    APPEND(deckd->delegates, deckd->delegate_count, deckd->delegate_capacity) =
        (struct delegate){copy_text(deck), copy_list(questions), ask};
  if (!deckd->is_up) return;
  if (answers) register_delegates(deckd, deck);
  else if (is_known) {
    begin_request(deckd, AUTHOR, 0, "delegate.unregister"); /* refused where the deck is gone: just as well */
    put(&deckd->outgoing, "{\"deck\":");
    put_string(&deckd->outgoing, deck);
    put(&deckd->outgoing, "}}\n");
  }
}

void deckd_free(struct deckd *deckd) {
  if (!deckd) return;
  if (deckd->fd >= 0) close(deckd->fd);
  for (size_t i = 0; i < deckd->count; i++) free_follower(deckd->followers[i]);
  for (size_t i = 0; i < deckd->delegate_count; i++) {
    free(deckd->delegates[i].deck);
    free_list(deckd->delegates[i].questions);
  }
  free(deckd->delegates);
  while (deckd->question_count) end_question(deckd, 0);
  free(deckd->questions);
  free_list(deckd->topics);
  replace(&deckd->options.socket, NULL);
  replace(&deckd->options.deck, NULL);
  replace(&deckd->options.client, NULL);
  clear_text(&deckd->journal);
  for (size_t i = 0; i < deckd->pending_count; i++) free_parts(deckd->pending[i].rest);
  for (struct divided *divided = deckd->divided, *next; divided; divided = next) {
    next = divided->next;
    free_parts(divided->parts);
    free(divided);
  }
  free(deckd->pending);
  free(deckd->followers);
  free(deckd->failure);
  free(deckd->outgoing.bytes);
  free(deckd->incoming.bytes);
  release_parser(&deckd->parser);
  release_parser(&deckd->checker);
  freelocale(deckd->locale);
  free(deckd);
}

size_t deckd_deck_count(const struct deckd *deckd) {
  size_t count = 0;
  for (size_t i = 0; i < deckd->count; i++) count += deckd->followers[i]->shown != NULL;
  return count;
}

const struct deckd_deck *deckd_deck_at(const struct deckd *deckd, size_t index) {
  for (size_t i = 0; i < deckd->count; i++) {
    const struct model *shown = deckd->followers[i]->shown;
    if (shown && index-- == 0) return &shown->deck;
  }
  return NULL;
}

const struct deckd_deck *deckd_deck(const struct deckd *deckd, const char *id) {
  const struct follower *follower = find_follower(deckd, id);
  return follower && follower->shown ? &follower->shown->deck : NULL;
}

const struct deckd_card *deckd_card(const struct deckd_deck *deck, const char *id) {
  for (size_t i = 0; deck && deck->cards && i < deck->count; i++)
    if (same(deck->cards[i].id, id)) return &deck->cards[i];
  return NULL;
}

const struct deckd_places *deckd_places(struct deckd *deckd, const char *deck, int64_t time) {
  static const struct deckd_places none;
  struct follower *follower = find_follower(deckd, deck);
  const struct deckd_deck *shown = follower && follower->shown ? &follower->shown->deck : NULL;
  return follower ? draw(&follower->motions, shown, (double)time) : &none;
}

bool deckd_is_moving(const struct deckd *deckd, const char *deck, int64_t time) {
  const struct follower *follower = find_follower(deckd, deck);
  return follower && is_moving(&follower->motions, (double)time);
}
