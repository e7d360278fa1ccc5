// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibQREncode

/// A QR code: which squares are dark.
package struct QRCode: Hashable, Sendable {
  /// How many squares each side has, without the quiet zone.
  package let side: Int
  /// Row by row from the top left; true is dark.
  package let squares: [Bool]

  /// How many squares stay white around it; phones need them to find the code.
  package static let quietZone = 4

  /// The side with the quiet zone.
  package var sideWithQuietZone: Int { side + QRCode.quietZone * 2 }

  /// The code of a text, byte for byte; nil if no code is large enough.
  ///
  /// Level M can lose 15 in 100 of its bytes. If a code of the same size can lose more, it is taken.
  package init?(_ text: String) {
    guard var best = QRCode.encoded(text, QR_ECLEVEL_M) else { return nil }
    for level in [QR_ECLEVEL_Q, QR_ECLEVEL_H] {
      guard let next = QRCode.encoded(text, level), next.side == best.side else { break }
      best = next
    }
    self = best
  }

  /// The code that a label printer makes of the same text, which may save nothing by mixing modes.
  package static func plain(_ text: String) -> QRCode? { encoded(text, QR_ECLEVEL_M, plain: true) }

  private static func encoded(_ text: String, _ level: QRecLevel, plain: Bool = false) -> QRCode? {
    // The library takes the text up to its first zero.
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    let made =
      plain
      ? QRcode_encodeString8bit(text, 0, level) : QRcode_encodeString(text, 0, level, QR_MODE_8, 1)
    guard let made else { return nil }
    defer { QRcode_free(made) }
    let side = Int(made.pointee.width)
    guard side > 0, let data = made.pointee.data else { return nil }
    return QRCode(side: side, squares: (0..<side * side).map { data[$0] & 1 == 1 })
  }

  private init(side: Int, squares: [Bool]) {
    (self.side, self.squares) = (side, squares)
  }

  /// Dark squares side by side, as one run each: column, row and length.
  func forEachRun(_ body: (_ column: Int, _ row: Int, _ length: Int) -> Void) {
    for row in 0..<side {
      var start: Int?
      for column in 0...side {
        let isDark = column < side && squares[row * side + column]
        if isDark {
          start = start ?? column
        } else if let first = start {
          body(first, row, column - first)
          start = nil
        }
      }
    }
  }
}
