#define _GNU_SOURCE
#include "CLinux.h"

#include <stddef.h>
#include <sys/socket.h>

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
