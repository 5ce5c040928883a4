#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

int deckd_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

int deckd_peer_groups(int socket, gid_t *groups, int capacity) {
  socklen_t length = (socklen_t)capacity * sizeof *groups;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length) != 0) return -1;
  return (int)(length / sizeof *groups);
}

int deckd_peer_credentials(int socket, pid_t *process, uid_t *user, gid_t *group) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *process = peer.pid;
  *user = peer.uid;
  *group = peer.gid;
  return 0;
}

int deckd_wakeup(void) {
  return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

int deckd_poller(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

int deckd_poller_set(int poller, int descriptor, int registered, int wanted, uint64_t token) {
  struct epoll_event event = {
      .events = (wanted & DECKD_READABLE ? EPOLLIN : 0u) | (wanted & DECKD_WRITABLE ? EPOLLOUT : 0u),
      .data.u64 = token,
  };
  // Not with empty events: epoll would still report errors and hang-ups.
  int operation = registered == 0 ? EPOLL_CTL_ADD : wanted == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD;
  return epoll_ctl(poller, operation, descriptor, &event);
}

int deckd_thread_is_realtime(void) {
  int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
  return policy == SCHED_FIFO || policy == SCHED_RR;
}

void deckd_lower_thread(int nice) {
  struct sched_param none = {0};
  if (deckd_thread_is_realtime()) sched_setscheduler(0, SCHED_OTHER, &none);
  if (getpriority(PRIO_PROCESS, 0) < nice) setpriority(PRIO_PROCESS, 0, nice);
}

_Static_assert(sizeof(deckd_event) >= sizeof(struct epoll_event), "converted in place, from the last on");

int deckd_poller_wait(int poller, deckd_event *events, int capacity, int waits) {
  struct epoll_event *all = (struct epoll_event *)events;
  int count = epoll_wait(poller, all, capacity, waits ? -1 : 0);
  for (int i = count - 1; i >= 0; i--) {
    struct epoll_event ready;
    memcpy(&ready, &all[i], sizeof ready);
    int ends = ready.events & (EPOLLHUP | EPOLLERR) ? DECKD_READABLE | DECKD_WRITABLE : 0;
    int readiness =
        ends | (ready.events & EPOLLIN ? DECKD_READABLE : 0) | (ready.events & EPOLLOUT ? DECKD_WRITABLE : 0);
    events[i] = (deckd_event){.token = ready.data.u64, .readiness = readiness};
  }
  return count;
}

void deckd_poller_rest(int poller, int64_t microseconds) {
  struct pollfd descriptor = {.fd = poller, .events = POLLIN};
  struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
  ppoll(&descriptor, 1, &time, NULL);
}

int deckd_clock_change_timer(void) {
  int timer = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (timer < 0) return -1;
  // Never due: it is readable, and its read fails with ECANCELED, once the clock has changed.
  struct itimerspec never = {.it_value = {.tv_sec = INT64_MAX}};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) return timer;
  close(timer);
  return -1;
}

void deckd_map_large_buffers(void) {
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
}

void deckd_trim_memory(void) {
  malloc_trim(0);
}

int deckd_signals(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  errno = pthread_sigmask(SIG_BLOCK, &set, NULL);
  return errno == 0 ? signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC) : -1;
}

int deckd_next_signal(int descriptor) {
  struct signalfd_siginfo signal;
  return read(descriptor, &signal, sizeof signal) == sizeof signal ? (int)signal.ssi_signo : 0;
}

static int argument_count;
static char **arguments;

// glibc passes the arguments of main to constructors, too.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int deckd_argument_count(void) { return argument_count; }

const char *deckd_argument(int index) { return arguments[index]; }

int deckd_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC);
}

int deckd_process_end(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

int deckd_spawn(pid_t *process, const char *path, char *const *arguments, char *const *environment, int output) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  int code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}
