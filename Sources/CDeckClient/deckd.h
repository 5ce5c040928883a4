/* A client of deckd: the state of its decks, their events, and where their cards are at each moment.
 *
 *     struct deckd *deckd = deckd_new(&(struct deckd_options){.event = on_event});
 *     for (;;) {
 *       deckd_wait(deckd, 16);
 *       const struct deckd_places *places = deckd_places(deckd, "main", deckd_now());
 *       for (size_t i = 0; i < deckd_place_count(places); i++) draw(deckd_place_at(places, i));
 *     }
 *
 * The client connects by itself, again and again, may start before the daemon, and misses no event where the daemon
 * keeps its state. The model is whole at every moment: a deck is in it when all of its cards are, and an event is
 * delivered when the model includes it.
 *
 * One header, one source for -std=c11, libc and libm: compile it in, or link libdeckd.so.1, which stays compatible
 * within that number. No thread, no global state. A client belongs to one thread at a
 * time. Everything happens in deckd_dispatch and deckd_wait, or in deckd_receive and deckd_lost: they call the author's
 * functions, which may ask for everything and make requests, but call none of these four, nor deckd_free. Drawing
 * allocates nothing, nor does a motion once its deck has moved so. Where memory runs out, the program ends with a
 * message.
 *
 * Lengths are in points, angles in degrees clockwise, times in microseconds of CLOCK_MONOTONIC. Text is UTF-8 and ends
 * with a zero byte; a string of a card's data that has U+0000 ends there, but for deckd_write. Version 1.0.0, protocol
 * 1, which the page "Protocol" describes. */

#ifndef DECKD_H
#define DECKD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* JSON
 *
 * A value of a message, of a card or of a deck. It is valid as long as what it belongs to: that of an event or of a
 * result until the author's function returns, that of a deck until the next dispatch. Every function takes NULL for a
 * value that is not there, so that lookups can be chained: deckd_number(deckd_get(card->json, "price"), 0). */

enum deckd_kind { DECKD_NULL, DECKD_FALSE, DECKD_TRUE, DECKD_NUMBER, DECKD_STRING, DECKD_ARRAY, DECKD_OBJECT };

struct deckd_json;

/* The kind of a value; DECKD_NULL for NULL. */
enum deckd_kind deckd_kind(const struct deckd_json *value);

/* The member of an object by its name; NULL where there is none, or the value is no object. */
const struct deckd_json *deckd_get(const struct deckd_json *object, const char *name);

/* The first element of an array or member of an object, and the one after; NULL after the last. */
const struct deckd_json *deckd_first(const struct deckd_json *collection);
const struct deckd_json *deckd_next(const struct deckd_json *element);

/* How many elements or members a value has; 0 where it is neither array nor object. */
size_t deckd_count(const struct deckd_json *collection);

/* The name of a member of an object; NULL for other values. */
const char *deckd_name(const struct deckd_json *member);

/* A string, a number, a truth value; `otherwise` where the value is none. */
const char *deckd_text(const struct deckd_json *value, const char *otherwise);
double deckd_number(const struct deckd_json *value, double otherwise);
bool deckd_bool(const struct deckd_json *value, bool otherwise);

/* Writes a value as JSON, and text as a JSON string with its quotes: at most `size` bytes with the zero byte. Returns
 * the length that the whole has, as snprintf does. */
size_t deckd_write(const struct deckd_json *value, char *buffer, size_t size);
size_t deckd_quote(const char *text, char *buffer, size_t size);

/* The model
 *
 * Decks, cards, places and parts are read with functions, not as structures: later versions may keep more in them. These
 * functions take no NULL, but for deckd_card_json and those of parts. */

/* A deck's state as of its last delivered event. */
struct deckd_deck;

const char *deckd_deck_id(const struct deckd_deck *deck);
const char *deckd_deck_kind(const struct deckd_deck *deck);   /* "swipe", "stack" or "carousel" */
const char *deckd_deck_preset(const struct deckd_deck *deck); /* "koloda", "swipeclean", "wallet" and others */
uint64_t deckd_deck_seq(const struct deckd_deck *deck);       /* the number of its last delivered event */

