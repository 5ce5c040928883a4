#include "evdev.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

static int failed(int error) {
  errno = error;
  return -1;
}

/* Copies what fits, and says how much: how evdev answers for bits and strings. */
static int copied(void *to, const void *from, size_t have, size_t wanted) {
  size_t size = have < wanted ? have : wanted;
  memcpy(to, from, size);
  return (int)size;
}

static int copied_text(void *to, const char *text, size_t wanted) {
  return *text ? copied(to, text, strlen(text) + 1, wanted) : failed(ENOENT);
}

static int supported_codes(const struct panel_state *panel, unsigned type, void *to, size_t wanted) {
  static const unsigned counts[EV_CNT] = {
      [0] = EV_CNT,       [EV_KEY] = KEY_CNT, [EV_REL] = REL_CNT, [EV_ABS] = ABS_CNT, [EV_MSC] = MSC_CNT,
      [EV_SW] = SW_CNT,   [EV_LED] = LED_CNT, [EV_SND] = SND_CNT, [EV_FF] = FF_CNT};
  if (!counts[type]) return failed(EINVAL);
  return copied(to, panel->supported[type], PANEL_BIT_BYTES(counts[type]), wanted);
}

static int slot_values(const struct panel_state *panel, void *argument, size_t size) {
  struct {
    uint32_t code;
    int32_t values[];
  } *request = argument;
  if (size < sizeof *request || !panel->slot_count || !panel_is_slotted(request->code)) return failed(EINVAL);
  copied(request->values, panel->contacts[request->code], panel->slot_count * sizeof *request->values,
         size - sizeof *request);
  return 0;
}

static int set_axis(struct panel_state *panel, unsigned code, const struct input_absinfo *info) {
  if (code == ABS_MT_SLOT) return failed(EINVAL); /* as the kernel: it would resize the slots */
  panel->axes[code] = *info;
  return 0;
}

static int grab(struct evdev_client *client, int on) {
  int holder = on ? PANEL_NOT_GRABBED : client->number;
  int next = on ? client->number : PANEL_NOT_GRABBED;
  if (atomic_compare_exchange_strong(&client->panel->grabbed_by, &holder, next)) return 0;
  return failed(on ? EBUSY : EINVAL);
}

static int set_clock(struct evdev_client *client, int clock_id) {
  if (clock_id != CLOCK_REALTIME && clock_id != CLOCK_MONOTONIC && clock_id != CLOCK_BOOTTIME) return failed(EINVAL);
  atomic_store(&client->panel->clock_ids[client->number], clock_id);
  return 0;
}

static int upload_effect(struct evdev_client *client, struct ff_effect *effect) {
  struct panel_state *panel = client->panel;
  int32_t time = atomic_load(&panel->upload_time);
  nanosleep(&(struct timespec){time / 1000, time % 1000 * 1000000}, NULL);
  if (!panel_bit(panel->supported[EV_FF], effect->type)) return failed(EINVAL);
  int slot = effect->id;
  for (int free = 0; slot < 0 && free < PANEL_EFFECTS_MAX; free++)
    if (!panel->effects[free].type) slot = free;
  if (slot < 0) return failed(ENOSPC);
  if (slot >= PANEL_EFFECTS_MAX) return failed(EINVAL);
  if (atomic_fetch_sub(&panel->uploads_left, 1) <= 0) return failed(atomic_load(&panel->upload_error));
  effect->id = (int16_t)slot;
  panel->effects[slot] = *effect;
  panel->effect_owners[slot] = client->number;
  return 0;
}

static int erase_effect(struct panel_state *panel, long slot) {
  if (slot < 0 || slot >= PANEL_EFFECTS_MAX || !panel->effects[slot].type) return failed(EINVAL);
  panel->effects[slot].type = 0;
  return 0;
}

/* Requests whose size is the caller's choice; the number tells them apart. */
static int answer_sized(struct panel_state *panel, unsigned number, void *argument, size_t size) {
  enum { BITS = _IOC_NR(EVIOCGBIT(0, 0)), AXES = _IOC_NR(EVIOCGABS(0)), AXES_END = AXES + ABS_CNT };
  if (number >= AXES && number < AXES_END) {
    copied(argument, &panel->axes[number - AXES], sizeof *panel->axes, size);
    return 0;
  }
  if (number >= BITS && number < BITS + EV_CNT) return supported_codes(panel, number - BITS, argument, size);
  switch (number) {
    case _IOC_NR(EVIOCGNAME(0)): return copied_text(argument, panel->name, size);
    case _IOC_NR(EVIOCGPHYS(0)): return copied_text(argument, panel->phys, size);
    case _IOC_NR(EVIOCGUNIQ(0)): return copied_text(argument, panel->uniq, size);
    case _IOC_NR(EVIOCGPROP(0)): return copied(argument, panel->properties, sizeof panel->properties, size);
    case _IOC_NR(EVIOCGMTSLOTS(0)): return slot_values(panel, argument, size);
    case _IOC_NR(EVIOCGKEY(0)): return copied(argument, panel->keys, sizeof panel->keys, size);
    case _IOC_NR(EVIOCGLED(0)): return copied(argument, panel->leds, sizeof panel->leds, size);
    case _IOC_NR(EVIOCGSND(0)): return copied(argument, panel->sounds, sizeof panel->sounds, size);
    case _IOC_NR(EVIOCGSW(0)): return copied(argument, panel->switches, sizeof panel->switches, size);
    default: return failed(EINVAL);
  }
}

int evdev_ioctl(struct evdev_client *client, unsigned long request, void *argument) {
  enum { AXES_SET = _IOC_NR(EVIOCSABS(0)), AXES_SET_END = AXES_SET + ABS_CNT };
  struct panel_state *panel = client->panel;
  unsigned number = _IOC_NR(request);
  if (atomic_load(&panel->gone) || atomic_load(&client->revoked)) return failed(ENODEV);
  if (_IOC_TYPE(request) != 'E') return failed(ENOTTY);
  switch (request) {
    case EVIOCGVERSION: *(int *)argument = EV_VERSION; return 0;
    case EVIOCGID: memcpy(argument, &panel->id, sizeof panel->id); return 0;
    case EVIOCGEFFECTS: *(int *)argument = PANEL_EFFECTS_MAX; return 0;
    case EVIOCSCLOCKID: return set_clock(client, *(int *)argument);
    case EVIOCGRAB: return grab(client, argument != NULL);
    case EVIOCREVOKE: atomic_store(&client->revoked, 1); return 0;
    case EVIOCSFF: return upload_effect(client, argument);
    case EVIOCRMFF: return erase_effect(panel, (long)argument);
  }
  if (_IOC_DIR(request) == _IOC_READ) return answer_sized(panel, number, argument, _IOC_SIZE(request));
  if (number >= AXES_SET && number < AXES_SET_END) return set_axis(panel, number - AXES_SET, argument);
  return failed(EINVAL);
}
