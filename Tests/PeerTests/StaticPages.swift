// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A web server on a port of the loopback that only gives files.
final class StaticPages {
  let port: UInt16
  let folder: TemporaryDirectory
  private let program: BackgroundProgram

  var address: String { "http://127.0.0.1:\(port)/" }

  init(_ files: [String: String]) throws {
    folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(text, to: name) }
    port = try freePort()
    program = try BackgroundProgram(
      "/bin/sh",
      [
        "-c", "exec python3 -m http.server --bind 127.0.0.1 \"$0\" >log 2>&1", "\(port)",
      ], directory: folder.path)
    try #require(isOpen(port), "python3 gives no files")
  }
}
