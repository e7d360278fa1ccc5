// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Stands in for libusb 0.1 and the kernel behind it: the functions that libnfc calls, on virtual
// readers that speak usbredir. What usbfs does about claims, resets and unplugging, it does too.

#define _GNU_SOURCE
#include "stand_in.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
  HELLO = 0, CONNECT = 1, DISCONNECT = 2, RESET = 3, SET_CONFIGURATION = 6,
  GET_CONFIGURATION = 7, CONFIGURATION_STATUS = 8, CANCEL = 21, CONTROL = 100, BULK = 101,
};
enum { HEAD = 16, BULK_HEAD = 10, CONTROL_HEAD = 10, LONGEST = 70000 };

struct usb_dev_handle {
  int socket, node, claims;
  bool is_gone;
  uint64_t last_id;
  char folder[PATH_MAX];
  // The process that has the interface, 0 for none.
  _Atomic int *owner;
  uint8_t body[LONGEST], early[LONGEST];
};

struct packet {
  uint32_t type, length;
  uint64_t id;
};

static struct usb_bus *buses;

static const char *devices_folder(char *place) {
  return stand_in_path("/sys/bus/usb/devices", place, PATH_MAX);
}

static size_t file(const char *folder, const char *name, void *content, size_t size) {
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t count = descriptor < 0 ? 0 : read(descriptor, content, size);
  if (descriptor >= 0) close(descriptor);
  return count > 0 ? (size_t)count : 0;
}

static int number(const char *folder, const char *name) {
  char text[16] = {0};
  return file(folder, name, text, sizeof text - 1) > 0 ? atoi(text) : -1;
}

// Claims.

// One that has ended and that no one has asked about yet has no files open, and no claims.
static bool is_there(int process) {
  char path[32], text[256] = {0};
  if (process <= 0 || (kill(process, 0) != 0 && errno != EPERM)) return false;
  snprintf(path, sizeof path, "/proc/%d", process);
  file(path, "stat", text, sizeof text - 1);
  const char *behind = strrchr(text, ')');
  return behind == NULL || behind[1] != ' ' || strchr("ZX", behind[2]) == NULL;
}

int stand_in_is_claimed(const char *device) {
  int owner = 0;
  return file(device, "claim", &owner, sizeof owner) == sizeof owner && is_there(owner);
}

static void show_driver(usb_dev_handle *handle, bool is_claimed) {
  char path[PATH_MAX + 64], driver[PATH_MAX] = {0};
  const char *name = strrchr(handle->folder, '/') + 1;
  snprintf(path, sizeof path, "%s/%s:1.0/driver", handle->folder, name);
  // The kernel's own driver may have come meanwhile.
  bool is_other = readlink(path, driver, sizeof driver - 1) > 0 && strstr(driver, "usbfs") == NULL;
  if (!is_claimed) { if (!is_other) unlink(path); }
  else if (symlink("../../../../../bus/usb/drivers/usbfs", path) != 0) return;
}

// A driver of the kernel keeps the interface; a program that is gone does not.
static int claim(usb_dev_handle *handle) {
  char path[PATH_MAX + 64], driver[PATH_MAX] = {0};
  const char *name = strrchr(handle->folder, '/') + 1;
  snprintf(path, sizeof path, "%s/%s:1.0/driver", handle->folder, name);
  if (readlink(path, driver, sizeof driver - 1) > 0 && strstr(driver, "usbfs") == NULL) return -EBUSY;
  int owner = atomic_load(handle->owner);
  while (owner != getpid()) {
    if (is_there(owner)) return -EBUSY;
    if (!atomic_compare_exchange_weak(handle->owner, &owner, getpid())) continue;
    unlink(path);
    show_driver(handle, true);
    break;
  }
  return 0;
}

static void give_up_claim(usb_dev_handle *handle, bool is_forced) {
  int own = getpid();
  if (!is_forced && !atomic_compare_exchange_strong(handle->owner, &own, 0)) return;
  if (is_forced && atomic_exchange(handle->owner, 0) == 0) return;
  show_driver(handle, false);
}

// The kernel locks a device while it looks whose it is and takes a transfer, and while it resets it.
// A program that is stopped in its turn holds no one up there, so it is not waited for for ever.
static void take_turn(usb_dev_handle *handle) {
  for (int tries = 0; tries < 2000; tries++) {
    if (flock(handle->claims, LOCK_EX | LOCK_NB) == 0) return;
    usleep(250);
  }
}

static void end_turn(usb_dev_handle *handle) { flock(handle->claims, LOCK_UN); }

// Packets.

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void put(uint8_t *to, uint64_t value, int count) {
  for (int at = 0; at < count; at++) to[at] = (uint8_t)(value >> (8 * at));
}

