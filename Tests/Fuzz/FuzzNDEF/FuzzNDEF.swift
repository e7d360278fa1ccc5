// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF

/// Reads any bytes both ways; where the strict reading succeeds, writing must bring it back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNDEF(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let tolerant = try? MessageReading(bytes, .tolerant)
  for view in tolerant?.views() ?? [] {
    if let flaw = view.flaw, !(0...count).contains(flaw.offset) {
      fatalError("\(flaw) is not in the message")
    }
  }

  guard let strict = try? MessageReading(bytes) else { return 0 }
  if tolerant?.message != strict.message { fatalError("the policies read different records") }
  let deep = try? strict.contents()
  if (deep == nil) == strict.views().allSatisfy({ $0.flaw == nil }) {
    fatalError("views and contents disagree")
  }
  guard let written = try? strict.message.encoded() else {
    fatalError("a message was read that cannot be written")
  }
  if written.count != strict.message.encodedSize { fatalError("the size was foretold wrongly") }
  guard let again = try? MessageReading(written), again.message == strict.message else {
    fatalError("writing changed the message")
  }
  if (try? again.contents()) != deep { fatalError("writing changed what the records say") }
  return 0
}
