// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The files of the folder Templates, inside the program, so that there is no folder to install beside
// it. The C compiler takes them as they are; as array literals in Swift, they took it longer to compile
// than all the commands together.
#pragma once
#include <stddef.h>

struct tagpress_template {
  // Its path in the folder.
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

// The file at this path; NULL if there is none.
const struct tagpress_template *tagpress_template_at(const char *path);

// One file after another; NULL behind the last.
const struct tagpress_template *tagpress_template_number(size_t number);
