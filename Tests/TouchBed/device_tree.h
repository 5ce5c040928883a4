/* The mocked /sys, /dev and udev database, and the events udev sends about them. */
#ifndef TOUCHBED_DEVICE_TREE_H
#define TOUCHBED_DEVICE_TREE_H

#include "panel.h"

#include <stddef.h>

/* Makes the tree below `folder`; gives false and says why when its path is too long for sockets. */
_Bool device_tree_open(const char *folder, char *reason, size_t reason_size);

/* Removes the tree's folder. */
void device_tree_close(void);

/* What the command's UMOCKDEV_DIR is. */
const char *device_tree_root(void);

/* Where the socket of event node `number` belongs; to be freed with g_free(). */
char *device_tree_socket(int number);

/* What udev's rules do to a touch panel: moves its axes' fuzz out of `panel` and into properties,
 * as libinput's fuzz rules do, and adds the properties a panel has. `settings` are KEY=value, they
 * add to the rules' and win over them. The result is to be freed with g_strfreev(). */
char **device_tree_apply_rules(int number, struct panel_state *panel, char *const *settings, size_t setting_count);

/* Puts the panel into the tree and tells udev's listeners. */
_Bool device_tree_add(int number, const struct panel_state *panel, char *const *properties, char *reason,
                      size_t reason_size);

void device_tree_remove(int number);

/* Has the machine been suspended for that time: CLOCK_BOOTTIME is later, and the timers that clock
 * changes cancel are readable. False with errno. */
_Bool device_tree_suspend(int64_t nanoseconds);

#endif
