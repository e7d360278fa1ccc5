// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import SiteAssociation
internal import SiteFetch
internal import WebLink

/// A host to be asked, perhaps at a port of its own.
struct ProbedHost: Hashable {
  /// In the form in which links have it: lower case, Punycode.
  let name: String
  let port: Int?

  /// The name, with the port if there is one.
  var text: String { name + (port.map { ":\($0)" } ?? "") }

  /// Reads `go.example.com` or `go.example.com:8443`; nil if it is neither.
  init?(_ typed: String) {
    guard let link = try? WebLink("https://\(typed)"), let host = link.host,
      link.path.isEmpty, link.query == nil, link.fragment == nil
    else { return nil }
    name = String(host)
    port = link.port
  }
}

/// The files that were generated for a host: in a folder of its name, or else in the folder itself.
func generatedFiles(
  in folder: String, for host: ProbedHost
) throws(Failure) -> [AssociationKind: [UInt8]] {
  for place in ["\(folder)/\(host.name)", folder] {
    var files: [AssociationKind: [UInt8]] = [:]
    for kind in AssociationKind.allCases {
      let path = "\(place)/\(kind.fileName)"
      do throws(FileError) {
        files[kind] = try readFileIfThere(path)
      } catch {
        throw Failure(
          name: "could-not-read-file", words: error.description, kind: .couldNotRun, file: path)
      }
    }
    if !files.isEmpty { return files }
  }
  throw Failure(
    name: "no-generated-files",
    words: "There is neither \(AssociationKind.apple.fileName) nor "
      + "\(AssociationKind.android.fileName). Make them with 'tagpress site make JOB'.",
    kind: .couldNotRun, file: folder)
}
