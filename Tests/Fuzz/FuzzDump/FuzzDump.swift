// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagDump

/// Reads any bytes as a dump, and writes what was read back: content and keys must be the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDump(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for name in ["dump.mfd", "dump"] {
    guard let dump = try? DumpFile(reading: bytes, name: name) else { continue }
    _ = dump.findings.map(\.words)
    _ = dump.memory.content.words
    if let message = dump.memory.content.message, message.isEmpty || message.count > 1 << 16 {
      fatalError("a message of \(message.count) bytes")
    }
    guard case .type2(let type2) = dump.memory else { continue }
    for format in SaveFormat.allCases {
      guard let written = try? DumpFile.write(type2, as: format),
        let again = try? DumpFile(reading: written, name: "dump.\(format.rawValue)"),
        case .type2(let copy) = again.memory
      else { continue }
      if type2.password == nil && copy.password != nil { fatalError("a password was made up") }
      // A plain memory does not name its chip, so only a message that is there must be the same.
      if let message = type2.content.message, let other = copy.content.message, message != other {
        fatalError("writing changed the message")
      }
      if format == .flipper && copy != type2 { fatalError("writing changed the tag") }
    }
  }
  return 0
}
