// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/usbdevice_fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "CLinux.h"

int tagpress_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void *tagpress_secret_pages(size_t count) {
  void *pages = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  mlock(pages, count);
  madvise(pages, count, MADV_DONTDUMP);
  madvise(pages, count, MADV_WIPEONFORK);
  return pages;
}

int tagpress_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

int tagpress_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int tagpress_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

long long tagpress_birth(int file, const char *path) {
  struct statx facts;
  int flags = *path == 0 ? AT_EMPTY_PATH : 0;
  if (statx(*path == 0 ? file : AT_FDCWD, path, flags, STATX_BTIME, &facts) != 0 ||
      !(facts.stx_mask & STATX_BTIME))
    return 0;
  return (long long)facts.stx_btime.tv_sec * 1000000000 + facts.stx_btime.tv_nsec;
}

long long tagpress_subvolume(int file, const char *path) {
  struct statfs facts;
  long long id;
  if ((*path == 0 ? fstatfs(file, &facts) : statfs(path, &facts)) != 0 ||
      facts.f_type != BTRFS_SUPER_MAGIC)
    return 0;
  memcpy(&id, &facts.f_fsid, sizeof id);
  return id;
}

int tagpress_usb_hold(int node, int is_held) {
  unsigned interface = 0;
  return ioctl(node, is_held ? USBDEVFS_CLAIMINTERFACE : USBDEVFS_RELEASEINTERFACE, &interface);
}

int tagpress_usb_reset(int node) { return ioctl(node, USBDEVFS_RESET, 0); }

int tagpress_usb_bulk(
    int node, unsigned endpoint, unsigned char *bytes, unsigned count, unsigned milliseconds) {
  struct usbdevfs_bulktransfer transfer = {
      .ep = endpoint, .len = count, .timeout = milliseconds, .data = bytes};
  return ioctl(node, USBDEVFS_BULK, &transfer);
}
