// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TestSupport

/// Takes the input for a tag of any type and for a wish, plans the writing of a message, and carries
/// the plan out on a memory of its own; stops if a phone sees anything else on the way than the old
/// message, none, or the new one, and at the end anything but the new one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTagMemory(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
  let kind = Int(input.byte() & 0x0F)
  let wish = Wish(&input)
  switch kind {
  case Chip.allCases.indices: checkType2(Chip.allCases[kind], wish, input.rest)
  case Chip.allCases.count: checkType2(nil, wish, input.rest)
  case 14: checkType3(wish, &input)
  case 15: checkType4(wish, &input)
  default: checkType5(wish, &input)
  }
  return 0
}

/// The bytes of the input that are not used yet; zeros when there are no more.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = Array(bytes)[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// This many bytes from the front of the rest.
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}

/// What is to be written, and what of the tag is known before.
struct Wish {
  let mayFormat: Bool
  /// Whether all of the tag was read, or only what planning asks for.
  let readsAll: Bool
  /// A bit that means something else on each type of tag.
  let isOther: Bool
  private let fills: Bool
  private let carriesTLVs: Bool
  private let size: Int
  private let filler: UInt8

  private static let sizeMax = 0x1FFF

  init(_ input: inout FuzzInput) {
    let options = input.byte()
    mayFormat = options & 1 != 0
    readsAll = options & 2 != 0
    isOther = options & 4 != 0
    carriesTLVs = options & 8 != 0
    fills = options & 16 != 0
    size = Int(input.byte()) | Int(input.byte()) << 8 & Wish.sizeMax
    filler = input.byte()
  }

  /// One record of the size that is wished, or of about as much as fits; empty when that is too few.
  ///
  /// It may be full of messages for a reader that begins in the middle of it: none of them must ever
  /// come to light.
  func message(where capacity: Int?) -> [UInt8] {
    let size = min(fills ? max(0, (capacity ?? 0) + size % 4 - 1) : size, Wish.sizeMax)
    guard size >= 4 else { return [] }
    let short = size - 3
    let long = size - 6
    let head: [UInt8] =
      short <= 0xFF
      ? [0xD5, 0x00, UInt8(short)]
      : [0xC5, 0x00, 0x00, 0x00, UInt8(long >> 8), UInt8(long & 0xFF)]
    let hidden: [UInt8] = [0x03, 0x05, 0xD5, 0x00, 0x02, filler, filler, 0xFE]
    let part = carriesTLVs ? hidden : [filler]
    return head + (0..<size - head.count).map { part[$0 % part.count] }
  }
}

/// Whether a phone may see this while a message is being written.
func isHarmless(_ seen: Seen, old: Seen, new: [UInt8]) -> Bool {
  [old, .nothing, .message([]), .message(new)].contains(seen)
}

/// The first bytes of the input as a memory of this size, zeros after them.
func memory(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8] {
  let known = Array(bytes.prefix(size))
  return known + [UInt8](repeating: 0, count: size - known.count)
}

func expect(_ isTrue: Bool, _ words: @autoclosure () -> String) {
  if !isTrue { fatalError("The fuzzer has found a disagreement: \(words())") }
}
