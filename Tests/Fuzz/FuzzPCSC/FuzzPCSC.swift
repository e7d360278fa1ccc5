// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagReading
import TestSupport

@testable import PCSCReader

/// Puts a message on a tag through a PC/SC reader that fails and lies as the input has it.
///
/// Nothing that a reader says may stop the program. One that only failed and never lied has the
/// message on its tag when the tag is called done, and never another one that was not there before.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPCSC(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let slot = FuzzSlot(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  let old = slot.seen
  let reader = PCSCReader(name: "pcsc:", slot: slot)
  var isDone = false
  for family in [TagFamily.vicinity, .typeA, .vicinity] where !isDone {
    do throws(ReaderError) {
      guard let found = try reader.select(family) else { continue }
      isDone = try put(on: found, through: reader)
    } catch {
      expect(error.words { "\($0)." }.hasSuffix("."), "\(error)")
    }
    guard !slot.hasLied else { continue }
    let seen = slot.seen
    expect([old, .nothing, .message([]), .message(message)].contains(seen), "\(seen)")
    expect(!isDone || seen == .message(message), "\(seen) on a tag that is done")
  }
  return 0
}

/// The link `https://example.com/new`.
private let message: [UInt8] =
  [0xD1, 0x01, 0x10, 0x55, 0x04] + Array("example.com/new".utf8)

/// Whether the tag is called done.
private func put(on tag: TagInField, through reader: PCSCReader) throws(ReaderError) -> Bool {
  do throws(TagError) {
    let tag = try openTag(tag, on: reader)
    _ = try tag.put(TagOrder(message: message, permissions: [.format]))
    return true
  } catch {
    expect(error.words { "\($0)." }.hasSuffix("."), "\(error)")
    return false
  }
}

func expect(_ isTrue: Bool, _ words: @autoclosure () -> String) {
  if !isTrue { fatalError("The fuzzer has found a disagreement: \(words())") }
}
