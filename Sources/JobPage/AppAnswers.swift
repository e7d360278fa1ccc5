// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobManifest
internal import JobSites
internal import JobWork
internal import SiteAssociation
internal import SiteFetch
internal import StrictJSON

// The apps that a job's links open, by form.

extension PageHost {
  /// What a person's text says of apps; of an address, what the file there says.
  func readApps(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let text = try order.needed("text")
    guard text.utf8.count <= PastedApps.byteMax else {
      throw .refused(.`app-text`, "This is far more than a certificate or an identifier.")
    }
    var pasted = PastedApps(text)
    let isOnline = pasted.apps.isEmpty && pasted.missing == nil
    let host = isOnline ? pasted.host : nil
    if let host {
      guard let online = PastedApps(onlineAt: host, Fetcher()) else {
        throw .refused(
          .`app-not-online`, "No file that names an app was found at \(host.text).",
          ["host": host.text])
      }
      pasted = online
    }
    return [
      "apps": .array(pasted.apps.map(\.json)),
      "packages": .array(pasted.packages.map { .string($0) }),
      "certificates": .integer(pasted.certificates.count),
      "missing": .optional(pasted.missing?.rawValue),
      "notes": .array(
        PastedApps.Note.allCases.filter(pasted.notes.contains).map { .string($0.rawValue) }),
      "host": .optional(host?.text),
    ]
  }

  /// Puts apps into the manifest that the page has shown.
  func saveApps(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let seen = try order.needed("manifest")
      guard case .order(let body) = order, let nodes = body.node("apps")?.elements,
        1...JobLimits.appsMax ~= nodes.count
      else { throw .badRequest("The page named no app.") }
      var apps: [App.Kind] = []
      for node in nodes {
        guard let app = App.Kind(node) else { throw .badRequest("The page named no app.") }
        apps.append(app)
      }
      // Of the store's apps, phones know only the key that Google signs with.
      guard
        apps.allSatisfy(\.certificates.isEmpty) || ["play", "own"].contains(order.text("signing"))
      else {
        throw .refused(
          .`app-signing`,
          "Find out first whether this is the key that phones get the app with.")
      }
      try change(file, seen, ManifestApps.adding(apps, to: seen))
    }
  }

  func removeApp(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let seen = try order.needed("manifest")
      try change(
        file, seen,
        ManifestApps.removing(try order.needed("kind"), try order.needed("name"), from: seen))
    }
  }

  private func change(_ file: String, _ seen: String, _ text: String?) throws(Failure) {
    guard let text else {
      throw .refused(
        .`app-in-file`, "No form can change the apps of this manifest. Change it by hand.")
    }
    guard text != seen else { return }
    // Which app opens a link is not on the tag.
    let edit = ManifestEdit(file)
    try keepingRead(file) { () throws(Failure) in try edit.change(seen) { _ in text } }
  }
}

extension App.Kind {
  var json: JSONValue {
    [
      "kind": .string(attribute), "name": .string(name),
      "certificates": .array(certificates.map { .string($0) }),
    ]
  }

  fileprivate init?(_ node: JSONNode) {
    guard let name = node["name"]?.string else { return nil }
    let certificates = (node["certificates"]?.elements ?? []).compactMap(\.string)
    let app: App.Kind? =
      switch node["kind"]?.string {
      case "ios": App.Kind(apple: name)
      case "clip": App.Kind(apple: name, isClip: true)
      case "android": App.Kind(android: name, certificates: certificates)
      default: nil
      }
    guard let app else { return nil }
    self = app
  }
}
