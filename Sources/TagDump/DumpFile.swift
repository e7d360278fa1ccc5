// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// How much of a dump file is read; dumps are other people's files.
package enum DumpLimits {
  /// A MIFARE Classic 4K with its keys as indented JSON has 60 KiB.
  package static let byteCount = 1 << 20
  /// The blocks of the largest MIFARE Classic, and of the largest tag with one-byte block numbers.
  static let blockCount = 256
  /// The pages of the largest Type 2 chip (NTAG I2C plus 2K); those after the first sector are
  /// left out, and said to be.
  static let pageCount = 492
  /// The data of the largest tag with two-byte block numbers.
  static let areaSize = 8 << 10
  /// What is odd about one file; one with more is not what it says it is.
  static let findingCount = 100
}

/// A dump file of another tool, read into what it says about one tag.
package struct DumpFile: Hashable, Sendable {
  package let format: DumpFormat
  /// What the tag answered when it was selected, most significant byte first, if the file says.
  package let uid: [UInt8]?
  package let memory: DumpedMemory
  /// What is odd about the file; what is odd about the tag is for its memory to say.
  package let findings: [DumpFinding]

  init(
    format: DumpFormat, uid: [UInt8]?, memory: DumpedMemory, findings: [DumpFinding] = []
  ) {
    self.format = format
    self.uid = uid
    self.memory = memory
    self.findings = Array(findings.prefix(DumpLimits.findingCount))
  }

  /// Reads a dump, which is known by its content; its name counts only where that says nothing.
  package init(reading bytes: [UInt8], name: String) throws(DumpError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= DumpLimits.byteCount else {
      throw .tooLarge(size: bytes.count, limit: DumpLimits.byteCount)
    }
    // A tool on another system may have put a byte-order mark before its text.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if bytes.starts(with: FlipperText.firstBytes) {
      self = try .flipper(FlipperText(bytes))
    } else if bytes.starts(with: QtSettings.firstBytes) {
      self = try .qt(QtSettings(bytes))
    } else if bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
      do throws(DumpError) {
        self = try .json(bytes)
      } catch {
        // The serial number of a card may begin with this byte, too.
        guard let memory = try? DumpFile.binary(bytes, name: name) else { throw error }
        self = memory
      }
    } else if let dump = DumpFile.printed(bytes) {
      self = dump
    } else {
      self = try .binary(bytes, name: name)
    }
  }

  private static func json(_ bytes: [UInt8]) throws(DumpError) -> DumpFile {
    let document: JSONDocument
    do throws(JSONFinding) {
      document = try JSONDocument(
        reading: bytes, limits: JSONLimits(byteCount: DumpLimits.byteCount))
    } catch {
      throw .json(error)
    }
    if document.root["Created"]?.string == "proxmark3" { return try proxmark(document) }
    if document.root["tagId"] != nil { return try metrodroid(document) }
    if document.root["tech"] != nil { return try transcript(document) }
    throw .unrecognised
  }
}

extension UInt8 {
  /// Whether it is a space or ends a line.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
