// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import Glibc
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagKeys
internal import TagMemory

// What a job says of itself, by form, and the key file of its passwords.

extension PageHost {
  /// The settings as a form shows them, with what can be chosen.
  func settings(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    let text = JobAnswer.manifest(of: file)
    let settings = JobSettings(of: text)
    let chips = TagChip.allCases.map(\.name)
    // A chip that is not in the form would be lost by saving it.
    let isKnown = settings?.chips.allSatisfy(chips.contains) ?? false
    return [
      "manifest": .string(text), "settings": isKnown ? settings.map(\.json) ?? .null : .null,
      "chips": .array(chips.map { .string($0) }),
      "columns": .array(
        columns(of: file).map {
          ["variable": .string($0.variable), "heading": .string($0.heading)]
        }),
      "tagged": .integer(taggedCount(of: file)),
    ]
  }

  /// How many rows have a tag already.
  private func taggedCount(of file: String) -> Int {
    guard let id = desk.head(of: file).job?.id,
      let counts = desk.ledger(of: file, job: id)?.counts
    else { return 0 }
    return counts.done + counts.begun
  }

  private func columns(of file: String) -> [SheetSurvey.Column] {
    let answer = answer(of: file)
    // Where a manifest says where the headings are, it can say more than a survey finds.
    guard answer.sheets.count == 1, let sheet = answer.sheets.first, sheet.header == nil else {
      return []
    }
    let encoding = answer.preflight.encodings[sheet.file]
    return (try? SheetSurvey(of: sheet.file, sheet: sheet.sheet, encoding: encoding))?.columns ?? []
  }

  func saveSettings(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let seen = try order.needed("manifest")
      guard let was = JobSettings(of: seen), case .order(let body) = order,
        let settings = JobSettings(body.node("settings"), beside: was)
      else { throw JobSettings.Refusal.notInForm.failure }
      let isPassword = settings.protection.isPassword
      if taggedCount(of: file) > 0 {
        guard (settings.rows?.copies == 1) == (was.rows?.copies == 1) else {
          throw .refused(
            .`copies-fixed`,
            "Tags are written already, and their rows would get other ids if there were copies now."
          )
        }
        guard
          settings.protection == was.protection || !isPassword && !was.protection.isPassword
        else {
          throw .refused(
            .`password-fixed`,
            "Tags are written already, and some would have a password while others have none.")
        }
      }
      let key = KeyPlace(ofManifest: file)
      if isPassword, !was.protection.isPassword, !key.isThere {
        throw .refused(.`key-needed`, "Make the key file of the passwords first.")
      }
      var text = ""
      do throws(JobSettings.Refusal) {
        text = try settings.written(in: seen, keys: key.name)
      } catch {
        throw error.failure
      }
      guard text != seen else { return }
      let change = { () throws(Failure) in try ManifestEdit(file).change(seen) { _ in text } }
      if settings.planned == was.planned { try keepingRead(file, change) } else { try change() }
    }
  }

  /// Makes the key file of a job's passwords, in the job's folder and under its fixed name.
  func makeKey(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let place = KeyPlace(ofManifest: file)
      if let ledger = try? ledgerToRead(of: file) {
        // A new key could never change the tags that have passwords from the old one.
        let trouble = try ledger.asking { (ledger) throws(LedgerError) in
          try ledger.trouble(withKey: "")
        }
        guard trouble == nil else {
          throw .refused(
            .`key-lost`,
            "Tags of this job have passwords from another key file. Put that file back in its place."
          )
        }
      }
      do throws(KeyFileError) {
        _ = try KeyFile.create(at: place.path, name: desk.head(of: file).job?.id ?? place.name)
      } catch {
        throw Failure(error)
      }
    }
  }
}

/// Where the page makes the key file of a job: beside its manifest, under the same name.
struct KeyPlace {
  let name: String
  let path: String

  init(ofManifest file: String) {
    let manifest = file.split(separator: "/").last.map(String.init) ?? file
    name =
      (manifest.lowercased().hasSuffix(".xml") ? String(manifest.dropLast(4)) : manifest) + ".keys"
    path = String(file.dropLast(manifest.count)) + name
  }

  var isThere: Bool { isOrdinaryFile(path) }

  /// The key file that a job's passwords come from, and where the page would make one; nothing of what is
  /// in it.
  static func json(of file: String, _ protection: Protection?) -> JSONValue {
    let own = KeyPlace(ofManifest: file)
    // The folder that was opened is the program's own.
    let here = getcwd(nil, 0)
    defer { free(here) }
    let folder = here.map { String(cString: $0) } ?? "."
    func shown(_ path: String) -> JSONValue {
      .string(visible(path.hasPrefix("/") ? path : "\(folder)/\(path)"))
    }
    guard case .password(let keys, _)? = protection else {
      return ["own": shown(own.path), "ownIsThere": .bool(own.isThere), "file": nil]
    }
    let path = neighbour(keys.value, of: file)
    return [
      "own": shown(own.path), "ownIsThere": .bool(own.isThere), "file": shown(path),
      "isThere": .bool(isOrdinaryFile(path)),
    ]
  }
}

extension JobSettings.Refusal {
  fileprivate var failure: Failure {
    let words =
      switch self {
      case .noChip: "Choose at least one chip."
      case .badNumber: "Give a whole number that is not too large."
      case .tooLong: "This is too long, or too much of it."
      case .notInForm: "This form cannot say what the manifest says. Change it by hand, below."
      }
    return .refused(rawValue, words)
  }
}

extension JobSettings {
  fileprivate var json: JSONValue {
    [
      "title": .string(title), "chips": .array(chips.map { .string($0) }),
      "content": .string(content.rawValue), "protection": .string(protection.rawValue),
      "needsApproval": .bool(needsApproval),
      "rows": rows.map { rows in
        [
          "count": rows.count.map { .integer($0) } ?? .null, "copies": .integer(rows.copies),
          "label": .string(rows.label), "shown": .array(rows.shown.map { .string($0) }),
        ]
      } ?? .null,
    ]
  }

  /// As a page sends them; nil if something is missing or is of another kind.
  fileprivate init?(_ node: JSONNode?, beside was: JobSettings) {
    self = was
    func texts(_ node: JSONNode?) -> [String]? {
      let texts = node?.elements?.map(\.string)
      return texts.flatMap { $0.contains(nil) ? nil : $0.compactMap(\.self) }
    }
    guard let node, let title = node["title"]?.string, let chips = texts(node["chips"]),
      chips == was.chips || chips.allSatisfy({ TagChip(name: $0) != nil }),
      let content = node["content"]?.string.flatMap({ TagExpectation.Content(rawValue: $0) }),
      let protection = node["protection"]?.string.flatMap({ Protection(rawValue: $0) }),
      let needsApproval = node["needsApproval"]?.bool
    else { return nil }
    self.title = title
    self.chips = chips
    self.content = content
    self.protection = protection
    self.needsApproval = needsApproval
    guard var rows = was.rows else { return }
    guard let sent = node["rows"], let copies = sent["copies"]?.number?.int,
      let label = sent["label"]?.string, let shown = texts(sent["shown"])
    else { return nil }
    if rows.count != nil { rows.count = sent["count"]?.number?.int ?? 0 }
    (rows.copies, rows.label, rows.shown) = (copies, label, shown)
    self.rows = rows
  }
}
