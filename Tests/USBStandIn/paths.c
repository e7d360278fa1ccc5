// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Programs that look for USB devices in /sys and /dev are led to the pretended machine.

#define _GNU_SOURCE
#include "stand_in.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *stand_in_path(const char *path, char *buffer, size_t size) {
  static const char *const led[] = {"/sys/bus/usb", "/dev/bus/usb"};
  const char *folder = getenv(STAND_IN_FOLDER);
  for (size_t at = 0; folder != NULL && path != NULL && at < 2; at++) {
    size_t length = strlen(led[at]);
    if (strncmp(path, led[at], length) != 0) continue;
    if (path[length] != '\0' && path[length] != '/') continue;
    int count = snprintf(buffer, size, "%s%s", folder, path);
    if (count > 0 && (size_t)count < size) return buffer;
  }
  return path;
}

#define LED(path) stand_in_path(path, (char[PATH_MAX]){0}, PATH_MAX)
#define REAL(type, name, ...)                                   \
  static type (*real)(__VA_ARGS__);                             \
  if (real == NULL) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static mode_t mode_of(int flags, va_list rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

#define OPEN(symbol)                                            \
  int symbol(const char *path, int flags, ...) {                \
    REAL(int, #symbol, const char *, int, ...);                 \
    va_list rest;                                               \
    va_start(rest, flags);                                      \
    mode_t mode = mode_of(flags, rest);                         \
    va_end(rest);                                               \
    return real(LED(path), flags, mode);                        \
  }
#define OPENAT(symbol)                                          \
  int symbol(int folder, const char *path, int flags, ...) {    \
    REAL(int, #symbol, int, const char *, int, ...);            \
    va_list rest;                                               \
    va_start(rest, flags);                                      \
    mode_t mode = mode_of(flags, rest);                         \
    va_end(rest);                                               \
    return real(folder, LED(path), flags, mode);                \
  }
#define STATUS(symbol, kind)                                    \
  int symbol(const char *path, struct kind *status) {           \
    REAL(int, #symbol, const char *, struct kind *);            \
    return real(LED(path), status);                             \
  }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
STATUS(stat, stat)
STATUS(stat64, stat64)
STATUS(lstat, stat)
STATUS(lstat64, stat64)

DIR *opendir(const char *path) {
  REAL(DIR *, "opendir", const char *);
  return real(LED(path));
}

FILE *fopen(const char *path, const char *mode) {
  REAL(FILE *, "fopen", const char *, const char *);
  return real(LED(path), mode);
}

int access(const char *path, int mode) {
  REAL(int, "access", const char *, int);
  return real(LED(path), mode);
}

int inotify_add_watch(int watches, const char *path, uint32_t mask) {
  REAL(int, "inotify_add_watch", int, const char *, uint32_t);
  return real(watches, LED(path), mask);
}

// The kernel takes a claim back when its process ends, however that ends.
ssize_t readlink(const char *path, char *buffer, size_t size) {
  REAL(ssize_t, "readlink", const char *, char *, size_t);
  char place[PATH_MAX];
  const char *led = stand_in_path(path, place, sizeof place);
  ssize_t count = real(led, buffer, size);
  if (led == path || count < 5 || memcmp(buffer + count - 5, "usbfs", 5) != 0) return count;
  // …/1-1/1-1:1.0/driver
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(place, '/');
    if (slash != NULL) *slash = '\0';
  }
  if (stand_in_is_claimed(place)) return count;
  errno = ENOENT;
  return -1;
}
