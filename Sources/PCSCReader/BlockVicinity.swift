// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// ISO 15693 through READ BINARY and UPDATE BINARY, which any reader may have: blocks and no more.
final class BlockVicinity: VicinityChannel {
  let access = VicinityAccess.blocks

  let tag: TagInField
  private let slot: any CardSlot
  /// Block 0 as it was when the way was found.
  private let first: [UInt8]
  /// Whether another number than 0 brought something else than block 0, or was refused.
  private var heedsNumbers = false
  /// How much is asked for when one block is meant.
  private let countOfOne: UInt8
  /// Whether the reader brings several blocks at once; nil until that was tried.
  private var bringsSeveral: Bool?

  /// The largest block (ISO 15693-3, 10.3.12).
  private static let largestBlock = 32
  private static let usualSize: UInt8 = 4
  /// How many blocks are asked for at once; more is not known about any reader.
  private static let blocksAtOnce = 4
  /// The last block that a request of ours can name; most tags end before it.
  private static let lastBlock: UInt16 = 0xFF
  /// How many blocks may have to tell how large one is.
  private static let blocksForSize: UInt16 = 16

  private var blockSize: Int { first.count }

  var longestAnswer: Int { 1 + Self.blocksAtOnce * blockSize }

  /// nil when block 0 cannot be read, or the reader does not say which tag is there.
  init?(on slot: any CardSlot) throws(ReaderError) {
    guard let first = try BlockVicinity.firstBlock(on: slot),
      let tag = try HeldCard.vicinityTag(on: slot)
    else { return nil }
    self.slot = slot
    self.tag = tag
    self.first = first.content
    countOfOne = first.count
  }

  func presentTag() throws(ReaderError) -> TagInField? {
    do throws(ReaderError) {
      return try HeldCard.vicinityTag(on: slot)
    } catch {
      guard error == .silent || error == .unclear else { throw error }
      return nil
    }
  }

  func exchange(_ request: [UInt8]) throws(ReaderError) -> [UInt8] {
    if VicinityRequest(request)?.changesTag == true { try requireNumbersHeeded() }
    let request = try checked(request)
    let parameters = request.parameters
    switch (request.code, parameters.count) {
    case (VicinityRequest.readSingle, 1):
      return try read(UInt16(parameters[0]), for: request)
    case (VicinityRequest.readSeveral, 2):
      return try read(
        UInt16(parameters[0]), count: Int(parameters[1]) + 1, for: request)
    case (VicinityRequest.writeSingle, 1 + blockSize):
      return try write(Array(parameters.dropFirst()), to: UInt16(parameters[0]), for: request)
    default: throw .notPossible
    }
  }

  func close() {}

  private func read(
    _ block: UInt16, for request: VicinityRequest
  ) throws(ReaderError) -> [UInt8] {
    let answer = try slot.askForBlock(ReaderCommand.read(block, count: countOfOne))
    guard answer.isDone else { return try answer.refusal(of: request) }
    guard answer.data.count == blockSize else { throw .corrupted }
    try requireNumberHeeded(for: answer.data, from: block)
    return [0x00] + answer.data
  }

  /// Several blocks, by as few commands as the reader lets us.
  private func read(
    _ start: UInt16, count: Int, for request: VicinityRequest
  ) throws(ReaderError) -> [UInt8] {
    guard count <= Self.blocksAtOnce else { throw .notPossible }
    if count > 1, bringsSeveral != false, let size = UInt8(exactly: count * blockSize) {
      let answer = try slot.ask(ReaderCommand.read(start, count: size))
      if answer.isDone, answer.data.count == count * blockSize {
        bringsSeveral = true
        try requireNumberHeeded(for: answer.data, from: start)
        return [0x00] + answer.data
      }
      // Once it was seen to work, it is the tag that refuses.
      if bringsSeveral == nil { bringsSeveral = false }
    }
    var response: [UInt8] = [0x00]
    for offset in 0..<count {
      guard let block = UInt16(exactly: Int(start) + offset) else { return [0x01, 0x10] }
      let one = try read(block, for: request)
      guard one[0] == 0x00 else { return one }
      response += one.dropFirst()
    }
    return response
  }

