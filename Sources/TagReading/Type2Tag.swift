// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// A Type 2 tag on a reader: what is known about its memory, and the commands that tell more.
///
/// Every command is sent once in the cheapest way. Only if that fails is the tag selected again
/// and asked with care; a tag that was swapped or removed is never mistaken for the selected
/// one.
package final class Type2Tag {
  package let tag: TagInField
  /// The answer to GET_VERSION; nil for a chip that does not support it.
  package private(set) var version: [UInt8]?
  package internal(set) var image: Type2Image
  /// Whether the reader only passes on reads and writes of pages: then a chip is identified by its
  /// memory, and has neither password nor counter for us.
  private(set) var hasOnlyPages = false
  /// The secret that the tag accepted in this presentation, to be sent again after every select.
  package internal(set) var accepted: Type2Secret?
  /// How many page writes were done since the tag was selected, whatever they were for.
  package internal(set) var pagesWritten = 0
  package var isAuthenticated: Bool { accepted != nil }
  /// The message as readers saw it when a mirror was last verified.
  package internal(set) var shownMessage: [UInt8]?

  let reader: any TagReader
  var limits: ReadLimits

  private static let getVersion: [UInt8] = [0x60]
  /// The select acknowledge of a tag that speaks neither ISO 14443-4 nor MIFARE Classic.
  private static let type2SAK: UInt8 = 0x00

  /// Finds out which chip the selected tag is, without changing anything on it.
  ///
  /// A tag whose chip is on record has identified itself once. If it does not do so again, it was not
  /// heard, and must not be judged.
  package init(
    _ tag: TagInField, on reader: any TagReader, chipIsOnRecord: Bool = false
  ) throws(TagError) {
    guard case .typeA(_, Type2Tag.type2SAK, _) = tag.technology else {
      if case .typeA(_, let sak, _) = tag.technology { throw .wrongType(.type2, sak: sak) }
      throw .wrongType(.type2, sak: nil)
    }
    self.tag = tag
    self.reader = reader
    limits = ReadLimits(answerBytes: reader.identity.longestAnswer)
    image = Type2Image(chip: nil)
    version = try askVersion(.quick)
    if version == nil {
      image = try probe()
      // An old chip has no version. For any other, the answer may have been lost.
      if !isOldChip, !hasOnlyPages {
        for _ in 2...commandTries where version == nil { version = try askVersion(.careful) }
        if version == nil, image.chip == nil, chipIsOnRecord { throw .reader(.unclear) }
      }
    }
    if let version { image = Type2Image(chip: ChipVersion(answer: version).chip) }
    limits.fastRead = isSecondGeneration
  }

  private var isOldChip: Bool {
    guard let chip = image.chip else { return false }
    return !chip.layout.features.contains(.version)
  }

  /// Whether the chip answers GET_VERSION, and then FAST_READ and READ_SIG too.
  package var isSecondGeneration: Bool { version != nil }

  /// Reads what a goal still needs.
  package func read(_ goal: ReadGoal) throws(TagError) {
    let known = image
    while let command = image.nextRead(for: goal, within: limits) { try perform(command) }
    guard image != known else { return }
    do throws(TagError) {
      try confirm()
    } catch {
      // The new bytes may be from another tag.
      image = known
      throw error
    }
  }

  /// Makes sure that what was read is from this tag, because a reader may not notice a swap.
  func confirm() throws(TagError) {
    do throws(ReaderError) {
      try reader.vouch(for: tag)
    } catch {
      switch error {
      // The tag that is there tells when it is selected.
      case .silent, .unclear, .corrupted: try reselect()
      default: throw TagError(error)
      }
    }
  }

  /// The current pages, whatever was known about them.
  func readAgain(_ pages: ClosedRange<Int>) throws(TagError) -> Type2Image {
    var fresh = imageOfUIDOnly
    for command in image.reads(again: pages, within: limits) {
      guard let answer = try answer(to: command.bytes, size: command.answerSize) else {
        fresh.refuse(command)
        continue
      }
      try planning { () throws(TagMemoryError) in try fresh.record(answer, to: command) }
    }
    return fresh
  }

  /// Allows another try at pages that were hidden before the password.
  func forgetRefusals() {
    for page in 0..<image.pageCount where image.isRefused(page) { image[page] = nil }
    limits.fastRead = isSecondGeneration
  }

  /// An image with only the serial number, which shows where an answer rolled over.
  var imageOfUIDOnly: Type2Image {
    var fresh = Type2Image(chip: image.chip)
    for page in 0..<3 { fresh[page] = image[page] }
    return fresh
  }

  /// READ_CNT: how often the tag was presented; nil if the chip does not tell.
  package func readCounter() throws(TagError) -> UInt32? {
    guard image.chip?.layout.features.contains(.mirror) == true, !hasOnlyPages,
      let answer = try answer(to: [0x39, 0x02], size: 3)
    else { return nil }
    return UInt32(answer[0]) | UInt32(answer[1]) << 8 | UInt32(answer[2]) << 16
  }

  /// READ_SIG: the maker's signature over the UID; nil if the chip has none.
  package func readSignature() throws(TagError) -> [UInt8]? {
    guard isSecondGeneration else { return nil }
    return try answerIfKnown(to: [0x3C, 0x00], size: 32)
  }

  /// Sends one read and records its answer, or its refusal, in the image.
  private func perform(_ command: ReadCommand) throws(TagError) {
    let found: [UInt8]? =
      if case .fastRead = command {
        try answerIfKnown(to: command.bytes, size: command.answerSize)
      } else {
        try answer(to: command.bytes, size: command.answerSize)
      }
    if let answer = found {
      try planning { () throws(TagMemoryError) in try image.record(answer, to: command) }
    } else {
      image.refuse(command)
      guard case .fastRead = command else { return }
      // FAST_READ is refused as a whole; READ shows what can be read, and the serial number
      // where its answers start again at page 0.
      limits.fastRead = false
      if image[0] == nil { try perform(.read(page: 0)) }
    }
  }

  /// The answer to a command that copies of the chip may not support; nil if it was refused.
  ///
  /// A copy may be silent instead of refusing. The tag was selected again after its silence, so
  /// it is still there, and the next command shows whether it answers at all.
  private func answerIfKnown(to command: [UInt8], size: Int) throws(TagError) -> [UInt8]? {
    do throws(TagError) {
      return try answer(to: command, size: size)
    } catch {
      guard case .reader(.silent) = error else { throw error }
      return nil
    }
  }

  /// The answer to a command that changes nothing; nil when the tag refused it.
  ///
  /// After a refusal the tag has been selected again.
  func answer(to command: [UInt8], size: Int) throws(TagError) -> [UInt8]? {
    var failure = ReaderError.silent
    for attempt in 1...commandTries {
      do throws(ReaderError) {
        let answer = try reader.exchange(command, attempt == 1 ? .quick : .careful)
        if answer.count == size { return answer }
        failure = .corrupted
      } catch {
        if case .refused = error {
          try reselect()
          return nil
        }
        guard error.leavesOpen else { throw TagError(error) }
        failure = error
      }
      try reselect()
    }
    throw TagError(failure)
  }

  /// Selects the tag again, which forgets the password.
  func reselect() throws(TagError) {
    try asking { () throws(ReaderError) in _ = try reader.reselect(tag) }
    if let secret = accepted { try prove(secret, isKnown: true) }
  }

  /// GET_VERSION; older chips are silent, and then the tag has been selected again.
  private func askVersion(_ care: Care) throws(TagError) -> [UInt8]? {
    do throws(ReaderError) {
      let answer = try reader.exchange(Type2Tag.getVersion, care)
      if answer.count == 8 { return answer }
    } catch {
      switch error {
      case .refused: break
      case .notPossible:
        hasOnlyPages = true
        return nil
      default: guard error.leavesOpen else { throw TagError(error) }
      }
    }
    try reselect()
    return nil
  }

  /// Identifies a chip without GET_VERSION by how much memory it shows.
  private func probe() throws(TagError) -> Type2Image {
    var header: [UInt8] = []
    var answers: [UInt8: [UInt8]?] = [:]
    while true {
      switch ChipProbe(header: header, answers: answers) {
      case .done(let chip):
        var image = Type2Image(chip: chip)
        try planning { () throws(TagMemoryError) in
          try image.record(header, to: .read(page: 0))
        }
        return image
      case .read(let page):
        let answer = try answer(to: ReadCommand.read(page: page).bytes, size: 16)
        if page == 0 {
          // A Type 2 tag that refuses its first pages is broken; nothing identifies it.
          guard let answer else { throw .memory(.pageRefused(page: 0)) }
          header = answer
        } else {
          answers[page] = .some(answer)
        }
      }
    }
  }
}
