#pragma once
#include <libinput.h>
#include <libudev.h>

/// What a libinput context made by LibinputTouch has for its user data.
struct deckd_context_owner {
  /// The owner in Swift, which lives as long as the context.
  void *owner;
  /// Takes one formatted line of libinput's log, without its newline.
  void (*log_line)(void *owner, enum libinput_log_priority priority, const char *line);
};

/// Has the log of `libinput`, whose user data is a `struct deckd_context_owner`, sent to its `log_line`.
///
/// In C because libinput's handler takes a `va_list`, which Swift cannot receive.
void deckd_log_lines(struct libinput *libinput);

/// The count of values across or down a touchscreen (`EVIOCGABS`): of its multitouch axis, else of its single-touch
/// one; 0 when it has neither, -1 when libinput cannot compute with its range.
///
/// In C because libinput has no call for it, `ioctl(2)` is variadic and its requests are macros.
int deckd_touch_width(int descriptor);
int deckd_touch_height(int descriptor);

/// Has the kernel give a device's events to `descriptor` alone, or to everybody again (`EVIOCGRAB`); 0, or -1 with
/// `errno`.
///
/// In C because `ioctl(2)` is variadic and its requests are macros.
int deckd_grab(int descriptor, int is_grabbed);
