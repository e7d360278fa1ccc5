// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import JobLedger
internal import Plain
internal import StrictJSON

/// A ledger and the disk under it, as `doctor` finds them.
struct LedgerCheck {
  let path: String
  private let outcome: Result<Finding, LedgerFault>

  private struct Finding {
    let disk: LedgerDisk
    /// Nil before the first tag of the job.
    let ledger: (health: LedgerHealth, counts: LedgerCounts, last: Moment?)?
    let remarks: [String]
  }

  /// Looks at every ledger of a folder, at the one of a manifest, or at a ledger itself.
  static func checks(of path: String) -> [LedgerCheck] {
    guard folderNames(path) != nil else { return [LedgerCheck(of: path)] }
    var folder = path == "." ? "" : path
    if !folder.isEmpty, folder.last != "/" { folder += "/" }
    return ledgers(in: path).map { LedgerCheck(of: folder + $0) }
  }

  private init(of job: String) {
    path = Ledger.path(besideManifest: job)
    outcome = Self.look(path, mustExist: path == job || access(job, F_OK) != 0)
  }

  private static func look(_ path: String, mustExist: Bool) -> Result<Finding, LedgerFault> {
    let disk: LedgerDisk
    do throws(LedgerError) {
      disk = try LedgerDisk(under: path)
      // What is wrong with the disk keeps every tag from being written, so it comes first.
      if let fault = disk.fault { return .failure(fault) }
    } catch {
      return .failure(error.fault)
    }
    do throws(LedgerError) {
      let ledger = try Ledger(reading: path)
      if case .noWitness(let name)? = ledger.remarks.first { return .failure(.noWitness(name)) }
      let health = try ledger.health(full: true)
      guard health.damages?.isEmpty ?? true else { return .failure(.damaged) }
      // A user who may write only to the folder could not write a tag.
      for file in [path, Ledger.witnessPath(ofLedger: path)] where access(file, W_OK) != 0 {
        return .failure(.readOnly)
      }
      let (counts, last) = (try ledger.counts(), try ledger.lastMoment())
      return .success(
        Finding(disk: disk, ledger: (health, counts, last), remarks: ledger.wordsForReaders()))
    } catch {
      guard error.fault == .missing, !mustExist else { return .failure(error.fault) }
      return .success(Finding(disk: disk, ledger: nil, remarks: []))
    }
  }

  /// The ledgers of a folder.
  static func ledgers(in folder: String) -> [String] {
    Ledger.names(among: folderNames(folder) ?? [])
  }

  /// The paths of the ledgers in the folder of a path.
  static func ledgers(beside path: String) -> [String] {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = String(path[..<start])
    return ledgers(in: folder.isEmpty ? "." : folder).map { folder + $0 }
  }

  var isWell: Bool {
    if case .success = outcome { true } else { false }
  }

  /// When the ledger noted something last.
  var lastMoment: Moment? { (try? outcome.get())?.ledger?.last }

  private func sentence(_ fault: LedgerFault) -> String {
    "\(fault.words(of: path)) \(Doctor.door.cures(fault.cure(of: path)))"
  }

  var line: String {
    switch outcome {
    case .failure(let fault):
      return "  FAIL  \(visible(path)): \(visible(sentence(fault)))"
    case .success(let found):
      let room = size(found.disk.freeBytes)
      guard let (health, counts, _) = found.ledger else {
        return
          "  OK    \(visible(path)): There is no ledger yet; it is created with the first tag. "
          + "Its disk has \(room) free."
      }
      return "  OK    \(visible(path)): job \(visible(health.job)), \(grouped(counts.done)) of "
        + "\(count(counts.rows, "row")) done, \(size(health.bytes + health.logBytes)); \(room) "
        + "free on its disk"
        + found.remarks.map { ". \($0)" }.joined()
    }
  }

  var json: JSONValue {
    switch outcome {
    case .failure(let fault):
      return [
        "path": .string(path), "works": false, "error": .string(sentence(fault)),
      ]
    case .success(let found):
      let begun = found.ledger
      return [
        "path": .string(path), "works": true,
        "job": .optional(begun?.health.job),
        "rows": .optional(begun?.counts.rows),
        "done": .optional(begun?.counts.done),
        "bytes": .optional(begun.map { $0.health.bytes + $0.health.logBytes }),
        "freeBytes": .integer(found.disk.freeBytes),
        "remarks": .array(found.remarks.map { .string($0) }),
      ]
    }
  }
}

/// A number of bytes as people say it.
private func size(_ bytes: Int) -> String {
  let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
  guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else { return "\(bytes) bytes" }
  let tenths = bytes / (unit / 10)
  return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(grouped(tenths / 10)) \(name)"
}
