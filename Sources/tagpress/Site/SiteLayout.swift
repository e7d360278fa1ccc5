// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
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

  /// Nothing moves unasked, and files that do not tell whose they are get no rules of another host.
  init(
    _ folder: String, for needs: [HostNeed], byHost: Bool, isSureOf host: (String) -> Bool
  ) throws(Failure) {
    self.folder = folder
    let flat = Self.flatFiles(in: folder)
    let hosts = needs.map(\.host)
    guard !flat.isEmpty, !hosts.contains(where: { Leftover.hasFolder($0, in: folder) }) else {
      isFlat = false
      return
    }
    isFlat = !byHost
    if byHost {
      movingHost = try Self.owners(of: flat, among: needs).first
      guard movingHost != nil else {
        throw Failure(
          name: "whose-files",
          words: """
            The files directly in this folder fit none of the jobs, so nothing was moved. Name the \
            job that they were made for, too, or move them into a folder with the name of their host.
            """,
          code: .differs, file: folder)
      }
    } else if hosts.count > 1 {
      let owner = try Self.owners(of: flat, among: needs).first
      let move =
        owner.map {
          "Add --by-host to give each host a folder of its own: those files then move to the folder "
            + "\(visible($0)), the first that they fit, and its server has to serve them from there."
        } ?? "Name the job that they were made for, too, and add --by-host."
      throw Failure(
        name: "several-hosts",
        words: """
          The files directly in this folder are of one host, and the jobs have \(hosts.count). \
          \(move) Or choose another folder with -o DIR.
          """,
        code: .differs, file: folder)
    } else if !hosts.allSatisfy(host), try Self.owners(of: flat, among: needs).isEmpty {
      throw Failure(
        name: "whose-files",
        words: """
          The files directly in this folder do not tell of which host they are, and the job of \
          \(visible(hosts.joined())) needs other ones. Are they of that host? Then take them in: \
          \(flat.map { "--merge " + shellWord($0.path) }.joined(separator: " ")). If not, name the job \
          that they were made for, too, and add --by-host, or choose another folder with -o DIR.
          """,
        code: .differs, file: folder)
    }
  }

  /// The folder of a host's files.
  func place(of host: String) -> String { isFlat ? folder : "\(folder)/\(host)" }

  /// Where a file of a host is now.
  func presentPath(of kind: AssociationKind, for host: String) -> String {
    "\(host == movingHost ? folder : place(of: host))/\(kind.fileName)"
  }

  /// The files that lie directly in a folder.
  private static func flatFiles(in folder: String) -> [(kind: AssociationKind, path: String)] {
    let names = folderNames(folder) ?? []
    return AssociationKind.allCases.filter { names.contains($0.fileName) }
      .map { ($0, "\(folder)/\($0.fileName)") }
  }

  /// The hosts that need what the files say, or a part of it, or more.
  ///
  /// Files that we did not make are taken to be those of the only host; they are not written over.
  private static func owners(
    of files: [(kind: AssociationKind, path: String)], among needs: [HostNeed]
  ) throws(Failure) -> [String] {
    var owners: [String] = []
    for need in needs {
      var (fits, misses) = (0, 0)
      for file in files {
        guard let bytes = try presentBytes(file.path) else { continue }
        guard let own = OwnFile(standing: bytes, kind: file.kind) else {
          fits += needs.count == 1 ? 1 : 0
          continue
        }
        guard let needed = try need.file(of: file.kind) else { continue }
        if own.includes(needed) || needed.includes(own) { fits += 1 } else { misses += 1 }
      }
      if fits > 0, misses == 0 { owners.append(need.host) }
    }
    return owners
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
