// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

/// A Type 4 tag of the tests, with trouble at chosen exchanges.
final class FakeCard: TagReader {
  enum Trouble {
    /// The command does not arrive.
    case unheard
    /// The command is done, and its answer does not arrive.
    case unanswered
    case answers([UInt8])
    /// The command is done, and the answer says something else.
    case doesButAnswers([UInt8])
    /// The tag is taken away before the command.
    case leaves
  }

  let identity = ReaderIdentity(name: "fake", model: "a reader of the tests")
  let tag: TagInField
  var files: [UInt16: [UInt8]]
  var name: [UInt8]? = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
  /// What it says in the chip's own language.
  var native: [[UInt8]: [UInt8]] = [:]
  /// What it says to the second half of an authentication, in which no two readers say the same.
  var answerToProof: [UInt8]?
  /// By the number of the exchange, from 0.
  var trouble: [Int: Trouble] = [:]
  private(set) var asked: [String] = []
  private var exchanges = 0
  private var isOpen = false
  private var file: UInt16?
  private var isGone = false

  init(_ tag: TagInField, container: [UInt8], file: [UInt8], id: UInt16 = 0xE104) {
    self.tag = tag
    files = [0xE103: container, id: file]
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    asked.append("select")
    (isOpen, file) = (false, nil)
    return isGone ? nil : tag
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    asked.append(hexText(command))
    defer { exchanges += 1 }
    switch trouble[exchanges] {
    case nil: break
    case .unheard: throw .silent
    case .unanswered:
      _ = answer(command)
      throw .silent
    case .answers(let bytes): return bytes
    case .doesButAnswers(let bytes):
      _ = answer(command)
      return bytes
    case .leaves: isGone = true
    }
    guard !isGone else { throw .silent }
    return answer(command)
  }

  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) {}

  private func answer(_ command: [UInt8]) -> [UInt8] {
    guard command.count > 4, command[0] == 0 else {
      if let answerToProof, command.starts(with: [0x90, 0xAF, 0, 0, 32]) { return answerToProof }
      return native[command] ?? [0x6E, 0x00]
    }
    let offset = Int(command[2]) << 8 | Int(command[3])
    switch (command[1], command[2]) {
    case (0xA4, 0x04):
      isOpen = name.map { command.dropFirst(5).starts(with: $0) } ?? false
      return isOpen ? [0x90, 0x00] : [0x6A, 0x82]
    case (0xA4, 0x00):
      let id = command.dropFirst(5).reduce(0) { $0 << 8 | UInt16($1) }
      guard isOpen, files[id] != nil else { return [0x6A, 0x82] }
      file = id
      return [0x90, 0x00]
    case (0xB0, _):
      guard let content = file.flatMap({ files[$0] }) else { return [0x69, 0x86] }
      return content.dropFirst(offset).prefix(Int(command[4])) + [0x90, 0x00]
    case (0xD6, _):
      let data = command.dropFirst(5)
      guard let file, let content = files[file], offset + data.count <= content.count else {
        return [0x6A, 0x84]
      }
      files[file]?.replaceSubrange(offset..<offset + data.count, with: data)
      return [0x90, 0x00]
    default: return [0x6D, 0x00]
    }
  }
}

/// Upper-case digits without spaces.
func hexText(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}

/// The bytes of hexadecimal text; spaces are only for the eye.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }

/// A smart card in the field.
func smartCard(_ uid: [UInt8], ats: String = "7000700000") throws -> TagInField {
  TagInField(
    uid: try #require(TagUID(uid)), technology: .typeA(atqa: 0x0344, sak: 0x20, ats: hex(ats)))
}
