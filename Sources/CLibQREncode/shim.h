// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <qrencode.h>
