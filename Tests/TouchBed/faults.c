/* Disturbs the disk of a program, for whoever tests what that does to it: a preload.
 *
 * It minds what the program does to files under the folder TOUCHBED_FAULTS_UNDER, through any library: each write,
 * truncation and sync is a call, counted from 1. The file that TOUCHBED_FAULTS names says what is to happen to which; it
 * has the 64-bit numbers of `struct faults`, and is read anew at each call. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { KILL_BEFORE = 1, KILL_AFTER = 2 };

struct faults {
  _Atomic uint64_t calls;   /* so many there were */
  _Atomic uint64_t first;   /* the first to be disturbed; 0 for none */
  _Atomic uint64_t last;    /* the last */
  _Atomic uint64_t error;   /* what they fail with, or 0 */
  _Atomic uint64_t killing; /* whether the program dies of them, and when */
  _Atomic uint64_t holds;   /* not 0 while syncs wait for it to be 0 again */
  _Atomic uint64_t held;    /* so many syncs have had to wait */
};

static struct faults none;
static struct faults *faults = &none;
static char folder[PATH_MAX];

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("TOUCHBED_FAULTS"), *under = getenv("TOUCHBED_FAULTS_UNDER");
  int file = path && under ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  snprintf(folder, sizeof folder, "%s/", under);
  void *shared = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared != MAP_FAILED) faults = shared;
  close(file);
}

/* The folder itself is minded as well: its syncs are what makes a renamed file last. */
static _Bool is_minded(int file) {
  if (!folder[0]) return 0;
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 2);
  if (length < 0) return 0;
  strcpy(path + length, "/");
  return !strncmp(path, folder, strlen(folder));
}

/* Whether the call is to fail, with errno; `dies_after` is set where the program is to die when it is done. */
static _Bool is_refused(_Bool *dies_after) {
  int before = errno;
  uint64_t call = ++faults->calls;
  if (!faults->first || call < faults->first || call > faults->last) return 0;
  if (faults->killing == KILL_BEFORE) kill(getpid(), SIGKILL);
  *dies_after = faults->killing == KILL_AFTER;
  errno = faults->error ? (int)faults->error : before;
  return faults->error != 0;
}

static void wait_while_held(void) {
  if (!faults->holds) return;
  faults->held++;
  while (faults->holds) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* Does a system call, disturbed where it concerns a minded file. */
static long disturbed(int file, _Bool syncs, long number, long second, long third, long fourth) {
  _Bool minded = is_minded(file), dies_after = 0;
  if (minded && syncs) wait_while_held();
  if (minded && is_refused(&dies_after)) return -1;
  long result = syscall(number, file, second, third, fourth);
  if (dies_after) kill(getpid(), SIGKILL);
  return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
  return disturbed(file, 0, SYS_write, (long)bytes, (long)count, 0);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return disturbed(file, 0, SYS_pwrite64, (long)bytes, (long)count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return disturbed(file, 0, SYS_pwrite64, (long)bytes, (long)count, offset);
}

int ftruncate64(int file, off64_t length) { return (int)disturbed(file, 0, SYS_ftruncate, length, 0, 0); }

int ftruncate(int file, off_t length) { return (int)disturbed(file, 0, SYS_ftruncate, length, 0, 0); }

int fsync(int file) { return (int)disturbed(file, 1, SYS_fsync, 0, 0, 0); }

int fdatasync(int file) { return (int)disturbed(file, 1, SYS_fdatasync, 0, 0, 0); }
