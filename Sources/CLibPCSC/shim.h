// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <dlfcn.h>
#include <stddef.h>

// libpcsclite is opened when a PC/SC reader is asked for, so that TagPress is built and runs where
// it is not installed. What follows is its interface on Linux, which the name libpcsclite.so.1
// stands for: LONG and DWORD are long and unsigned long there, unlike on macOS and Windows.
typedef long tagpress_pcsc_context;
typedef long tagpress_pcsc_card;

typedef struct {
  const char *reader;
  void *user_data;
  unsigned long current_state;
  unsigned long event_state;
  unsigned long atr_length;
  unsigned char atr[33];
} tagpress_pcsc_reader_state;

// Which protocol a command goes by; the service wants it back with its own length.
typedef struct {
  unsigned long protocol_number;
  unsigned long length;
} tagpress_pcsc_request;

typedef struct {
  long (*establish_context)(unsigned long scope, const void *reserved1, const void *reserved2,
                            tagpress_pcsc_context *context);
  long (*release_context)(tagpress_pcsc_context context);
  long (*list_readers)(tagpress_pcsc_context context, const char *groups, char *readers,
                       unsigned long *length);
  long (*get_status_change)(tagpress_pcsc_context context, unsigned long timeout,
                            tagpress_pcsc_reader_state *states, unsigned long count);
  long (*connect)(tagpress_pcsc_context context, const char *reader, unsigned long share,
                  unsigned long protocols, tagpress_pcsc_card *card,
                  unsigned long *protocol_number);
  long (*disconnect)(tagpress_pcsc_card card, unsigned long disposition);
  long (*begin_transaction)(tagpress_pcsc_card card);
  long (*end_transaction)(tagpress_pcsc_card card, unsigned long disposition);
  long (*status)(tagpress_pcsc_card card, char *reader, unsigned long *reader_length,
                 unsigned long *state, unsigned long *protocol_number, unsigned char *atr,
                 unsigned long *atr_length);
  long (*transmit)(tagpress_pcsc_card card, const tagpress_pcsc_request *send,
                   const unsigned char *command, unsigned long command_length,
                   tagpress_pcsc_request *receive, unsigned char *answer,
                   unsigned long *answer_length);
} tagpress_pcsc;

// Finds every function, or says no. It is C because Swift cannot cast a symbol to a function.
static inline int tagpress_pcsc_open(tagpress_pcsc *pcsc) {
  void *library = dlopen("libpcsclite.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return 0;
#define TAGPRESS_FIND(member, name) \
  *(void **)&pcsc->member = dlsym(library, name); \
  if (pcsc->member == NULL) \
    return 0;
  TAGPRESS_FIND(establish_context, "SCardEstablishContext")
  TAGPRESS_FIND(release_context, "SCardReleaseContext")
  TAGPRESS_FIND(list_readers, "SCardListReaders")
  TAGPRESS_FIND(get_status_change, "SCardGetStatusChange")
  TAGPRESS_FIND(connect, "SCardConnect")
  TAGPRESS_FIND(disconnect, "SCardDisconnect")
  TAGPRESS_FIND(begin_transaction, "SCardBeginTransaction")
  TAGPRESS_FIND(end_transaction, "SCardEndTransaction")
  TAGPRESS_FIND(status, "SCardStatus")
  TAGPRESS_FIND(transmit, "SCardTransmit")
#undef TAGPRESS_FIND
  return 1;
}