static uint64_t get(const uint8_t *from, int count) {
  uint64_t value = 0;
  for (int at = count; at-- > 0;) value = value << 8 | from[at];
  return value;
}

static int gone(usb_dev_handle *handle) {
  handle->is_gone = true;
  return -ENODEV;
}

static int send_packet(
    usb_dev_handle *handle, uint32_t type, uint64_t id, const void *head, size_t head_count,
    const void *data, size_t count) {
  uint8_t bytes[HEAD + 80 + 4096];
  size_t id_count = type == HELLO ? 4 : 8, first = 8 + id_count;
  if (handle->is_gone || head_count > 80 || count > 4096) return gone(handle);
  put(bytes, type, 4);
  put(bytes + 4, head_count + count, 4);
  put(bytes + 8, id, (int)id_count);
  memcpy(bytes + first, head, head_count);
  if (count > 0) memcpy(bytes + first + head_count, data, count);
  size_t all = first + head_count + count;
  return send(handle->socket, bytes, all, MSG_NOSIGNAL) == (ssize_t)all ? 0 : gone(handle);
}

static int receive(usb_dev_handle *handle, void *to, size_t count, int64_t until) {
  for (size_t at = 0; at < count;) {
    struct pollfd wait = {.fd = handle->socket, .events = POLLIN};
    int64_t left = until < 0 ? -1 : until - now();
    // What has begun comes whole.
    int ready = poll(&wait, 1, at > 0 || until < 0 ? -1 : left < 0 ? 0 : (int)left);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return -ETIMEDOUT;
    ssize_t got = recv(handle->socket, (char *)to + at, count - at, 0);
    if (got <= 0) return gone(handle);
    at += (size_t)got;
  }
  return 0;
}

static int next_packet(usb_dev_handle *handle, struct packet *packet, int64_t until, bool is_first) {
  uint8_t head[HEAD];
  if (handle->is_gone) return -ENODEV;
  size_t count = is_first ? 12 : HEAD;
  int status = receive(handle, head, count, until);
  if (status != 0) return status;
  *packet = (struct packet){(uint32_t)get(head, 4), (uint32_t)get(head + 4, 4), get(head + 8, (int)count - 8)};
  if (packet->length > LONGEST) return gone(handle);
  if (packet->length > 0 && receive(handle, handle->body, packet->length, -1) != 0) return -ENODEV;
  return packet->type == DISCONNECT ? gone(handle) : 0;
}

static int wait_for(usb_dev_handle *handle, uint32_t type, uint64_t id, int64_t until) {
  struct packet packet = {0};
  do {
    int status = next_packet(handle, &packet, until, false);
    if (status != 0) return status;
  } while (packet.type != type || (type != CONNECT && packet.id != id));
  return (int)packet.length;
}

// Waits until the reader has taken all that was sent, which it does in turn. Of a transfer that is
// answered before, `early` has the answer, and its length is returned; otherwise it is 0.
static int settle(usb_dev_handle *handle, uint64_t transfer) {
  struct packet packet = {0};
  int count = 0;
  uint64_t id = ++handle->last_id;
  int status = send_packet(handle, GET_CONFIGURATION, id, "", 0, NULL, 0);
  int64_t until = now() + 10000;
  while (status == 0) {
    status = next_packet(handle, &packet, until, false);
    if (status == 0 && packet.type == CONFIGURATION_STATUS && packet.id == id) return count;
    if (status != 0 || packet.type != BULK || packet.id != transfer) continue;
    memcpy(handle->early, handle->body, packet.length);
    count = (int)packet.length;
  }
  return status;
}

static int failure(uint8_t status) {
  static const int failures[] = {0, -ENOENT, -EINVAL, -EIO, -EPIPE, -ETIMEDOUT, -EOVERFLOW};
  return status < 7 ? failures[status] : -EIO;
}

// What libnfc calls.

void usb_init(void) {}

int usb_find_busses(void) { return 0; }

struct usb_bus *usb_get_busses(void) { return buses; }

static struct usb_bus *bus_named(const char *name) {
  for (struct usb_bus *bus = buses; bus != NULL; bus = bus->next)
    if (strcmp(bus->dirname, name) == 0) return bus;
  struct usb_bus *bus = calloc(1, sizeof *bus);
  if (bus == NULL) abort();
  snprintf(bus->dirname, sizeof bus->dirname, "%s", name);
  bus->next = buses;
  return buses = bus;
}

static void forget_devices(void) {
  while (buses != NULL) {
    struct usb_bus *bus = buses;
    while (bus->devices != NULL) {
      struct usb_device *device = bus->devices;
      bus->devices = device->next;
      free(device->config->interface->altsetting->endpoint);
      free(device->config->interface->altsetting);
      free(device->config->interface);
      free(device->config);
      free(device->dev);
      free(device);
    }
    buses = bus->next;
    free(bus);
  }
}

