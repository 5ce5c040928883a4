#include "CLibinput.h"

#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <sys/ioctl.h>

static void format_line(
  struct libinput *libinput, enum libinput_log_priority priority, const char *format, va_list arguments
) {
  const struct deckd_context_owner *context = libinput_get_user_data(libinput);
  char line[1024];
  vsnprintf(line, sizeof line, format, arguments);
  line[strcspn(line, "\n")] = '\0';
  context->log_line(context->owner, priority, line);
}

void deckd_log_lines(struct libinput *libinput) {
  libinput_log_set_handler(libinput, format_line);
}

static int axis_span(int descriptor, unsigned int axis) {
  struct input_absinfo range;
  // A device without the axis reports all zeros or fails.
  if (ioctl(descriptor, EVIOCGABS(axis), &range) < 0 || range.maximum == range.minimum) return 0;
  // As libinput scales: from minimum up to, and not including, maximum + 1. It computes this in 32 bits.
  int64_t span = (int64_t)range.maximum - range.minimum + 1;
  return span > 0 && span <= INT32_MAX ? (int)span : -1;
}

static int first_span(int descriptor, unsigned int multitouch, unsigned int single) {
  int span = axis_span(descriptor, multitouch);
  return span != 0 ? span : axis_span(descriptor, single);
}

int deckd_touch_width(int descriptor) {
  return first_span(descriptor, ABS_MT_POSITION_X, ABS_X);
}

int deckd_touch_height(int descriptor) {
  return first_span(descriptor, ABS_MT_POSITION_Y, ABS_Y);
}

int deckd_grab(int descriptor, int is_grabbed) {
  return ioctl(descriptor, EVIOCGRAB, is_grabbed);
}
