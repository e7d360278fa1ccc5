// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest

/// What a form can change of a manifest; everything else in its text stays as it is.
package struct JobSettings: Equatable {
  package var title: String
  /// The names of the chips; none for any chip.
  package var chips: [String]
  package var content: TagExpectation.Content
  package var protection: Protection
  package var needsApproval: Bool
  /// Nil where the manifest has several lists, whose settings are in the file alone.
  package var rows: Rows?

  /// What goes onto the tags and who must agree to it, without the words for people.
  package var planned: JobSettings {
    var settings = self
    settings.title = ""
    settings.rows?.label = ""
    settings.rows?.shown = []
    return settings
  }

  package enum Protection: String, CaseIterable {
    case nothing
    case lockAsked = "lock-asked"
    case lockWritten = "lock-written"
    case password
    /// Phones cannot read such tags, so a form only offers it where a manifest has it.
    case passwordReading = "password-reading"

    package var isPassword: Bool { self == .password || self == .passwordReading }
  }

  package struct Rows: Equatable {
    /// Nil where the rows come from a list.
    package var count: Int?
    package var copies: Int
    package var label: String
    package var shown: [String]
  }

  /// What a form cannot say, so that it has to be said in the file.
  package enum Refusal: String, Error, CaseIterable {
    case noChip = "settings-no-chip"
    case badNumber = "settings-bad-number"
    case tooLong = "settings-too-long"
    case notInForm = "settings-in-file"
  }

  /// As the manifest says it; nil if that is written in a way that no form can change.
  package init?(of text: String) {
    guard let elements = ManifestElements(in: text), let job = elements["job"].first,
      elements["link"].count == 1
    else { return nil }
    for name in ["tags", "protect", "approval"] where elements[name].count > 1 { return nil }
    title = job.attributes["title"]?.value ?? ""
    let tags = elements["tags"].first
    chips = (tags?.attributes["chips"]?.value ?? "").split(whereSeparator: \.isWhitespace)
      .map(String.init)
    let content = tags?.attributes["content"]?.value ?? "blank"
    let approval = elements["approval"].first?.attributes["needed"]?.value ?? "no"
    guard let content = TagExpectation.Content(rawValue: content),
      let protection = Self.protection(elements["protect"].first),
      approval == "yes" || approval == "no"
    else { return nil }
    (self.content, self.protection, needsApproval) = (content, protection, approval == "yes")
    guard elements["rows"].count == 1, let rows = elements["rows"].first else { return }
    func number(_ name: String) -> Int?? {
      guard let value = rows.attributes[name]?.value else { return .some(nil) }
      return Int(value).map { .some($0) }
    }
    guard let count = number("count"), let copies = number("copies") else { return }
    self.rows = Rows(
      count: count, copies: copies ?? 1, label: rows.attributes["label"]?.value ?? "",
      shown: (rows.attributes["show"]?.value ?? "").split(whereSeparator: \.isWhitespace)
        .map(String.init))
  }

  private static func protection(_ element: ManifestElements.Found?) -> Protection? {
    switch (element?.attributes["with"]?.value, element?.attributes["when"]?.value) {
    case (nil, _): element == nil ? .nothing : nil
    case ("nothing", _): .nothing
    case ("lock", nil), ("lock", "asked"): .lockAsked
    case ("lock", "written"): .lockWritten
    case ("password", _):
      element?.attributes["reading"]?.value == "yes" ? .passwordReading : .password
    default: nil
    }
  }

  /// The manifest with these settings, and otherwise as it was; a new password comes from this key file.
  package func written(in text: String, keys: String) throws(Refusal) -> String {
    guard let old = JobSettings(of: text), let elements = ManifestElements(in: text),
      let job = elements["job"].first, let link = elements["link"].first
    else { throw .notInForm }
    try requireSense(beside: old)
    var edits = ManifestEdits(text)
    edits.state("title", title, instead: old.title, emptyIs: nil, of: job)
    let tags = elements["tags"].first
    var anchor = tags ?? link
    if chips != old.chips || content != old.content {
      if let tags {
        edits.state(
          "chips", chips.joined(separator: " "), instead: old.chips.joined(separator: " "), of: tags
        )
        edits.state("content", content.rawValue, instead: old.content.rawValue, of: tags)
      } else {
        edits.insert(
          "tags", [("chips", chips.joined(separator: " ")), ("content", content.rawValue)],
          after: link)
      }
    }
    let protect = elements["protect"].first
    if protection != old.protection {
      let known = old.protection.isPassword ? protect?.attributes["keys"]?.value : nil
      let wanted = attributes(keys: known ?? keys)
      if let protect {
        for name in ["with", "when", "keys", "reading"] {
          let value = wanted.first { $0.name == name }?.value
          edits.set(name, value, of: protect)
        }
      } else {
        edits.insert("protect", wanted, after: anchor)
      }
    }
    if let protect, protect.end > anchor.end { anchor = protect }
    if needsApproval != old.needsApproval {
      let word = needsApproval ? "yes" : "no"
      if let approval = elements["approval"].first {
        edits.set("needed", word, of: approval)
      } else {
        edits.insert("approval", [("needed", word)], after: anchor)
      }
    }
    if let rows, let was = old.rows, let element = elements["rows"].first {
      edits.state(
        "count", rows.count.map { "\($0)" } ?? "", instead: was.count.map { "\($0)" } ?? "",
        of: element)
      edits.state("copies", "\(rows.copies)", instead: "\(was.copies)", emptyIs: "1", of: element)
      edits.state("label", rows.label, instead: was.label, emptyIs: nil, of: element)
      edits.state(
        "show", rows.shown.joined(separator: " "), instead: was.shown.joined(separator: " "),
        emptyIs: nil, of: element)
    }
    return edits.text
  }

  private func attributes(keys: String) -> [(name: String, value: String)] {
    switch protection {
    case .nothing: [("with", "nothing")]
    case .lockAsked: [("with", "lock"), ("when", "asked")]
    case .lockWritten: [("with", "lock"), ("when", "written")]
    case .password: [("with", "password"), ("keys", keys)]
    case .passwordReading: [("with", "password"), ("keys", keys), ("reading", "yes")]
    }
  }

  private func requireSense(beside old: JobSettings) throws(Refusal) {
    if chips.isEmpty, !old.chips.isEmpty || content != old.content { throw .noChip }
    guard (rows == nil) == (old.rows == nil), (rows?.count == nil) == (old.rows?.count == nil)
    else {
      throw .notInForm
    }
    if let rows {
      guard 1...JobLimits.copiesMax ~= rows.copies,
        rows.count.map({ 1...JobLimits.rowCountMax ~= $0 }) ?? true
      else { throw .badNumber }
      guard rows.label.utf8.count <= 1_000, rows.shown.count <= JobLimits.shownColumnsMax else {
        throw .tooLong
      }
    }
    guard title.utf8.count <= 1_000, chips.count <= 64 else { throw .tooLong }
  }
}
