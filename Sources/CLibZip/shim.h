// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <dlfcn.h>
#include <zip.h>

// libzip brings four libraries for compression and ciphers along that no start of the tool needs, and
// only workbooks are read with it. So it is opened when there is one.
typedef struct {
  __typeof__(zip_fdopen) *fdopen;
  __typeof__(zip_discard) *discard;
  __typeof__(zip_get_num_entries) *get_num_entries;
  __typeof__(zip_stat_index) *stat_index;
  __typeof__(zip_fopen_index) *fopen_index;
  __typeof__(zip_fread) *fread;
  __typeof__(zip_file_get_error) *file_get_error;
  __typeof__(zip_error_code_zip) *error_code_zip;
  __typeof__(zip_fclose) *fclose;
} tagpress_zip;

// Finds every function, or says no. It is C because a cast there is checked against the header.
static inline int tagpress_zip_open(tagpress_zip *zip) {
  // What is called here is the same in both. The first is the one that the package is made with.
  static const char newer[] = "libzip.so.5";
  void *library = dlopen("libzip.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    library = dlopen(newer, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return 0;
  zip->fdopen = (__typeof__(zip->fdopen))dlsym(library, "zip_fdopen");
  zip->discard = (__typeof__(zip->discard))dlsym(library, "zip_discard");
  zip->get_num_entries = (__typeof__(zip->get_num_entries))dlsym(library, "zip_get_num_entries");
  zip->stat_index = (__typeof__(zip->stat_index))dlsym(library, "zip_stat_index");
  zip->fopen_index = (__typeof__(zip->fopen_index))dlsym(library, "zip_fopen_index");
  zip->fread = (__typeof__(zip->fread))dlsym(library, "zip_fread");
  zip->file_get_error = (__typeof__(zip->file_get_error))dlsym(library, "zip_file_get_error");
  zip->error_code_zip = (__typeof__(zip->error_code_zip))dlsym(library, "zip_error_code_zip");
  zip->fclose = (__typeof__(zip->fclose))dlsym(library, "zip_fclose");
  return zip->fdopen && zip->discard && zip->get_num_entries && zip->stat_index &&
         zip->fopen_index && zip->fread && zip->file_get_error && zip->error_code_zip &&
         zip->fclose;
}
