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
