#define _GNU_SOURCE
#include "CLinux.h"

#include <stddef.h>
#include <sys/socket.h>

int deckd_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
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
