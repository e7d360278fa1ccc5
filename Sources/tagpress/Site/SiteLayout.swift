// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import Plain
internal import SiteAssociation

/// Where in its folder `site make` has the files of a host: in a folder with the host's name, or, as a
/// folder that was made with an earlier TagPress has them, directly in it.
struct SiteLayout {
  let folder: String
  /// Whether the files of the only host lie directly in the folder.
  let isFlat: Bool
  /// The host whose files leave the folder for one of their own.
  private(set) var movingHost: String?
  /// Files that lie directly in the folder, read once: whose they are is said of these bytes.
  private let flat: [FlatFile]

  private struct FlatFile {
    let kind: AssociationKind
    let path: String
    let bytes: [UInt8]
  }

  /// Nothing moves unasked, and files that do not tell whose they are get no rules of another host.
  init(
    _ folder: String, for needs: [HostNeed], byHost: Bool, isSureOf isSure: (String) -> Bool
  ) throws(Failure) {
    self.folder = folder
    let flat = try Self.flatFiles(in: folder)
    self.flat = flat
    let hosts = needs.map(\.host)
    guard !flat.isEmpty, !hosts.contains(where: { Leftover.hasFolder($0, in: folder) }) else {
      isFlat = false
      return
    }
    isFlat = !byHost
    if byHost {
      let owners = try Self.owners(of: flat, among: needs)
      guard owners.count == 1 else {
        let fit =
          owners.isEmpty
          ? "none of the jobs, so nothing was moved. Name the job that they were made for, too, or move"
          : "\(listed(owners.map { visible($0) }, "and")), so nothing was moved. Move"
        throw Failure(
          name: "whose-files",
          words: """
            The files directly in this folder fit \(fit) them into a folder with the name of their host.
            """,
          kind: .differs, file: folder)
      }
      movingHost = owners[0]
    } else if hosts.count > 1 {
      let owners = try Self.owners(of: flat, among: needs)
      let move =
        switch owners.count {
        case 0: "Name the job that they were made for, too, and add --by-host."
        case 1:
          "Add --by-host to give each host a folder of its own: those files then move to the folder "
            + "\(visible(owners[0])), and its server has to serve them from there."
        default:
          "They fit \(listed(owners.map { visible($0) }, "and")). Move them into a folder with the name of "
            + "their host."
        }
      throw Failure(
        name: "several-hosts",
        words: """
          The files directly in this folder are of one host, and the jobs have \(hosts.count). \
          \(move) Or choose another folder with -o DIR.
          """,
        kind: .differs, file: folder)
    } else if !hosts.allSatisfy(isSure), try !Self.have(flat, allFor: needs[0]) {
      throw Failure(
        name: "whose-files",
        words: """
          The files directly in this folder do not tell of which host they are, and the job of \
          \(visible(hosts.joined())) needs other ones. Are they of that host? Then take them in: \
          \(flat.map { "--merge " + shellWord($0.path) }.joined(separator: " ")). If not, name the job \
          that they were made for, too, and add --by-host, or choose another folder with -o DIR.
          """,
        kind: .differs, file: folder)
    }
  }

  /// The folder of a host's files.
  func place(of host: String) -> String { isFlat ? folder : "\(folder)/\(host)" }

  /// Where a file of a host is now.
  func presentPath(of kind: AssociationKind, for host: String) -> String {
    "\(host == movingHost ? folder : place(of: host))/\(kind.fileName)"
  }

  /// What a file of a host holds now; nil if it is not there.
  func present(_ kind: AssociationKind, for host: String) throws(Failure) -> [UInt8]? {
    let path = presentPath(of: kind, for: host)
    if let file = flat.first(where: { $0.path == path }) { return file.bytes }
    return try presentBytes(path)
  }

  private static func flatFiles(in folder: String) throws(Failure) -> [FlatFile] {
    var files: [FlatFile] = []
    for kind in AssociationKind.allCases {
      let path = "\(folder)/\(kind.fileName)"
      guard let bytes = try presentBytes(path) else { continue }
      files.append(FlatFile(kind: kind, path: path, bytes: bytes))
    }
    return files
  }

  /// The hosts that need just what the files say; if there is none, those that need a part of it, or more.
  private static func owners(
    of files: [FlatFile], among needs: [HostNeed]
  ) throws(Failure) -> [String] {
    var (owners, likely): ([String], [String]) = ([], [])
    for need in needs {
      var (equal, alike, misses) = (0, 0, 0)
      for file in files {
        guard let own = OwnFile(standing: file.bytes, kind: file.kind),
          let needed = try need.file(of: file.kind)
        else { continue }
        if own == needed {
          equal += 1
        } else if own.includes(needed) || needed.includes(own) {
          alike += 1
        } else {
          misses += 1
        }
      }
      guard misses == 0, equal + alike > 0 else { continue }
      if alike == 0 { owners.append(need.host) } else { likely.append(need.host) }
    }
    return owners.isEmpty ? likely : owners
  }

  /// Whether nothing has to be added to files that may be those of another host.
  ///
  /// What others made is asked about later: it is not written over.
  private static func have(
    _ files: [FlatFile], allFor need: HostNeed
  ) throws(Failure) -> Bool {
    for file in files {
      guard let own = OwnFile(standing: file.bytes, kind: file.kind),
        let needed = try need.file(of: file.kind)
      else { continue }
      if !own.includes(needed) { return false }
    }
    return true
  }
}

/// What is at a path now; nil if there is nothing.
func presentBytes(_ path: String) throws(Failure) -> [UInt8]? {
  do throws(FileError) {
    return try readFileIfThere(path, limit: LintedFile.largest)
  } catch {
    throw Failure(error)
  }
}
