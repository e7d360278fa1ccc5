// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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

int tagpress_rename_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  // A file system that does not know this may know hard links, which replace nothing either.
  if (errno != EINVAL && errno != ENOSYS) return -1;
  return link(from, to) == 0 ? unlink(from) : -1;
}
