// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What an import writes into the witness: the tokens of the rows, and the manifest at the end.
///
/// All of it is in the witness before the import is committed. If it is not committed after all,
/// the next import gives the same rows the tokens that the crash left behind.
struct WitnessedImport {
  private let ledger: Ledger
  private let file: WitnessFile
  private let start: WitnessEnd
  private var writer: WitnessWriter
  private var strays: [String: String] = [:]
  var manifest: WitnessLine?

  /// Inside the transaction of the import.
  init(into ledger: Ledger) throws(LedgerError) {
    self.ledger = ledger
    file = try ledger.openWitness().file
    (start, _) = try ledger.witnessEnd()
    if WitnessStamp(of: file.path)?.isBehind(start) == true {
      throw ledger.error(.replaced(ledger.path))
    }
    writer = WitnessWriter(file, behind: start)
    if try ledger.database.number("SELECT strays FROM witness") > 0 {
      strays = try Self.tokens(in: file, upTo: start.bytes)
    }
  }

  /// What the row got before, in an import that a crash interrupted.
  func text(of token: WantedToken, of row: String) -> String? {
    strays.isEmpty ? nil : strays[Self.key(row, token.name, token.length)]
  }

  mutating func add(
    _ token: WantedToken, _ text: String, of row: String
  ) throws(LedgerError) {
    let moment = manifest?.at ?? Moment(microseconds: 0)
    try writer.add(
      WitnessLine(.token, at: moment, ["row": row, "name": token.name, "text": text]))
  }

  mutating func finish() throws(LedgerError) {
    if let manifest { try writer.add(manifest) }
    try writer.finish()
    try ledger.database.setWitness(writer.end, pending: nil)
    try ledger.database.execute("UPDATE witness SET strays = 0")
  }

  /// Removes its lines again if the import failed.
  func undo() throws(LedgerError) {
    if try file.size() > start.bytes { try file.truncate(to: start.bytes) }
  }

  private static func key(_ row: String, _ name: String, _ length: Int) -> String {
    "\(row)\t\(name)\t\(length)"
  }

  /// The last token of each name and length that a witness has for a row.
  private static func tokens(
    in file: WitnessFile, upTo limit: Int
  ) throws(LedgerError) -> [String: String] {
    var tokens: [String: String] = [:]
    var scan = WitnessScan(file)
    try scan.visitLines(upTo: limit) { line, end in
      guard WitnessText(line).kind == .token, let line = WitnessLine(line, number: end.lines),
        let row = line["row"], let name = line["name"], let text = line["text"]
      else { return true }
      tokens[key(row, name, text.count)] = text
      return true
    }
    return tokens
  }
}
