/* A device as evemu describes it: the lines N: I: P: B: A: L: S: of a .desc or a recording. */
#ifndef TOUCHBED_DESCRIPTION_H
#define TOUCHBED_DESCRIPTION_H

#include "panel.h"

#include <stddef.h>

/* Reads `path` into a fresh `panel`. On failure gives false and says why, naming file and line. */
_Bool description_read(const char *path, struct panel_state *panel, char *reason, size_t reason_size);

#endif
