#define _GNU_SOURCE
#include "node.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { NO_CLIENT = -1, WRITTEN_MAX = 64, NANOSECONDS = 1000000000 };

struct client {
  int connection; /* or NO_CLIENT */
  _Bool overflowed; /* it is owed a SYN_DROPPED, and nothing before that */
};

struct node {
  pthread_mutex_t lock; /* of everything below but the constant descriptors */
  pthread_t server;
  int memory, listener, wake;
  char socket_path[sizeof((struct sockaddr_un *)0)->sun_path];
  _Bool closing;
  struct panel_state *panel;
  struct client clients[PANEL_CLIENTS_MAX];
  struct input_event written[WRITTEN_MAX];
  size_t written_count;
};

/* ---- Time ----------------------------------------------------------------------------------- */

static int64_t now_on(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * NANOSECONDS + time.tv_nsec;
}

int64_t monotonic_now(void) { return now_on(CLOCK_MONOTONIC); }

/* The kernel stamps each client's events on the clock that client asked for. */
static int64_t on_clock(int64_t monotonic, clockid_t clock) {
  return clock == CLOCK_MONOTONIC ? monotonic : monotonic + now_on(clock) - monotonic_now();
}

/* ---- State ---------------------------------------------------------------------------------- */

static void apply_axis(struct panel_state *panel, unsigned code, int value) {
  if (!panel_is_slotted(code)) {
    panel->axes[code].value = value;
    return;
  }
  int slot = panel->axes[ABS_MT_SLOT].value;
  if (slot >= 0 && (uint32_t)slot < panel->slot_count) panel->contacts[code][slot] = value;
}

static void apply(struct panel_state *panel, const struct input_event *event) {
  unsigned code = event->code;
  int on = event->value != 0;
  switch (event->type) {
    case EV_ABS:
      if (code < ABS_CNT) apply_axis(panel, code, event->value);
      break;
    case EV_KEY:
      if (code < KEY_CNT) panel_set_bit(panel->keys, code, on);
      break;
    case EV_SW:
      if (code < SW_CNT) panel_set_bit(panel->switches, code, on);
      break;
    case EV_LED:
      if (code < LED_CNT) panel_set_bit(panel->leds, code, on);
      break;
  }
}

/* ---- Clients -------------------------------------------------------------------------------- */

static void wake_server(struct node *node) {
  uint64_t one = 1;
  if (write(node->wake, &one, sizeof one) < 0) perror("touchbed: eventfd");
}

static void drop_client(struct node *node, int number) {
  close(node->clients[number].connection);
  node->clients[number] = (struct client){.connection = NO_CLIENT};
  int holder = number;
  atomic_compare_exchange_strong(&node->panel->grabbed_by, &holder, PANEL_NOT_GRABBED);
  for (int slot = 0; slot < PANEL_EFFECTS_MAX; slot++) /* as the kernel does when it is closed */
    if (node->panel->effect_owners[slot] == number) node->panel->effects[slot].type = 0;
}

/* Reads what a client wrote, and notices that it has gone. */
static void hear_client(struct node *node, int number) {
  struct input_event events[WRITTEN_MAX];
  for (;;) {
    ssize_t size = recv(node->clients[number].connection, events, sizeof events, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) {
      drop_client(node, number);
      return;
    }
    for (size_t i = 0; i < (size_t)size / sizeof *events; i++)
      if (node->written_count < WRITTEN_MAX) node->written[node->written_count++] = events[i];
  }
}

static void hear_clients(struct node *node) {
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++)
    if (node->clients[number].connection != NO_CLIENT) hear_client(node, number);
}

static int free_client(const struct node *node) {
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++)
    if (node->clients[number].connection == NO_CLIENT) return number;
  return NO_CLIENT;
}

static _Bool greet(const struct node *node, int connection, int number) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&control.header), &node->memory, sizeof node->memory);
  struct panel_greeting greeting = {.client = number};
  struct iovec bytes = {&greeting, sizeof greeting};
  struct msghdr message = {
      .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  return sendmsg(connection, &message, MSG_NOSIGNAL) == sizeof greeting;
}

static void accept_client(struct node *node) {
  int connection = accept4(node->listener, NULL, NULL, SOCK_CLOEXEC);
  if (connection < 0) return;
  hear_clients(node); /* one that closed just now must not hold its place, or its grab */
  int number = free_client(node);
  if (number != NO_CLIENT) atomic_store(&node->panel->clock_ids[number], CLOCK_REALTIME);
  if (number == NO_CLIENT || !greet(node, connection, number))
    close(connection);
  else
    node->clients[number] = (struct client){.connection = connection};
}

