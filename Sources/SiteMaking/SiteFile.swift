// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
internal import Files
internal import Glibc
internal import JobSites
internal import Plain
internal import SiteAssociation

/// A file that `site make` puts into its folder, or a file or folder that must not be there.
package struct SiteFile {
  /// Why something must not be there.
  enum Leftover {
    /// The jobs have no app of that platform.
    case noApp
    /// It is the folder of a host that no link of the jobs has.
    case noLink
    /// It is above the folders of the hosts.
    case aboveFolders
  }

  package let path: String
  /// What it should hold; nil if it must not be there.
  package let bytes: [UInt8]?
  /// What it held when it was planned; nil if it was not there.
  var was: [UInt8]?
  /// Its name is one that people give to their own files, too.
  package var isSnippet = false
  /// Whether it says more than the jobs need, and keeps it.
  package var keepsMore = false
  /// The host that serves it, if it is an association file.
  package var servingHost: String?
  /// Why it must not be there, if it must not.
  var leftover = Leftover.noApp

  var folder: String { Files.folder(of: path) }
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether what is there in its place is someone else's configuration of a server.
  ///
  /// Ours may be an older one. The first line is only the licence, so it takes two to tell.
  func isForeign(_ present: [UInt8]?) -> Bool {
    func opening(_ bytes: [UInt8]) -> ArraySlice<ArraySlice<UInt8>> {
      bytes.split(separator: 0x0A, maxSplits: 2).prefix(2)
    }
    guard isSnippet, let present, let bytes else { return false }
    return opening(present) != opening(bytes)
  }

  /// Why it must not be there, and what to do.
  package var leftoverInWords: String {
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
    }
  }
}

// Other things in the folder.
extension SiteFile {
  /// What an earlier form of a job left in a folder when its hosts became others.
  ///
  /// A folder is only taken for that of a host by its name and by the files in it: anything else
  /// there is someone's own.
  static func leftovers(
    in folder: String, besideHosts hosts: [String]
  ) throws(Failure) -> [SiteFile] {
    let names = folderNames(folder)
    // Nobody has seen that nothing is left over.
    guard names != nil || errno == ENOENT else {
      throw Failure(FileError(path: folder, action: .read, code: errno))
    }
    return (names ?? []).compactMap { name in
      let path = "\(folder)/\(name)"
      if AssociationKind.allCases.contains(where: { $0.fileName == name }) {
        return SiteFile(path: path, bytes: nil, leftover: .aboveFolders)
      }
      guard name.contains("."), ProbedHost(name)?.text == name, !hosts.contains(name),
        holdsAssociationFile(path)
      else { return nil }
      return SiteFile(path: path, bytes: nil, leftover: .noLink)
    }
  }

  /// Refuses a folder in which the files of a host lie without a folder of their own, as the first
  /// version made them: new ones would not have what they say.
  static func requireFolders(of hosts: [String], in folder: String) throws(Failure) {
    let loose = AssociationKind.allCases.map { "\(folder)/\($0.fileName)" }
      .filter { !isAbsent($0) }
    guard !loose.isEmpty, !hosts.contains(where: { holdsAssociationFile("\(folder)/\($0)") })
    else { return }
    let place = shellWord("\(folder)/\(hosts.count == 1 ? hosts[0] : "HOST")")
    let move = typed(
      "mkdir \(place) && mv \(loose.map { shellWord($0) }.joined(separator: " ")) \(place)")
    throw Failure(
      name: "files-without-host",
      words: """
        The files directly in this folder do not tell of which host they are, and each host has a \
        folder of its own here. \
        \(hosts.count == 1 ? "If they are of \(visible(hosts[0])), enter" : "Enter") \(move)\
        \(hosts.count == 1 ? "; if not," : ",") with the name of their host\
        \(hosts.count == 1 ? " instead" : " for HOST"). Their server has to serve them from there then.
        """,
      kind: .differs, cure: .chooseOtherFolder, file: folder)
  }

  private static func holdsAssociationFile(_ folder: String) -> Bool {
    AssociationKind.allCases.contains { !isAbsent("\(folder)/\($0.fileName)") }
  }
}

// What is refused before it is written.
extension SiteFile {
  /// Refuses a link: what it names is outside the folder, and may be anyone's.
  func requireNoLink(in root: String) throws(Failure) {
    for place in [path] + (folder == root ? [] : [folder]) {
      var status = stat()
      guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw Failure(
        name: "file-is-a-link",
        words: "This is a link to another place, which stays as it is.", kind: .differs,
        cure: .removeLink, file: place)
    }
  }

  /// The refusal, if it is a link.
  package func linkFailure(in root: String) -> Failure? {
    do throws(Failure) {
      try requireNoLink(in: root)
      return nil
    } catch {
      return error
    }
  }

  /// Refuses a file that is no longer what the plan was made of: what came meanwhile would be lost.
  func requireUnchanged() throws(Failure) {
    guard try presentBytes(path) == was else { throw changedMeanwhile }
  }

  private var changedMeanwhile: Failure {
    Failure(
      name: "changed-meanwhile",
      words:
        "Another program changed this file while it was planned, so it stays as it is. Run the "
        + "same command again.",
      kind: .differs, file: path)
  }

  /// Writes it next to its place, where it is of no effect yet.
  func draft(_ bytes: [UInt8], in root: String) throws(Failure) -> NewFile {
    try requireNoLink(in: root)
    try requireUnchanged()
    do throws(FileError) {
      // If nothing was there, nothing is replaced.
      let file = try NewFile(path, replacing: was != nil, throughLinks: false)
      file.write(bytes)
      try file.settle()
      return file
    } catch {
      throw failure(error)
    }
  }

  /// Lets a draft take its place; the last look is directly before that.
  func put(_ draft: NewFile, in root: String) throws(Failure) {
    try requireNoLink(in: root)
    try requireUnchanged()
    let isWritten: Bool
    do throws(FileError) {
      isWritten = try draft.finish { (try? presentBytes(path)) == .some(was) }
    } catch {
      throw failure(error)
    }
    guard isWritten else { throw changedMeanwhile }
  }

  private func failure(_ error: FileError) -> Failure {
    was == nil && error.code == EEXIST ? changedMeanwhile : Failure(error)
  }
}

/// What is at a path now; nil if there is nothing.
func presentBytes(_ path: String) throws(Failure) -> [UInt8]? {
  try orFail { () throws(FileError) in try readFileIfThere(path, limit: LintedFile.largest) }
}
