// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files

/// How web servers are told to send the association files, from `Templates/servers`.
enum ServerSnippets {
  static let all: [(name: String, bytes: [UInt8])] =
    ["nginx.conf", "apache.conf", "Caddyfile"].map { name in
      (name, TemplateFiles.bytes(at: "servers/\(name)"))
    }

  /// Whether a file is a snippet, perhaps an older one, and no configuration of someone else.
  ///
  /// The first line is only the licence, so it takes two to tell.
  static func isSnippet(_ bytes: [UInt8], like snippet: [UInt8]) -> Bool {
    opening(of: bytes) == opening(of: snippet)
  }

  private static func opening(of bytes: [UInt8]) -> ArraySlice<ArraySlice<UInt8>> {
    bytes.split(separator: 0x0A, maxSplits: 2).prefix(2)
  }
}
