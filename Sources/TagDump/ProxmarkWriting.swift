// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
import StrictJSON
import TagMemory

extension Type2Dump {
  /// The file type `mfu`.
  var proxmark: [UInt8] {
    get throws(DumpError) {
      let pages = try knownPages
      var card: [(key: String, value: JSONValue)] = [
        ("UID", hex(uid ?? [])), ("Version", hex(version ?? zeros(Self.versionSize))),
        // What these three bytes mean is not known; the tool writes zeros too.
        ("TBO_0", "0000"), ("TBO_1", "00"),
        ("Signature", hex(signature ?? zeros(Self.signatureSize))),
      ]
      for (index, counter) in counters.enumerated() {
        let value = counter?.value ?? 0
        let bytes = [0, 8, 16].map { UInt8(truncatingIfNeeded: value >> $0) }
        card.append(("Counter\(index)", hex(bytes)))
        card.append(("Tearing\(index)", hex([counter?.tearing ?? 0])))
      }
      let blocks = pages.enumerated().map { number, page in
        (key: "\(number)", value: hex(page.bytes))
      }
      let root = JSONValue.object([
        ("Created", "proxmark3"), ("FileType", "mfu"), ("Card", .object(card)),
        ("blocks", .object(blocks)),
      ])
      return Array(root.pretty.utf8)
    }
  }

  private func hex(_ bytes: [UInt8]) -> JSONValue { .string(upperHex(bytes)) }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
