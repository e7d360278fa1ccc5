// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import Plain

/// What a user's programs remember of the jobs that were written, outside of the jobs' folders: how far
/// each has come, and where.
///
/// A copy of a job, also one with every number and attribute of the first, as a snapshot or an image of
/// the disk makes it, knows less than this as soon as the other one goes on. Losing it loses no job, and
/// only this protection.
package struct JobRegister: Sendable {
  /// Where it is; made with the first entry.
  package let folder: String

  /// The jobs that were written longest ago are forgotten.
  private static let entriesMax = 5_000

  package init(folder: String) {
    self.folder = folder
  }

  func path(of lineage: [UInt8]) -> String { "\(folder)/\(hex(lineage))" }

  func entry(of lineage: [UInt8]) -> RegisterEntry? { RegisterEntry(path(of: lineage)) }

  /// All of them; a folder that cannot be read has none.
  package var entries: [RegisterEntry] {
    names.compactMap { RegisterEntry("\(folder)/\($0)") }
  }

  /// Without what a crash has left of one that was written anew.
  private var names: [String] { (folderNames(folder) ?? []).filter { $0.allSatisfy(\.isHexDigit) } }

  /// Those of a job with this id that has or had one of these marks: another ledger has its tags.
  func entries(ofJob job: String, marks: [String]) -> [RegisterEntry] {
    entries.filter { $0.job == job && !Set($0.links).isDisjoint(with: marks) }
  }

  /// Why it could not be forgotten, if so.
  package func forget(_ entry: RegisterEntry) -> String? {
    unlink("\(folder)/\(entry.name)") == 0 ? nil : systemWords(errno)
  }

  /// Why not all of it can be read, if so; one that was never made has nothing.
  package var trouble: String? {
    guard let stream = opendir(folder) else { return errno == ENOENT ? nil : systemWords(errno) }
    closedir(stream)
    let closed = names.first { access("\(folder)/\($0)", R_OK) != 0 && errno != ENOENT }
    return closed.map { _ in systemWords(EACCES) }
  }

  /// Two programs that make ledgers do so one after the other, where the disk knows locks.
  func locked() -> FolderLock? {
    makeFolder()
    return try? FolderLock(folder)
  }

  func makeFolder() {
    var made = ""
    for part in folder.split(separator: "/") {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
  }

  /// Makes room for one more job.
  func makeRoom() {
    let names = names
    guard names.count >= Self.entriesMax else { return }
    let ages = names.map { name -> (name: String, at: Int) in
      var status = stat()
      return (name, stat("\(folder)/\(name)", &status) == 0 ? Int(status.st_mtim.tv_sec) : 0)
    }
    for (name, _) in ages.sorted(by: { $0.at < $1.at }).prefix(names.count - Self.entriesMax + 1) {
      unlink("\(folder)/\(name)")
    }
  }
}
