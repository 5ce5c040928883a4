/* One event node: its state, its socket, and the clients that have it open. */
#ifndef TOUCHBED_NODE_H
#define TOUCHBED_NODE_H

#include "panel.h"

#include <stddef.h>

struct node;

/* What the clients made of the node. */
struct node_use {
  int clients;
  int clock_id; /* the lowest of the clients' clocks; -1 without a client */
  int grabbed;
};

enum { NODE_NOW = -1 }; /* a stamp: the moment of writing */

int64_t monotonic_now(void); /* ns */

/* Makes a node like `panel` that can be opened at `socket_path`; NULL and errno on failure. */
struct node *node_open(const struct panel_state *panel, const char *socket_path);

/* Takes the node away: its clients get ENODEV once they have read what was written. */
void node_close(struct node *node);

/* Writes one hardware frame in one go, stamped with CLOCK_MONOTONIC `stamp` cut to microseconds.
 * Gives the stamp the events carry. */
int64_t node_write(struct node *node, const struct input_event *events, size_t count, int64_t stamp);

/* The events happen, but all the clients see is SYN_DROPPED: the queue overflowed. */
int64_t node_drop(struct node *node, const struct input_event *events, size_t count);

struct node_use node_use(struct node *node);

/* Hands over (and forgets) up to `room` events that clients wrote: lights, force feedback. */
size_t node_take_written(struct node *node, struct input_event *events, size_t room);

/* The force feedback effect a client uploaded to `slot`; false when it is free. */
_Bool node_effect(struct node *node, int slot, struct ff_effect *effect);

/* Takes `count` more effects, and fails for those after them with `error`; each takes `milliseconds`. */
void node_limit_uploads(struct node *node, int count, int error, int milliseconds);

#endif
