/* What release 1.0 promised to programs in C: they compile with a later header, and run with a later library.
 *
 * Each declaration is of the release: one that has changed is an error here, and one that is gone does not link. */

#include "deckd.h"

_Static_assert(DECKD_NULL == 0, "a value of deckd_kind");
_Static_assert(DECKD_FALSE == 1, "a value of deckd_kind");
_Static_assert(DECKD_TRUE == 2, "a value of deckd_kind");
_Static_assert(DECKD_NUMBER == 3, "a value of deckd_kind");
_Static_assert(DECKD_STRING == 4, "a value of deckd_kind");
_Static_assert(DECKD_ARRAY == 5, "a value of deckd_kind");
_Static_assert(DECKD_OBJECT == 6, "a value of deckd_kind");

typedef void deckd_answer(void *user, const struct deckd_json *result, const struct deckd_error *error);
typedef void deckd_ask(void *user, uint64_t number, const char *question, const struct deckd_json *params);

enum deckd_kind deckd_kind(const struct deckd_json *value);
const struct deckd_json *deckd_get(const struct deckd_json *object, const char *name);
const struct deckd_json *deckd_first(const struct deckd_json *collection);
const struct deckd_json *deckd_next(const struct deckd_json *element);
size_t deckd_count(const struct deckd_json *collection);
const char *deckd_name(const struct deckd_json *member);
const char *deckd_text(const struct deckd_json *value, const char *otherwise);
double deckd_number(const struct deckd_json *value, double otherwise);
bool deckd_bool(const struct deckd_json *value, bool otherwise);
size_t deckd_write(const struct deckd_json *value, char *buffer, size_t size);
size_t deckd_quote(const char *text, char *buffer, size_t size);
const char *deckd_deck_id(const struct deckd_deck *deck);
const char *deckd_deck_kind(const struct deckd_deck *deck);
const char *deckd_deck_preset(const struct deckd_deck *deck);
uint64_t deckd_deck_seq(const struct deckd_deck *deck);
size_t deckd_deck_current(const struct deckd_deck *deck);
size_t deckd_deck_card_count(const struct deckd_deck *deck);
size_t deckd_deck_undo_depth(const struct deckd_deck *deck);
const char *deckd_deck_round(const struct deckd_deck *deck);
const char *deckd_deck_open(const struct deckd_deck *deck);
const struct deckd_json *deckd_deck_surface(const struct deckd_deck *deck);
const struct deckd_json *deckd_deck_area(const struct deckd_deck *deck);
const struct deckd_json *deckd_deck_settings(const struct deckd_deck *deck);
const char *deckd_card_id(const struct deckd_card *card);
const struct deckd_json *deckd_card_json(const struct deckd_card *card);
const struct deckd_card *deckd_card_at(const struct deckd_deck *deck, size_t index);
const struct deckd_card *deckd_card(const struct deckd_deck *deck, const char *id);
size_t deckd_place_count(const struct deckd_places *places);
const struct deckd_place *deckd_place_at(const struct deckd_places *places, size_t index);
const char *deckd_place_id(const struct deckd_place *place);
const struct deckd_card *deckd_place_card(const struct deckd_place *place);
const double *deckd_place_matrix(const struct deckd_place *place);
double deckd_place_x(const struct deckd_place *place);
double deckd_place_y(const struct deckd_place *place);
double deckd_place_w(const struct deckd_place *place);
double deckd_place_h(const struct deckd_place *place);
double deckd_place_scale(const struct deckd_place *place);
double deckd_place_rotation(const struct deckd_place *place);
double deckd_place_anchor_x(const struct deckd_place *place);
double deckd_place_anchor_y(const struct deckd_place *place);
double deckd_place_z(const struct deckd_place *place);
double deckd_place_opacity(const struct deckd_place *place);
double deckd_place_lift(const struct deckd_place *place);
const struct deckd_part *deckd_overlay(const struct deckd_places *places);
const struct deckd_part *deckd_detail(const struct deckd_places *places);
const struct deckd_part *deckd_fan(const struct deckd_places *places);
const char *deckd_part_card(const struct deckd_part *part);
const char *deckd_part_direction(const struct deckd_part *part);
double deckd_figure(const struct deckd_part *part, const char *name, double otherwise);
const char *deckd_event_type(const struct deckd_event *event);
const char *deckd_event_deck(const struct deckd_event *event);
uint64_t deckd_event_seq(const struct deckd_event *event);
const struct deckd_json *deckd_event_params(const struct deckd_event *event);
int deckd_error_code(const struct deckd_error *error);
const char *deckd_error_message(const struct deckd_error *error);
const struct deckd_json *deckd_error_json(const struct deckd_error *error);
struct deckd *deckd_create(const struct deckd_options *options, size_t size);
void deckd_add_delegate(struct deckd *deckd, const char *deck, const char *const *questions, deckd_ask *ask);
bool deckd_answer_question(struct deckd *deckd, uint64_t number, const char *answer);
void deckd_free(struct deckd *deckd);
int deckd_fd(const struct deckd *deckd);
short deckd_poll_events(const struct deckd *deckd);
int deckd_timeout(const struct deckd *deckd);
bool deckd_dispatch(struct deckd *deckd);
bool deckd_wait(struct deckd *deckd, int milliseconds);
bool deckd_is_connected(const struct deckd *deckd);
size_t deckd_deck_count(const struct deckd *deckd);
const struct deckd_deck *deckd_deck_at(const struct deckd *deckd, size_t index);
const struct deckd_deck *deckd_deck(const struct deckd *deckd, const char *id);
const struct deckd_places *deckd_places(struct deckd *deckd, const char *deck, int64_t time);
bool deckd_is_moving(const struct deckd *deckd, const char *deck, int64_t time);
int64_t deckd_now(void);
bool deckd_request(struct deckd *deckd, const char *method, const char *params, deckd_answer *answer, void *user);
bool deckd_notify(struct deckd *deckd, const char *method, const char *params);
void deckd_drew(struct deckd *deckd, const char *deck, int64_t time, double period);
void deckd_connected(struct deckd *deckd);
void deckd_lost(struct deckd *deckd);
bool deckd_receive(struct deckd *deckd, const char *line, size_t length);
const char *deckd_outgoing(const struct deckd *deckd, size_t *length);
void deckd_sent(struct deckd *deckd, size_t length);

