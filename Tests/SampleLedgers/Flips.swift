// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import TestSupport

/// A disk that changes single bits of a ledger or its witness, between two runs of the program.
///
/// What is opened all the same has every row on the tag that it is on, offers none of them again, and
/// puts the link of its row on each tag that comes. What is refused comes back by the command that
/// the refusal names.
package struct Flips {
  package enum Outcome: Hashable, Sendable {
    case harmless
    case refused
    case repaired
    /// It is refused, and truthfully called beyond repair.
    case lost
    case wrong(String)
  }

  /// How often each outcome came in a file, and the bits after which the program was wrong.
  package struct Result: Sendable {
    package let name: String
    package var counts: [Outcome: Int] = [:]
    package var faults: [String] = []

    package var words: String {
      let outcomes = counts.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
      return "\(name): \(counts.values.reduce(0, +)), \(outcomes)"
    }
  }

  private let sample: FlipSample

  package init(_ sample: FlipSample) { self.sample = sample }

  /// Changes one bit after the other of each file: the first of every group of this size, the
  /// second and so on.
  ///
  /// Processes share them better than threads, which would wait for each other in SQLite's memory.
  package func run(_ bits: FlippedBits, part: Int = 0, of parts: Int = 1) throws -> [Result] {
    try sample.files.keys.sorted().map { name in
      var result = Result(name: name)
      for (index, bit) in bits.places(in: sample, name).enumerated()
      where index % parts == part {
        let outcome = try outcome(of: name, bit, goesOn: index % 251 == 0)
        result.counts[outcome, default: 0] += 1
        if case .wrong(let words) = outcome {
          result.faults.append("\(name), bit \(bit % 8) of byte \(bit / 8): \(words)")
        }
      }
      return result
    }
  }

  /// What the program makes of a job one of whose files was changed.
  ///
  /// To write in what is opened, or to recreate what is refused, takes longer than to look; it is
  /// done for some of the bits.
  private func outcome(of name: String, _ bit: Int, goesOn: Bool) throws -> Outcome {
    // In memory, where it costs nothing to wait for the disk.
    let folder = try TemporaryDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
    for (file, whole) in sample.files {
      var bytes = whole
      if file == name { bytes[bit / 8] ^= 1 << (bit % 8) }
      try folder.write(bytes, to: file)
    }
    do {
      guard goesOn else {
        let ledger = try Ledger.sample(in: folder, access: .reading)
        return try wrong(in: ledger, isWritten: false).map { .wrong($0) } ?? .harmless
      }
      let ledger = try Ledger.sample(in: folder, moved: true)
      return try wrong(in: ledger).map { .wrong($0) } ?? .harmless
    } catch let error as LedgerError {
      return goesOn ? try afterRefusal(error.fault, in: folder) : .refused
    }
  }

  /// Does what the refusal says.
  private func afterRefusal(
    _ fault: LedgerFault, in folder: TemporaryDirectory
  ) throws -> Outcome {
    let path = folder.path(of: "spring.ledger")
    guard fault.cure(of: path).rebuilds(path) else {
      switch fault {
      case .otherJob, .newer: return .refused
      default: return .wrong("is refused without a way back: \(fault)")
      }
    }
    do throws(LedgerError) {
      _ = try Ledger.rebuild(at: path, moved: true, now: moment(900))
    } catch {
      return error.fault == .bothDamaged ? .lost : .wrong("is not rebuilt: \(error)")
    }
    do {
      let ledger = try Ledger.sample(in: folder, moved: true)
      if let manifest = try ledger.importRows(of: hash(1), at: moment(901)) {
        for number in 1...6 {
          let link = sample.links["n\(number)"] ?? ""
          try manifest.add(ImportedRow(id: "n\(number)")) { _ in link }
        }
        _ = try manifest.commit()
      }
      return try wrong(in: ledger).map { .wrong("when rebuilt: \($0)") } ?? .repaired
    } catch let error as LedgerError {
      return .wrong("is refused when it was rebuilt: \(error)")
    }
  }

  /// Continues writing, and says what is wrong with it.
  private func wrong(
    in ledger: Ledger, isWritten: Bool = true
  ) throws -> String? {
    for (row, uid) in sample.rows {
      guard let claim = try ledger.claim(ofTag: uid), claim.isLive, claim.rowID == row else {
        return "the tag of \(row) is not its tag any more"
      }
    }
    var place = 0
    var number = 100
    while let row = try ledger.nextRow(after: place) {
      if sample.rows[row.id] != nil { return "\(row.id) is offered again" }
      if sample.links[row.id] != row.link { return "\(row.id) gets the link \(row.link)" }
      if let label = row.label, label != FlipSample.label(of: row.id) {
        return "\(row.id) is called \(label)"
      }
      number += 1
      place = row.place ?? place
      guard isWritten else { continue }
      guard
        case .begun(_, let attempt) = try ledger.begin(
          row, on: tag(number), content: content(row.link))
      else { return "\(row.id) cannot be begun" }
      try ledger.finish(attempt, .done(lock: nil), at: moment(500))
      if number > 130 { return "rows without end" }
    }
    return number == 103 ? nil : "\(number - 100) rows were written instead of 3"
  }
}
