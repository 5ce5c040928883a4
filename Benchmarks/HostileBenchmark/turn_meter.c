// Measures the longest turn of deckd's event loop: LD_PRELOAD=turn-meter.so TURN_METER=file deckd …
//
// A turn is what the main thread does between two calls of epoll_wait(2) by the loop, in processor time, so that what
// else the machine does is not part of it: the time for which a panel or a tick may have to wait. The file has the longest
// one in nanoseconds; write 0 to start again.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
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
// The program itself: libinput asks an epoll instance of its own.
static uintptr_t program, program_end;
static int64_t begun;

static int64_t used(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int find_program(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, end = begin + info->dlpi_phdr[i].p_memsz;
    if (!program || begin < program) program = begin;
    if (end > program_end) program_end = end;
  }
  return 1;  // Only the first, which is the program.
}

__attribute__((constructor)) static void prepare(void) {
  dl_iterate_phdr(find_program, NULL);
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
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (caller < program || caller >= program_end) return wait_for_events(descriptor, events, capacity, timeout);
  int64_t turn = begun ? used() - begun : 0;
  if (turn > *longest) *longest = turn;
  int count = wait_for_events(descriptor, events, capacity, timeout);
  begun = used();
  return count;
}
