// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import PN532Protocol

/// A host without libnfc: frames straight onto the port, which is the least that anything can cost.
final class BareHost {
  private let port: Int32
  private var decoder = FrameDecoder()

  /// Opens the port and wakes the chip, which is awake when it answers.
  init(_ path: String) throws {
    port = open(path, O_RDWR | O_NOCTTY)
    guard port >= 0 else { throw NoReader() }
    send([0x55, 0x55] + [UInt8](repeating: 0, count: 14))
    try ask(.samConfiguration(mode: .normal, options: []))
  }

  deinit { close(port) }

  /// Sends a command of the PN532 and waits for the content of its answer.
  @discardableResult
  func ask(_ command: Command) throws -> [UInt8] {
    send(try Frame.command(command.bytes).bytes())
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
        count = max(0, read(port, buffer.baseAddress, buffer.count))
      }
      guard !bytes.isEmpty else { throw NoReader() }
      for case .frame(.answer(let content)) in decoder.receive(bytes) { return content }
    }
  }

  private func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(port, $0.baseAddress, $0.count) }
  }
}
