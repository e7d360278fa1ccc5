// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import VirtualReader
import VirtualVicinity

/// What it costs to have a 27-byte message on an ISO 15693 tag, verified.
///
/// It differs from the one in whose place it comes in eight blocks. Everything comes from the virtual
/// field's counters, so one run is as good as nine.
func writingVicinity() throws -> [Row] {
  let chips: [(VicinityModel, String)] = [
    (.slix, "an ICODE SLIX (28 blocks)"), (.st25dv04k, "an ST25DV04K (128 blocks)"),
    (.single, "a tag that shows one block at a time"),
  ]
  let rows = try chips.map { model, name in
    let (ours, naive) = (try costByTagPress(model), try costByNaiveWriter(model))
    return Row(
      "27-byte message in place of another on \(name), verified", ours.description,
      beside: "naive writer: \(naive)", timesBetter: naive.time / ours.time)
  }
  let (ours, floor) = (try costByTagPress(.slix), try floor())
  let naive = try costByNaiveWriter(.slix)
  let beginnings: [(String, Character?, MessageOutcome)] = [
    ("onto an empty ICODE SLIX", nil, .written(pages: changed.count)),
    ("where it is already on one", "n", .alreadyThere),
  ]
  let others = try beginnings.map { what, found, outcome in
    let ours = try costByTagPress(.slix, over: found, giving: outcome)
    return Row(
      "27-byte message \(what), verified", ours.description, beside: "naive writer: \(naive)",
      timesBetter: naive.time / ours.time)
  }
  return rows + [
    Row(
      "the first of these, beside the floor", ours.description,
      beside: "floor, by hand: \(floor)", timesBetter: floor.time / ours.time)
  ] + others
}

/// What the air carried for one tag, from the look for it on.
private struct AirCost: CustomStringConvertible {
  let requests: Int
  let time: Double

  init(of field: VicinityField) {
    requests = field.requests
    time = field.modelled / .seconds(1)
  }

  var description: String {
    "\(requests) requests, \(decimal(time * 1000, places: 1)) ms modelled on the air"
  }
}

/// What TagPress puts in place of a message of this letter, or of nothing, and what must come of it.
private func costByTagPress(
  _ model: VicinityModel, over found: Character? = "o",
  giving expected: MessageOutcome = .written(pages: changed.count + 1)
) throws -> AirCost {
  let reader = try FieldReader(model, holding: found)
  guard let tag = try reader.select(.vicinity) else { throw NoReader() }
  guard try Type5Tag(tag, on: reader).put(record(of: "n")) == expected else { throw NoReader() }
  return AirCost(of: reader.field)
}

/// Reads the container, writes block after block without a thought of tearing, and reads each back.
private func costByNaiveWriter(_ model: VicinityModel) throws -> AirCost {
  let reader = try FieldReader(model)
  _ = try reader.select(.vicinity)
  try reader.ask(0x20, [0])
  for block in changed { try reader.ask(0x21, [block] + content(of: block, "n")) }
  for block in changed { try reader.ask(0x20, [block]) }
  return AirCost(of: reader.field)
}

/// By someone who knows that these nine blocks are all that matters: what kind of chip it is, what they
/// hold, length 0 while the message changes, what they hold then.
private func floor() throws -> AirCost {
  let reader = try FieldReader(.slix)
  _ = try reader.select(.vicinity)
  try reader.ask(0x2B)
  try reader.ask(0x23, [0, 8])
  var first = content(of: 1, "n")
  first[1] = 0
  try reader.ask(0x21, [1] + first)
  for block in changed.dropFirst() { try reader.ask(0x21, [block] + content(of: block, "n")) }
  try reader.ask(0x21, [1] + content(of: 1, "n"))
  try reader.ask(0x23, [1, 7])
  return AirCost(of: reader.field)
}

private let changed: ClosedRange<UInt8> = 1...8

private func record(of letter: Character) -> [UInt8] {
  [0xD1, 0x01, 0x17, 0x55, 0x04] + Array(String(repeating: letter, count: 22).utf8)
}

/// A block after the container; the last one ends with the end mark and zeros.
private func content(of block: UInt8, _ letter: Character) -> [UInt8] {
  let message = record(of: letter)
  let data = [0x03, UInt8(message.count)] + message + [0xFE, 0, 0]
  return Array(data[(Int(block) - 1) * 4..<Int(block) * 4])
}

/// A reader that sends whole requests over the air and is nowhere slow, with a formatted tag on it.
private final class FieldReader: TagReader {
  let identity = ReaderIdentity(name: "field", model: "the virtual field")
  let field = VicinityField()
  private let uid: [UInt8]

  init(_ model: VicinityModel, holding letter: Character? = "o") throws {
    uid = model.uidStart + [UInt8](repeating: 0x5C, count: 8 - model.uidStart.count)
    let size = UInt8(min(model.blockCount * 4 / 8 - 1, 0xFF))
    let container: [UInt8] = [0xE1, 0x40, size, 0x00]
    let data =
      container
      + (letter.map { letter in changed.flatMap { content(of: $0, letter) } } ?? [3, 0, 0xFE, 0])
    let zeros = [UInt8](repeating: 0, count: model.blockCount * 4 - data.count)
    guard let chip = VirtualVicinityChip(model, uid: uid, memory: data + zeros) else {
      throw NoReader()
    }
    field.place(chip)
  }

  /// Sends a request to the tag, which must take it.
  func ask(_ code: UInt8, _ parameters: [UInt8] = []) throws {
    guard try exchange([0x22, code] + uid.reversed() + parameters)[0] == 0 else { throw NoReader() }
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    // One slot, no bits that the UID must end with.
    guard family == .vicinity, case .answer(let answer) = field.send([0x26, 0x01, 0x00]),
      answer.count == 10, let found = TagUID(vicinity: Array(answer[2...]))
    else { return nil }
    return TagInField(uid: found, technology: .vicinity(dsfid: answer[1]))
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard case .answer(let answer) = field.send(command) else { throw .silent }
    return answer
  }

  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) {}
}
