// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
internal import Files
package import SiteAssociation
internal import WebLink

/// A host to be asked, perhaps at a port of its own.
package struct ProbedHost: Hashable, Sendable {
  /// In the form in which links have it: lower case, Punycode.
  package let name: String
  package let port: Int?

  /// The name, with the port if there is one.
  package var text: String { name + (port.map { ":\($0)" } ?? "") }

  /// Reads `go.example.com` or `go.example.com:8443`; nil if it is neither.
  package init?(_ typed: String) {
    guard let link = try? WebLink("https://\(typed)"), let host = link.host,
      link.path.isEmpty, link.query == nil, link.fragment == nil
    else { return nil }
    name = String(host)
    port = link.port
  }
}

extension ProbedHost {
  /// The files that were generated for it: in a folder of its name, or else in the folder itself.
  package func generatedFiles(
    in folder: String
  ) throws(Failure) -> [AssociationKind: [UInt8]] {
    for place in ["\(folder)/\(name)", folder] {
      var files: [AssociationKind: [UInt8]] = [:]
      for kind in AssociationKind.allCases {
        let path = "\(place)/\(kind.fileName)"
        files[kind] = try orFail(about: path) { () throws(FileError) in try readFileIfThere(path) }
      }
      if !files.isEmpty { return files }
    }
    throw Failure(
      name: "no-generated-files",
      words: "There is neither \(AssociationKind.apple.fileName) nor "
        + "\(AssociationKind.android.fileName).", kind: .couldNotRun, cure: .makeSiteFiles,
      file: folder)
  }
}
