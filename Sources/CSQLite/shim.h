// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <sqlite3.h>
#include <stddef.h>
// What a file is on, and who keeps the clock: a ledger depends on both, and none of them is in
// Swift's Glibc module.
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>
#include <sys/xattr.h>

// SQLITE_TRANSIENT, which makes SQLite copy what it is given, is a cast that Swift cannot import.
static inline int tagpress_bind_text(sqlite3_stmt *statement, int number, const char *text,
                                     size_t count) {
  return sqlite3_bind_text64(statement, number, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int tagpress_bind_blob(sqlite3_stmt *statement, int number, const void *bytes,
                                     size_t count) {
  return sqlite3_bind_blob64(statement, number, bytes, count, SQLITE_TRANSIENT);
}

// Keeps a connection that is the last one to close from folding the log into the file and deleting
// it; sqlite3_db_config takes any number of arguments, too.
static inline int tagpress_keep_log(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, NULL);
}
