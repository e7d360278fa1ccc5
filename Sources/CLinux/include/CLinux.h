// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What Linux offers and Swift cannot ask for: functions whose arguments have no fixed number, those
// that hide behind _GNU_SOURCE, and what runs after a fork. It includes nothing of the system, whose
// types would belong to this module then.
#pragma once
#include <stddef.h>

// No core dump of this process, and no debugger of anyone but root.
int tagpress_forbid_dumps(void);

// Pages of their own, NULL without memory. They are locked as far as the limit of locked memory
// allows, missing in a core dump, and empty in a process that is forked.
void *tagpress_secret_pages(size_t count);

// A pipe that no program inherits, not even one that another thread starts at the same moment.
int tagpress_pipe(int *ends);

// The next connection of a socket that listens. No program inherits it, and no call on it waits; -1
// leaves the reason in errno.
int tagpress_accept(int listener);

// A rename that replaces nothing: EEXIST when something has the new name, EINVAL or ENOSYS on a file
// system that does not know this.
int tagpress_rename_new(const char *from, const char *to);

// When a file was made, in nanoseconds since 1970; 0 if its disk does not keep that. An empty path
// means the open file.
long long tagpress_birth(int file, const char *path);

// What tells a subvolume of a btrfs disk from all others, its snapshots among them; 0 on other disks.
long long tagpress_subvolume(int file, const char *path);

// Takes the first interface of an open USB device from whoever has it not claimed, or gives it up again;
// 0, or -1 with the reason in errno.
int tagpress_usb_hold(int node, int is_held);

// Resets an open USB device as if it was plugged in anew; 0, or -1.
int tagpress_usb_reset(int node);

// Sends bytes to an endpoint, or receives at most so many of one with bit 7; how many, or -1.
int tagpress_usb_bulk(
    int node, unsigned endpoint, unsigned char *bytes, unsigned count, unsigned milliseconds);

// What a supervisor says, each in a packet of its own.
struct tagpress_report {
  // 's': it tried to start the program; `value` is 0 or the errno. 'e': the program ended; `value`
  // is its status as waitpid(2) has it.
  int kind;
  int value;
};

// Starts a program connected by three descriptors under a supervisor: a process that lives until its
// channel is closed, which leaves alone the processes that are still there, or until a byte tells it to
// end the program and all that came from it. The program has our environment, but for one variable: it
// has `variable` (NAME=value), or none of that name if there is no `=`. Returns the supervisor's number;
// -1 leaves the reason in errno.
int tagpress_start_supervised(
    const char *name, char *const *arguments, const char *variable, const int *ends, int *channel);
