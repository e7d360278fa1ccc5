// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>

// Makes a public key from a curve's name and an uncompressed point; NULL when libcrypto refuses.
// It is C because OSSL_PARAM keeps the pointers it is given, and a Swift string or array that is
// passed as one is gone after the call; EVP_PKEY_PUBLIC_KEY is a macro that Swift cannot import.
static inline EVP_PKEY *tagpress_public_key(const char *curve, const unsigned char *point,
                                            size_t count) {
  OSSL_PARAM facts[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
      OSSL_PARAM_construct_end(),
  };
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  if (context != NULL && EVP_PKEY_fromdata_init(context) == 1 &&
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, facts) != 1)
    key = NULL;
  EVP_PKEY_CTX_free(context);
  return key;
}