static void send_to(struct node *node, int number, struct input_event *events, size_t count, int64_t stamp) {
  struct client *client = &node->clients[number];
  int64_t time = on_clock(stamp, atomic_load(&node->panel->clock_ids[number]));
  for (size_t i = 0; i < count; i++) {
    events[i].input_event_sec = time / NANOSECONDS;
    events[i].input_event_usec = time % NANOSECONDS / 1000;
  }
  ssize_t size = (ssize_t)(count * sizeof *events);
  ssize_t sent = send(client->connection, events, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent == size || (sent < 0 && errno != EAGAIN)) return; /* the server thread sees who has gone */
  if (sent >= 0) shutdown(client->connection, SHUT_RDWR); /* torn: only a frame above 100 kB could be */
  client->overflowed = 1;
  wake_server(node);
}

/* A client whose queue overflowed has read some of it: it may learn so now. */
static void send_dropped(struct node *node, int number) {
  struct input_event events[] = {{.type = EV_SYN, .code = SYN_DROPPED}, {.type = EV_SYN, .code = SYN_REPORT}};
  node->clients[number].overflowed = 0;
  send_to(node, number, events, 2, monotonic_now());
}

/* ---- The server thread ---------------------------------------------------------------------- */

enum { POLL_LISTENER, POLL_WAKE, POLL_CLIENTS, POLL_COUNT = POLL_CLIENTS + PANEL_CLIENTS_MAX };

static void watch(struct node *node, struct pollfd polled[POLL_COUNT]) {
  polled[POLL_LISTENER] = (struct pollfd){.fd = node->listener, .events = POLLIN};
  polled[POLL_WAKE] = (struct pollfd){.fd = node->wake, .events = POLLIN};
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++) {
    const struct client *client = &node->clients[number];
    polled[POLL_CLIENTS + number] =
        (struct pollfd){.fd = client->connection, .events = client->overflowed ? POLLIN | POLLOUT : POLLIN};
  }
}

static void attend(struct node *node, const struct pollfd polled[POLL_COUNT]) {
  if (polled[POLL_WAKE].revents) {
    uint64_t wakes;
    if (read(node->wake, &wakes, sizeof wakes) < 0) perror("touchbed: eventfd");
  }
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++) {
    short ready = polled[POLL_CLIENTS + number].revents;
    if (ready & ~POLLOUT && node->clients[number].connection != NO_CLIENT) hear_client(node, number);
    if (ready & POLLOUT && node->clients[number].overflowed) send_dropped(node, number);
  }
  if (polled[POLL_LISTENER].revents) accept_client(node);
}

static void *serve(void *argument) {
  struct node *node = argument;
  struct pollfd polled[POLL_COUNT];
  pthread_mutex_lock(&node->lock);
  while (!node->closing) {
    watch(node, polled);
    pthread_mutex_unlock(&node->lock);
    int count = poll(polled, POLL_COUNT, -1);
    pthread_mutex_lock(&node->lock);
    if (count > 0) attend(node, polled);
  }
  pthread_mutex_unlock(&node->lock);
  return NULL;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

static struct panel_state *share(int memory, const struct panel_state *panel) {
  if (memory < 0 || ftruncate(memory, sizeof *panel) < 0) return NULL;
  struct panel_state *shared = mmap(NULL, sizeof *panel, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (shared == MAP_FAILED) return NULL;
  memcpy(shared, panel, sizeof *panel);
  shared->layout = sizeof *panel;
  atomic_store(&shared->gone, 0);
  atomic_store(&shared->grabbed_by, PANEL_NOT_GRABBED);
  atomic_store(&shared->uploads_left, INT32_MAX);
  return shared;
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, PANEL_CLIENTS_MAX) == 0)
    return listener;
  int error = errno;
  close(listener);
  errno = error;
  return -1;
}

static void dispose(struct node *node) {
  if (node->listener >= 0) unlink(node->socket_path);
  close(node->listener);
  close(node->memory);
  close(node->wake);
  if (node->panel) munmap(node->panel, sizeof *node->panel);
  pthread_mutex_destroy(&node->lock);
  free(node);
}