/* The index of the front card, the count of cards when the deck has run out; how many cards there are; and how many
 * swipes can be undone. */
size_t deckd_deck_current(const struct deckd_deck *deck);
size_t deckd_deck_card_count(const struct deckd_deck *deck);
size_t deckd_deck_undo_depth(const struct deckd_deck *deck);

/* "loading", "active" or "ended", NULL where the deck has no rounds; and the id of the card that is open, or NULL. */
const char *deckd_deck_round(const struct deckd_deck *deck);
const char *deckd_deck_open(const struct deckd_deck *deck);

/* Objects: the surface with name, w, h, refresh, pointsPerMillimetre, reducedMotion; the area of the deck on it with
 * x, y, w, h; the value of every setting by its name. */
const struct deckd_json *deckd_deck_surface(const struct deckd_deck *deck);
const struct deckd_json *deckd_deck_area(const struct deckd_deck *deck);
const struct deckd_json *deckd_deck_settings(const struct deckd_deck *deck);

/* A card: its id, and what deck.cards returns of it, an object with id, data and others. */
struct deckd_card;

const char *deckd_card_id(const struct deckd_card *card);
const struct deckd_json *deckd_card_json(const struct deckd_card *card);

/* A card by its index; NULL beyond the last one, and where the client fetches no cards. */
const struct deckd_card *deckd_card_at(const struct deckd_deck *deck, size_t index);

/* A card by its id; NULL where the deck has none. It compares one id after the other; a place has its card already. */
const struct deckd_card *deckd_card(const struct deckd_deck *deck, const char *id);

/* All that is to be drawn of a deck at a moment: places of cards, from the lowest to the highest, and three parts.
 * Cards that leave the deck are here until they are gone, although the model has them no more. */
struct deckd_places;
struct deckd_place;
struct deckd_part;

size_t deckd_place_count(const struct deckd_places *places);
const struct deckd_place *deckd_place_at(const struct deckd_places *places, size_t index); /* NULL beyond the last */

/* Whose place it is; the card is NULL where the model does not have it (any more). */
const char *deckd_place_id(const struct deckd_place *place);
const struct deckd_card *deckd_place_card(const struct deckd_place *place);

/* The card's own coordinates, (0, 0) to (w, h), to the deck's: six numbers a, b, c, d, e, f as in CSS, Cairo and SVG.
 * The point (u, v) of the card is drawn at (a·u + c·v + e, b·u + d·v + f). */
const double *deckd_place_matrix(const struct deckd_place *place);

/* Of what the matrix is made: the rectangle x, y, w, h in the deck's coordinates, before `scale` and `rotation` about
 * the anchor, which is in fractions of the card's size. */
double deckd_place_x(const struct deckd_place *place);
double deckd_place_y(const struct deckd_place *place);
double deckd_place_w(const struct deckd_place *place);
double deckd_place_h(const struct deckd_place *place);
double deckd_place_scale(const struct deckd_place *place);
double deckd_place_rotation(const struct deckd_place *place);
double deckd_place_anchor_x(const struct deckd_place *place);
double deckd_place_anchor_y(const struct deckd_place *place);

double deckd_place_z(const struct deckd_place *place);       /* places are sorted by it */
double deckd_place_opacity(const struct deckd_place *place); /* 0 to 1 */
double deckd_place_lift(const struct deckd_place *place);    /* 0 to 1: how far it is lifted for reordering */

/* The deck's overlay, detail and fan; NULL where it shows none. */
const struct deckd_part *deckd_overlay(const struct deckd_places *places);
const struct deckd_part *deckd_detail(const struct deckd_places *places);
const struct deckd_part *deckd_fan(const struct deckd_places *places);

/* The card that a part is about, and an overlay's direction; NULL where it has none, or is NULL itself. */
const char *deckd_part_card(const struct deckd_part *part);
const char *deckd_part_direction(const struct deckd_part *part);

