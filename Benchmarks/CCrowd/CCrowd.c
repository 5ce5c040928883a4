#define _GNU_SOURCE
#include "CCrowd.h"

#include <sched.h>
#include <string.h>
#include <sys/epoll.h>

int crowd_open(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

int crowd_add(int crowd, int descriptor, uint32_t number) {
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
  return epoll_ctl(crowd, EPOLL_CTL_ADD, descriptor, &event);
}

int crowd_wait(int crowd, uint32_t *numbers, int capacity, int milliseconds) {
  struct epoll_event events[256];
  int count = epoll_wait(crowd, events, capacity < 256 ? capacity : 256, milliseconds);
  for (int i = 0; i < count; i++) numbers[i] = events[i].data.u32;
  return count;
}

int crowd_pin(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return sched_setaffinity(0, sizeof set, &set);
}

int crowd_processors(int *processors, int capacity) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
  int count = 0;
  for (int i = 0; i < CPU_SETSIZE && count < capacity; i++)
    if (CPU_ISSET(i, &set)) processors[count++] = i;
  return count;
}

int64_t crowd_number(const void *line, size_t length, const char *key) {
  const char *end = (const char *)line + length;
  const char *found = memmem(line, length, key, strlen(key));
  if (!found) return -1;
  int64_t number = -1;
  for (const char *digit = found + strlen(key); digit < end && *digit >= '0' && *digit <= '9'; digit++)
    number = 10 * (number < 0 ? 0 : number) + (*digit - '0');
  return number;
}