  /// Hands nothing on as another block that may be the first.
  private func requireNumberHeeded(
    for data: [UInt8], from block: UInt16
  ) throws(ReaderError) {
    guard block > 0 else { return }
    if !data.starts(with: first) { heedsNumbers = true }
    try requireNumbersHeeded()
  }

  /// Goes no further with a reader for which every number that we give means block 0: some have the
  /// number in the other byte.
  ///
  /// Next to a container there is always something else. Where block 1 does not tell, the last number
  /// may: a tag that ends before it refuses it, while block 0 can be read. Larger ones are written where
  /// any block differs.
  private func requireNumbersHeeded() throws(ReaderError) {
    guard !heedsNumbers else { return }
    for block in [1, Self.lastBlock] + Array(2..<Self.lastBlock)
    where try !showsFirst(at: block) {
      heedsNumbers = true
      return
    }
    throw .notPossible
  }

  /// Whether this number brings what block 0 holds.
  private func showsFirst(at block: UInt16) throws(ReaderError) -> Bool {
    // One failure may be a moment's trouble; two are an answer of the tag, if it is still there.
    for _ in 1...2 {
      let answer = try slot.ask(ReaderCommand.read(block, count: countOfOne))
      if answer.isDone, answer.data.count >= blockSize { return answer.data.starts(with: first) }
    }
    let answer = try slot.ask(ReaderCommand.read(0, count: countOfOne))
    guard answer.isDone, answer.data.starts(with: first) else { throw .silent }
    return false
  }

  private func write(
    _ data: [UInt8], to block: UInt16, for request: VicinityRequest
  ) throws(ReaderError) -> [UInt8] {
    guard let command = ReaderCommand.update(block, data) else { throw .notPossible }
    let answer = try slot.ask(command)
    return try answer.isDone ? [0x00] : answer.refusal(of: request)
  }

  /// Block 0, and what to ask for to get one: some readers bring one block when they may choose,
  /// others want to be told its size.
  private static func firstBlock(
    on slot: any CardSlot
  ) throws(ReaderError) -> (content: [UInt8], count: UInt8)? {
    let answer = try slot.ask(ReaderCommand.read(0, count: 0))
    if answer.isDone, (1...largestBlock).contains(answer.data.count) {
      guard answer.data.count > Int(usualSize) else { return (answer.data, 0) }
      switch try isOneBlock(answer.data, on: slot) {
      case true: return (answer.data, 0)
      case false: return (Array(answer.data.prefix(Int(usualSize))), usualSize)
      case nil: return nil
      }
    }
    // 6Cxx: so much there is.
    let said = answer.status >> 8 == 0x6C ? answer.low : 0
    let size = (1...UInt8(largestBlock)).contains(said) ? said : usualSize
    let second = try slot.ask(ReaderCommand.read(0, count: size))
    return second.isDone && second.data.count == Int(size) ? (second.data, size) : nil
  }

  /// Whether what a reader chose to bring is one block, or several of the usual size; nil when the
  /// bytes do not tell.
  ///
  /// When it is several, what comes with the next number begins with the rest of it. So may a large
  /// block, as long as all is alike or comes again and again. Without the next block no one knows,
  /// and a write of the wrong size would change several blocks.
  private static func isOneBlock(
    _ first: [UInt8], on slot: any CardSlot
  ) throws(ReaderError) -> Bool? {
    var known = first
    for block in 1..<blocksForSize {
      let next = try slot.ask(ReaderCommand.read(block, count: 0))
      guard next.isDone else { throw next.error }
      let rest = known.dropFirst(Int(usualSize))
      guard next.data.starts(with: rest) else { return true }
      if Set(rest).count > 1, !known.starts(with: rest) { return false }
      known = next.data
    }
    return nil
  }
}
