// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibNFC
internal import PN532Protocol
internal import TagReading

/// Looks for tags in the PN53x's own language.
///
/// libnfc's own look waits 300 ms, of which its USB drivers leave 100, and it copies as many bytes of an
/// answer as the answer says that it has.
extension LibNFCReader {
  private static let limitOnSerialLine: Int32 = 300

  /// The content of an answer to InListPassiveTarget that has targets; nil when there is none.
  func look(
    for family: TagFamily, maximum: UInt8 = 1, calling data: [UInt8]
  ) throws(ReaderError) -> [UInt8]? {
    guard families.contains(family) else { return nil }
    let mustSleep = tagSleeps
    try comeIntoStep()
    // A reader that was opened again has woken the tag that was not to answer.
    guard tagSleeps == mustSleep else { throw .readerSilent }
    tagSleeps = false
    let (status, answer) = tell(
      .inListPassiveTarget(maximum: maximum, family.listed, initiatorData: data),
      within: isOnUSB ? limitOnUSB : Self.limitOnSerialLine)
    noteSelection(nil)
    try check(status)
    guard let count = answer.first else {
      noteTrouble()
      throw .readerSilent
    }
    return count > 0 ? answer : nil
  }

  /// A command in the PN53x's own language: libnfc's status, and the content of the answer.
  func tell(_ command: Command, within limit: Int32) -> (status: Int32, answer: [UInt8]) {
    let command = command.bytes
    var status: Int32 = 0
    let answer = [UInt8](unsafeUninitializedCapacity: Self.longestAnswer) { room, count in
      status = pn53x_transceive(
        device, command, command.count, room.baseAddress, room.count, limit)
      count = max(0, Int(status))
    }
    return (status, answer)
  }

  /// The tag in an answer to a look for one; nil when it is not whole, or an answer to another look.
  func tag(of family: TagFamily, in answer: [UInt8]) -> TagInField? {
    switch family {
    case .typeA:
      ListedTypeATarget.list(content: answer)?.first.flatMap { TagInField($0, ofPN531: isPN531) }
    case .felica: ListedFelicaTarget.list(in: answer).first.flatMap(TagInField.init)
    case .typeB: ListedTypeBTarget(content: answer).flatMap(TagInField.init)
    case .topaz: ListedJewelTarget(content: answer).flatMap(TagInField.init)
    case .vicinity: nil
    }
  }

  /// Among the drivers that TagPress lets through, only this one is for a chip of another family, which
  /// would take the command for something else.
  var speaksPN53x: Bool { !isDriven(by: "pn71xx") }

  private var isPN531: Bool { identity.model.hasPrefix("PN531") }
}

extension TagFamily {
  fileprivate var listed: Modulation {
    switch self {
    case .typeA: .typeA
    case .felica: .felica212
    case .typeB: .typeB
    // A PN53x does not speak ISO 15693, so nothing is called with that.
    case .topaz, .vicinity: .jewel
    }
  }
}

extension TagUID {
  /// What InListPassiveTarget is given to select this tag alone: a UID of more than four bytes has a
  /// cascade tag before each three of them but the last four (ISO 14443-3, 6.5.4).
  var cascaded: [UInt8] {
    var rest = bytes[...]
    var all: [UInt8] = []
    while rest.count > 4 {
      all += [0x88] + rest.prefix(3)
      rest = rest.dropFirst(3)
    }
    return all + rest
  }
}
