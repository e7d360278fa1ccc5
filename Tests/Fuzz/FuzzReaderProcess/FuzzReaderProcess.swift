// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import ReaderProcess

/// Reads a message of either direction from the input, and writes what it says again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReaderProcess(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  if let request = ReaderRequest(bytes: input), request.bytes != input {
    fatalError("a request has changed: \(request)")
  }
  if let reply = ReaderReply(bytes: input), reply.bytes != input {
    fatalError("a reply has changed: \(reply)")
  }
  return 0
}