/* A figure of a part by its name after the first dot, such as "progress" and "stamp.opacity"; `otherwise` where the
 * part is NULL or has none of this name. */
double deckd_figure(const struct deckd_part *part, const char *name, double otherwise);

/* What happens */

/* Something that happened to a deck, or another notification by the name of its method ("frame", "haptic" …). */
struct deckd_event;

/* Its type, such as "card.swiped", or "resync" where events were missed; the deck's id, empty where it is not about a
 * deck; its number, 0 for what has none. */
const char *deckd_event_type(const struct deckd_event *event);
const char *deckd_event_deck(const struct deckd_event *event);
uint64_t deckd_event_seq(const struct deckd_event *event);

/* All members by their names on the wire; NULL for "resync". */
const struct deckd_json *deckd_event_params(const struct deckd_event *event);

/* Why a request has no result. */
struct deckd_error;

int deckd_error_code(const struct deckd_error *error); /* the code of the protocol page; 0 where there was no answer */
const char *deckd_error_message(const struct deckd_error *error); /* what was wrong, in words */

/* The whole error, with `data`; NULL where there was no answer. */
const struct deckd_json *deckd_error_json(const struct deckd_error *error);

/* Receives the result of a request, or its error; the other one is NULL. */
typedef void deckd_answer(void *user, const struct deckd_json *result, const struct deckd_error *error);

/* Receives a question to a deck's delegate, such as "shouldSwipe", which deckd_answer_question answers by its number,
 * at once or later. */
typedef void deckd_ask(void *user, uint64_t number, const char *question, const struct deckd_json *params);

/* How to create a client; what is zero has a default. Everything is copied but `user`. Later versions add members at
 * the end. */
struct deckd_options {
  const char *socket;        /* $DECKD_SOCKET, or the first of the usual sockets that exists */
  const char *deck;          /* "*", all decks */
  const char *const *topics; /* {"events", "motions", NULL} */
  const char *client;        /* "deckd.c": the client's name in the daemon's log */
  void *user;                /* passed to the functions */
  void (*event)(void *user, const struct deckd_event *event);
  /* Reports what is wrong: a message that is none, a refused subscription. The client goes on by itself. */
  void (*error)(void *user, const char *message);
  /* 1 where the model is to have no cards, and none are fetched. It is as wide as a pointer, as every member is: one that
   * is added later must not hide in padding. */
  uint64_t without_cards;
  /* Says that a question is open no more although it was not answered: its time is up, the card was let go, the
   * connection is lost. Its dialog is to be closed. */
  void (*question_closed)(void *user, uint64_t number);
};

/* The client */

struct deckd;

/* Creates a client, which connects in its first dispatch. `options` may be NULL; `size` is how many bytes of it there
 * are, so that programs run with the libraries of other versions: what is beyond it has its default. Returns NULL with
 * errno E2BIG where options are set that this version of the library does not have, and with EINVAL where `size` ends
 * within a member. */
struct deckd *deckd_create(const struct deckd_options *options, size_t size);

/* Creates a client with the options of this header. */
static inline struct deckd *deckd_new(const struct deckd_options *options) {
  return deckd_create(options, sizeof(struct deckd_options));
}

/* Answers a deck's questions, a list such as {"shouldSwipe", NULL}: now, on each further connection, and when the deck
 * is added later. Another call for a deck takes the place of the one before; with an empty list, or NULL, it ends that.
 * Where the daemon refuses, the client reports an error. `user` is that of the options. */
void deckd_add_delegate(struct deckd *deckd, const char *deck, const char *const *questions, deckd_ask *ask);

/* Answers a question by its number, with JSON, or NULL to leave it to the deck. Returns false, and sends nothing, where
 * `answer` is no JSON or longer than the daemon takes, or the question is open no more: it was answered, or
 * `question_closed` was called. */
bool deckd_answer_question(struct deckd *deckd, uint64_t number, const char *answer);

/* Disconnects and releases a client; its requests are not answered, its questions not closed. Takes NULL. */
void deckd_free(struct deckd *deckd);

