// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers

/// Changes single bits of a ledger and its witness: `Flips needed 1 2` those that carry a promise and
/// one of each other byte, the first half of them; `Flips all 2 2` the second half of all.
@main
struct FlipsMain {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, ["needed", "all"].contains(arguments[1]),
      let part = Int(arguments[2]), let parts = Int(arguments[3]), 1...max(1, parts) ~= part
    else {
      print("flips: say 'needed' or 'all', which part, and of how many")
      exit(64)
    }
    let bits: FlippedBits = arguments[1] == "all" ? .all : .needed
    var isRight = true
    for folded in [false, true] {
      let flips = Flips(try FlipSample(folded: folded))
      for result in try flips.run(bits, part: part - 1, of: parts) {
        print("soak: flips in \(result.words)\(folded ? ", folded" : "")")
        for fault in result.faults { print("flips: \(fault)") }
        if !result.faults.isEmpty || result.counts[.lost] != nil { isRight = false }
      }
    }
    exit(isRight ? 0 : 1)
  }
}
