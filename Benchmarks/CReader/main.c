// What deckd is compared with: the least that a C program does between a touch and its clients.
//
// c-reader --socket PATH [--ticks HZ] ...: opens the touchscreens of seat0 with libinput, waits with poll(2), and writes
// a line to every client at each touch frame, or at each tick of a timerfd. It draws nothing and decides nothing. Other
// arguments are deckd's and have no effect.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libinput.h>
#include <libudev.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { INPUT, LISTENER, TIMER, FIRST, CLIENTS = 1024 };

static struct pollfd watched[FIRST + CLIENTS];
static nfds_t count = FIRST;
static unsigned long number;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int open_device(const char *path, int flags, void *context) {
  (void)context;
  int descriptor = open(path, flags | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

static void close_device(int descriptor, void *context) {
  (void)context;
  close(descriptor);
}

static struct libinput *open_input(void) {
  static const struct libinput_interface access = {open_device, close_device};
  struct libinput *input = libinput_udev_create_context(&access, NULL, udev_new());
  if (!input || libinput_udev_assign_seat(input, "seat0") != 0) fail("libinput");
  return input;
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) fail(path);
  strcpy(address.sun_path, path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 128) != 0) fail(path);
  return listener;
}

// Writes a line to every client: of the touch at `input`, or of a tick at `moment`, in µs of CLOCK_MONOTONIC.
static void publish(const char *name, uint64_t moment) {
  char line[160];
  static const char form[] = "{\"jsonrpc\":\"2.0\",\"method\":\"frame\",\"params\":{\"frame\":%lu,\"%s\":%" PRIu64 "}}\n";
  int length = snprintf(line, sizeof line, form, ++number, name, moment);
  for (nfds_t i = FIRST; i < count; i++)
    if (send(watched[i].fd, line, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno != EPIPE) perror("send");
}

static void read_input(struct libinput *input) {
  libinput_dispatch(input);
  for (struct libinput_event *event; (event = libinput_get_event(input)); libinput_event_destroy(event))
    if (libinput_event_get_type(event) == LIBINPUT_EVENT_TOUCH_FRAME)
      publish("input", libinput_event_touch_get_time_usec(libinput_event_get_touch_event(event)));
}

// The ticks are at whole periods of CLOCK_MONOTONIC since the timer was started.
static uint64_t first_tick, period;

static void start_timer(int timer, uint64_t rate) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  period = 1000000000 / rate;
  first_tick = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec + period;
  struct itimerspec when = {
      .it_value = {(time_t)(first_tick / 1000000000), (long)(first_tick % 1000000000)},
      .it_interval = {0, (long)period},
  };
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL) != 0) fail("timerfd_settime");
}

static void tick(int timer) {
  static uint64_t ticks;
  uint64_t due;
  if (read(timer, &due, sizeof due) != sizeof due) return;
  ticks += due;
  publish("t", (first_tick + (ticks - 1) * period) / 1000);
}

static void add_client(int listener) {
  static const char greeting[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n";
  int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (client < 0) return;
  if (count == FIRST + CLIENTS || send(client, greeting, sizeof greeting - 1, MSG_NOSIGNAL) < 0) {
    close(client);
    return;
  }
  watched[count++] = (struct pollfd){client, POLLIN, 0};
}

// Reads what a client says, which is of no interest; returns whether it has left.
static int has_left(int client) {
  char bytes[4096];
  ssize_t length = recv(client, bytes, sizeof bytes, MSG_DONTWAIT);
  return length == 0 || (length < 0 && errno != EAGAIN);
}

int main(int argc, char **argv) {
  const char *path = NULL;
  uint64_t rate = 0;
  for (int i = 1; i + 1 < argc; i++) {
    if (strcmp(argv[i], "--socket") == 0) path = argv[i + 1];
    if (strcmp(argv[i], "--ticks") == 0) rate = strtoull(argv[i + 1], NULL, 10);
  }
  if (!path) {
    fprintf(stderr, "usage: c-reader --socket PATH [--ticks HZ]\n");
    return 2;
  }
  struct libinput *input = open_input();
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  watched[INPUT] = (struct pollfd){libinput_get_fd(input), POLLIN, 0};
  watched[LISTENER] = (struct pollfd){listen_at(path), POLLIN, 0};
  watched[TIMER] = (struct pollfd){timer, POLLIN, 0};
  // Lines to nobody are not written: the device is open before the first client.
  read_input(input);
  if (rate > 0) start_timer(timer, rate);
  for (;;) {
    if (poll(watched, count, -1) < 0 && errno != EINTR) fail("poll");
    if (watched[INPUT].revents) read_input(input);
    if (watched[TIMER].revents) tick(timer);
    for (nfds_t i = count; i-- > FIRST;)
      if (watched[i].revents && has_left(watched[i].fd)) {
        close(watched[i].fd);
        watched[i] = watched[--count];
      }
    if (watched[LISTENER].revents) add_client(watched[LISTENER].fd);
  }
}
