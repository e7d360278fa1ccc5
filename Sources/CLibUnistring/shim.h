// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <stddef.h>
#include <stdint.h>
// libidn2 is made with this library, so it is in every process already.
#include <uninorm.h>

// The forms are pointers to types without a size, which Swift does not import. The caller frees the
// text; NULL if it is not UTF-8 or if there is no memory.
static inline uint8_t *tagpress_nfc(const uint8_t *text, size_t count, size_t *length) {
  return u8_normalize(UNINORM_NFC, text, count, NULL, length);
}

static inline uint8_t *tagpress_nfkc(const uint8_t *text, size_t count, size_t *length) {
  return u8_normalize(UNINORM_NFKC, text, count, NULL, length);
}
