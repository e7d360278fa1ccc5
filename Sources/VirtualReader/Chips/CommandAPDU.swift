// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A command of ISO 7816-4, taken apart (5.1, the four cases in short and extended form).
struct CommandAPDU: Hashable {
  let cla: UInt8
  let ins: UInt8
  let p1: UInt8
  let p2: UInt8
  let data: [UInt8]
  /// Ne, the most bytes that the sender wants back; nil when it wants none.
  let expected: Int?
  let isExtended: Bool

  /// Nil when the length bytes contradict the length.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
    let body = bytes[4...]
    isExtended = body.count >= 3 && body[4] == 0
    if isExtended {
      let number = Int(body[5]) << 8 | Int(body[6])
      let rest = body.dropFirst(3)
      switch rest.count {
      case 0: (data, expected) = ([], number == 0 ? 0x1_0000 : number)
      case number where number > 0: (data, expected) = (Array(rest), nil)
      case number + 2 where number > 0:
        data = Array(rest.prefix(number))
        let wanted = rest.suffix(2).reduce(0) { $0 << 8 | Int($1) }
        expected = wanted == 0 ? 0x1_0000 : wanted
      default: return nil
      }
      return
    }
    guard let first = body.first else {
      (data, expected) = ([], nil)
      return
    }
    let rest = body.dropFirst()
    switch rest.count {
    case 0: (data, expected) = ([], first == 0 ? 256 : Int(first))
    case Int(first): (data, expected) = (Array(rest), nil)
    case Int(first) + 1 where first > 0:
      data = Array(rest.dropLast())
      expected = rest.last == 0 ? 256 : rest.last.map(Int.init)
    default: return nil
    }
  }

  var p1p2: Int { Int(p1) << 8 | Int(p2) }
}

/// The status words of ISO 7816-4 that virtual cards say.
enum StatusWord: UInt16 {
  case done = 0x9000
  case endOfFile = 0x6282
  case wrongLength = 0x6700
  case accessDenied = 0x6982
  case conditionsNotMet = 0x6985
  case wrongData = 0x6A80
  case notFound = 0x6A82
  case fileTooSmall = 0x6A84
  case wrongParameters = 0x6A86
  case lengthContradictsParameters = 0x6A87
  case offsetOutside = 0x6B00
  case instructionUnknown = 0x6D00
  case classUnknown = 0x6E00

  var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(truncatingIfNeeded: rawValue)] }
}

extension SmartCardReply {
  init(_ word: StatusWord, with data: [UInt8] = []) { self.init(data + word.bytes) }
}