/* For an event loop: the descriptor, or -1 while there is no connection; the events to poll for, POLLIN and, while
 * something is to be sent, POLLOUT; and the milliseconds until deckd_dispatch is to be called in any case, -1 for
 * never. Ask again before each poll: a new connection has another descriptor. */
int deckd_fd(const struct deckd *deckd);
short deckd_poll_events(const struct deckd *deckd);
int deckd_timeout(const struct deckd *deckd);

/* Connects if it is time, receives what has come, calls the author's functions and sends; never waits. Returns whether
 * anything has come: where nothing has and nothing moves, there is nothing new to draw. Where it could not connect,
 * deckd_fd is -1 and errno says why. */
bool deckd_dispatch(struct deckd *deckd);

/* Dispatches; waits for something to come, but at most so many milliseconds, -1 for as long as it takes. Returns as
 * deckd_dispatch does. */
bool deckd_wait(struct deckd *deckd, int milliseconds);

/* Whether the client has subscribed on the present connection. The model stays while it has not. */
bool deckd_is_connected(const struct deckd *deckd);

/* The decks as of the events delivered. What it returns is valid until the next dispatch. */
size_t deckd_deck_count(const struct deckd *deckd);
const struct deckd_deck *deckd_deck_at(const struct deckd *deckd, size_t index);

/* A deck by its id; NULL where there is none, or its cards are not here yet. */
const struct deckd_deck *deckd_deck(const struct deckd *deckd, const char *id);

/* Where everything of a deck is at a moment; empty where there is no such deck. It is in a buffer of the client's,
 * valid until the next call for the same deck, or the next dispatch. */
const struct deckd_places *deckd_places(struct deckd *deckd, const char *deck, int64_t time);

/* Whether anything of a deck changes by itself after a moment. */
bool deckd_is_moving(const struct deckd *deckd, const char *deck, int64_t time);

/* The present moment of the daemon's clock. */
int64_t deckd_now(void);

/* Makes a request; `params` is a JSON object, or NULL for {}. `answer` is called once, in a later dispatch, and may be
 * NULL. Returns false, and sends nothing, where `params` is no object of JSON, or there is no connection:
 * deckd_is_connected tells which. A request that waits when the connection is lost fails, and is not made again.
 *
 * One with more cards than the daemon takes at once is made in parts, each after the answer to the one before. A deck takes
 * the cards of deck.load and deck.reload all at once even so, or none; those of other methods up to the part that fails. The
 * daemon cannot tell whose a request is that is longer than a line may be by itself (`limits.line`), as with a single huge
 * card: it reports an error, and the request waits until the connection is lost. */
bool deckd_request(struct deckd *deckd, const char *method, const char *params, deckd_answer *answer, void *user);

/* Sends a request that is not to be answered, such as surface.vsync; returns false as deckd_request does. */
bool deckd_notify(struct deckd *deckd, const char *method, const char *params);

/* Says that a picture of a deck came at `time`, in µs of the daemon's clock, and that one comes each `period` µs, 2,000
 * to 50,000: a drag is then drawn ahead of its finger (`surface.vsync`). To be called after each picture; it is sent
 * where that is new. */
void deckd_drew(struct deckd *deckd, const char *deck, int64_t time, double period);

/* A client without a socket
 *
 * For a program that brings the lines itself: instead of deckd_dispatch and deckd_wait, it says that a connection is
 * up or lost, gives each line, and sends what collects. */

void deckd_connected(struct deckd *deckd);
void deckd_lost(struct deckd *deckd);

/* Takes a line, with or without its newline. Returns false, after an error was reported, where the connection is to be
 * closed and begun again. */
bool deckd_receive(struct deckd *deckd, const char *line, size_t length);

/* The bytes to send, and how many there are; valid until the next call but this one. */
const char *deckd_outgoing(const struct deckd *deckd, size_t *length);

/* The first bytes of these were sent. */
void deckd_sent(struct deckd *deckd, size_t length);

#ifdef __cplusplus
}
#endif

#endif
