// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Plain
internal import SiteAssociation

/// Why something in the folder of `site make` must not be there.
enum Leftover {
  /// The job has no app of that platform.
  case noApp
  /// The folder of a host that no link of the job has.
  case noLink
  /// The folder of the job's only host, whose files now lie above it.
  case onlyHost
  /// A file of one host above the folders of several.
  case severalHosts

  /// What an earlier form of a job left in a folder when its hosts became others.
  ///
  /// A folder is only taken for that of a host by its name and by the files in it: anything else
  /// there is someone's own.
  static func all(in folder: String, besideHosts hosts: [String]) -> [SiteFile] {
    var leftovers: [SiteFile] = []
    for name in folderNames(folder) ?? [] {
      let path = "\(folder)/\(name)"
      if name == AssociationKind.apple.fileName || name == AssociationKind.android.fileName {
        guard hosts.count > 1 else { continue }
        leftovers.append(SiteFile(path: path, bytes: nil, leftover: .severalHosts))
      } else if name.contains("."), ProbedHost(name)?.text == name, holdsAssociationFile(path) {
        if hosts.count > 1, hosts.contains(name) { continue }
        let reason = hosts.contains(name) ? Leftover.onlyHost : .noLink
        leftovers.append(SiteFile(path: path, bytes: nil, leftover: reason))
      }
    }
    return leftovers
  }

  private static func holdsAssociationFile(_ folder: String) -> Bool {
    let names = folderNames(folder) ?? []
    return AssociationKind.allCases.contains { names.contains($0.fileName) }
  }
}

extension SiteFile {
  /// That it must not be there, why, and what to do.
  var leftoverInWords: String {
    let rest =
      switch leftover {
      case .noApp:
        "the job has no app for it. Remove it here and on the server, or name the app in the job."
      case .noLink:
        "no link of the job has that host. Remove it here and its files on the server, or make the "
          + "files of another job elsewhere."
      case .onlyHost:
        "the files of the job's only host belong in \(visible(folder)) itself. Remove it."
      case .severalHosts:
        "the job has several hosts, each with a folder of its own. Remove it."
      }
    return "\(visible(path)) should not be here: \(rest)"
  }
}
