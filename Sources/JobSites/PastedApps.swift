// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
internal import SiteAssociation
package import SiteFetch
internal import StrictJSON

/// The apps in a text that a person has of them: from Xcode, Play Console, `keytool`, `apksigner`, or a
/// file of a website.
package struct PastedApps: Equatable {
  package private(set) var apps: [App.Kind] = []
  /// Packages without a certificate, or certificates without a package.
  package private(set) var packages: [String] = []
  package private(set) var certificates: [String] = []
  /// The host of a file that is online already.
  package private(set) var host: ProbedHost?
  package private(set) var notes: Set<Note> = []
  private var teams: [String] = []

  /// What was seen, and is not what opens links.
  package enum Note: String, CaseIterable, Sendable {
    /// Each developer has one of these; the app of the store is signed with another.
    case debugKey = "debug-key"
    /// A fingerprint of another kind than SHA-256.
    case weakFingerprint = "weak-fingerprint"
    case uploadKey = "upload-key"
    /// Its page in Apple's store does not say who signs an app.
    case appStore = "app-store"
    case notSecure = "not-secure"
    /// What stands before a bundle ID looks like a team, and cannot be one.
    case wrongTeam = "wrong-team"
  }

  package enum Missing: String, CaseIterable, Sendable {
    /// The package of an Android app whose certificate is there.
    case package
    /// A certificate, or a team: the name alone may be that of either kind of app.
    case certificate
    case bundle
  }

  /// More than a person has; nothing longer is looked at.
  package static let byteMax = 256 << 10
  private static let appsMax = 16

  package init(_ text: String) {
    guard text.utf8.count <= Self.byteMax else { return }
    if let node = Self.json(text) {
      look(at: node, isClip: false)
    } else {
      var part = Part()
      for line in text.split(whereSeparator: \.isNewline) { read(line, &part) }
      combine()
    }
  }

  /// What the files of a website say; nil if none came.
  package init?(onlineAt host: ProbedHost, _ fetcher: Fetcher) {
    let answers = HostInquiry(fetcher).ask(host.name, port: host.port, asksOthers: false)
    let judgement = HostJudgement(answers)
    let texts = AssociationKind.allCases.compactMap { kind in
      judgement.served(kind).flatMap { judgement.judgedReply($0.file) }.map {
        String(decoding: $0.body, as: UTF8.self)
      }
    }
    guard !texts.isEmpty else { return nil }
    self = texts.map { PastedApps($0) }.reduce(into: PastedApps("")) { $0.add($1) }
  }

  /// What is missing before there is an app.
  package var missing: Missing? {
    if !apps.isEmpty { return nil }
    if !certificates.isEmpty { return .package }
    if !packages.isEmpty { return .certificate }
    return teams.isEmpty ? nil : .bundle
  }

  /// What is in another text, too.
  package mutating func add(_ other: PastedApps) {
    for app in other.apps { add(app) }
    notes.formUnion(other.notes)
  }

  private mutating func add(_ app: App.Kind?) {
    guard let app, apps.count < Self.appsMax else { return }
    if let index = apps.firstIndex(where: { $0.isSameApp(as: app) }) {
      apps[index] = apps[index].withCertificates(of: app)
    } else {
      apps.append(app)
    }
  }
}

// Files, and snippets of them.
extension PastedApps {
  private static func json(_ text: String) -> JSONNode? {
    guard text.contains(where: { "{[".contains($0) }) else { return nil }
    // A part of a file lacks what is around it.
    return [text, "[\(text)]", "{\(text)}"].lazy
      .compactMap { JSONLint(Array($0.utf8)).document?.root }
      .first { $0.members != nil || $0.elements != nil }
  }

  private mutating func look(at node: JSONNode, isClip: Bool) {
    if let package = node["package_name"]?.string {
      let found = (node["sha256_cert_fingerprints"]?.elements ?? []).compactMap(\.string)
      let app = App.Kind(android: package, certificates: found.compactMap(Self.fingerprint))
      if app == nil, App.Kind.isPackage(package), !packages.contains(package) {
        packages.append(package)
      }
      return add(app)
    }
    for member in node.members ?? [] {
      switch member.key {
      // They open no link.
      case "webcredentials", "activitycontinuation": continue
      case "appID", "appIDs", "apps":
        for text in [member.value.string].compactMap(\.self)
          + (member.value.elements ?? []).compactMap(\.string)
        {
          add(App.Kind(apple: text, isClip: isClip))
        }
      default: look(at: member.value, isClip: isClip || member.key == "appclips")
      }
    }
    for element in node.elements ?? [] { look(at: element, isClip: isClip) }
  }
}

// What programs print, and what people write.
extension PastedApps {
  /// What the lines above say of the certificates below.
  private struct Part {
    var isDebug = false
    var isUpload = false
    /// A certificate of an authority stands behind the app's own.
    var isOfAuthority = false
  }

