// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Values that were meant to be replaced before the file was published.
enum Placeholder {
  /// Whole parts between dots, without hyphens and underscores; `com.findyourway.app` is a real name.
  private static let words: Set<String> = [
    "teamid", "team id", "teamidentifier", "appid", "appidprefix", "bundleid", "bundleidentifier",
    "placeholder", "changeme", "xxxxxxxxxx", "packagename", "your", "yourapp", "yourappid",
    "yourappname", "yourbundleid", "yourbundleidentifier", "yourcompany", "yourcompanyname",
    "yourdomain", "yourname", "yourorg", "yourorganization", "yourpackage", "yourpackagename",
    "yourteam", "yourteamid",
  ]
  private static let brackets = "<>{}[]$"
  private static let examples = ["com.example", "org.reactjs.native.example"]

  static func isPlaceholder(_ text: String) -> Bool {
    text.contains { brackets.contains($0) }
      || text.lowercased().split(separator: ".").contains { part in
        words.contains(part.filter { $0 != "-" && $0 != "_" })
      }
  }

  /// Whether what is in place of ten capital letters and digits is meant to be replaced.
  static func isPlaceholderPrefix(_ prefix: String) -> Bool {
    let folded = prefix.lowercased()
    return ["your", "team", "prefix", "replace", "todo"].contains { folded.contains($0) }
  }

  /// Whether a name is one with which templates and documentation begin.
  static func isExample(_ name: String) -> Bool {
    examples.contains { name == $0 || name.hasPrefix($0 + ".") }
  }
}
