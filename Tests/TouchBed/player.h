/* Plays a recording on a node, each frame at its own moment, in a thread of its own. */
#ifndef TOUCHBED_PLAYER_H
#define TOUCHBED_PLAYER_H

#include "node.h"
#include "recording.h"

#include <pthread.h>

struct player;

/* Whoever waits for players holds `lock` and waits for `changed`. */
struct player_audience {
  pthread_mutex_t lock;
  pthread_cond_t changed;
};

/* Starts to play `recording` (and owns it from then on), from frame `first`, which happens at
 * CLOCK_MONOTONIC `start`, a whole number of microseconds. NULL and errno on failure. */
struct player *player_start(struct node *node, struct recording *recording, size_t first, int64_t start,
                            struct player_audience *audience);

/* Asks for an early end; the audience hears of it. */
void player_stop(struct player *player);

/* What has come of it. `finished` is safe to read under the audience's lock only. */
struct player_result {
  _Bool finished;
  size_t frames;
  int64_t latest; /* the most ns a frame was written after its moment */
};
struct player_result player_result(const struct player *player);

/* Frees a finished player; call it under the audience's lock. */
void player_free(struct player *player);

#endif
