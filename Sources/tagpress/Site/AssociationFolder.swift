// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Plain
internal import SiteAssociation

/// A folder that has association files in it, as `site make` lays them out or as a server has them.
struct AssociationFolder {
  /// The paths of the files in it, in its folders, and in the folder `.well-known` of each.
  private(set) var files: [String] = []

  /// Looks through a folder; nil if the path is not that of one.
  init?(_ path: String) {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let names = folderNames(String(path)) else { return nil }
    let prefix = path == "/" ? "/" : "\(path)/"
    take(names, in: prefix)
    for name in names where !name.hasPrefix(".") {
      if let inner = folderNames(prefix + name) { take(inner, in: "\(prefix)\(name)/") }
    }
  }

  /// The host whose file a path is of, told by the folder that has it: `HOST/FILE`, `HOST/.well-known/FILE`.
  static func host(of path: String) -> String? {
    var folders = path.split(separator: "/").dropLast()
    if folders.last == ".well-known" { folders.removeLast() }
    guard let name = folders.last.map(String.init), name.contains("."),
      ProbedHost(name)?.text == name
    else { return nil }
    return name
  }

  static func isEmptyInWords(_ path: String) -> String {
    "\(visible(path)) contains neither \(AssociationKind.apple.fileName) "
      + "nor \(AssociationKind.android.fileName). Name the folder that does."
  }

  private mutating func take(_ names: [String], in prefix: String) {
    files += Self.associationFiles(among: names).map { prefix + $0 }
    let wellKnown = folderNames("\(prefix).well-known") ?? []
    files += Self.associationFiles(among: wellKnown).map { "\(prefix).well-known/\($0)" }
  }

  /// The file of each kind; without one, a file that was meant to be it, which the linter then says.
  private static func associationFiles(among names: [String]) -> [String] {
    AssociationKind.allCases.compactMap { kind in
      if names.contains(kind.fileName) { return kind.fileName }
      return names.first { stem(of: $0) == stem(of: kind.fileName) }
    }
  }

  private static func stem(of name: String) -> String {
    name.prefix { $0 != "." }.lowercased()
  }
}
