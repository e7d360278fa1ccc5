// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux

/// What libnfc has no call for; it is done while libnfc does not have the device.
extension USBNode {
  /// Makes the reader forget all answers that no one has taken.
  ///
  /// libnfc does that itself when it opens an ACR122U. A PN533 keeps them over its opening.
  func dropAnswers() {
    guard !isCCID else { return }
    _ = tagpress_usb_reset(descriptor)
  }

  /// Switches an ACR122U's own search for cards on again, which libnfc switches off: the PC/SC service
  /// would see no card until the reader is plugged in anew.
  func switchSearchOn() {
    guard isCCID, tagpress_usb_hold(descriptor, 1) == 0 else { return }
    defer { _ = tagpress_usb_hold(descriptor, 0) }
    // Set PICC operating parameter (API of the ACR122U, 6.5), in a CCID message to the slot.
    let command: [UInt8] = [0xFF, 0x00, 0x51, 0xFF, 0x00]
    var message = [0x6F, UInt8(command.count), 0, 0, 0, 0, 0, 0, 0, 0] + command
    let sent = tagpress_usb_bulk(
      descriptor, Self.toReader, &message, UInt32(message.count), Self.limit)
    guard sent == message.count else { return }
    var answer = [UInt8](repeating: 0, count: 64)
    _ = tagpress_usb_bulk(
      descriptor, Self.fromReader, &answer, UInt32(answer.count), Self.limit)
  }

  private static let toReader: UInt32 = 0x02
  private static let fromReader: UInt32 = 0x82
  /// In milliseconds.
  private static let limit: UInt32 = 500

  private var isCCID: Bool { connection.hasPrefix("acr122_usb") }
}
