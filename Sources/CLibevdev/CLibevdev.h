#pragma once
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

/* A macro that Swift does not import; libevdev leaves a virtual device without a physical path. */
static inline int deckd_uinput_set_phys(int descriptor, const char *phys) {
  return ioctl(descriptor, UI_SET_PHYS, phys);
}

/* Uploads a force feedback effect; the kernel's number for it replaces an id of -1. libevdev has no call for it. */
static inline int deckd_upload_effect(int descriptor, struct ff_effect *effect) {
  return ioctl(descriptor, EVIOCSFF, effect);
}
