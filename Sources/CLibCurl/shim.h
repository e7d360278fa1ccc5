// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

// libcurl brings thirty other libraries along. Linked, they would make every start of the tool
// several times slower, for one command that fetches anything; so they are opened by that command.
typedef struct {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *easy_init;
  __typeof__(curl_easy_setopt) *easy_setopt;
  __typeof__(curl_easy_perform) *easy_perform;
  __typeof__(curl_easy_getinfo) *easy_getinfo;
  __typeof__(curl_easy_cleanup) *easy_cleanup;
  __typeof__(curl_slist_append) *slist_append;
  __typeof__(curl_slist_free_all) *slist_free_all;
} tagpress_curl;

// Finds every function, or says no. It is C because a cast there is checked against the header.
static inline int tagpress_curl_open(tagpress_curl *curl) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return 0;
  curl->global_init = (__typeof__(curl->global_init))dlsym(library, "curl_global_init");
  curl->easy_init = (__typeof__(curl->easy_init))dlsym(library, "curl_easy_init");
  curl->easy_setopt = (__typeof__(curl->easy_setopt))dlsym(library, "curl_easy_setopt");
  curl->easy_perform = (__typeof__(curl->easy_perform))dlsym(library, "curl_easy_perform");
  curl->easy_getinfo = (__typeof__(curl->easy_getinfo))dlsym(library, "curl_easy_getinfo");
  curl->easy_cleanup = (__typeof__(curl->easy_cleanup))dlsym(library, "curl_easy_cleanup");
  curl->slist_append = (__typeof__(curl->slist_append))dlsym(library, "curl_slist_append");
  curl->slist_free_all = (__typeof__(curl->slist_free_all))dlsym(library, "curl_slist_free_all");
  return curl->global_init && curl->easy_init && curl->easy_setopt &&
         curl->easy_perform && curl->easy_getinfo && curl->easy_cleanup && curl->slist_append &&
         curl->slist_free_all && curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

// Swift calls no variadic function, so there is one wrapper for each type of value.
static inline CURLcode tagpress_curl_set_number(const tagpress_curl *curl, CURL *handle,
                                                CURLoption option, long number) {
  return curl->easy_setopt(handle, option, number);
}

static inline CURLcode tagpress_curl_set_text(const tagpress_curl *curl, CURL *handle,
                                              CURLoption option, const char *text) {
  return curl->easy_setopt(handle, option, text);
}

static inline CURLcode tagpress_curl_set_list(const tagpress_curl *curl, CURL *handle,
                                              CURLoption option, struct curl_slist *list) {
  return curl->easy_setopt(handle, option, list);
}

static inline CURLcode tagpress_curl_set_receiver(const tagpress_curl *curl, CURL *handle,
                                                  CURLoption function, curl_write_callback receive,
                                                  CURLoption data, void *context) {
  CURLcode code = curl->easy_setopt(handle, data, context);
  return code == CURLE_OK ? curl->easy_setopt(handle, function, receive) : code;
}

static inline long tagpress_curl_number(const tagpress_curl *curl, CURL *handle, CURLINFO info) {
  long number = 0;
  return curl->easy_getinfo(handle, info, &number) == CURLE_OK ? number : 0;
}

static inline curl_off_t tagpress_curl_time(const tagpress_curl *curl, CURL *handle,
                                            CURLINFO info) {
  curl_off_t microseconds = 0;
  return curl->easy_getinfo(handle, info, &microseconds) == CURLE_OK ? microseconds : 0;
}

static inline const char *tagpress_curl_text(const tagpress_curl *curl, CURL *handle,
                                             CURLINFO info) {
  const char *text = NULL;
  return curl->easy_getinfo(handle, info, &text) == CURLE_OK ? text : NULL;
}

static inline const struct curl_certinfo *tagpress_curl_certificates(const tagpress_curl *curl,
                                                                     CURL *handle) {
  const struct curl_certinfo *certificates = NULL;
  return curl->easy_getinfo(handle, CURLINFO_CERTINFO, &certificates) == CURLE_OK ? certificates
                                                                                  : NULL;
}
