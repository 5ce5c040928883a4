/* touchbed-reader: prints one line for each event libinput gives; the bed's own check uses it.
 *
 *   touchbed-reader [-g] udev SEAT | path NODE…      (-g: grabs the nodes)
 *
 * Lines: DEVICE_ADDED sysname name; DEVICE_REMOVED sysname; and for touches
 * DOWN|MOTION sysname time slot x y, UP|CANCEL sysname time slot, FRAME sysname time.
 * Times are CLOCK_MONOTONIC in µs; x and y run from 0 to 1000000. At SIGTERM the delays from stamp to
 * FRAME go to standard error. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { UNIT = 1000000, DELAYS_MAX = 200000 };

static volatile sig_atomic_t ending;
static int64_t delays[DELAYS_MAX];
static size_t delay_count;

static void end(int signal) {
  (void)signal;
  ending = 1;
}

static int open_node(const char *path, int flags, void *data) {
  const _Bool *grab = data;
  int fd = open(path, flags | O_CLOEXEC);
  if (fd < 0) return -errno;
  if (*grab && ioctl(fd, EVIOCGRAB, (void *)1) < 0) fprintf(stderr, "touchbed-reader: %s: %m\n", path);
  return fd;
}

static void close_node(int fd, void *data) {
  (void)data;
  close(fd);
}

static const struct libinput_interface interface = {open_node, close_node};

static void note_delay(uint64_t stamp) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t time = now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
  if (delay_count < DELAYS_MAX) delays[delay_count++] = time - (int64_t)stamp;
}

static int by_size(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void print_delays(void) {
  if (!delay_count) return;
  qsort(delays, delay_count, sizeof *delays, by_size);
  fprintf(stderr, "frames %zu, stamp to FRAME: p50 %lld us, p99 %lld us\n", delay_count,
          (long long)delays[delay_count / 2], (long long)delays[delay_count * 99 / 100]);
}

static void print_touch(struct libinput_event *event, const char *sysname) {
  struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
  unsigned long long time = libinput_event_touch_get_time_usec(touch);
  enum libinput_event_type type = libinput_event_get_type(event);
  if (type == LIBINPUT_EVENT_TOUCH_FRAME) {
    note_delay(time);
    printf("FRAME %s %llu\n", sysname, time);
    return;
  }
  int slot = libinput_event_touch_get_slot(touch);
  if (type == LIBINPUT_EVENT_TOUCH_UP || type == LIBINPUT_EVENT_TOUCH_CANCEL)
    printf("%s %s %llu %d\n", type == LIBINPUT_EVENT_TOUCH_UP ? "UP" : "CANCEL", sysname, time, slot);
  else
    printf("%s %s %llu %d %.2f %.2f\n", type == LIBINPUT_EVENT_TOUCH_DOWN ? "DOWN" : "MOTION", sysname, time, slot,
           libinput_event_touch_get_x_transformed(touch, UNIT), libinput_event_touch_get_y_transformed(touch, UNIT));
}

static void print_event(struct libinput_event *event) {
  struct libinput_device *device = libinput_event_get_device(event);
  const char *sysname = libinput_device_get_sysname(device);
  switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_DEVICE_ADDED:
      printf("DEVICE_ADDED %s %s\n", sysname, libinput_device_get_name(device));
      break;
    case LIBINPUT_EVENT_DEVICE_REMOVED: printf("DEVICE_REMOVED %s\n", sysname); break;
    case LIBINPUT_EVENT_TOUCH_DOWN:
    case LIBINPUT_EVENT_TOUCH_MOTION:
    case LIBINPUT_EVENT_TOUCH_UP:
    case LIBINPUT_EVENT_TOUCH_CANCEL:
    case LIBINPUT_EVENT_TOUCH_FRAME: print_touch(event, sysname); break;
    default: printf("EVENT %s %d\n", sysname, libinput_event_get_type(event));
  }
}

static struct libinput *begin(int count, char **words, _Bool *grab) {
  struct libinput *libinput = NULL;
  if (count == 3 && strcmp(words[1], "udev") == 0) {
    libinput = libinput_udev_create_context(&interface, grab, udev_new());
    if (libinput && libinput_udev_assign_seat(libinput, words[2]) < 0) return NULL;
  } else if (count > 2 && strcmp(words[1], "path") == 0) {
    libinput = libinput_path_create_context(&interface, grab);
    for (int i = 2; i < count; i++)
      if (!libinput_path_add_device(libinput, words[i])) fprintf(stderr, "touchbed-reader: not opened: %s\n", words[i]);
  } else {
    fputs("usage: touchbed-reader [-g] udev SEAT | path NODE…\n", stderr);
  }
  return libinput;
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  sigaction(SIGTERM, &(struct sigaction){.sa_handler = end}, NULL);
  sigaction(SIGINT, &(struct sigaction){.sa_handler = end}, NULL);
  _Bool grab = count > 1 && strcmp(words[1], "-g") == 0;
  struct libinput *libinput = begin(count - grab, words + grab, &grab);
  if (!libinput) return EXIT_FAILURE;
  struct pollfd polled = {.fd = libinput_get_fd(libinput), .events = POLLIN};
  do {
    libinput_dispatch(libinput);
    for (struct libinput_event *event; (event = libinput_get_event(libinput)); libinput_event_destroy(event))
      print_event(event);
  } while (!ending && (poll(&polled, 1, -1) >= 0 || errno == EINTR) && !ending);
  print_delays();
  libinput_unref(libinput);
  return EXIT_SUCCESS;
}
