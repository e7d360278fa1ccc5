// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import Glibc
internal import Plain
internal import SiteAssociation

/// Why something in the folder of `site make` must not be there.
enum Leftover {
  /// The job has no app of that platform.
  case noApp
  /// The folder of a host that no link of the job has.
  case noLink
  /// A file above the folders of hosts.
  case aboveFolders
  /// A file that now is in the folder of this host.
  case moved(host: String)

  var isMove: Bool { if case .moved = self { true } else { false } }

  /// What an earlier form of a job left in a folder when its hosts became others.
  ///
  /// A folder is only taken for that of a host by its name and by the files in it: anything else
  /// there is someone's own.
  static func all(
    in layout: SiteLayout, besideHosts hosts: [String]
  ) throws(Failure) -> [SiteFile] {
    let folder = layout.folder
    var leftovers: [SiteFile] = []
    let names = folderNames(folder)
    // That nothing is left over would be said of what no one has seen.
    guard names != nil || errno == ENOENT else {
      throw Failure(FileError(path: folder, action: .read, code: errno))
    }
    for name in names ?? [] {
      let path = "\(folder)/\(name)"
      if name == AssociationKind.apple.fileName || name == AssociationKind.android.fileName {
        guard !layout.isFlat else { continue }
        let reason = layout.movingHost.map { Leftover.moved(host: $0) } ?? .aboveFolders
        leftovers.append(SiteFile(path: path, bytes: nil, leftover: reason))
      } else if name.contains("."), ProbedHost(name)?.text == name, holdsAssociationFile(path) {
        if hosts.contains(name) { continue }
        leftovers.append(SiteFile(path: path, bytes: nil, leftover: .noLink))
      }
    }
    return leftovers
  }

  /// Whether the files of a host lie in a folder with its name.
  static func hasFolder(_ host: String, in folder: String) -> Bool {
    holdsAssociationFile("\(folder)/\(host)")
  }

  private static func holdsAssociationFile(_ folder: String) -> Bool {
    AssociationKind.allCases.contains { !isAbsent("\(folder)/\($0.fileName)") }
  }
}

extension SiteFile {
  /// The host whose folder is left over.
  var host: String? { if case .noLink = leftover { name } else { nil } }

  /// That it must not be there, why, and what to do.
  var leftoverInWords: String {
    let file = visible(path)
    return switch leftover {
    case .noApp:
      "\(file) is of no app of the jobs named here. As long as people have the app, leave the file on "
        + "the server; name its job, too, or move the file away from here."
    case .noLink:
      "\(file) is of no host of the jobs named here. If another job has that host, name that job, too. "
        + "Tags that were printed for it still need its files on the server."
    case .aboveFolders:
      "\(file) is in no folder of a host, and each host has a folder of its own here. Move it into the "
        + "folder of its host."
    case .moved(let host):
      "\(file) moves to the folder \(visible(host)). The server has to serve it from there then."
    }
  }
}