struct node *node_open(const struct panel_state *panel, const char *socket_path) {
  struct node *node = calloc(1, sizeof *node);
  if (!node) return NULL;
  pthread_mutex_init(&node->lock, NULL);
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++) node->clients[number].connection = NO_CLIENT;
  node->memory = memfd_create("touchbed panel", MFD_CLOEXEC);
  node->wake = eventfd(0, EFD_CLOEXEC);
  node->panel = share(node->memory, panel);
  node->listener = node->panel ? listen_at(socket_path) : -1;
  if (node->listener >= 0) strcpy(node->socket_path, socket_path);
  int error = node->listener < 0 ? errno : pthread_create(&node->server, NULL, serve, node);
  if (!error) return node;
  dispose(node);
  errno = error;
  return NULL;
}

void node_close(struct node *node) {
  pthread_mutex_lock(&node->lock);
  node->closing = 1;
  atomic_store(&node->panel->gone, 1);
  wake_server(node);
  pthread_mutex_unlock(&node->lock);
  pthread_join(node->server, NULL);
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++)
    if (node->clients[number].connection != NO_CLIENT) close(node->clients[number].connection);
  dispose(node);
}

/* ---- What the others ask -------------------------------------------------------------------- */

/* Sends `seen` to those who may see it; `happened` is what the state becomes. */
static int64_t happen(struct node *node, const struct input_event *happened, size_t happened_count,
                      const struct input_event *seen, size_t seen_count, int64_t stamp) {
  struct input_event *events = reallocarray(NULL, seen_count, sizeof *events);
  if (!events) abort();
  memcpy(events, seen, seen_count * sizeof *events);
  pthread_mutex_lock(&node->lock);
  for (size_t i = 0; i < happened_count; i++) apply(node->panel, &happened[i]);
  if (stamp == NODE_NOW) stamp = monotonic_now();
  stamp -= stamp % 1000;
  int holder = atomic_load(&node->panel->grabbed_by);
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++) {
    const struct client *client = &node->clients[number];
    _Bool hears = holder == PANEL_NOT_GRABBED || holder == number;
    if (client->connection == NO_CLIENT || client->overflowed || !hears) continue;
    send_to(node, number, events, seen_count, stamp);
  }
  pthread_mutex_unlock(&node->lock);
  free(events);
  return stamp;
}

int64_t node_write(struct node *node, const struct input_event *events, size_t count, int64_t stamp) {
  return happen(node, events, count, events, count, stamp);
}

int64_t node_drop(struct node *node, const struct input_event *events, size_t count) {
  static const struct input_event dropped[] = {{.type = EV_SYN, .code = SYN_DROPPED},
                                               {.type = EV_SYN, .code = SYN_REPORT}};
  return happen(node, events, count, dropped, 2, NODE_NOW);
}

struct node_use node_use(struct node *node) {
  struct node_use use = {.clock_id = -1};
  pthread_mutex_lock(&node->lock);
  hear_clients(node);
  for (int number = 0; number < PANEL_CLIENTS_MAX; number++) {
    if (node->clients[number].connection == NO_CLIENT) continue;
    int clock_id = atomic_load(&node->panel->clock_ids[number]);
    if (use.clients == 0 || clock_id < use.clock_id) use.clock_id = clock_id;
    use.clients++;
  }
  use.grabbed = atomic_load(&node->panel->grabbed_by) != PANEL_NOT_GRABBED;
  pthread_mutex_unlock(&node->lock);
  return use;
}

size_t node_take_written(struct node *node, struct input_event *events, size_t room) {
  pthread_mutex_lock(&node->lock);
  hear_clients(node);
  size_t count = node->written_count < room ? node->written_count : room;
  memcpy(events, node->written, count * sizeof *events);
  memmove(node->written, node->written + count, (node->written_count - count) * sizeof *events);
  node->written_count -= count;
  pthread_mutex_unlock(&node->lock);
  return count;
}

_Bool node_effect(struct node *node, int slot, struct ff_effect *effect) {
  if (slot < 0 || slot >= PANEL_EFFECTS_MAX) return 0;
  pthread_mutex_lock(&node->lock);
  hear_clients(node);
  *effect = node->panel->effects[slot];
  pthread_mutex_unlock(&node->lock);
  return effect->type != 0;
}

void node_limit_uploads(struct node *node, int count, int error, int milliseconds) {
  atomic_store(&node->panel->upload_error, error);
  atomic_store(&node->panel->upload_time, milliseconds);
  atomic_store(&node->panel->uploads_left, count);
}