/* deckd_create takes the size of the options, so that later releases add members at the end. */
#define MEMBER(number, name, type)                                                                           \
  _Static_assert(offsetof(struct deckd_options, name) == (number) * sizeof(void *), "the offset of " #name); \
  _Static_assert(__builtin_types_compatible_p(__typeof__(((struct deckd_options *)0)->name), type),          \
                 "the type of " #name)

MEMBER(0, socket, const char *);
MEMBER(1, deck, const char *);
MEMBER(2, topics, const char *const *);
MEMBER(3, client, const char *);
MEMBER(4, user, void *);
MEMBER(5, event, void (*)(void *user, const struct deckd_event *event));
MEMBER(6, error, void (*)(void *user, const char *message));
MEMBER(7, without_cards, uint64_t);
MEMBER(8, question_closed, void (*)(void *user, uint64_t number));

typedef void function(void);

/* A compiler keeps what other files may use. */
function *const all[] = {
    (function *)deckd_kind,
    (function *)deckd_get,
    (function *)deckd_first,
    (function *)deckd_next,
    (function *)deckd_count,
    (function *)deckd_name,
    (function *)deckd_text,
    (function *)deckd_number,
    (function *)deckd_bool,
    (function *)deckd_write,
    (function *)deckd_quote,
    (function *)deckd_deck_id,
    (function *)deckd_deck_kind,
    (function *)deckd_deck_preset,
    (function *)deckd_deck_seq,
    (function *)deckd_deck_current,
    (function *)deckd_deck_card_count,
    (function *)deckd_deck_undo_depth,
    (function *)deckd_deck_round,
    (function *)deckd_deck_open,
    (function *)deckd_deck_surface,
    (function *)deckd_deck_area,
    (function *)deckd_deck_settings,
    (function *)deckd_card_id,
    (function *)deckd_card_json,
    (function *)deckd_card_at,
    (function *)deckd_card,
    (function *)deckd_place_count,
    (function *)deckd_place_at,
    (function *)deckd_place_id,
    (function *)deckd_place_card,
    (function *)deckd_place_matrix,
    (function *)deckd_place_x,
    (function *)deckd_place_y,
    (function *)deckd_place_w,
    (function *)deckd_place_h,
    (function *)deckd_place_scale,
    (function *)deckd_place_rotation,
    (function *)deckd_place_anchor_x,
    (function *)deckd_place_anchor_y,
    (function *)deckd_place_z,
    (function *)deckd_place_opacity,
    (function *)deckd_place_lift,
    (function *)deckd_overlay,
    (function *)deckd_detail,
    (function *)deckd_fan,
    (function *)deckd_part_card,
    (function *)deckd_part_direction,
    (function *)deckd_figure,
    (function *)deckd_event_type,
    (function *)deckd_event_deck,
    (function *)deckd_event_seq,
    (function *)deckd_event_params,
    (function *)deckd_error_code,
    (function *)deckd_error_message,
    (function *)deckd_error_json,
    (function *)deckd_create,
    (function *)deckd_add_delegate,
    (function *)deckd_answer_question,
    (function *)deckd_free,
    (function *)deckd_fd,
    (function *)deckd_poll_events,
    (function *)deckd_timeout,
    (function *)deckd_dispatch,
    (function *)deckd_wait,
    (function *)deckd_is_connected,
    (function *)deckd_deck_count,
    (function *)deckd_deck_at,
    (function *)deckd_deck,
    (function *)deckd_places,
    (function *)deckd_is_moving,
    (function *)deckd_now,
    (function *)deckd_request,
    (function *)deckd_notify,
    (function *)deckd_drew,
    (function *)deckd_connected,
    (function *)deckd_lost,
    (function *)deckd_receive,
    (function *)deckd_outgoing,
    (function *)deckd_sent,
};

int main(void) { return 0; }
