/* The E: lines of an evemu recording, cut into hardware frames. */
#ifndef TOUCHBED_RECORDING_H
#define TOUCHBED_RECORDING_H

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

/* One hardware frame: `count` events from `first` on, the last of them its SYN_REPORT. */
struct recorded_frame {
  size_t first, count;
  int64_t time; /* of the SYN_REPORT, in ns, on the recording's own clock */
};

struct recording {
  struct input_event *events; /* type, code and value; the times are the frames' */
  size_t event_count;
  struct recorded_frame *frames;
  size_t frame_count;
};

/* Reads `path`. On failure gives false and says why, naming file and line.
 * Events after the last SYN_REPORT are no frame and are left out. */
_Bool recording_read(const char *path, struct recording *recording, char *reason, size_t reason_size);

void recording_free(struct recording *recording);

#endif
