// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Values that should have been replaced before the file was published.
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
  /// Names that templates begin with.
  ///
  /// Some apps were published under them, so they may be right.
  private static let examples = [
    "com.example", "org.reactjs.native.example", "com.companyname", "com.mycompany",
  ]
  /// Ten characters that stand for a team in documentation and templates.
  private static let teams: Set<String> = [
    "12345ABCDE", "TEAM123456", "ABC123DEF4", "ABCD123456", "ABC1234567", "ABCDEFGHIJ",
    "1234567890", "0123456789",
  ]

  static func isPlaceholder(_ text: String) -> Bool {
    text.contains { brackets.contains($0) }
      || text.lowercased().split(separator: ".").contains { part in
        let word = part.filter { $0 != "-" && $0 != "_" }
        return words.contains(word) || word.hasSuffix("placeholder")
      }
  }

  /// Whether ten capital letters and digits belong to no team.
  static func isPlaceholderTeam(_ prefix: String) -> Bool {
    teams.contains(prefix) || prefix.contains("TEAMID") || Set(prefix.utf8).count == 1
  }

  /// Whether the team part is a placeholder.
  static func isPlaceholderPrefix(_ prefix: String) -> Bool {
    let folded = prefix.lowercased()
    return ["your", "team", "prefix", "replace", "todo"].contains { folded.contains($0) }
  }

  /// Whether a name begins like those of templates and documentation.
  static func isExample(_ name: String) -> Bool {
    examples.contains { name == $0 || name.hasPrefix($0 + ".") }
  }
}
