// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
import TagMemory

extension Type2Dump {
  /// The lines of version 4.
  var flipper: [UInt8] {
    get throws(DumpError) {
      guard let chip = image.chip else { throw .chipUnknown }
      if version == nil, Chip.allCases.first(where: { $0.flipperName == chip.flipperName }) != chip
      {
        throw .versionUnknown(chip)
      }
      let pages = try knownPages
      let uid = uid ?? []
      // A tag of Type 2 answers the same ATQA and SAK whatever its maker.
      var lines = [
        "Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG/Ultralight",
        "UID: \(spaced(uid))", "ATQA: 00 44", "SAK: 00", "Data format version: 2",
        "NTAG/Ultralight type: \(chip.flipperName)",
        "Signature: \(spaced(signature ?? zeros(Self.signatureSize)))",
        "Mifare version: \(spaced(version ?? zeros(Self.versionSize)))",
      ]
      for (index, counter) in counters.enumerated() {
        lines.append("Counter \(index): \(counter?.value ?? 0)")
        lines.append("Tearing \(index): \(spaced([counter?.tearing ?? 0]))")
      }
      lines.append("Pages total: \(image.pageCount)")
      lines.append("Pages read: \(pages.count)")
      for number in 0..<image.pageCount {
        let page = pages.indices.contains(number) ? pages[number] : .zero
        lines.append("Page \(number): \(page)")
      }
      if let failedAuthentications {
        lines.append("Failed authentication attempts: \(failedAuthentications)")
      }
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    }
  }

  private func spaced(_ bytes: [UInt8]) -> String { spacedHex(bytes) }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
