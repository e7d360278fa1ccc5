// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

/// A reader of the tests: it answers from a script and remembers what was asked of it.
final class FakeReader: TagReader {
  enum Step {
    case finds(TagInField?)
    case lists([TagInField])
    case answers([UInt8])
    case fails(ReaderError)
    case halts
  }

  let identity = ReaderIdentity(name: "fake", model: "a reader of the tests")
  private(set) var asked: [String] = []
  private var script: [Step]

  init(_ script: [Step]) {
    self.script = script
  }

  var isFinished: Bool { script.isEmpty }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    asked.append("select \(family) \(uid?.description ?? "any")")
    switch next() {
    case .finds(let tag): return tag
    case .fails(let error): throw error
    default: throw .notPossible
    }
  }

  func felicaTags() throws(ReaderError) -> [TagInField] {
    asked.append("list felica")
    switch next() {
    case .lists(let tags): return tags
    case .fails(let error): throw error
    default: throw .notPossible
    }
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    asked.append("\(care) \(hexText(command))")
    switch next() {
    case .answers(let bytes): return bytes
    case .fails(let error): throw error
    default: throw .notPossible
    }
  }

  func halt() throws(ReaderError) {
    asked.append("halt")
    guard case .halts = next() else { throw .notPossible }
  }

  func switchField(on: Bool) throws(ReaderError) {
    asked.append("field \(on ? "on" : "off")")
  }

  private func next() -> Step {
    script.isEmpty ? .fails(.readerGone) : script.removeFirst()
  }
}

func typeATag(_ uid: [UInt8]) throws -> TagInField {
  let uid = try #require(TagUID(uid))
  return TagInField(uid: uid, technology: .typeA(atqa: 0x0044, sak: 0, ats: []))
}
