// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// The same messages, read by ndeflib and by the built program: the same records, or the same verdict.
///
/// Where the two differ on purpose, `docs/ndef.md` ("Beside ndeflib") says why.
struct NDEFLibTests {
  /// Messages on whose framing the two must agree.
  static let messages = [
    "d00000", "d8000000", "d1010c55046578616d706c652e636f6d",
    "c1010000000c55046578616d706c652e636f6d",
    "91010a5504612e6578616d706c6551010a5504622e6578616d706c65",
    "940f0f616e64726f69642e636f6d3a706b67636f6d2e6578616d706c652e617070"
      + "51010e55046578616d706c652e636f6d2f31",
    "d4" + "0f0b616e64726f69642e636f6d3a706b67636f6d2e666f6f2e626172", "d5000109",
    "d20a03746578742f706c61696e414243", "c900000000000000",
    "d1010c5504657861", "c101fffffffb55046578616d706c652e636f6d", "500000", "900000",
    "d800000100", "b50000160000760000", "d70000", "91010a5504612e6578616d706c6591010a5504",
  ]

  /// The vectors of the table in docs/ndef.md whose framing ndeflib reads otherwise.
  static let differences: Set<String> = [
    "truncated-001", "trailing-001", "trailing-003", "trailing-005", "trailing-007", "trailing-009",
    "chunk-003", "chunk-004", "chunk-006", "chunk-010", "chunk-013", "chunk-020", "chunk-023",
    "chunk-025", "chunk-027", "chunk-029", "chunk-031", "chunk-036", "chunk-039",
  ]

  @Test func ourOwnMessages() throws {
    try compare(NDEFLibTests.messages.map { ($0, $0) })
  }

  @Test(
    .enabled(
      if: SharedFacts.have("data/ndef-vectors.json"), "\(SharedFacts.areMissing)"))
  func theSharedVectors() throws {
    let vectors = try SharedFacts.json("data/ndef-vectors.json")["vectors"]?.elements ?? []
    let compared = vectors.compactMap { vector -> (String, String)? in
      guard let name = vector["id"]?.string, let message = vector["hex"]?.string,
        !NDEFLibTests.differences.contains(name)
      else { return nil }
      return (name, message)
    }
    #expect(compared.count == 228 - NDEFLibTests.differences.count)
    try compare(compared)
  }

  private func compare(_ messages: [(name: String, hex: String)]) throws {
    let input = Array(messages.map { $0.hex + "\n" }.joined().utf8)
    let theirs = try run(peerPython, ["\(packageRoot)/.ci/peers/ndeflib.py"], input: input)
    #expect(theirs.exit == .code(0), "\(theirs.errorOutput)")
    // Tolerantly, because ndeflib's side here looks at no payload either.
    let ours = try run(
      builtTool, ["ndef", "decode", "--json", "--lines", "--tolerant", "-"], input: input)
    let pairs = zip(theirs.output.split(separator: "\n"), ours.output.split(separator: "\n"))
    var count = 0
    for ((theirLine, ourLine), message) in zip(pairs, messages) {
      #expect(try records(theirLine) == records(ourLine), "\(message.name) \(message.hex)")
      count += 1
    }
    #expect(count == messages.count)
  }

  /// The framing of each record; nil for a message that was refused.
  private func records(_ line: Substring) throws -> [[String?]]? {
    try JSONDocument(reading: Array(line.utf8)).root["records"]?.elements?.map { record in
      [record["tnf"]?.number?.literal] + ["type", "id", "payload"].map { record[$0]?.string }
    }
  }
}
