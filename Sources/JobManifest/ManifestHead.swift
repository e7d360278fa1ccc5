// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// Collects what a manifest says before its rows.
struct ManifestHead {
  private(set) var id = ""
  private var title: String?
  private var tags = TagExpectation()
  private var protection = Protection.nothing
  private var records: [FurtherRecord] = []
  private var apps: [App] = []
  /// The app that the next patterns belong to.
  private var openApp: Int?
  private var needsApproval = false
  var link: URITemplate?
  var linkPosition = TextPosition()

  /// The job, as far as its link can be read.
  var job: Job? {
    guard let link else { return nil }
    return Job(
      id: id, title: title, link: link, tags: tags, protection: protection, records: records,
      apps: apps, needsApproval: needsApproval, linkPosition: linkPosition)
  }

  mutating func readJob(_ attributes: TagAttributes) {
    title = attributes.text("title")
    guard attributes.required("id") != nil else { return }
    id = attributes.text("id", .jobID, where: isJobID) ?? ""
  }

  mutating func readTags(_ attributes: TagAttributes) {
    if attributes.required("chips") != nil,
      let chips = attributes.text("chips", .names, where: { !$0.words.isEmpty })
    {
      let place = attributes.place("chips")
      tags.chips = chips.wordsAndColumns.map {
        Placed(value: $0.word, position: place.moved(by: $0.column))
      }
    }
    tags.content = attributes.choice("content", TagExpectation.Content.self) ?? .blank
    tags.genuine = attributes.choice("genuine", TagExpectation.Genuine.self) ?? .ignore
    tags.mayFormat = attributes.yes("format")
  }

  mutating func readApproval(_ attributes: TagAttributes) {
    if attributes.required("needed") != nil { needsApproval = attributes.yes("needed") }
  }

  private enum ProtectionKind: String, CaseIterable {
    case nothing
    case lock
    case password
  }

  mutating func readProtect(_ attributes: TagAttributes) {
    guard attributes.required("with") != nil,
      let kind = attributes.choice("with", ProtectionKind.self)
    else { return }
    attributes.only("when", with: "with=\"lock\"", if: kind == .lock)
    attributes.only("keys", with: "with=\"password\"", if: kind == .password)
    attributes.only("reading", with: "with=\"password\"", if: kind == .password)
    switch kind {
    case .nothing: protection = .nothing
    case .lock: protection = .lock(attributes.choice("when", Protection.When.self) ?? .asked)
    case .password:
      guard attributes.required("keys") != nil,
        let keys = attributes.text("keys", .text, where: { !$0.isEmpty })
      else { return }
      let placed = Placed(value: keys, position: attributes.place("keys"))
      protection = .password(keys: placed, guardsReading: attributes.yes("reading"))
    }
  }

  mutating func readRecord(
    _ attributes: TagAttributes, note: (Problem, TextPosition) -> Void
  ) {
    let kind = attributes.one(of: ["android", "text"])
    attributes.only("language", with: "text", if: kind == "text")
    if kind == "android" {
      guard let name = attributes.text("android", .packageName, where: isPackageName) else {
        return
      }
      records.append(.android(package: name))
    } else if kind == "text", let text = attributes.text("text") {
      let language = attributes.text("language", .language, where: isLanguage)
      do throws(TextTemplate.Fault) {
        records.append(.text(try TextTemplate(text), language: language ?? "en"))
      } catch {
        note(.braces(of: text, error), attributes.place("text").moved(by: error.offset))
      }
    }
  }

  mutating func readApp(_ attributes: TagAttributes, note: (Problem, TextPosition) -> Void) {
    let kind = attributes.one(of: ["ios", "clip", "android"])
    for name in ["certificate", "filters", "links"] {
      attributes.only(name, with: "android", if: kind == "android")
    }
    attributes.only("entitlements", with: "ios or clip", if: kind == "ios" || kind == "clip")
    openApp = nil
    func add(_ kind: App.Kind) {
      var app = App(kind: kind, position: attributes.position)
      app.declarations = declarations(of: attributes, kind)
      app.opensWholeHost =
        attributes.text("links", .oneOf(["all", "listed"])) { $0 == "all" || $0 == "listed" }
        == "all"
      if let first = apps.firstIndex(where: { $0.kind.isSameApp(as: kind) }) {
        // Its patterns are kept for the app, so that links are not reported as opening nothing.
        openApp = first
        note(.sameApp(kind.name, as: apps[first].position), attributes.position)
      } else {
        openApp = apps.count
        apps.append(app)
      }
    }
    switch kind {
    case "ios":
      if let id = attributes.text("ios", .appleIdentifier, where: isAppleIdentifier) {
        add(.ios(id))
      }
    case "clip":
      if let id = attributes.text("clip", .appleIdentifier, where: isAppleIdentifier) {
        add(.clip(id))
      }
    case "android":
      let name = attributes.text("android", .packageName, where: isPackageName)
      let certificates =
        attributes.required("certificate") == nil
        ? nil : attributes.text("certificate", .certificates, where: areCertificates)
      if let name, let certificates {
        add(.android(package: name, certificates: certificates.words.map { $0.uppercased() }))
      }
    default: break
    }
  }

  private func declarations(
    of attributes: TagAttributes, _ kind: App.Kind
  ) -> [App.Declaration]? {
    switch kind {
    case .ios, .clip:
      let service = if case .ios = kind { "applinks" } else { "appclips" }
      return attributes.text("entitlements", .entitlements, where: areEntitlements)
        .map { App.Declaration.entitlements(in: $0, for: service) }
    case .android:
      return attributes.text("filters", .filters, where: areFilters)
        .map { App.Declaration.filters(in: $0) }
    }
  }

  mutating func readPattern(
    _ attributes: TagAttributes, isExcluded: Bool, note: (Problem, TextPosition) -> Void
  ) {
    guard ["path", "query", "fragment"].contains(where: attributes.has) else {
      note(
        .missingAttribute(["path", "query", "fragment"], of: attributes.element.rawValue),
        attributes.position)
      return
    }
    guard let openApp else { return }
    if apps[openApp].opensWholeHost { return note(.patternBesideAll, attributes.position) }
    apps[openApp].patterns.append(
      App.Pattern(
        isExcluded: isExcluded, path: attributes.text("path"), query: attributes.text("query"),
        fragment: attributes.text("fragment"), position: attributes.position))
  }
}

extension TextPosition {
  func moved(by columns: Int) -> TextPosition {
    TextPosition(line: line, column: column + columns)
  }
}
