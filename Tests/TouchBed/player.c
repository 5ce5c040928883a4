#define _GNU_SOURCE
#include "player.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

enum { NANOSECONDS = 1000000000 };

struct player {
  pthread_t thread;
  struct node *node;
  struct recording recording;
  size_t first;
  int64_t start;
  struct player_audience *audience;
  struct player_result result; /* under the audience's lock */

  pthread_mutex_t lock;
  pthread_cond_t stop_asked; /* waits on CLOCK_MONOTONIC */
  _Bool stopping;
};

/* Waits until `moment`, never less; false when playing shall end instead. */
static _Bool wait_until(struct player *player, int64_t moment) {
  struct timespec deadline = {moment / NANOSECONDS, moment % NANOSECONDS};
  int error = 0;
  pthread_mutex_lock(&player->lock);
  while (!player->stopping && error != ETIMEDOUT)
    error = pthread_cond_timedwait(&player->stop_asked, &player->lock, &deadline);
  _Bool go_on = !player->stopping;
  pthread_mutex_unlock(&player->lock);
  return go_on;
}

static struct player_result play_frames(struct player *player) {
  const struct recording *recording = &player->recording;
  int64_t origin = player->start - recording->frames[player->first].time;
  struct player_result result = {.finished = 1};
  for (size_t i = player->first; i < recording->frame_count; i++) {
    const struct recorded_frame *frame = &recording->frames[i];
    int64_t moment = origin + frame->time;
    if (!wait_until(player, moment)) break;
    int64_t late = monotonic_now() - moment;
    node_write(player->node, recording->events + frame->first, frame->count, moment);
    if (late > result.latest) result.latest = late;
    result.frames++;
  }
  return result;
}

static void *play(void *argument) {
  struct player *player = argument;
  prctl(PR_SET_TIMERSLACK, 1); /* ns; else the kernel may wake us 50 µs late */
  struct player_result result = play_frames(player);
  pthread_mutex_lock(&player->audience->lock);
  player->result = result;
  pthread_cond_broadcast(&player->audience->changed);
  pthread_mutex_unlock(&player->audience->lock);
  return NULL;
}

static void make_monotonic(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &attributes);
  pthread_condattr_destroy(&attributes);
}

struct player *player_start(struct node *node, struct recording *recording, size_t first, int64_t start,
                            struct player_audience *audience) {
  struct player *player = calloc(1, sizeof *player);
  if (!player) abort();
  *player = (struct player){
      .node = node, .recording = *recording, .first = first, .start = start, .audience = audience};
  *recording = (struct recording){0};
  pthread_mutex_init(&player->lock, NULL);
  make_monotonic(&player->stop_asked);
  int error = pthread_create(&player->thread, NULL, play, player);
  if (!error) return player;
  recording_free(&player->recording);
  free(player);
  errno = error;
  return NULL;
}

void player_stop(struct player *player) {
  pthread_mutex_lock(&player->lock);
  player->stopping = 1;
  pthread_cond_signal(&player->stop_asked);
  pthread_mutex_unlock(&player->lock);
}

struct player_result player_result(const struct player *player) { return player->result; }

void player_free(struct player *player) {
  pthread_join(player->thread, NULL);
  recording_free(&player->recording);
  pthread_cond_destroy(&player->stop_asked);
  pthread_mutex_destroy(&player->lock);
  free(player);
}
