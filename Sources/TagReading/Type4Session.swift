// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The dialogue with a smart card, whose selections are lost when the tag is selected again.
final class Type4Session {
  /// The tag, with the most that it has ever said at its selection.
  private(set) var tag: TagInField
  let reader: any TagReader
  /// The possible names of the NDEF application; only one once it was found.
  private var names = [newName, oldName]
  private var isOpen = false
  private var file: UInt16?

  /// The NDEF application since mapping version 2.0, and in version 1.0 (NFC Forum T4T 2.0, 5.4.1).
  private static let newName: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
  private static let oldName: [UInt8] = newName.dropLast() + [0x00]
  /// How often a tag is selected again that has said nothing of itself.
  private static let selections = 4

  init(_ tag: TagInField, on reader: any TagReader) {
    self.tag = tag
    self.reader = reader
  }

  /// Finds the NDEF application, or throws if there is none.
  ///
  /// A reader may lose what a chip says at its selection, which identifies it. Few chips
  /// say nothing there (ISO 14443-4, 5.2.2), and cost a few commands.
  func open() throws(TagError) {
    for _ in 1...Self.selections where tag.technology.answerToSelect?.isEmpty == true {
      try restart()
    }
    try again { () throws(TagError) in try select(nil) }
  }

  /// READ BINARY: the answer of one command, which may be shorter than requested.
  func read(_ file: UInt16, at offset: Int, count: Int) throws(TagError) -> [UInt8] {
    try again { () throws(TagError) in
      try select(file)
      let answer = try send(.read(at: offset, count: count))
      guard answer.status == .done || answer.status == .endOfFile else {
        throw .hidden(.byte(offset), .card(answer.status))
      }
      let isObject = CardCommand.isLarge(offset)
      let data = isObject ? CardCommand.content(ofDataObject: answer.data) : answer.data
      // Anything but an object, or more than was requested, arrived damaged.
      guard let data, data.count <= count + (isObject ? 2 : 0) else { throw .reader(.corrupted) }
      guard !data.isEmpty else { throw .nothingRead(offset: offset) }
      return data
    }
  }

  /// UPDATE BINARY, sent once: if no answer comes, the caller finds out what happened.
  func update(_ file: UInt16, _ data: [UInt8], at offset: Int) throws(TagError) {
    try select(file)
    let status = try send(.update(data, at: offset)).status
    guard status == .done else { throw .refused(.byte(offset), .card(status)) }
  }

  /// A command of the chip's own language that changes nothing, and all parts of its answer.
  func ask(_ code: UInt8, _ data: [UInt8] = []) throws(TagError) -> CardAnswer {
    try again { () throws(TagError) in
      if names.count == 1 { try select(nil) }
      var answer = try send(.native(code, data))
      var parts = answer.data
      while answer.status == .nativeMore, parts.count < Self.longestNativeAnswer {
        answer = try send(.native(0xAF))
        parts += answer.data
      }
      return CardAnswer(data: parts, status: answer.status)
    }
  }

  /// A command of the chip's own language, sent once.
  func tell(_ code: UInt8, _ data: [UInt8]) throws(TagError) -> CardAnswer {
    try select(nil)
    return try send(.native(code, data))
  }

  /// No answer that is requested here in the chips' own language is longer.
  private static let longestNativeAnswer = 256

  /// Selects the tag again, so that nothing in it is selected any more.
  func restart() throws(TagError) {
    isOpen = false
    file = nil
    try asking { () throws(ReaderError) in
      let again = try reader.reselect(tag)
      if again.technology.answerToSelect?.isEmpty == false { tag = again }
    }
  }

  /// Does something harmless, and repeats it after selecting the tag again if no answer comes, or
  /// if the first answer is that there is nothing: once, that may be a momentary error, for which a
  /// good tag would be put aside.
  private func again<Result>(
    _ body: () throws(TagError) -> Result
  ) throws(TagError) -> Result {
    var failure = ReaderError.silent
    for attempt in 1...commandTries {
      do throws(TagError) {
        if attempt > 1 { try restart() }
        return try body()
      } catch {
        if let reason = error.unknown {
          failure = reason
        } else if attempt > 1 || !error.findsNothing {
          throw error
        }
      }
    }
    throw TagError(failure)
  }

  /// Selects the application, and the file when there is one, unless they are.
  private func select(_ wanted: UInt16?) throws(TagError) {
    if !isOpen { try selectApplication() }
    guard let wanted, file != wanted else { return }
    let isOld = names == [Self.oldName]
    let status = try send(.select(file: wanted, isOld: isOld)).status
    guard status == .done else { throw .fileMissing(wanted, status) }
    file = wanted
  }

  private func selectApplication() throws(TagError) {
    var refusal = CardStatus.done
    for name in names {
      let status = try send(.select(application: name)).status
      if status == .done {
        names = [name]
        isOpen = true
        return
      }
      // Tags use the first name today, so its refusal is the one to report.
      if refusal == .done { refusal = status }
    }
    throw .noApplication(refusal)
  }

  private func send(_ command: CardCommand) throws(TagError) -> CardAnswer {
    let bytes = try asking { () throws(ReaderError) in try reader.exchange(command.bytes) }
    guard let answer = CardAnswer(bytes) else { throw .reader(.corrupted) }
    return answer
  }
}
