// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

/// An ISO 15693 tag on a reader, and the requests that it answers without a password.
///
/// Every request names its tag, so nothing is ever written to another one, and a request may be
/// repeated.
package final class VicinityTag {
  package let tag: TagInField
  /// How many bytes a block has; unknown before the tag was measured.
  private(set) var blockSize: Int?
  /// Whether the tag returns several blocks at once.
  private(set) var showsSeveral = false
  private let reader: any TagReader
  /// How many blocks are requested at once; one, if the tag does not return several.
  private var blocksPerRead = VicinityTag.mostBlocksRead
  /// Whether writes have the option flag, and whether the tag has accepted that.
  private var writesWithOption: Bool
  private var isOptionSettled = false

  /// How often a command is sent that a tag may not know, and then says nothing to.
  private static let triesOfUnsure = 2
  /// Some tags and readers allow more; none allow fewer.
  private static let mostBlocksRead = 32
  /// The maker whose chips need the option flag: Texas Instruments.
  private static let makerWithOption: UInt8 = 0x07

  package init(_ tag: TagInField, on reader: any TagReader) {
    self.tag = tag
    self.reader = reader
    writesWithOption = tag.uid.bytes.dropFirst().first == Self.makerWithOption
  }

  /// The tag's container says that it needs the option flag.
  func noteSpecialFrame() {
    guard !isOptionSettled else { return }
    writesWithOption = true
  }

  /// Finds out how large blocks are, and how many there are, if the tag tells.
  package func measure() throws(TagError) -> (blockSize: Int, blockCount: Int?) {
    if let memory = try memory() {
      blockSize = memory.blockSize
      return (memory.blockSize, memory.blockCount)
    }
    let first = try readOne(0)
    blockSize = first.count
    return (first.count, nil)
  }

  /// Get System Information; nil if the tag, or the reader, does not support the request.
  private func memory() throws(TagError) -> VicinityMemory? {
    let uid = tag.uid
    let answer = try answerIfKnown(to: .systemInformation) {
      VicinityMemory.isWhole($0, from: uid)
    }
    guard case .success(.data(let data)) = answer else { return nil }
    return VicinityMemory(data)
  }

  /// Reads blocks, as many at once as tag and reader allow.
  package func read(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]] {
    if blockSize == nil { _ = try measure() }
    var found: [[UInt8]] = []
    var limit = blocksPerRead
    while found.count < blocks.count {
      let first = blocks.lowerBound + found.count
      let part = first..<min(blocks.upperBound, first + min(limit, blocksAtOnce))
      if part.count == 1 {
        found.append(try readOne(first))
      } else if let several = try readSeveral(part) {
        found += several
      } else {
        // A tag may refuse the number of blocks, or one of them; fewer show which.
        limit = part.count / 2
      }
    }
    return found
  }

  /// What fits into one answer of the reader, after the flags.
  private var blocksAtOnce: Int {
    max(1, min(blocksPerRead, (reader.identity.longestAnswer - 1) / max(1, blockSize ?? 1)))
  }

  private func readOne(_ block: Int) throws(TagError) -> [UInt8] {
    let size = blockSize
    let answer = try asking { () throws(ReaderError) in
      try ask(.read(block)) { data in
        size.map { data.count == $0 } ?? (1...Type5Image.largestBlock).contains(data.count)
      }
    }
    switch answer {
    case .data(let data): return data
    case .refused(let code): throw .hidden(.block(block), .vicinity(code))
    }
  }

  /// READ MULTIPLE BLOCKS; nil if the blocks must be requested one at a time.
  private func readSeveral(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]]? {
    guard let size = blockSize else { return nil }
    let answer = try answerIfKnown(to: .readSeveral(blocks)) {
      $0.count == blocks.count * size
    }
    switch answer {
    case .success(.data(let data)):
      showsSeveral = true
      return stride(from: 0, to: data.count, by: size).map { Array(data[$0..<$0 + size]) }
    case .success(.refused(let code)):
      // Any other refusal is about these blocks, or their number.
      if code.meansUnknownRequest { blocksPerRead = 1 }
    // Something on the way may cut long answers.
    case .failure(.corrupted): blocksPerRead = max(1, blocks.count / 2)
    case .failure: blocksPerRead = 1
    }
    return nil
  }

  /// Get Multiple Block Security Status: whether blocks are locked; nil if the tag does not tell.
  package func lockStates(_ blocks: Range<Int>) throws(TagError) -> [Bool]? {
    var found: [Bool] = []
    while found.count < blocks.count {
      let first = blocks.lowerBound + found.count
      let part = first..<min(blocks.upperBound, first + Self.mostBlocksRead)
      guard
        case .success(.data(let states)) = try answerIfKnown(
          to: .lockStates(part), { $0.count == part.count })
      else { return nil }
      found += states.map { $0 & 1 == 1 }
    }
    return found
  }

  /// One command that changes the tag; nil if its result is unknown.
  func changeOnce(
    _ command: VicinityCommand, _ care: Care
  ) throws(ReaderError) -> VicinityAnswer? {
    let answer = try change(command, care)
    switch answer {
    case .data: isOptionSettled = true
    case .refused(let code) where code.meansOption && !isOptionSettled:
      // The refusal means that nothing was done yet.
      isOptionSettled = true
      writesWithOption.toggle()
      return try change(command, .careful)
    case .refused, nil: break
    }
    return answer
  }

  private func change(
    _ command: VicinityCommand, _ care: Care
  ) throws(ReaderError) -> VicinityAnswer? {
    guard let request = command.request(for: tag.uid, withOption: writesWithOption) else {
      throw .notPossible
    }
    let answer = VicinityAnswer(try reader.exchange(request, care))
    // Flags alone answer such a request; data is the answer to another one.
    if case .data(let bytes) = answer, !bytes.isEmpty { return nil }
    return answer
  }

  /// Looks for the tag again, which is mandatory before a command that changes something.
  func reselect() throws(ReaderError) { try reader.reselect(tag) }

  /// Makes sure that what was read is from this tag, because a reader may not notice a swap.
  func confirm() throws(TagError) {
    try asking { () throws(ReaderError) in try reader.vouch(for: tag) }
  }

  /// The answer to an optional command, or why there is none.
  ///
  /// The tag was looked for after its silence, so it is still there.
  private func answerIfKnown(
    to command: VicinityCommand, _ isWhole: ([UInt8]) -> Bool
  ) throws(TagError) -> Result<VicinityAnswer, ReaderError> {
    do throws(ReaderError) {
      return .success(try ask(command, tries: Self.triesOfUnsure, isWhole))
    } catch {
      switch error {
      // Some readers have one status for every refusal of a tag, and may cut its answers.
      case .silent, .notPossible, .unclear, .corrupted: return .failure(error)
      default: throw .reader(error)
      }
    }
  }

  /// The answer to a command that changes nothing.
  private func ask(
    _ command: VicinityCommand, tries: Int = commandTries, _ isWhole: ([UInt8]) -> Bool
  ) throws(ReaderError) -> VicinityAnswer {
    guard let request = command.request(for: tag.uid) else { throw .notPossible }
    return try reader.answer(of: tag, tries: tries) { care throws(ReaderError) in
      let answer = VicinityAnswer(try reader.exchange(request, care))
      if case .data(let data) = answer, !isWhole(data) { return nil }
      return answer
    }
  }
}
