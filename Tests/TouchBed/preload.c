/* libtouchbed-preload.so: what umockdev's preload lacks for libinput, on nodes the bed made.
 *
 * It stands in front of libumockdev-preload.so.0 in LD_PRELOAD. Paths and descriptors that are not
 * the bed's go on to umockdev untouched. README.md says why each function is here. */
#define _GNU_SOURCE
#include "evdev.h"
#include "panel.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/uinput.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* The function of that name which stands behind us: umockdev's, else the C library's. */
#define NEXT(name)                                                   \
  ({                                                                 \
    static _Atomic(void *) found;                                    \
    void *function = atomic_load(&found);                            \
    if (!function) {                                                 \
      function = dlsym(RTLD_NEXT, #name);                            \
      atomic_store(&found, function);                                \
    }                                                                \
    (__typeof__(&name))function;                                     \
  })

/* ---- Descriptors of the bed's nodes --------------------------------------------------------- */

/* One opened node; its duplicates share it. */
struct opened {
  struct evdev_client evdev;
  dev_t device;
  _Atomic int references;
};

enum { DESCRIPTORS_MAX = 65536 };
static _Atomic(struct opened *) table[DESCRIPTORS_MAX];

static struct opened *opened_at(int fd) {
  return fd >= 0 && fd < DESCRIPTORS_MAX ? atomic_load(&table[fd]) : NULL;
}

static void release(struct opened *node) {
  if (atomic_fetch_sub(&node->references, 1) > 1) return;
  munmap(node->evdev.panel, sizeof *node->evdev.panel);
  free(node);
}

/* Makes `fd` mean `node` (or nothing of ours), whatever it meant before. */
static void remember(int fd, struct opened *node) {
  if (fd < 0 || fd >= DESCRIPTORS_MAX) return;
  struct opened *before = atomic_exchange(&table[fd], node);
  if (before) release(before);
}

/* ---- Paths ---------------------------------------------------------------------------------- */

static char root[PATH_MAX];
static pthread_once_t root_known = PTHREAD_ONCE_INIT;

static void find_root(void) {
  const char *folder = getenv("UMOCKDEV_DIR");
  if (folder) snprintf(root, sizeof root, "%s", folder);
}

static const char *bed_root(void) {
  pthread_once(&root_known, find_root);
  return *root ? root : NULL;
}

/* The number of the event node that `path` names, or -1. */
static int event_number(const char *path) {
  static const char prefix[] = "/dev/input/event";
  if (!path || strncmp(path, prefix, sizeof prefix - 1) != 0) return -1;
  char *end;
  long number = strtol(path + sizeof prefix - 1, &end, 10);
  return *end || end == path + sizeof prefix - 1 || number < 0 || number >= PANEL_NODES_MAX ? -1 : (int)number;
}

/* The address of a node's socket, if the bed has such a node. */
static int find_socket(const char *path, struct sockaddr_un *address) {
  int number = bed_root() ? event_number(path) : -1;
  if (number < 0) return -1;
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  size_t room = sizeof address->sun_path;
  int length = snprintf(address->sun_path, room, "%s/" PANEL_SOCKET_FOLDER "/event%d", root, number);
  if (length < 0 || (size_t)length >= room) return -1;
  int before = errno;
  int found = NEXT(access)(address->sun_path, F_OK);
  errno = before;
  return found == 0 ? number : -1;
}

/* umockdev redirects /sys and /dev; udev's database and control socket are redirected here. */
static const char *redirected(const char *path, char buffer[PATH_MAX]) {
  static const char database[] = "/run/udev";
  if (!path || !bed_root() || strncmp(path, database, sizeof database - 1) != 0) return path;
  return snprintf(buffer, PATH_MAX, "%s%s", root, path) < PATH_MAX ? buffer : path;
}

/* ---- Opening a node ------------------------------------------------------------------------- */

/* Waits for the bed's greeting; gives the panel's memfd, or -1. */
static int receive_greeting(int connection, struct panel_greeting *greeting) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec bytes = {greeting, sizeof *greeting};
  struct msghdr message = {
      .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t received;
  do received = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (received != sizeof *greeting || !header || header->cmsg_type != SCM_RIGHTS) return -1;
  int memory;
  memcpy(&memory, CMSG_DATA(header), sizeof memory);
  return memory;
}

static struct opened *greet(int connection, int number) {
  struct panel_greeting greeting;
  int memory = receive_greeting(connection, &greeting);
  if (memory < 0) return NULL;
  struct panel_state *panel = mmap(NULL, sizeof *panel, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  NEXT(close)(memory);
  if (panel == MAP_FAILED) return NULL;
  struct opened *node = panel->layout == sizeof *panel ? calloc(1, sizeof *node) : NULL;
  if (!node) {
    munmap(panel, sizeof *panel);
    return NULL;
  }
  node->evdev.panel = panel;
  node->evdev.number = greeting.client;
  node->device = makedev(PANEL_INPUT_MAJOR, PANEL_FIRST_MINOR + number);
  atomic_store(&node->references, 1);
  return node;
}

static int open_node(int number, const struct sockaddr_un *address, int flags) {
  int connection = socket(AF_UNIX, SOCK_STREAM | (flags & O_CLOEXEC ? SOCK_CLOEXEC : 0), 0);
  if (connection < 0) return -1;
  struct opened *node = NULL;
  if (connection < DESCRIPTORS_MAX && connect(connection, (const struct sockaddr *)address, sizeof *address) == 0)
    node = greet(connection, number);
  if (!node) {
    NEXT(close)(connection);
    errno = ENODEV;
    return -1;
  }
  if (flags & O_NONBLOCK) fcntl(connection, F_SETFL, O_NONBLOCK);
  remember(connection, node);
  return connection;
}

/* ---- Virtual devices ------------------------------------------------------------------------ */

/* The descriptor of the only virtual device at a time; what happens to it goes to a file, a line each. */
static _Atomic int uinput = -1;

static int is_uinput(const char *path) {
  return path && strcmp(path, "/dev/uinput") == 0 && getenv("TOUCHBED_UINPUT");
}

static int open_uinput(void) {
  int fd = NEXT(open)(getenv("TOUCHBED_UINPUT"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  atomic_store(&uinput, fd);
  return fd;
}

static int uinput_ioctl(int fd, unsigned long request, void *argument) {
  static const char sysname[] = "input99";
  if (request == UI_DEV_SETUP) {
    const struct uinput_setup *setup = argument;
    dprintf(fd, "setup %04x:%04x %s\n", setup->id.vendor, setup->id.product, setup->name);
  } else if (request == UI_ABS_SETUP) {
    const struct uinput_abs_setup *axis = argument;
    dprintf(fd, "axis %d %d…%d, %d/mm\n", axis->code, axis->absinfo.minimum, axis->absinfo.maximum,
            axis->absinfo.resolution);
  } else if (request == UI_SET_PHYS) {
    dprintf(fd, "phys %s\n", (const char *)argument);
  } else if (request == UI_DEV_CREATE) {
    dprintf(fd, "created\n");
  } else if (request == UI_DEV_DESTROY) {
    dprintf(fd, "destroyed\n");
  } else if (_IOC_NR(request) == _IOC_NR(UI_GET_VERSION) && _IOC_DIR(request) == _IOC_READ) {
    *(unsigned *)argument = UINPUT_VERSION;
  } else if (_IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(0)) && _IOC_DIR(request) == _IOC_READ) {
    snprintf(argument, _IOC_SIZE(request), "%s", sysname);
  }
  return 0;
}

/* ---- Power management ----------------------------------------------------------------------- */

/* The device of latency requests is a file: the numbers that are written, one after another. */
static const char *latency_file(const char *path) {
  return path && strcmp(path, "/dev/cpu_dma_latency") == 0 ? getenv("TOUCHBED_LATENCY") : NULL;
}

static int open_latency(const char *file) {
  return NEXT(open)(file, O_WRONLY | O_APPEND | O_CLOEXEC);
}

/* `call` opens `path` for everyone but us; a descriptor that comes back is not ours. */
#define OPEN(call)                                                   \
  do {                                                               \
    if (is_uinput(path)) return open_uinput();                       \
    if (latency_file(path)) return open_latency(latency_file(path)); \
    struct sockaddr_un address;                                      \
    char buffer[PATH_MAX];                                           \
    int number = find_socket(path, &address);                        \
    if (number >= 0) return open_node(number, &address, flags);      \
    path = redirected(path, buffer);                                 \
    int fd = call;                                                   \
    remember(fd, NULL);                                              \
    return fd;                                                       \
  } while (0)

#define MODE_ARGUMENT                                                \
  mode_t mode = 0;                                                   \
  if (flags & (O_CREAT | __O_TMPFILE)) {                             \
    va_list arguments;                                               \
    va_start(arguments, flags);                                      \
    mode = va_arg(arguments, mode_t);                                \
    va_end(arguments);                                               \
  }

int open(const char *path, int flags, ...) {
  MODE_ARGUMENT
  OPEN(NEXT(open)(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
  MODE_ARGUMENT
  OPEN(NEXT(open64)(path, flags, mode));
}

int openat(int folder, const char *path, int flags, ...) {
  MODE_ARGUMENT
  OPEN(NEXT(openat)(folder, path, flags, mode));
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE_ARGUMENT
  OPEN(NEXT(openat64)(folder, path, flags, mode));
}

/* What _FORTIFY_SOURCE makes of open() with two arguments; no header declares them to us. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);

int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat64(folder, path, flags); }

/* ---- udev's database ------------------------------------------------------------------------ */

FILE *fopen(const char *path, const char *mode) {
  char buffer[PATH_MAX];
  return NEXT(fopen)(redirected(path, buffer), mode);
}

FILE *fopen64(const char *path, const char *mode) {
  char buffer[PATH_MAX];
  return NEXT(fopen64)(redirected(path, buffer), mode);
}

int access(const char *path, int mode) {
  char buffer[PATH_MAX];
  return NEXT(access)(redirected(path, buffer), mode);
}

/* ---- Descriptors' lives --------------------------------------------------------------------- */

int close(int fd) {
  int was = fd;
  if (fd >= 0) atomic_compare_exchange_strong(&uinput, &was, -1);
  remember(fd, NULL);
  return NEXT(close)(fd);
}

/* `copy` was just made from `fd`. */
static int duplicated(int fd, int copy) {
  if (copy < 0 || copy == fd) return copy;
  struct opened *node = opened_at(fd);
  if (node) atomic_fetch_add(&node->references, 1);
  remember(copy, node);
  return copy;
}

int dup(int fd) { return duplicated(fd, NEXT(dup)(fd)); }
int dup2(int fd, int wanted) { return duplicated(fd, NEXT(dup2)(fd, wanted)); }
int dup3(int fd, int wanted, int flags) { return duplicated(fd, NEXT(dup3)(fd, wanted, flags)); }

#define FCNTL(name)                                                  \
  va_list arguments;                                                 \
  va_start(arguments, command);                                      \
  void *argument = va_arg(arguments, void *);                        \
  va_end(arguments);                                                 \
  int result = NEXT(name)(fd, command, argument);                    \
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? duplicated(fd, result) : result

int fcntl(int fd, int command, ...) { FCNTL(fcntl); }
int fcntl64(int fd, int command, ...) { FCNTL(fcntl64); }

/* ---- What kind of file it is ---------------------------------------------------------------- */

/* libinput finds the udev device of a descriptor by st_rdev; our descriptor is a socket. */
#define FSTAT(name)                                                  \
  int result = NEXT(name)(fd, status);                               \
  struct opened *node = result == 0 ? opened_at(fd) : NULL;          \
  if (node) {                                                        \
    status->st_mode = S_IFCHR | 0660;                                \
    status->st_rdev = node->device;                                  \
  }                                                                  \
  return result

int fstat(int fd, struct stat *status) { FSTAT(fstat); }
int fstat64(int fd, struct stat64 *status) { FSTAT(fstat64); }

/* ---- Events --------------------------------------------------------------------------------- */

ssize_t read(int fd, void *buffer, size_t size) {
  struct opened *node = opened_at(fd);
  if (!node) return NEXT(read)(fd, buffer, size);
  struct iovec bytes = {buffer, size};
  ssize_t count = readv(fd, &bytes, 1); /* umockdev would ask the bed before each read() */
  int vanished = count < 0 ? errno == EIO || errno == ECONNRESET : count == 0 && size > 0;
  if (!vanished) return count;
  errno = ENODEV;
  return -1;
}

static ssize_t write_uinput(int fd, const struct input_event *event) {
  dprintf(fd, "%d %d %d\n", event->type, event->code, event->value);
  return sizeof *event;
}

ssize_t write(int fd, const void *buffer, size_t size) {
  if (fd >= 0 && fd == atomic_load(&uinput) && size == sizeof(struct input_event)) return write_uinput(fd, buffer);
  struct opened *node = opened_at(fd);
  if (!node) return NEXT(write)(fd, buffer, size);
  struct evdev_client *client = &node->evdev;
  int vanished = atomic_load(&client->panel->gone) || atomic_load(&client->revoked);
  ssize_t count = vanished ? -1 : send(fd, buffer, size, MSG_NOSIGNAL);
  if (count < 0) errno = ENODEV;
  return count;
}

/* ---- Questions about the device ------------------------------------------------------------- */

int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (fd >= 0 && fd == atomic_load(&uinput) && _IOC_TYPE(request) == UINPUT_IOCTL_BASE)
    return uinput_ioctl(fd, request, argument);
  struct opened *node = opened_at(fd);
  if (!node) return NEXT(ioctl)(fd, request, argument);
  int result = evdev_ioctl(&node->evdev, request, argument);
  if (result == 0 && request == EVIOCREVOKE) shutdown(fd, SHUT_RDWR); /* this client reads no more */
  return result;
}

/* ---- Suspend -------------------------------------------------------------------------------- */

static _Atomic int64_t *suspended; /* ns, in the bed's memory */
static pthread_once_t suspended_known = PTHREAD_ONCE_INIT;
static _Atomic int resume_pipe = -1;

static int open_below_root(const char *name, int flags) {
  char path[PATH_MAX];
  if (!bed_root() || snprintf(path, sizeof path, "%s/%s", root, name) >= PATH_MAX) return -1;
  return NEXT(open)(path, flags);
}

static void find_suspended(void) {
  int file = open_below_root(SUSPENDED_FILE, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof *suspended, PROT_READ, MAP_SHARED, file, 0);
  NEXT(close)(file);
  if (memory != MAP_FAILED) suspended = memory;
}

/* The only clock of the three that counts the time in suspend. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = NEXT(clock_gettime)(clock, time);
  if (result != 0 || clock != CLOCK_BOOTTIME) return result;
  pthread_once(&suspended_known, find_suspended);
  if (!suspended) return result;
  enum { SECOND = 1000000000 };
  int64_t sum = time->tv_nsec + atomic_load(suspended);
  time->tv_sec += sum / SECOND;
  time->tv_nsec = sum % SECOND;
  return result;
}

/* A timer of the real-time clock is a pipe that the bed writes to at a resume: there is no other use
 * of one among the programs tested here. */
int timerfd_create(int clock, int flags) {
  int pipe = clock == CLOCK_REALTIME ? open_below_root(RESUME_PIPE, O_RDWR | flags) : -1;
  if (pipe < 0) return NEXT(timerfd_create)(clock, flags);
  atomic_store(&resume_pipe, pipe);
  return pipe;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  return fd == atomic_load(&resume_pipe) ? 0 : NEXT(timerfd_settime)(fd, flags, new, old);
}
