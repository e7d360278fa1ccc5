// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <dlfcn.h>
#include <stdio.h>
#include <zip.h>

// What a zip file is written with; opened as what reads one, see shim.h.
typedef struct {
  __typeof__(zip_open) *open;
  __typeof__(zip_source_filep) *source_filep;
  __typeof__(zip_source_free) *source_free;
  __typeof__(zip_file_add) *file_add;
  __typeof__(zip_set_file_compression) *set_file_compression;
  __typeof__(zip_file_set_mtime) *file_set_mtime;
  __typeof__(zip_close) *close;
  __typeof__(zip_discard) *discard;
  __typeof__(zip_get_error) *get_error;
  __typeof__(zip_error_code_system) *error_code_system;
} tagpress_new_zip;

// Finds every function, or says no.
static inline int tagpress_new_zip_open(tagpress_new_zip *zip) {
  void *library = dlopen("libzip.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    library = dlopen("libzip.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return 0;
  zip->open = (__typeof__(zip->open))dlsym(library, "zip_open");
  zip->source_filep = (__typeof__(zip->source_filep))dlsym(library, "zip_source_filep");
  zip->source_free = (__typeof__(zip->source_free))dlsym(library, "zip_source_free");
  zip->file_add = (__typeof__(zip->file_add))dlsym(library, "zip_file_add");
  zip->set_file_compression =
      (__typeof__(zip->set_file_compression))dlsym(library, "zip_set_file_compression");
  zip->file_set_mtime = (__typeof__(zip->file_set_mtime))dlsym(library, "zip_file_set_mtime");
  zip->close = (__typeof__(zip->close))dlsym(library, "zip_close");
  zip->discard = (__typeof__(zip->discard))dlsym(library, "zip_discard");
  zip->get_error = (__typeof__(zip->get_error))dlsym(library, "zip_get_error");
  zip->error_code_system =
      (__typeof__(zip->error_code_system))dlsym(library, "zip_error_code_system");
  return zip->open && zip->source_filep && zip->source_free && zip->file_add &&
         zip->set_file_compression && zip->file_set_mtime && zip->close && zip->discard &&
         zip->get_error && zip->error_code_system;
}
