// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CLibNFC
import Glibc
import LibNFCReader
import ReaderProcess
import VirtualReader

/// Opening the virtual reader by unmodified libnfc, and by the reader that TagPress makes of it.
func opening() throws -> [Row] {
  let virtual = try VirtualReader()
  defer { virtual.stop() }
  let connection = "pn532_uart:\(virtual.path)"
  // TagPress makes its own context in the reader; this one stays too, because libnfc's contexts
  // cannot be ended safely.
  var context: OpaquePointer?
  nfc_init(&context)
  guard let context else { throw NoReader() }

  let (bare, pause) = try mediansOfRuns {
    try seconds {
      guard let device = nfc_open(context, connection) else { throw NoReader() }
      nfc_close(device)
    }
  } beside: {
    // libnfc waits this long for stray bytes of the chip whenever it opens a serial port.
    seconds { usleep(50_000) }
  }
  let (apart, whole) = try mediansOfRuns {
    try seconds { _ = try ReaderProcess(connection) }
  } beside: {
    try seconds { _ = try LibNFCReader(ReaderName(connection)) }
  }
  return [
    Row(
      "`nfc_open` and `nfc_close` of the virtual reader", shown(bare * 1000, "ms"),
      beside: "libnfc's own pause in it: \(shown(pause * 1000, "ms"))",
      timesBetter: pause / bare),
    Row("the rest of `nfc_open` and `nfc_close`", shown((bare - pause) * 1000, "ms")),
    Row("a reader opened and closed by TagPress, port locked", shown(whole * 1000, "ms")),
    Row(
      "the same with its driver in a process of its own, as every command does it",
      shown(apart * 1000, "ms"), beside: "in this process: \(shown(whole * 1000, "ms"))",
      timesBetter: whole / apart),
  ]
}
