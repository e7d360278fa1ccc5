// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What usbfs does for a program that has opened the node itself and asks libusb for nothing.

#define _GNU_SOURCE
#include "stand_in.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/usbdevice_fs.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// Of libusb, in stand_in.c.
int usb_find_devices(void);
struct usb_bus *usb_get_busses(void);
usb_dev_handle *usb_open(struct usb_device *device);
int usb_close(usb_dev_handle *handle);
int usb_reset(usb_dev_handle *handle);
int usb_claim_interface(usb_dev_handle *handle, int interface);
int usb_release_interface(usb_dev_handle *handle, int interface);
int usb_bulk_read(usb_dev_handle *handle, int endpoint, char *bytes, int size, int timeout);
int usb_bulk_write(usb_dev_handle *handle, int endpoint, char *bytes, int size, int timeout);

static usb_dev_handle *opened[64];

static struct usb_device *device_of(int node) {
  char link[32], path[PATH_MAX] = {0};
  snprintf(link, sizeof link, "/proc/self/fd/%d", node);
  if (readlink(link, path, sizeof path - 1) <= 7) return NULL;
  // It ends with the numbers of the bus and of the device, three digits each.
  const char *numbers = path + strlen(path) - 7;
  usb_find_devices();
  for (struct usb_bus *bus = usb_get_busses(); bus != NULL; bus = bus->next)
    for (struct usb_device *device = bus->devices; device != NULL; device = device->next)
      if (strncmp(bus->dirname, numbers, 3) == 0 && strncmp(device->filename, numbers + 4, 3) == 0)
        return device;
  return NULL;
}

static int claim(int node) {
  if (opened[node] == NULL) {
    struct usb_device *device = device_of(node);
    if (device != NULL) opened[node] = usb_open(device);
  }
  return opened[node] == NULL ? -ENODEV : usb_claim_interface(opened[node], 0);
}

static int release(int node) {
  if (opened[node] == NULL) return -ENODEV;
  int status = usb_release_interface(opened[node], 0);
  usb_close(opened[node]);
  opened[node] = NULL;
  return status;
}

static int reset(int node) {
  struct usb_device *device = opened[node] == NULL ? device_of(node) : NULL;
  usb_dev_handle *handle = device == NULL ? opened[node] : usb_open(device);
  if (handle == NULL) return -ENODEV;
  int status = usb_reset(handle);
  if (handle != opened[node]) usb_close(handle);
  return status;
}

static int transfer(int node, const struct usbdevfs_bulktransfer *wanted) {
  if (opened[node] == NULL) return -ENODEV;
  int (*bulk)(usb_dev_handle *, int, char *, int, int) =
      (wanted->ep & 0x80) != 0 ? usb_bulk_read : usb_bulk_write;
  return bulk(opened[node], (int)wanted->ep, wanted->data, (int)wanted->len, (int)wanted->timeout);
}

int ioctl(int node, unsigned long call, ...) {
  static int (*next)(int, unsigned long, void *);
  va_list rest;
  va_start(rest, call);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  int status;
  switch (node >= 0 && node < 64 ? call : 0) {
  case USBDEVFS_CLAIMINTERFACE: status = claim(node); break;
  case USBDEVFS_RELEASEINTERFACE: status = release(node); break;
  case USBDEVFS_RESET: status = reset(node); break;
  case USBDEVFS_BULK: status = transfer(node, argument); break;
  default:
    if (next == NULL) next = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
    return next(node, call, argument);
  }
  if (status >= 0) return status;
  errno = -status;
  return -1;
}