static void read_configuration(struct usb_device *device, const uint8_t *bytes, size_t count) {
  struct usb_config_descriptor *config = calloc(1, sizeof *config);
  struct usb_interface *interface = calloc(1, sizeof *interface);
  struct usb_interface_descriptor *alternate = calloc(1, sizeof *alternate);
  struct usb_endpoint_descriptor *endpoints = calloc(8, sizeof *endpoints);
  if (config == NULL || interface == NULL || alternate == NULL || endpoints == NULL) abort();
  *interface = (struct usb_interface){.altsetting = alternate, .num_altsetting = 1};
  config->interface = interface;
  device->config = config;
  alternate->endpoint = endpoints;
  int found = 0;
  for (size_t at = 0; at + 2 <= count && bytes[at] >= 2 && at + bytes[at] <= count; at += bytes[at]) {
    const uint8_t *one = bytes + at;
    if (one[1] == 2 && one[0] >= 9) memcpy(config, one, 9);
    if (one[1] == 4 && one[0] >= 9) memcpy(alternate, one, 9);
    if (one[1] == 5 && one[0] >= 7 && found < 8) memcpy(&endpoints[found++], one, 7);
  }
}

int usb_find_devices(void) {
  char place[PATH_MAX];
  forget_devices();
  DIR *folder = opendir(devices_folder(place));
  for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
    char path[PATH_MAX + 264], name[16];
    uint8_t descriptors[512];
    snprintf(path, sizeof path, "%s/%s", devices_folder(place), entry->d_name);
    size_t count = file(path, "descriptors", descriptors, sizeof descriptors);
    if (entry->d_name[0] == '.' || count < 18) continue;
    struct usb_device *device = calloc(1, sizeof *device);
    if (device == NULL) abort();
    memcpy(&device->descriptor, descriptors, 18);
    read_configuration(device, descriptors + 18, count - 18);
    device->devnum = (uint8_t)number(path, "devnum");
    device->dev = strdup(path);
    snprintf(device->filename, sizeof device->filename, "%03d", device->devnum);
    snprintf(name, sizeof name, "%03d", number(path, "busnum"));
    device->bus = bus_named(name);
    device->next = device->bus->devices;
    device->bus->devices = device;
  }
  if (folder != NULL) closedir(folder);
  return 1;
}

static bool connect_to(usb_dev_handle *handle) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  uint8_t hello[68] = "TagPress's stand-in for libusb";
  struct packet packet;
  if (file(handle->folder, "socket", address.sun_path, sizeof address.sun_path - 1) == 0) return false;
  if (connect(handle->socket, (struct sockaddr *)&address, sizeof address) != 0) return false;
  put(hello + 64, 1 << 4 | 1 << 5 | 1 << 6, 4);
  if (send_packet(handle, HELLO, 0, hello, sizeof hello, NULL, 0) != 0) return false;
  int64_t until = now() + 2000;
  return next_packet(handle, &packet, until, true) == 0 && packet.type == HELLO
      && wait_for(handle, CONNECT, 0, until) >= 0;
}

int usb_close(usb_dev_handle *handle) {
  if (handle->owner != NULL) {
    take_turn(handle);
    give_up_claim(handle, false);
    end_turn(handle);
    munmap(handle->owner, sizeof *handle->owner);
  }
  if (handle->socket >= 0) close(handle->socket);
  if (handle->node >= 0) close(handle->node);
  if (handle->claims >= 0) close(handle->claims);
  free(handle);
  return 0;
}

usb_dev_handle *usb_open(struct usb_device *device) {
  char path[PATH_MAX + 64], place[PATH_MAX];
  usb_dev_handle *handle = calloc(1, sizeof *handle);
  if (handle == NULL) abort();
  snprintf(handle->folder, sizeof handle->folder, "%s", (const char *)device->dev);
  snprintf(path, sizeof path, "/dev/bus/usb/%.3s/%.3s", device->bus->dirname, device->filename);
  handle->node = open(stand_in_path(path, place, sizeof place), O_RDWR | O_CLOEXEC);
  handle->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  snprintf(path, sizeof path, "%s/claim", handle->folder);
  handle->claims = open(path, O_RDWR | O_CLOEXEC);
  if (handle->claims >= 0) {
    void *shared = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, handle->claims, 0);
    if (shared != MAP_FAILED) handle->owner = shared;
  }
  if (handle->node >= 0 && handle->owner != NULL && connect_to(handle)) return handle;
  usb_close(handle);
  return NULL;
}

