// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The kinds of dump files that are read.
package enum DumpFormat: Hashable, Sendable {
  /// Text of the Flipper Zero, with the version of its format.
  case flipper(version: Int)
  case proxmarkJSON
  /// The memory after a header of the Proxmark3.
  case proxmarkBinary
  /// The memory alone, as libnfc's tools write it.
  case libnfc
  /// The memory alone.
  case raw
  /// JSON of the app Metrodroid.
  case metrodroid
  /// JSON with the memory as one string, typed off from somewhere.
  case transcript
  /// The pages or blocks as printed by Android apps and nfctools.
  case printed
  /// The settings file of a tag in the simulator of Qt.
  case qt

  package var name: String {
    switch self {
    case .flipper(let version): "Flipper, version \(version)"
    case .proxmarkJSON: "Proxmark3 JSON"
    case .proxmarkBinary: "Proxmark3 binary"
    case .libnfc: "libnfc memory"
    case .raw: "raw memory"
    case .metrodroid: "Metrodroid JSON"
    case .transcript: "transcript JSON"
    case .printed: "printed memory"
    case .qt: "Qt simulator"
    }
  }
}

/// The kinds of dump files that are written.
package enum SaveFormat: String, CaseIterable, Hashable, Sendable {
  case flipper = "nfc"
  case proxmark = "json"
  case libnfc = "mfd"
  case raw = "bin"

  /// The format that belongs to the end of a file's name.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
  }
}
