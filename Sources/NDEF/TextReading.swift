// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A value as far as its bytes are readable, and the first rule that they break.
///
/// The flaw's offset counts from the first of these bytes.
struct Reading<Value> {
  var value: Value
  var flaw: NDEFError?

  func view(_ content: (Value) -> RecordContent) -> RecordView {
    RecordView(content: content(value), flaw: flaw)
  }
}

/// Reads UTF-8 from `start` on; ill-formed bytes become U+FFFD.
func readUTF8(_ bytes: [UInt8], from start: Int = 0) -> Reading<String> {
  let text = bytes.span.extracting(droppingFirst: start)
  do throws(UTF8.ValidationError) {
    return Reading(value: String(copying: try UTF8Span(validating: text)))
  } catch {
    return Reading(
      value: String(decoding: bytes.dropFirst(start), as: UTF8.self),
      flaw: NDEFError(.notUTF8, at: start + error.byteOffsets.lowerBound))
  }
}

/// Reads UTF-8 that must not hold control characters: no link or app name has them, and a NUL or
/// a line break makes other programs read less, or more, than what was checked.
func readVisibleUTF8(_ bytes: [UInt8], from start: Int = 0) -> Reading<String> {
  var reading = readUTF8(bytes, from: start)
  if reading.flaw == nil, let index = firstControlCharacter(in: bytes, from: start) {
    reading.flaw = NDEFError(.controlCharacter, at: index)
  }
  return reading
}

/// The place of the first C0 control, delete or C1 control in well-formed UTF-8.
func firstControlCharacter(in bytes: [UInt8], from start: Int) -> Int? {
  var afterC2 = false
  for index in bytes.indices.dropFirst(start) {
    let byte = bytes[index]
    if byte < 0x20 || byte == 0x7F { return index }
    // U+0080–U+009F are C2 80–C2 9F.
    if afterC2 && byte < 0xA0 { return index - 1 }
    afterC2 = byte == 0xC2
  }
  return nil
}

/// Whether a byte is a printable ASCII character other than the space.
func isVisibleASCII(_ byte: UInt8) -> Bool {
  (0x21...0x7E).contains(byte)
}
