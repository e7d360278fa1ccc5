// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import JobSites
internal import JobWork
internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import TagMemory

extension Preflight {
  /// The summary of a job as people read it.
  func page(of path: String) -> String {
    let verdict = "\(countOfTags), \(countOfProblems)"
    guard let job else { return "\(visible(path)): \(verdict)\n" }
    let title = job.title ?? (job.id.isEmpty ? path : job.id)
    var lines = ["\(visible(title)): \(verdict)"]
    func add(_ name: String, _ texts: [String]) {
      for (index, text) in texts.enumerated() {
        let label = index == 0 ? name : ""
        lines.append("  \(label.padded(to: 12))\(text)")
      }
    }
    add(
      "chips",
      job.tags.chips.isEmpty
        ? ["any; <tags> names none, so no size was checked"] : chips.map(\.words))
    add(
      "letters",
      unusedGuesses.sorted().map { file in
        "\(visible(file)) was read as \(encodings[file]?.name ?? "UTF-8"), which is a guess; no tag needs them"
      })
    add("protection", [job.protection.words + (key.map { " (key \($0))" } ?? "")])
    guard lateRowCount == 0 else {
      add("resolver", lateWords)
      return lines.joined(separator: "\n") + "\n"
    }
    add("hosts", hostWords)
    add("apps", appWords)
    return lines.joined(separator: "\n") + "\n"
  }

  private var lateWords: [String] {
    [
      "not asked, because each question may use something up",
      "the links of \(count(grouped: lateRowCount, "tag")) are made when it has answered for "
        + "that tag;",
      "each is then measured and matched with the apps before a byte is written",
    ]
  }

  private var appWords: [String] {
    guard areAppsJudged else { return ["not judged; the association files cannot be read"] }
    return apps.isEmpty
      ? ["none; phones open the links in the browser"]
      : apps.flatMap { app in
        app.words
          + (app.rows > 0 && app.app.platform == .android && listedApps.contains(app.app.name)
            ? Self.danger : [])
      }
  }

  /// What the files do to links that are not the job's.
  private static let danger = [
    "  From Android 15 on, it then opens no other link of the host;",
    "  links=\"all\" changes that.",
  ]

  private var countOfTags: String {
    let names = chips.map(\.chip.name)
    let list = names.joined(separator: " or ")
    return count(grouped: rowCount, "tag") + (names.isEmpty ? "" : " of \(list)")
  }

  private var countOfProblems: String {
    let warnings = warningCount
    let parts = [
      findings.errorCount == 0 ? nil : count(grouped: findings.errorCount, "error"),
      warnings == 0 ? nil : count(grouped: warnings, "warning"),
    ].compactMap(\.self)
    return parts.isEmpty ? "nothing wrong" : parts.joined(separator: ", ")
  }

  /// A few hosts by name, because no one reads a thousand.
  var hostWords: [String] {
    let most = 5
    var words = hosts.prefix(most).map { "\(visible($0.name)) (\(grouped($0.rows)))" }
    let rows = hosts.dropFirst(most).reduce(otherHostRows) { $0 + $1.rows }
    if rows > 0 { words.append("others (\(grouped(rows)))") }
    return words.isEmpty ? ["none"] : words
  }
}

extension ChipFit {
  fileprivate var words: String {
    let name = "\(chip.name): "
    guard let capacity else { return name + "each tag itself says how much fits" }
    guard free != .max else { return name + "messages of \(capacity) bytes fit" }
    let row = visible(tightestRow)
    guard rowsTooLarge == 0 else {
      return name + "\(count(grouped: rowsTooLarge, "row")) too large; the largest, \(row), by"
        + " \(count(grouped: -free, "byte"))"
    }
    return name + "every row fits; the largest, \(row), leaves \(count(grouped: free, "byte"))"
  }
}

extension Protection {
  fileprivate var words: String {
    switch self {
    case .nothing: "none; anyone can change the tags"
    case .lock(.asked): "permanently locked when you run 'tagpress lock'"
    case .lock(.written): "permanently locked as soon as they are written"
    case .password(let keys, let guardsReading):
      (guardsReading ? "a password for reading and writing, " : "a password for writing, ")
        + "from \(visible(keys.value))"
    }
  }
}
