// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import PN532Protocol
import TagReading
import VirtualReader

/// A writer through libnfc as one writes it first: the description of the tag, the link piece by
/// piece, and all of it read back; no thought of what is there already, nor of tearing.
func costByNaiveWriter(on tag: NewTag) throws -> Cost {
  try withNew(tag) { virtual, _ in
    let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
    return try withExtendedLifetime(reader) {
      try Cost(on: virtual) {
        guard let found = try reader.select(tag.family) else { throw NoReader() }
        switch tag {
        case .ntag213: try writeType2(with: reader)
        case .felicaLiteS: try writeType3(found.uid.bytes, with: reader)
        case .ntag424, .desfire: try writeType4(with: reader)
        }
      }
    }
  }
}

private func writeType2(with reader: LibNFCReader) throws {
  let pages = try userPages()
  _ = try reader.exchange([0x30, 3])
  for page in pages { _ = try reader.exchange([0xA2] + page) }
  for page in stride(from: 0, to: pages.count, by: 4) {
    _ = try reader.exchange([0x30, pages[page][0]])
  }
}

/// Block 0 says how long the message is, and while that changes that it does.
private func writeType3(_ idm: [UInt8], with reader: LibNFCReader) throws {
  func read(_ blocks: [UInt8]) throws -> [UInt8] {
    let head = [0x06] + idm + [1, 0x0B, 0x00, UInt8(blocks.count)]
    return try reader.exchange(blocks.reduce(into: head) { $0 += [0x80, $1] })
  }
  func write(_ block: UInt8, _ data: [UInt8]) throws {
    let answer = try reader.exchange([0x08] + idm + [1, 0x09, 0x00, 1, 0x80, block] + data)
    guard answer.count >= 11, answer[9] == 0 else { throw NoReader() }
  }
  let message = try message(link)
  var first = Array(try read([0]).suffix(16).prefix(14))
  first[13] = UInt8(message.count)
  func attributes(flag: UInt8) -> [UInt8] {
    first[9] = flag
    let sum = first.reduce(0) { $0 + Int($1) }
    return first + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }
  try write(0, attributes(flag: 0x0F))
  let blocks = padded(message, to: 16)
  for start in stride(from: 0, to: blocks.count, by: 16) {
    try write(UInt8(1 + start / 16), Array(blocks[start..<start + 16]))
  }
  try write(0, attributes(flag: 0x00))
  _ = try read([0, 1, 2, 3])
}

/// The length goes last, as the specification has it.
private func writeType4(with reader: LibNFCReader) throws {
  func ask(_ command: [UInt8]) throws {
    guard try reader.exchange(command).suffix(2) == [0x90, 0x00] else { throw NoReader() }
  }
  func update(_ offset: UInt8, _ data: [UInt8]) throws {
    try ask([0x00, 0xD6, 0x00, offset, UInt8(data.count)] + data)
  }
  let message = try message(link)
  let size = UInt8(message.count)
  try ask([0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00])
  try ask([0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x03])
  try ask([0x00, 0xB0, 0x00, 0x00, 0x0F])
  try ask([0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04])
  try update(0, [0x00, 0x00])
  try update(2, message)
  try update(0, [0x00, size])
  try ask([0x00, 0xB0, 0x00, 0x00, 2 + size])
}

/// Without libnfc, by someone who knows what is on an NTAG213: which chip it is, what its pages
/// hold, one WRITE for each that differs, what they hold then.
func costByHand() throws -> Cost {
  try withNew(.ntag213) { virtual, _ in
    let host = try BareHost(virtual.path)
    return try Cost(on: virtual) {
      try host.ask(.inListPassiveTarget(maximum: 1, .typeA, initiatorData: []))
      try writeByHand(with: host)
    }
  }
}

/// The same from the second command on, when the tag is selected.
func writeByHand(with host: BareHost) throws {
  let pages = try userPages()
  let readAll = Command.inCommunicateThru([0x3A, 4, UInt8(3 + pages.count)])
  try host.ask(.inCommunicateThru([0x60]))
  try host.ask(readAll)
  // The first page is as the factory left it; the second has the length and comes last.
  for page in pages.dropFirst(2) + [pages[1]] {
    try host.ask(.inDataExchange(target: 1, data: [0xA2] + page))
  }
  try host.ask(readAll)
}

/// Each user page with its number in front: the factory's lock control TLV, then the link.
private func userPages() throws -> [[UInt8]] {
  let message = try message(link)
  let area = padded(
    [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, UInt8(message.count)] + message + [0xFE], to: 4)
  return (0..<area.count / 4).map { (number: Int) -> [UInt8] in
    [UInt8(4 + number)] + Array(area[4 * number..<4 * number + 4])
  }
}

private func padded(_ bytes: [UInt8], to size: Int) -> [UInt8] {
  bytes + [UInt8](repeating: 0, count: (size - bytes.count % size) % size)
}
