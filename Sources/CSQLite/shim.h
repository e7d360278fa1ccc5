// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
// What a file lies on, and who keeps the clock: a ledger depends on both, and none of them is in
// Swift's Glibc module.
#include <linux/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>
#include <sys/xattr.h>
#include <unistd.h>

// SQLITE_TRANSIENT, which makes SQLite copy what it is given, is a cast that Swift cannot import.
static inline int tagpress_bind_text(sqlite3_stmt *statement, int number, const char *text,
                                     size_t count) {
  return sqlite3_bind_text64(statement, number, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int tagpress_bind_blob(sqlite3_stmt *statement, int number, const void *bytes,
                                     size_t count) {
  return sqlite3_bind_blob64(statement, number, bytes, count, SQLITE_TRANSIENT);
}

// What glibc shows only to those who ask for all of it, which Swift's Glibc module does not.
enum { tagpress_this_folder = -100, tagpress_empty_path = 0x1000, tagpress_no_replace = 1 };

// When a file was made, in nanoseconds since 1970; 0 if its disk does not keep that. An empty name
// means the open file itself.
static inline int64_t tagpress_birth(int file, const char *name) {
  struct statx facts;
  long flags = *name == 0 ? tagpress_empty_path : 0;
  if (*name != 0)
    file = tagpress_this_folder;
  if (syscall(SYS_statx, file, name, flags, STATX_BTIME, &facts) != 0 ||
      !(facts.stx_mask & STATX_BTIME))
    return 0;
  return (int64_t)facts.stx_btime.tv_sec * 1000000000 + facts.stx_btime.tv_nsec;
}

// Keeps a connection that is the last one to close from folding the log into the file and deleting
// it; sqlite3_db_config takes any number of arguments, too.
static inline int tagpress_keep_log(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, NULL);
}

// Renames a file to a name that nobody has.
static inline int tagpress_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, tagpress_this_folder, from, tagpress_this_folder, to,
                      tagpress_no_replace);
}
