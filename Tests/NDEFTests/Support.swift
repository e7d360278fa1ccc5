// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

/// The bytes of hex digits; spaces are for the reader.
func hex(_ text: String) -> [UInt8] {
  let digits = text.utf8.filter { $0 != 0x20 }
  return stride(from: 0, to: digits.count, by: 2).map { index in
    let pair = String(decoding: digits[index..<min(index + 2, digits.count)], as: UTF8.self)
    guard pair.utf8.count == 2, let byte = UInt8(pair, radix: 16) else {
      fatalError("not hex: \(text)")
    }
    return byte
  }
}

/// What decoding came to, so that a test compares values and errors alike.
func decoded(
  _ bytes: [UInt8], _ policy: DecodingPolicy = .strict
) -> Result<[NDEFRecord], NDEFError> {
  do throws(NDEFError) {
    return .success(try NDEFMessage(decoding: bytes, policy).records)
  } catch {
    return .failure(error)
  }
}

/// What a strict reading of the message and of every record in it came to.
func strictContents(_ bytes: [UInt8]) -> Result<[RecordContent], NDEFError> {
  do throws(NDEFError) {
    return .success(try MessageReading(bytes).contents())
  } catch {
    return .failure(error)
  }
}

/// The error of an attempt to build or to encode, or nil.
func flaw<Value>(_ attempt: () throws(NDEFError) -> Value) -> NDEFError? {
  do throws(NDEFError) {
    _ = try attempt()
    return nil
  } catch {
    return error
  }
}

/// Steele's splitmix64: the seed alone decides what follows.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func bytes(upTo limit: Int) -> [UInt8] {
    (0..<Int.random(in: 0...limit, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self)
    }
  }
}
