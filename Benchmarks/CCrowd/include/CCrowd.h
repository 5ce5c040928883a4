#pragma once
#include <stddef.h>
#include <stdint.h>

/// `epoll_create1(2)`, which Swift's Glibc module does not have. The descriptor, or -1 with `errno`.
int crowd_open(void);

/// Has `crowd_wait` tell `number` when `descriptor` has something to read. 0, or -1 with `errno`.
int crowd_add(int crowd, int descriptor, uint32_t number);

/// Waits for at most `milliseconds`; the count of those that have something to read, or -1 with `errno`.
int crowd_wait(int crowd, uint32_t *numbers, int capacity, int milliseconds);

/// Keeps the calling thread, and what it starts from now on, on one processor. 0, or -1 with `errno`.
int crowd_pin(int processor);

/// The processors that this process may run on, `capacity` at most; their count, or -1 with `errno`.
int crowd_processors(int *processors, int capacity);

/// The whole number that follows `key` in `line`; -1 where there is none.
int64_t crowd_number(const void *line, size_t length, const char *key);
