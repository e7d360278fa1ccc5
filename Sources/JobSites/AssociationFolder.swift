// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Files
internal import Glibc
internal import Plain
package import SiteAssociation
internal import StrictJSON

/// A folder that has association files in it, as `site make` lays them out or as a server has them.
package struct AssociationFolder {
  /// The paths of the files in it, in its folders, and in the folder `.well-known` of each.
  package private(set) var files: [String] = []

  /// Looks through a folder; nil if the path is not that of one.
  package init?(_ path: String) {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let names = folderNames(String(path)) else { return nil }
    let prefix = path == "/" ? "/" : "\(path)/"
    addFiles(among: names, in: prefix)
    for name in names where !name.hasPrefix(".") {
      if let inner = folderNames(prefix + name) {
        addFiles(among: inner, in: "\(prefix)\(name)/")
      }
    }
  }

  /// The host whose file a path is of, told by the folder that has it: `HOST/FILE`, `HOST/.well-known/FILE`.
  package static func host(of path: String) -> String? {
    var folders = path.split(separator: "/").dropLast()
    if folders.last == ".well-known" { folders.removeLast() }
    guard let name = folders.last.map(String.init), name.contains("."),
      ProbedHost(name)?.text == name
    else { return nil }
    return name
  }

  package static func isEmptyInWords(_ path: String) -> String {
    "\(visible(path)) contains neither \(AssociationKind.apple.fileName) "
      + "nor \(AssociationKind.android.fileName). Name the folder that does."
  }

  private mutating func addFiles(among names: [String], in prefix: String) {
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

/// An association file that was named by its path, and what is wrong with it.
package struct LintedFile: Sendable {
  /// More than phones take, so that the linter and not the reading says what is too much.
  package static let largest = 16 << 20

  /// As it was typed.
  package let path: String
  package let bytes: [UInt8]
  package let lint: AssociationLint

  package init(_ path: String) throws(InputError) {
    self.path = path
    bytes = try InputFile(path).rest(limit: Self.largest)
    // Standard input has no name that could be wrong.
    let name = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
    lint = AssociationLint(bytes, fileName: name)
  }

  package var folder: String { Files.folder(of: path) }
}

/// A file that some host serves, or will serve, to be used in place of the job's own.
package struct AssociationFile: Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// The host that its folder names, if one does.
  package let host: String?
  /// Whether the folder is right even if the job has one host, and another one.
  package let isHostSure: Bool

  package init(name: String, bytes: [UInt8], host: String? = nil, isHostSure: Bool = false) {
    (self.name, self.bytes, self.host, self.isHostSure) = (name, bytes, host, isHostSure)
  }

  /// The files that a person names in place of the job's own: files, or folders laid out by host.
  package static func all(_ names: [String]) throws(InputError) -> [AssociationFile] {
    var files: [AssociationFile] = []
    for name in names {
      let folder = AssociationFolder(name)
      // Without any file, the job would be judged by its own.
      if folder?.files.isEmpty == true { throw .cannotRead(name, errno: EISDIR) }
      for path in folder?.files ?? [name] {
        let bytes = try InputFile(path).rest(limit: JSONLimits.byteCount)
        // A folder says whose files are in it; of a file that is named by itself, the job may know better.
        files.append(
          AssociationFile(
            name: path, bytes: bytes, host: AssociationFolder.host(of: path),
            isHostSure: folder != nil))
      }
    }
    return files
  }
}
