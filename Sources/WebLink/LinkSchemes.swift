// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension Span<UInt8> {
  /// Whether this scheme leads to something that no phone opens from a tag: what is on the phone
  /// itself, or a program in the link.
  var isNeverOpened: Bool {
    spells("javascript") || spells("file") || spells("data") || spells("about")
  }

  /// Whether this scheme is one slip of a finger away from `http` or `https`.
  var isSlipOfHTTP: Bool { isOneSlip(from: "http") || isOneSlip(from: "https") }

  /// Whether one letter was left out, added, mistaken, or swapped with the next.
  private func isOneSlip(from word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard abs(count - length) <= 1 else { return false }
    return word.withUTF8Buffer { letters in
      var start = 0
      while start < count, start < length, self[start].lowercased == letters[start] { start += 1 }
      /// Whether both continue alike after this many letters more of each.
      func goOnAlike(_ typed: Int, _ meant: Int) -> Bool {
        let rest = length - start - meant
        guard rest >= 0, count - start - typed == rest else { return false }
        return (0..<rest).allSatisfy {
          self[start + typed + $0].lowercased == letters[start + meant + $0]
        }
      }
      let isSwapped =
        start + 1 < Swift.min(count, length) && self[start].lowercased == letters[start + 1]
        && self[start + 1].lowercased == letters[start]
      return goOnAlike(0, 1) || goOnAlike(1, 0) || goOnAlike(1, 1) || isSwapped && goOnAlike(2, 2)
    }
  }
}
