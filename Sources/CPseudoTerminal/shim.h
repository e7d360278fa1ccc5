// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The pseudo-terminal calls are not in Swift's Glibc module.
#pragma once
#include <pty.h>
