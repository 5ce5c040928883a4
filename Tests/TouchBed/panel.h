/* What the bed and the preload agree on: one panel's state, as a kernel's evdev node would hold it.
 *
 * The bed keeps it in a memfd and hands that to whoever opens the node, together with a connected
 * socket that carries the events. So the daemon's ioctls are answered in its own process, and a
 * node that is removed and made again can never be mixed up with its predecessor. */
#ifndef TOUCHBED_PANEL_H
#define TOUCHBED_PANEL_H

#include <linux/input.h>
#include <stdatomic.h>
#include <stdint.h>

enum {
  PANEL_SLOTS_MAX = 32,   /* more than any touch panel made; one fixed array a code */
  PANEL_CLIENTS_MAX = 8,  /* processes that have the node open at once */
  PANEL_EFFECTS_MAX = 16, /* what most force feedback drivers offer */
  PANEL_NOT_GRABBED = -1,
  PANEL_INPUT_MAJOR = 13,
  PANEL_FIRST_MINOR = 64, /* event0 is 13:64 */
  PANEL_NODES_MAX = 32,   /* the minors 64 to 95 are evdev's */
};

/* Bytes the kernel answers for a bit set of `count` bits: whole longs. */
#define PANEL_BIT_BYTES(count) (((count) + 63) / 64 * 8)

/* The folder below $UMOCKDEV_DIR where each node's socket lies. umockdev looks for sockets named
 * event* in the folder itself, so ours have one of their own. */
#define PANEL_SOCKET_FOLDER "nodes"

/* Below $UMOCKDEV_DIR: the time that the machine was suspended for, an _Atomic int64_t of ns, and a
 * pipe that gets a byte at each resume. */
#define SUSPENDED_FILE "suspended"
#define RESUME_PIPE "resumes"

struct panel_state {
  uint32_t layout; /* sizeof (struct panel_state): both sides are of one build */
  _Atomic int32_t gone;
  _Atomic int32_t grabbed_by; /* a client's number, or PANEL_NOT_GRABBED */
  _Atomic int32_t clock_ids[PANEL_CLIENTS_MAX];

  struct input_id id;
  char name[128], phys[64], uniq[64];
  uint32_t slot_count; /* 0: no ABS_MT_SLOT */
  uint8_t properties[PANEL_BIT_BYTES(INPUT_PROP_CNT)];
  uint8_t supported[EV_CNT][PANEL_BIT_BYTES(KEY_CNT)]; /* [0] is the event types themselves */

  uint8_t keys[PANEL_BIT_BYTES(KEY_CNT)];
  uint8_t leds[PANEL_BIT_BYTES(LED_CNT)];
  uint8_t sounds[PANEL_BIT_BYTES(SND_CNT)];
  uint8_t switches[PANEL_BIT_BYTES(SW_CNT)];
  struct input_absinfo axes[ABS_CNT];
  int32_t contacts[ABS_CNT][PANEL_SLOTS_MAX]; /* only ABS_MT_* rows are used */

  struct ff_effect effects[PANEL_EFFECTS_MAX]; /* uploaded by EVIOCSFF; type 0 is free */
  int32_t effect_owners[PANEL_EFFECTS_MAX];    /* the clients' numbers */
  _Atomic int32_t uploads_left;                /* those after them fail */
  _Atomic int32_t upload_error;
  _Atomic int32_t upload_time; /* ms that each takes, or its refusal */
};

/* What the bed sends first on a new connection, with the memfd as its descriptor. */
struct panel_greeting {
  int32_t client;
};

static inline int panel_bit(const uint8_t *bits, unsigned bit) { return bits[bit / 8] >> (bit % 8) & 1; }

static inline void panel_set_bit(uint8_t *bits, unsigned bit, int on) {
  if (on)
    bits[bit / 8] |= (uint8_t)(1 << bit % 8);
  else
    bits[bit / 8] &= (uint8_t)~(1 << bit % 8);
}

/* Codes that have a value for each slot; ABS_MT_SLOT itself is not one of them. */
static inline int panel_is_slotted(unsigned code) { return code >= ABS_MT_TOUCH_MAJOR && code <= ABS_MT_TOOL_Y; }

#endif
