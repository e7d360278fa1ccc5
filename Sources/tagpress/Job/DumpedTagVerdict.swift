// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagDump
internal import TagMemory
internal import TagReading

/// The verdict on one dump file, in the same words as for tags on a reader.
struct DumpedTagVerdict {
  private let file: String
  private let verdict: DumpVerdict

  init(of file: String, _ verification: Verification, _ ledger: Ledger) throws(Failure) {
    self.file = file
    let bytes = try orFail(about: file) { () throws(InputError) in
      try InputFile(file).rest(limit: DumpLimits.byteCount)
    }
    let dump: DumpFile
    do throws(DumpError) {
      dump = try DumpFile(reading: bytes, name: file)
    } catch {
      throw Failure(error, file: file)
    }
    verdict = try Self.verdict(on: dump, file, verification, ledger)
  }

  private static func verdict(
    on dump: DumpFile, _ file: String, _ verification: Verification, _ ledger: Ledger
  ) throws(Failure) -> DumpVerdict {
    switch dump.memory {
    case .type2(let type2):
      let uid = try uid(dump.uid ?? type2.uid, of: file)
      return try saying(file) { () throws(Obstacle) in
        try verification.judge(type2.image, uid: uid, signature: type2.signature, by: ledger)
      }
    case .felica(let felica):
      let uid = try uid(dump.uid, of: file)
      return try saying(file) { () throws(Obstacle) in
        try verification.judge(felica.image, uid: uid, by: ledger)
      }
    case .type1, .type4, .classic, .vicinity, .selected:
      throw Failure(
        name: "not-judged",
        words: """
          This is a dump of the family \(dump.memory.familyName), and only dumps of Type 2 and \
          FeliCa can be checked. Put the tag on a reader.
          """,
        kind: .differs, file: file)
    }
  }

  private static func saying<Answer>(
    _ file: String, _ body: () throws(Obstacle) -> Answer
  ) throws(Failure) -> Answer {
    do throws(Obstacle) {
      return try body()
    } catch {
      throw Failure(
        name: error.machineName, words: error.whatIsWrong, kind: .couldNotRun, cure: error.cure,
        file: file)
    }
  }

  /// The UID by which the ledger knows the tag.
  private static func uid(_ bytes: [UInt8]?, of file: String) throws(Failure) -> TagUID {
    guard let uid = bytes.flatMap(TagUID.init) else {
      throw Failure(
        name: "no-uid", words: "The dump lacks the pages with the UID. Use a complete dump.",
        kind: .differs, file: file)
    }
    return uid
  }

  private var word: OutcomeWord { verdict.reason == nil ? .ok : .putAside }

  var line: String {
    var words = "\(visible(file))  \(verdict.uid)"
    if let row = verdict.row { words += "  \(visible(row.id))" }
    if let label = verdict.row?.label { words += "  \(visible(label))" }
    if let link = verdict.link { words += "  \(visible(link))" }
    if let reason = verdict.reason { words += "  \(visible(reason.words))" }
    return word.padded + words
  }

  var json: JSONValue {
    let tag: [(key: String, value: JSONValue)] = [
      ("event", "tag"), ("outcome", .string(word.rawValue)), ("file", .string(file)),
      ("uid", .string(verdict.uid.description)),
      ("chip", .optional(verdict.chip)),
      ("row", .optional(verdict.row?.id)),
    ]
    return .object(
      tag + (verdict.row?.names.members ?? []) + [
        ("link", .optional(verdict.link)),
        ("reason", .optional(verdict.reason?.code)),
        ("words", .optional(verdict.reason?.words)),
      ])
  }
}
