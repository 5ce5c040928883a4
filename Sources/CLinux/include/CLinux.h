#pragma once
#include <stdint.h>
#include <sys/types.h>

/// `accept4(2)` with `SOCK_NONBLOCK | SOCK_CLOEXEC`, which Swift's Glibc module does not have (it is behind
/// `_GNU_SOURCE`). The descriptor, or -1 with `errno`.
int deckd_accept(int listener);

/// `getsockopt(2)` of `SO_PEERCRED`, whose `struct ucred` is behind `_GNU_SOURCE` as well. 0, or -1 with `errno`.
int deckd_peer_credentials(int socket, pid_t *process, uid_t *user, gid_t *group);

/// `getsockopt(2)` of `SO_PEERGROUPS`, which older headers lack: the supplementary groups of the peer, `capacity` at
/// most. Their count, or -1 with `errno`.
int deckd_peer_groups(int socket, gid_t *groups, int capacity);

/// `eventfd(2)`, which Swift's Glibc module does not have: a counter from 0, non-blocking, closed on `exec`. The
/// descriptor, or -1 with `errno`.
int deckd_wakeup(void);

/// What a descriptor is watched for, and ready for.
enum { DECKD_READABLE = 1, DECKD_WRITABLE = 2 };

/// A descriptor that is ready: its token, and for what. A hang-up and an error are for both: the next call says which.
typedef struct {
  uint64_t token;
  int readiness;
} deckd_event;

/// `epoll_create1(2)`, which Swift's Glibc module does not have. The descriptor, or -1 with `errno`.
int deckd_poller(void);

/// `epoll_ctl(2)`: watches a descriptor for `wanted`, where it was watched for `registered`; neither watches it for 0. 0, or
/// -1 with `errno`.
int deckd_poller_set(int poller, int descriptor, int registered, int wanted, uint64_t token);

/// `sched_getscheduler(2)`: whether the calling thread is in a real-time class.
int deckd_thread_is_realtime(void);

/// Lets the calling thread leave a real-time scheduling class that it inherited, and gives it this nice value at least;
/// Linux has one for each thread (sched_setscheduler(2), setpriority(2)).
void deckd_lower_thread(int nice);

/// `epoll_wait(2)`: the descriptors that are ready, `capacity` of them at the most; with `waits` not before there is one.
/// Their count, or -1 with `errno`.
int deckd_poller_wait(int poller, deckd_event *events, int capacity, int waits);

/// `ppoll(2)`: waits for a descriptor to become ready, for so many microseconds at most; `epoll_wait(2)` knows only
/// milliseconds.
void deckd_poller_rest(int poller, int64_t microseconds);

/// A `timerfd` that is readable whenever the real-time clock was set, and after the machine resumes
/// (`TFD_TIMER_CANCEL_ON_SET`); a read makes it unreadable again. The descriptor, or -1 with `errno`.
int deckd_clock_change_timer(void);

/// Gives buffers of 128 KiB and more pages of their own, which are returned when they are freed (mallopt(3)).
///
/// Otherwise glibc raises that size to the largest buffer that was ever freed, up to 32 MiB, and keeps their memory.
void deckd_map_large_buffers(void);

/// `malloc_trim(3)`, whose header Swift's Glibc module does not have: gives all free memory back to the system.
void deckd_trim_memory(void);

/// `signalfd(2)`, which Swift's Glibc module does not have: blocks the signals in this thread, and in those that it
/// starts, and returns a non-blocking descriptor for `deckd_next_signal`. Or -1 with `errno`.
int deckd_signals(const int *signals, int count);

/// The next signal of the descriptor; 0 while there is none.
int deckd_next_signal(int descriptor);

/// The number of arguments that the program was started with, its name included, and each of them. They come from the C
/// library's start-up code, not from /proc.
int deckd_argument_count(void);
const char *deckd_argument(int index);

/// `memfd_create(2)`, which Swift's Glibc module does not have: an empty file in memory, closed on `exec`. The descriptor,
/// or -1 with `errno`.
int deckd_memory_file(const char *name);

/// `pidfd_open(2)`, which the C library has since glibc 2.36: a descriptor that is readable once the process has ended,
/// closed on `exec`. Or -1 with `errno`.
int deckd_process_end(pid_t process);

/// `posix_spawn(3)` with GNU's file actions, which Swift's Glibc module does not have: starts the program at `path` in
/// a process group of its own and in the folder `/`, with no signal blocked or ignored, no input, and `output` as its
/// standard output and standard error; it inherits no other descriptor. 0, or an error number.
int deckd_spawn(pid_t *process, const char *path, char *const *arguments, char *const *environment, int output);