  private mutating func read(_ line: Substring, _ part: inout Part) {
    // An address has signs that part other words.
    let pieces = line.split { $0.isWhitespace || "\"'“”„‘’<>".contains($0) }
    for piece in pieces where piece.hasPrefix("http") { readAddress(String(piece)) }
    let words = pieces.filter { !$0.hasPrefix("http") }
      .flatMap { $0.split { "()=,;".contains($0) } }
    let lower = line.lowercased()
    if ["alias name:", "aliasname:", "variant:", "certificate dn:"].contains(where: lower.contains)
    {
      part = Part()
    }
    if lower.contains("androiddebugkey") || lower.contains("cn=android debug") {
      part.isDebug = true
    }
    // Play Console shows both, one below the other.
    if lower.contains("upload key certificate") { part.isUpload = true }
    if lower.contains("app signing key certificate") { part.isUpload = false }
    for name in ["certificate[", "zertifikat["] where lower.contains(name) {
      part.isOfAuthority = !lower.contains("\(name)1]")
    }
    // The digest of a key is no fingerprint of a certificate.
    if !lower.contains("public key") {
      for word in words { readFingerprint(word, lower, part) }
    }
    for word in words { readName(word, lower, isAlone: words.count == 1) }
  }

  private mutating func readFingerprint(_ word: Substring, _ line: String, _ part: Part) {
    let hex = word.utf8.filter { $0 != UInt8(ascii: ":") }
    guard hex.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else { return }
    let hasColons = hex.count < word.utf8.count
    guard let text = Self.fingerprint(String(word)) else {
      // Of 20 or 16 bytes.
      let isNamed = line.contains("sha1") || line.contains("sha-1") || line.contains("md5")
      if [40, 32].contains(hex.count), hasColons || isNamed { notes.insert(.weakFingerprint) }
      return
    }
    if part.isDebug {
      notes.insert(.debugKey)
    } else if part.isUpload {
      notes.insert(.uploadKey)
    } else if !part.isOfAuthority, !certificates.contains(text) {
      certificates.append(text)
    }
  }

  private mutating func readName(_ word: Substring, _ line: String, isAlone: Bool) {
    let word = String(word.hasSuffix(".") ? word.dropLast() : word)
    if word.contains("."), let app = App.Kind(apple: word) {
      if word.dropFirst(11).contains(".") { add(app) }
    } else if Self.hasWrongTeam(word) {
      notes.insert(.wrongTeam)
    } else if Self.isTeam(word), isAlone || line.contains("team") {
      if !teams.contains(word) { teams.append(word) }
    } else if isAlone
      || ["package", "applicationid", "bundle", "identifier"].contains(where: line.contains),
      Self.isBundle(word), !packages.contains(word)
    {
      packages.append(word)
    }
  }

  private mutating func readAddress(_ word: String) {
    if word.contains("://play.google.com/") {
      let items = word.split { "?&#".contains($0) }
      let package = items.first { $0.hasPrefix("id=") }.map { String($0.dropFirst(3)) }
      if let package, App.Kind.isPackage(package), !packages.contains(package) {
        packages.append(package)
      }
    } else if word.contains("://apps.apple.com/") {
      notes.insert(.appStore)
    } else if word.hasPrefix("http://") {
      notes.insert(.notSecure)
    } else if word.hasPrefix("https://") {
      let place = word.dropFirst("https://".count).prefix { !"/?#".contains($0) }
      host = host ?? ProbedHost(String(place))
    }
  }

  /// Puts together what stands in several lines.
  private mutating func combine() {
    if packages.count == 1, teams.count == 1,
      let app = App.Kind(apple: "\(teams[0]).\(packages[0])")
    {
      add(app)
      teams = []
      if certificates.isEmpty { packages = [] }
    }
    if packages.count == 1, !certificates.isEmpty,
      let app = App.Kind(android: packages[0], certificates: certificates)
    {
      add(app)
      (packages, certificates) = ([], [])
    }
    if !certificates.isEmpty { notes.remove(.weakFingerprint) }
    // Every program prints them beside the others.
    if apps.contains(where: { if case .android = $0 { true } else { false } }) {
      notes.remove(.weakFingerprint)
    }
  }

  private static func isTeam(_ word: String) -> Bool {
    word.utf8.count == 10
      && word.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) }
      && word.contains(where: \.isNumber)
  }

  /// Whether it begins with a mistyped team: as part of the name, it would make another app of it.
  private static func hasWrongTeam(_ word: String) -> Bool {
    let parts = word.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, isBundle(String(parts[1])) else { return false }
    let team = String(parts[0])
    // A year often is at the end of a name.
    let lastLetter = team.lastIndex { !$0.isNumber } ?? team.startIndex
    let isTyped = !team.contains(where: \.isLowercase) || Self.isTeam(team.uppercased())
    return isTyped && team[..<lastLetter].contains(where: \.isNumber)
  }

  /// Android's names are such ones, too; what is often the end of a file's name is none.
  private static func isBundle(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last,
      !["apk", "aab", "jks", "keystore", "pem", "der", "p12", "txt", "json", "xml"].contains(last)
    else { return false }
    return App.Kind(apple: "AAAAAAAAA1.\(word)") != nil || App.Kind.isPackage(word)
  }

  /// As manifests have it, from what has colons or none.
  private static func fingerprint(_ text: String) -> String? {
    let digits = text.uppercased().filter { $0 != ":" }
    guard digits.utf8.count == 64, digits.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit)
    else { return nil }
    var rest = digits[...]
    var pairs: [Substring] = []
    while !rest.isEmpty {
      pairs.append(rest.prefix(2))
      rest = rest.dropFirst(2)
    }
    return pairs.joined(separator: ":")
  }
}