int usb_claim_interface(usb_dev_handle *handle, int interface) {
  if (handle->is_gone) return -ENODEV;
  if (interface != 0) return -EINVAL;
  take_turn(handle);
  int status = claim(handle);
  end_turn(handle);
  return status;
}

int usb_release_interface(usb_dev_handle *handle, int interface) {
  (void)interface;
  if (handle->is_gone) return -ENODEV;
  take_turn(handle);
  give_up_claim(handle, false);
  end_turn(handle);
  return 0;
}

int usb_set_configuration(usb_dev_handle *handle, int configuration) {
  uint8_t wanted = (uint8_t)configuration;
  uint64_t id = ++handle->last_id;
  int status = send_packet(handle, SET_CONFIGURATION, id, &wanted, 1, NULL, 0);
  if (status == 0) status = wait_for(handle, CONFIGURATION_STATUS, id, now() + 1000);
  return status < 1 ? status : failure(handle->body[0]);
}

int usb_set_altinterface(usb_dev_handle *handle, int alternate) {
  return handle->is_gone ? -ENODEV : alternate == 0 ? 0 : -EINVAL;
}

// The kernel takes the interface from whoever has it, and asks no one.
int usb_reset(usb_dev_handle *handle) {
  take_turn(handle);
  give_up_claim(handle, true);
  int status = send_packet(handle, RESET, ++handle->last_id, "", 0, NULL, 0);
  // What others have asked for has ended then.
  if (status == 0) status = settle(handle, 0);
  end_turn(handle);
  return status;
}

int usb_get_string_simple(usb_dev_handle *handle, int index, char *text, size_t size) {
  uint8_t head[CONTROL_HEAD] = {0x80, 0x06, 0x80, 0, (uint8_t)index, 0x03, 0x09, 0x04, 255, 0};
  uint64_t id = ++handle->last_id;
  int status = send_packet(handle, CONTROL, id, head, sizeof head, NULL, 0);
  if (status == 0) status = wait_for(handle, CONTROL, id, now() + 1000);
  if (status < CONTROL_HEAD) return status < 0 ? status : -EIO;
  if (handle->body[3] != 0) return failure(handle->body[3]);
  size_t written = 0;
  for (int at = CONTROL_HEAD + 2; at + 1 < status && written + 1 < size; at += 2)
    text[written++] = handle->body[at + 1] == 0 ? (char)handle->body[at] : '?';
  if (size > 0) text[written] = '\0';
  return (int)written;
}

static int bulk(usb_dev_handle *handle, int endpoint, char *bytes, int size, int timeout) {
  bool is_read = (endpoint & 0x80) != 0;
  uint64_t id = ++handle->last_id;
  uint8_t head[BULK_HEAD] = {(uint8_t)endpoint};
  int64_t until = timeout <= 0 ? -1 : now() + timeout;
  if (handle->is_gone) return -ENODEV;
  put(head + 2, (uint64_t)size & 0xFFFF, 2);
  put(head + 8, (uint64_t)size >> 16, 2);
  take_turn(handle);
  // usbfs claims an interface that is free for whoever uses it.
  int status = claim(handle);
  if (status == 0)
    status = send_packet(handle, BULK, id, head, BULK_HEAD, is_read ? NULL : bytes, is_read ? 0 : (size_t)size);
  // A reset that comes now finds the transfer under way.
  if (status == 0) status = settle(handle, id);
  end_turn(handle);
  if (status > 0) memcpy(handle->body, handle->early, (size_t)status);
  else if (status == 0) status = wait_for(handle, BULK, id, until);
  else return status;
  bool is_late = status == -ETIMEDOUT;
  if (is_late) {
    send_packet(handle, CANCEL, id, "", 0, NULL, 0);
    status = wait_for(handle, BULK, id, now() + 1000);
  }
  if (status < 0) return status;
  if (status < BULK_HEAD) return -EIO;
  if (handle->body[1] != 0) return is_late ? -ETIMEDOUT : failure(handle->body[1]);
  int count = (int)(get(handle->body + 2, 2) | get(handle->body + 8, 2) << 16);
  if (!is_read) return count;
  if (count > size || count > status - BULK_HEAD) return -EOVERFLOW;
  memcpy(bytes, handle->body + BULK_HEAD, (size_t)count);
  return count;
}

int usb_bulk_read(usb_dev_handle *handle, int endpoint, char *bytes, int size, int timeout) {
  return bulk(handle, endpoint | 0x80, bytes, size, timeout);
}

int usb_bulk_write(usb_dev_handle *handle, int endpoint, char *bytes, int size, int timeout) {
  return bulk(handle, endpoint, bytes, size, timeout);
}
