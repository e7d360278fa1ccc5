// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PageServer

/// Reads a head from the input at once and byte by byte; what is taken must be safe to act on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequestHead(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  var atOnce = RequestHeadReader()
  let whole = reading([input[...]], with: &atOnce)
  var bytewise = RequestHeadReader()
  if reading(input.indices.map { input[$0...$0] }, with: &bytewise) != whole
    || bytewise.count != atOnce.count
  {
    fatalError("it depends on how the bytes come")
  }
  guard case .success(let head?) = whole else { return 0 }
  let taken = input[..<atOnce.count]
  if !taken.suffix(4).elementsEqual("\r\n\r\n".utf8) { fatalError("\(head) ends too early") }
  if head.method == .get, head.contentLength != 0 { fatalError("\(head) has a body") }
  let parts = head.path.utf8.split(
    separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
  ).map { String(Substring($0)) }
  if parts.first != "" || parts.dropFirst().dropLast().contains("") || parts.contains("..")
    || parts.contains(".") || parts.count < 2
  {
    fatalError("\(head) has a path that leads elsewhere")
  }
  let texts = [head.path] + head.query.flatMap { [$0.key, $0.value] }
  if texts.contains(where: {
    $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }) {
    fatalError("\(head) has a control character")
  }
  return 0
}

private func reading(
  _ pieces: [ArraySlice<UInt8>], with reader: inout RequestHeadReader
) -> Result<RequestHead?, RequestRefusal> {
  do throws(RequestRefusal) {
    for piece in pieces {
      if let head = try reader.read(piece) { return .success(head) }
    }
    return .success(nil)
  } catch {
    return .failure(error)
  }
}
