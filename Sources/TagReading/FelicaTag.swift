// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A FeliCa chip of any kind on a reader, and the commands that it answers without a key.
///
/// Every command names its chip. So another chip next to it never executes it, and a command may be
/// repeated; if a chip does not answer, it is looked for first.
package final class FelicaTag {
  package let tag: TagInField
  let reader: any TagReader
  /// The chip's IDm in the current system.
  private var idm: [UInt8]
  /// How many blocks are requested at once; one, after the chip gave fewer.
  var blocksPerRead: Int

  package init(_ tag: TagInField, on reader: any TagReader) {
    self.tag = tag
    self.reader = reader
    idm = tag.uid.bytes
    // The reader's answer includes the length byte of the packet.
    let room = reader.identity.longestAnswer - 1 - FelicaCommand.readHeadSize
    blocksPerRead = max(1, min(FelicaCommand.mostBlocksRead, room / FelicaCommand.blockSize))
  }

  /// Polls a system of the chip by its code, and uses that one from then on.
  /// - Returns: whether the chip has the system.
  package func choose(system: UInt16) throws(TagError) -> Bool {
    guard let answer = try answerIfKnown(to: .polling(system: system)), answer.count >= 16 else {
      return false
    }
    let found = Array(answer.prefix(8))
    guard tag.uid.namesSameFelica(as: found) else { return false }
    idm = found
    return true
  }

  /// Request System Code: the systems of the chip; empty if it does not say.
  package func systems() throws(TagError) -> [UInt16] {
    guard let answer = try answerIfKnown(to: .requestSystemCode), let count = answer.first else {
      return []
    }
    let codes = Array(answer.dropFirst().prefix(Int(count) * 2))
    return stride(from: 0, to: codes.count - 1, by: 2).map {
      UInt16(codes[$0]) << 8 | UInt16(codes[$0 + 1])
    }
  }

  /// Request Service: which of these services the chip has.
  package func services(among codes: [UInt16]) throws(TagError) -> [UInt16] {
    guard let answer = try answerIfKnown(to: .requestService(codes)),
      answer.first == UInt8(exactly: codes.count), answer.count == 1 + codes.count * 2
    else { return [] }
    let versions = Array(answer.dropFirst())
    // The answer is the version of each key, and FF FF for a service that is not there.
    return codes.enumerated().filter { index, _ in
      versions[index * 2] != 0xFF || versions[index * 2 + 1] != 0xFF
    }.map(\.element)
  }

  /// Reads blocks of a service, as many at once as the chip gives.
  package func read(_ blocks: [Int], of service: UInt16) throws(TagError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var limit = blocksPerRead
    while found.count < blocks.count {
      let part = Array(blocks[found.count...].prefix(limit))
      do throws(TagError) {
        let answer = try readAtOnce(part, of: service)
        // A chip that gives fewer than promised is asked for one block at a time.
        if answer.count < part.count { blocksPerRead = 1 }
        found += answer
      } catch {
        guard case .hidden(_, .felica(let flags)) = error, part.count > 1 else { throw error }
        if flags.asksForFewerBlocks { blocksPerRead = 1 }
        // One at a time shows which of them the chip refuses.
        limit = 1
        continue
      }
      limit = min(limit, blocksPerRead)
    }
    return found
  }

  /// Reads the first blocks of a service, as far as the chip shows them.
  ///
  /// Transit cards give ten blocks at once, and some of them have no more.
  package func readFirst(_ count: Int, of service: UInt16) throws(TagError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var limit = min(10, blocksPerRead)
    while found.count < count {
      do throws(TagError) {
        let end = min(count, found.count + limit)
        found += try readAtOnce(Array(found.count..<end), of: service)
      } catch {
        guard case .hidden = error else { throw error }
        guard limit > 1 else { return found }
        limit = 1
      }
    }
    return found
  }

  /// One Read Without Encryption, or its refusal.
  func readAtOnce(_ blocks: [Int], of service: UInt16) throws(TagError) -> [[UInt8]] {
    let answer = try asking { () throws(ReaderError) in
      try self.answer(to: .read(service: service, blocks: blocks)) { content in
        Self.isRead(content, ofAtMost: blocks.count)
      }
    }
    if let flags = StatusFlags(answer), !flags.isDone {
      throw .hidden(.block(blocks.first ?? 0), .felica(flags))
    }
    let data = Array(answer.dropFirst(3))
    return stride(from: 0, to: data.count, by: FelicaCommand.blockSize).map {
      Array(data[$0..<$0 + FelicaCommand.blockSize])
    }
  }

  /// Whether this is a complete answer to a read: a refusal, or as many blocks as it announces.
  private static func isRead(_ content: ArraySlice<UInt8>, ofAtMost blocks: Int) -> Bool {
    guard let flags = StatusFlags(content) else { return false }
    guard flags.isDone else { return true }
    guard let count = content.dropFirst(2).first.map(Int.init) else { return false }
    return (1...max(1, blocks)).contains(count)
      && content.count == 3 + count * FelicaCommand.blockSize
  }

  /// One Write Without Encryption; nil if its result is unknown.
  func writeOnce(
    _ blocks: [Int], _ data: [UInt8], of service: UInt16, _ care: Care
  ) throws(ReaderError) -> StatusFlags? {
    let command = FelicaCommand.write(service: service, blocks: blocks, data: data)
    let answer = try reader.exchange(command.packet(for: idm), care)
    return command.content(of: answer, from: idm).flatMap(StatusFlags.init)
  }

  /// Looks for the chip again, which is mandatory before a command that changes something.
  func reselect() throws(ReaderError) { try reader.reselect(tag) }

  /// The answer to an optional command; nil if there is none.
  ///
  /// The chip was looked for after its silence, so it is still there.
  private func answerIfKnown(to command: FelicaCommand) throws(TagError) -> [UInt8]? {
    do throws(ReaderError) {
      return try answer(to: command) { !$0.isEmpty }
    } catch {
      guard error == .silent else { throw .reader(error) }
      return nil
    }
  }

  /// The answer to a command that changes nothing, after its code and IDm.
  private func answer(
    to command: FelicaCommand, _ isWhole: (ArraySlice<UInt8>) -> Bool
  ) throws(ReaderError) -> [UInt8] {
    try reader.answer(of: tag) { care throws(ReaderError) in
      let answer = try reader.exchange(command.packet(for: idm), care)
      let content = command.content(of: answer, from: idm)
      return content.flatMap { isWhole($0) ? Array($0) : nil }
    }
  }
}

extension TagUID {
  /// Whether two IDms belong to the same chip.
  ///
  /// The systems of one chip differ in the first half of the first byte; another chip in more.
  func namesSameFelica(as other: [UInt8]) -> Bool {
    bytes.dropFirst().elementsEqual(other.dropFirst())
  }
}

extension StatusFlags {
  /// The flags after the IDm.
  fileprivate init?(_ content: some Collection<UInt8>) {
    guard let place = content.first, let reason = content.dropFirst().first else { return nil }
    self.init(place: place, reason: reason)
  }
}
