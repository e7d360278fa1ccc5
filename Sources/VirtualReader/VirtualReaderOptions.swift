// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How a virtual reader is to behave.
package struct VirtualReaderOptions: Sendable {
  /// A symbolic link that always leads to the terminal, whose own name changes when it is replugged.
  package var link: String?
  /// Offers the reader on USB, instead of at a serial port.
  package var usb: USBOffer?
  package var faults = FaultPlan.none
  package var time = TimeModel()
  /// Called on the reader's thread with the number of each command before it is carried out, counted
  /// from 0; it must not call the reader.
  package var commandCame: (@Sendable (Int) -> Void)?
  /// Whether the reader really takes the time that the model says.
  package var isRealTime = false
  /// Whether a command right after a host's abort is lost, as on real chips.
  ///
  /// Off unless asked for, because bytes that were sent with a pause may still be read together.
  package var isDeafBehindAbort = false

  package init(faults: FaultPlan = .none) { self.faults = faults }
}
