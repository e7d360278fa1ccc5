// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a witness has after everything that the ledger knows.
struct WitnessTail {
  /// A claim whose program ended before the ledger had it, or that is being made right now.
  private(set) var claim: WitnessLine?
  /// Tokens and manifests of an import that was not committed.
  private(set) var strays = 0
  /// The end of the complete lines; after that is the unfinished rest of a crash.
  private(set) var end: WitnessEnd
  /// How many lines there are.
  private(set) var lines = 0
  /// Whether a crash can leave this behind; otherwise the ledger has lost something.
  private(set) var isOrdinary = true

  init(
    of witness: WitnessFile, behind known: WitnessEnd, _ size: Int
  ) throws(LedgerError) {
    var scan = WitnessScan(witness, from: known)
    var claims: [WitnessLine?] = []
    var (strays, others) = (0, 0)
    try scan.visitLines(upTo: size) { line, end in
      switch WitnessText(line).kind {
      case .token, .manifest: strays += 1
      case .claim: claims.append(WitnessLine(line, number: end.lines))
      default: others += 1
      }
      return true
    }
    end = scan.end
    self.strays = strays
    claim = claims.first ?? nil
    lines = strays + claims.count + others
    var isCutOff = scan.rest == .nothing
    if !isCutOff { isCutOff = try !witness.containsLine(behind: end.bytes, size) }
    if !isCutOff { lines += 1 }
    isOrdinary = isCutOff && others == 0 && claims.count <= 1 && (claims.isEmpty || claim != nil)
  }
}

extension WitnessFile {
  /// Whether a whole line follows a broken one, other than of an import, which alone writes a lot at
  /// once: then the broken one is not an unfinished tail.
  fileprivate func containsLine(behind place: Int, _ size: Int) throws(LedgerError) -> Bool {
    let text = try read(min(size - place, 1 << 20), at: place)
    return text.split(separator: UInt8(ascii: "\n")).dropFirst().contains { line in
      let kind = line.withUnsafeBytes { WitnessText($0).kind }
      return kind != nil && kind != .token && kind != .manifest
    }
  }
}
