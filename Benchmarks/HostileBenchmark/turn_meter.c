// Measures the longest turn of deckd's event loop: LD_PRELOAD=turn-meter.so TURN_METER=file deckd …
//
// A turn is what the main thread does between two calls of epoll_wait(2) for the loop, in processor time, so that what
// else the machine does is not part of it. The file has the longest one in nanoseconds; who writes 0 begins anew.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int (*wait_for_events)(int, struct epoll_event *, int, int);
static volatile int64_t *longest;
static pthread_t main_thread;
// libinput has an epoll instance of its own, which it only asks: the loop is the one that waits.
static int loop = -1;
static int64_t begun;

static int64_t used(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

__attribute__((constructor)) static void prepare(void) {
  wait_for_events = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
  main_thread = pthread_self();
  const char *path = getenv("TURN_METER");
  int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0 || ftruncate(file, sizeof *longest) != 0) return;
  void *memory = mmap(NULL, sizeof *longest, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) longest = memory;
}

int epoll_wait(int descriptor, struct epoll_event *events, int capacity, int timeout) {
  if (!longest || !pthread_equal(pthread_self(), main_thread)) {
    return wait_for_events(descriptor, events, capacity, timeout);
  }
  if (timeout != 0) loop = descriptor;
  if (descriptor != loop) return wait_for_events(descriptor, events, capacity, timeout);
  int64_t turn = begun ? used() - begun : 0;
  if (turn > *longest) *longest = turn;
  int count = wait_for_events(descriptor, events, capacity, timeout);
  begun = used();
  return count;
}
