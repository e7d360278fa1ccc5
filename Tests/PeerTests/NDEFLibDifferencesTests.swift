// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The table "Beside ndeflib" of `docs/ndef.md`: every vector in it is really read in two ways.
struct NDEFLibDifferencesTests {
  struct Difference {
    let name: String
    let hex: String
    /// What ndeflib makes of it.
    let theirs: String
    /// Our broken rule, or what the records say.
    let ours: String

    init(_ name: String, _ hex: String, _ theirs: String, _ ours: String) {
      self.name = name
      self.hex = hex
      self.theirs = theirs
      self.ours = ours
    }
  }

  static let differences = [
    Difference("truncated-001", "", "nothing", "empty-input"),
    Difference("trailing-001", "d000000000", "empty", "trailing-bytes"),
    Difference(
      "trailing-003", "d901050155610123456761d901050155610123456761", "urn:nfc:wkt:U a 0123456761",
      "trailing-bytes"),
    Difference("trailing-005", "d101025402656e", "refused", "trailing-bytes"),
    Difference(
      "trailing-007", "d1010c55046578616d706c652e636f6dfe",
      "urn:nfc:wkt:U 046578616d706c652e636f6d", "trailing-bytes"),
    Difference(
      "trailing-009", "d1010a5504612e6578616d706c6551010a5504622e6578616d706c65",
      "urn:nfc:wkt:U 04612e6578616d706c65", "trailing-bytes"),
    Difference(
      "chunk-004", "b500010156000102", "unknown 01 | unchanged 02", "Unknown type: 2 bytes"),
    Difference(
      "chunk-010", "b9010101556100360001ff560001ff",
      "urn:nfc:wkt:U a 00 | unchanged ff | unchanged ff", "not-utf8"),
    Difference(
      "chunk-023", "b1010555046578616d360005706c652e635600026f6d",
      "urn:nfc:wkt:U 046578616d | unchanged 706c652e63 | unchanged 6f6d", "URI: https://example.com"
    ),
    Difference(
      "chunk-025", "b101005556000c046578616d706c652e636f6d", "refused", "URI: https://example.com"),
    Difference(
      "chunk-027", "b101055504636166c3560009a92e6578616d706c65", "refused",
      "URI: https://café.example"),
    Difference(
      "chunk-029", "b1010555046578616d460000000007706c652e636f6d",
      "urn:nfc:wkt:U 046578616d | unchanged 706c652e636f6d", "URI: https://example.com"),
    Difference(
      "chunk-031", "b1010555046578616d160007706c652e636f6d51010a5504622e6578616d706c65",
      "urn:nfc:wkt:U 046578616d | unchanged 706c652e636f6d | urn:nfc:wkt:U 04622e6578616d706c65",
      "URI: https://example.com | URI: https://b.example"),
    Difference(
      "chunk-003", "b600010156000102", "unchanged 01 | unchanged 02", "unchanged-without-chunk"),
    Difference(
      "chunk-039", "91010a5504612e6578616d706c6556000178",
      "urn:nfc:wkt:U 04612e6578616d706c65 | unchanged 78", "unchanged-without-chunk"),
    Difference(
      "chunk-036", "b1010555046578616d500000", "urn:nfc:wkt:U 046578616d | empty",
      "chunk-not-unchanged"),
    Difference(
      "chunk-013", "b90101015561003e000101eeff560001ff",
      #"urn:nfc:wkt:U a 00 | unchanged \xee ff | unchanged ff"#, "chunk-with-id"),
    Difference("chunk-020", "b1010155613e000101696256000163", "refused", "chunk-with-id"),
    Difference(
      "absolute-uri-003", "d3150077696e646f77732e636f6d2f4c61756e6368417070", "refused",
      "Absolute URI: windows.com/LaunchApp"),
    Difference("plain-013", "d10100ff", "refused", "Well-known type \u{FFFD}: 0 bytes"),
    Difference("plain-015", "d10306536967200002000000", "refused", "Well-known type Sig: 6 bytes"),
    Difference(
      "text-033", "d1011b54826465005400650073007400f600e400fc00df00d600c400dc003f", "refused",
      "Text (de): TestöäüßÖÄÜ?"),
    Difference("text-023", "d10105548266720041", #"urn:nfc:wkt:T \u4100"#, "Text (fr): A"),
    Difference(
      "text-035", "d1014254bf" + String(repeating: "61", count: 63) + "0078",
      #"urn:nfc:wkt:T \u7800"#, "Text (" + String(repeating: "a", count: 63) + "): x"),
  ]

  @Test func eachIsReadInTwoWays() throws {
    let input = Array(Self.differences.map { $0.hex + "\n" }.joined().utf8)
    let theirs = try run(
      peerPython, ["\(packageRoot)/.ci/peers/ndeflib-reading.py"], input: input)
    #expect(theirs.exit == .code(0), "\(theirs.errorOutput)")
    let readings = theirs.output.split(separator: "\n").map(String.init)
    #expect(readings == Self.differences.map(\.theirs))

    for difference in Self.differences {
      let ours = try run(
        builtTool, ["ndef", "decode", "--lines", "-"], input: Array((difference.hex + "\n").utf8))
      let said = ours.output == "-\n" ? ours.errorOutput : ours.output
      let expected =
        ours.output == "-\n" ? " (\(difference.ours))\n" : "\(difference.ours)\n"
      #expect(said.hasSuffix(expected), "\(difference.name)")
      #expect(difference.theirs != difference.ours)
    }
  }

  /// The document names exactly these.
  @Test func theDocumentListsThemAll() throws {
    let page = String(decoding: try contents(of: "\(packageRoot)/docs/ndef.md"), as: UTF8.self)
    let table = page.split(separator: "\n").drop { !$0.hasPrefix("## Beside ndeflib") }
    var listed: Set<String> = []
    for row in table where row.hasPrefix("| ") {
      // `trailing-001, 003` stands for two names with one beginning.
      var beginning = ""
      for name in row.split(separator: "|").first?.split(separator: ",") ?? [] {
        let word = name.filter { $0 != " " }
        if let dash = word.lastIndex(of: "-") { beginning = String(word[...dash]) }
        listed.insert(word.contains("-") ? word : beginning + word)
      }
    }
    listed.remove("vectors")
    #expect(listed == Set(Self.differences.map(\.name)))
  }
}
