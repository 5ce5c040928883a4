#define _GNU_SOURCE
#include "control.h"

#include "command.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void *converse(void *argument) {
  int connection = (int)(intptr_t)argument;
  FILE *input = fdopen(connection, "r");
  char *line = NULL;
  size_t capacity = 0;
  while (input && getline(&line, &capacity, input) >= 0) {
    char *answer = command_obey(line);
    dprintf(connection, "%s\n", answer);
    free(answer);
  }
  free(line);
  if (input) fclose(input);
  return NULL;
}

static void *accept_connections(void *argument) {
  int listener = (int)(intptr_t)argument, connection;
  while ((connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, converse, (void *)(intptr_t)connection) == 0)
      pthread_detach(thread);
    else
      close(connection);
  }
  perror("touchbed: no more control connections");
  return NULL;
}

_Bool control_listen(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  strcpy(address.sun_path, path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, SOMAXCONN) < 0) return 0;
  pthread_t thread;
  errno = pthread_create(&thread, NULL, accept_connections, (void *)(intptr_t)listener);
  if (!errno) pthread_detach(thread);
  return !errno;
}
