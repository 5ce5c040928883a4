/* The kernel's answers to EVIOC* requests, given from a panel's shared state. */
#ifndef TOUCHBED_EVDEV_H
#define TOUCHBED_EVDEV_H

#include "panel.h"

/* One open() of a node, as the kernel sees it. */
struct evdev_client {
  struct panel_state *panel;
  int number; /* given by the bed */
  _Atomic int revoked;
};

/* As ioctl(): -1 and errno on failure. Hidden, for the command has symbols of its own. */
__attribute__((visibility("hidden"))) int evdev_ioctl(struct evdev_client *client, unsigned long request,
                                                      void *argument);

#endif
