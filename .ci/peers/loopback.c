// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
// Preloaded into the PC/SC service by cardservice.py: what it would open to every network, it opens
// only to this machine.
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int bind(int line, const struct sockaddr *address, socklen_t size) {
  struct sockaddr_in here;
  if (size == sizeof here && address->sa_family == AF_INET) {
    memcpy(&here, address, sizeof here);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address = (const struct sockaddr *)&here;
  }
  return (int)syscall(SYS_bind, line, address, size);
}
