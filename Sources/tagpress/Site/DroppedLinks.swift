// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation

/// What the user gives up by name: a host, paths of it, or an app.
struct DroppedLinks {
  private let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  /// The names that may be those of apps: they have no path.
  var apps: [String] { names.filter { !$0.contains("/") } }

  /// Whether all that the jobs do not need of a host is given up.
  func isWhole(_ host: String) -> Bool { names.contains { $0.lowercased() == host } }

  func paths(of host: String) -> [DroppedPath] {
    names.compactMap { name in
      guard let slash = name.firstIndex(of: "/"), name[..<slash].lowercased() == host else {
        return nil
      }
      return DroppedPath(String(name[slash...]))
    }
  }

  /// Whether a link that is on printed tags is given up.
  func covers(host: String, path: String) -> Bool {
    isWhole(host) || paths(of: host).contains { $0.covers(path.isEmpty ? "/" : path) }
  }
}
