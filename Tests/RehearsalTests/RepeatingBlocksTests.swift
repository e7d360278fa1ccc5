// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// Copies of Type 3 and Type 5 tags whose memory begins again where it ends, as those of Type 2 in
/// `RepeatingMemoryTests`.
struct RepeatingBlocksTests {
  /// Where the memory ends, and where it begins again: with all of it, or after the first block.
  static let copies = [4, 8, 12, 16, 32].flatMap { end in [0, 1].map { (end: end, first: $0) } }

  private static func place(_ block: Int, _ copy: (end: Int, first: Int)) -> Int {
    block < copy.end ? block : copy.first + (block - copy.end) % (copy.end - copy.first)
  }

  /// A packet of FeliCa with the blocks that the copy makes of those in it.
  private static func packet(_ packet: [UInt8], _ copy: (end: Int, first: Int)) -> [UInt8] {
    // Code, IDm, one service, then the list of blocks, each of two bytes here.
    guard [0x06, 0x08].contains(packet[0]) else { return packet }
    var packet = packet
    for index in 0..<Int(packet[12]) {
      let at = 14 + 2 * index
      packet[at] = UInt8(place(Int(packet[at]), copy))
    }
    return packet
  }

  /// The reader's requests with the blocks that the copy makes of them; several are read one by one.
  private static func station(
    _ chip: VirtualVicinityChip, _ copy: (end: Int, first: Int)
  ) -> VicinityStation {
    let field = VicinityField()
    field.place(chip)
    return VicinityStation(field) { request in
      guard request.count > 10 else { return field.send(request) }
      let block = Int(request[10])
      var request = request
      request[10] = UInt8(place(block, copy))
      guard request[1] == 0x23, request.count == 12 else { return field.send(request) }
      var answer: [UInt8] = [0]
      for offset in 0...Int(request[11]) {
        let one = [request[0], 0x20] + request[2..<10] + [UInt8(place(block + offset, copy))]
        guard case .answer(let bytes) = field.send(one), bytes.first == 0 else {
          return .answer([0x01, 0x0F])
        }
        answer += bytes.dropFirst()
      }
      return .answer(answer)
    }
  }

  @Test(arguments: [Type5Sheet.slix, .wide, .single], copies.indices)
  func aType5TagIsCalledWrittenWhenAPhoneReadsIt(_ sheet: Type5Sheet, _ index: Int) throws {
    let copy = Self.copies[index]
    let room = copy.end * sheet.blockSize - sheet.start
    guard room + 2 * sheet.blockSize < sheet.capacity else { return }
    var (refusals, successes) = (0, 0)
    for size in max(6, room - 8)...max(6, room + 2 * sheet.blockSize) {
      let chip = try sheet.chip(sheet.memory(holding: []))
      let message = link(size: size, letter: "r")
      do {
        _ = try Self.station(chip, copy).open().put(message)
      } catch is TagError {
        refusals += 1
        continue
      }
      successes += 1
      let blocks = (0..<sheet.memorySize / sheet.blockSize).flatMap { block in
        let start = Self.place(block, copy) * sheet.blockSize
        return Array(chip.memory[start..<start + sheet.blockSize])
      }
      let seen = phonesRead(type5: blocks, blockSize: sheet.blockSize)
      #expect(seen.allSatisfy { $0 == .message(message) }, "\(sheet), \(copy), \(size) bytes")
    }
    #expect(refusals > 0 && successes > 0, "the test must test something")
  }

  @Test(arguments: copies.indices)
  func aType3TagIsCalledWrittenWhenAPhoneReadsIt(_ index: Int) throws {
    let copy = Self.copies[index]
    let sheet = Type3Sheet.large
    var (refusals, successes) = (0, 0)
    let end = (copy.end - 1) * 16
    for size in [end - 20, end - 1, end, end + 1, end + 15, end + 16, end + 33] {
      let card = try VirtualFelicaCard(state: sheet.state(sheet.blocks(holding: [])))
      let reader = BareReader(card)
      reader.onTheWay = { Self.packet($0, copy) }
      let message = link(size: size, letter: "r")
      do {
        let tag = try #require(try reader.select(.felica))
        _ = try Type3Tag(tag, on: reader).put(message)
      } catch is TagError {
        refusals += 1
        continue
      }
      successes += 1
      let blocks = card.systems[0].services[0].blocks
      let shown = (0..<64).map { blocks[Self.place($0, copy)] }
      #expect(phoneReads(type3: shown) == .message(message), "\(copy), \(size) bytes")
    }
    #expect(refusals > 0 && successes > 0, "the test must test something")
  }
}
