/* The Unix socket on which a test sends control lines. */
#ifndef TOUCHBED_CONTROL_H
#define TOUCHBED_CONTROL_H

/* Serves connections at `path` from threads of its own; false and errno on failure. */
_Bool control_listen(const char *path);

#endif
