// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import Plain

/// What the user's programs remember about written jobs, outside the jobs' folders: how far each
/// has come, and where.
///
/// A copy of a job, even one with all its numbers and attributes (a snapshot or a disk image), knows
/// less than this as soon as the original goes on. If the register is lost, no job is lost, only
/// this protection.
package struct JobRegister: Sendable {
  /// Where it is; created with the first entry.
  package let folder: String

  /// Beyond this many jobs, those that were written longest ago are forgotten.
  private static let entriesMax = 5_000

  package init(folder: String) {
    self.folder = folder
  }

  func path(of lineage: [UInt8]) -> String { "\(folder)/\(hex(lineage))" }

  func entry(of lineage: [UInt8]) -> RegisterEntry? { RegisterEntry(path(of: lineage)) }

  /// All entries; none if the folder cannot be read.
  package var entries: [RegisterEntry] {
    names.compactMap { RegisterEntry("\(folder)/\($0)") }
  }

  /// Without leftovers of a crash during a rewrite.
  private var names: [String] { (folderNames(folder) ?? []).filter { $0.allSatisfy(\.isHexDigit) } }

  /// The entries of a job with this id that has or had one of these marks: another ledger has its tags.
  func entries(ofJob job: String, marks: [String]) -> [RegisterEntry] {
    entries.filter { $0.job == job && !Set($0.links).isDisjoint(with: marks) }
  }

  /// Why it could not be forgotten, if it could not.
  package func forget(_ entry: RegisterEntry) -> String? {
    unlink("\(folder)/\(entry.name)") == 0 ? nil : systemWords(errno)
  }

  /// Why it cannot be read completely, if so; a missing register is empty.
  package var trouble: String? {
    guard let stream = opendir(folder) else { return errno == ENOENT ? nil : systemWords(errno) }
    closedir(stream)
    let closed = names.first { access("\(folder)/\($0)", R_OK) != 0 && errno != ENOENT }
    return closed.map { _ in systemWords(EACCES) }
  }

  /// Programs that make ledgers take turns, if the disk supports locks.
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
