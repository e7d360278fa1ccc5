// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One tag in the answer to InListPassiveTarget, of whatever kind (UM0701-02, 7.3.5).
package enum ListedTarget: Hashable, Sendable {
  case typeA(ListedTypeATarget)
  case felica(ListedFelicaTarget)
  case typeB(ListedTypeBTarget)
  case jewel(ListedJewelTarget)

  package var number: UInt8 {
    switch self {
    case .typeA(let target): target.number
    case .felica(let target): target.number
    case .typeB(let target): target.number
    case .jewel(let target): target.number
    }
  }

  package var bytes: [UInt8] {
    switch self {
    case .typeA(let target): target.bytes
    case .felica(let target): target.bytes
    case .typeB(let target): target.bytes
    case .jewel(let target): target.bytes
    }
  }
}

/// A Type A tag with its answers to REQA and, if it was asked, to RATS.
package struct ListedTypeATarget: Hashable, Sendable {
  package let number: UInt8
  /// Most significant byte first, unlike on the air.
  package let atqa: [UInt8]
  package let sak: UInt8
  package let uid: [UInt8]
  /// With its own length byte in front, or empty.
  package let ats: [UInt8]

  package init(number: UInt8, atqa: [UInt8], sak: UInt8, uid: [UInt8], ats: [UInt8]) {
    self.number = number
    self.atqa = atqa
    self.sak = sak
    self.uid = uid
    self.ats = ats
  }

  package var bytes: [UInt8] {
    [number] + atqa + [sak, UInt8(truncatingIfNeeded: uid.count)] + uid + ats
  }

  /// Takes the content of an answer about Type A tags apart; nil when it ends early or late.
  package static func list(content: [UInt8]) -> [ListedTypeATarget]? {
    guard let count = content.first else { return nil }
    var rest = content.dropFirst()
    var targets: [ListedTypeATarget] = []
    for _ in 0..<count {
      guard let target = take(from: &rest) else { return nil }
      targets.append(target)
    }
    return rest.isEmpty ? targets : nil
  }

  private static func take(from rest: inout ArraySlice<UInt8>) -> ListedTypeATarget? {
    let head = Array(rest.prefix(5))
    guard head.count == 5 else { return nil }
    rest = rest.dropFirst(5)
    let uid = Array(rest.prefix(Int(head[4])))
    guard uid.count == Int(head[4]) else { return nil }
    rest = rest.dropFirst(uid.count)
    var ats: [UInt8] = []
    // Bit 5 of the SAK promises ISO 14443-4; the ATS is there only when the chip asked for it.
    if head[3] & 0x20 != 0, let length = rest.first, length > 0 {
      ats = Array(rest.prefix(Int(length)))
      guard ats.count == Int(length) else { return nil }
      rest = rest.dropFirst(ats.count)
    }
    return ListedTypeATarget(
      number: head[0], atqa: [head[1], head[2]], sak: head[3], uid: uid, ats: ats)
  }
}

/// A FeliCa tag with its answer to Polling.
package struct ListedFelicaTarget: Hashable, Sendable {
  package let number: UInt8
  /// From the code 01 on, without the length byte: IDm, PMm and what was asked for besides.
  package let pollingAnswer: [UInt8]

  package init(number: UInt8, pollingAnswer: [UInt8]) {
    self.number = number
    self.pollingAnswer = pollingAnswer
  }

  package var bytes: [UInt8] {
    [number, UInt8(truncatingIfNeeded: pollingAnswer.count + 1)] + pollingAnswer
  }

  /// The targets in the content of an answer after its code, as far as they are whole.
  package static func list(in content: [UInt8]) -> [ListedFelicaTarget] {
    var rest = content.dropFirst()
    var found: [ListedFelicaTarget] = []
    for _ in 0..<(content.first ?? 0) {
      guard let number = rest.popFirst(), let length = rest.popFirst().map(Int.init), length > 0,
        rest.count >= length - 1
      else { break }
      found.append(
        ListedFelicaTarget(number: number, pollingAnswer: Array(rest.prefix(length - 1))))
      rest = rest.dropFirst(length - 1)
    }
    return found
  }
}

/// A Type B card with its answers to REQB and ATTRIB.
package struct ListedTypeBTarget: Hashable, Sendable {
  package let number: UInt8
  /// The twelve bytes of the ATQB, 50 in front.
  package let atqb: [UInt8]
  package let attribAnswer: [UInt8]

  package init(number: UInt8, atqb: [UInt8], attribAnswer: [UInt8]) {
    self.number = number
    self.atqb = atqb
    self.attribAnswer = attribAnswer
  }

  package var bytes: [UInt8] {
    [number] + atqb + [UInt8(truncatingIfNeeded: attribAnswer.count)] + attribAnswer
  }

  /// The one card in the content of an answer; nil when it is of another shape.
  package init?(content: [UInt8]) {
    guard content.count >= 15, content[0] == 1, content[2] == 0x50,
      content.count == 15 + Int(content[14])
    else { return nil }
    self.init(
      number: content[1], atqb: Array(content[2..<14]), attribAnswer: Array(content[15...]))
  }
}

/// A Topaz or Jewel tag.
package struct ListedJewelTarget: Hashable, Sendable {
  package let number: UInt8
  /// In the order in which the PN532 reports it.
  package let atqa: [UInt8]
  package let id: [UInt8]

  package init(number: UInt8, atqa: [UInt8], id: [UInt8]) {
    self.number = number
    self.atqa = atqa
    self.id = id
  }

  package var bytes: [UInt8] { [number] + atqa + id }

  /// The one tag in the content of an answer; nil when it is of another shape.
  package init?(content: [UInt8]) {
    guard content.count == 8, content[0] == 1 else { return nil }
    self.init(number: content[1], atqa: Array(content[2..<4]), id: Array(content[4...]))
  }
}
