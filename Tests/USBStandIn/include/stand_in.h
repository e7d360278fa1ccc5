// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

#ifndef STAND_IN_H
#define STAND_IN_H

#include <stddef.h>
#include <stdint.h>

// What libusb 0.1 shows its programs, with the same places in memory.

struct usb_endpoint_descriptor {
  uint8_t bLength, bDescriptorType, bEndpointAddress, bmAttributes;
  uint16_t wMaxPacketSize;
  uint8_t bInterval, bRefresh, bSynchAddress;
  unsigned char *extra;
  int extralen;
};

struct usb_interface_descriptor {
  uint8_t bLength, bDescriptorType, bInterfaceNumber, bAlternateSetting, bNumEndpoints;
  uint8_t bInterfaceClass, bInterfaceSubClass, bInterfaceProtocol, iInterface;
  struct usb_endpoint_descriptor *endpoint;
  unsigned char *extra;
  int extralen;
};

struct usb_interface {
  struct usb_interface_descriptor *altsetting;
  int num_altsetting;
};

struct usb_config_descriptor {
  uint8_t bLength, bDescriptorType;
  uint16_t wTotalLength;
  uint8_t bNumInterfaces, bConfigurationValue, iConfiguration, bmAttributes, MaxPower;
  struct usb_interface *interface;
  unsigned char *extra;
  int extralen;
};

struct usb_device_descriptor {
  uint8_t bLength, bDescriptorType;
  uint16_t bcdUSB;
  uint8_t bDeviceClass, bDeviceSubClass, bDeviceProtocol, bMaxPacketSize0;
  uint16_t idVendor, idProduct, bcdDevice;
  uint8_t iManufacturer, iProduct, iSerialNumber, bNumConfigurations;
} __attribute__((packed));

struct usb_device {
  struct usb_device *next, *prev;
  char filename[4097];
  struct usb_bus *bus;
  struct usb_device_descriptor descriptor;
  struct usb_config_descriptor *config;
  void *dev;
  uint8_t devnum;
  unsigned char num_children;
  struct usb_device **children;
};

struct usb_bus {
  struct usb_bus *next, *prev;
  char dirname[4097];
  struct usb_device *devices;
  uint32_t location;
  struct usb_device *root_dev;
};

typedef struct usb_dev_handle usb_dev_handle;

/// The folder that stands for the machine: `sys/bus/usb/devices` with the readers that are plugged in,
/// `dev/bus/usb` with their nodes. Beside its descriptors a device has `socket`, the path at which a
/// virtual reader speaks usbredir, and `claim`, which says whose it is.
#define STAND_IN_FOLDER "TAGPRESS_PRETENDED_MACHINE"

/// Where a path leads on the pretended machine: into its folder, or nowhere else than it says.
const char *stand_in_path(const char *path, char *buffer, size_t size);

/// Whether a claim in this device's folder is that of a process that is there.
int stand_in_is_claimed(const char *device);

#endif
