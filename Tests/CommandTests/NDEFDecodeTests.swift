// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

struct NDEFDecodeTests {
  private let link = "d1010c55046578616d706c652e636f6d"

  @Test func showsTheRecordsAsATable() throws {
    let result = try tagpress("ndef", "decode", "D1 01 0C 55 04 65 78 61 6D 70 6C 65 2E 63 6F 6D")
    #expect(
      result.output == """
        1 record, 16 bytes

        1  URI: https://example.com
           TNF 0x01, type 55, id none, payload 12:
           046578616d706c652e636f6d

        """)
    #expect(result.errorOutput == "")
    #expect(result.exit == .code(0))
  }

  @Test func printsOneJSONObject() throws {
    let result = try tagpress("ndef", "decode", "--json", link)
    #expect(
      result.output == """
        {
          "records": [
            {
              "tnf": 1,
              "type": "55",
              "id": "",
              "payload": "046578616d706c652e636f6d",
              "uri": "https://example.com"
            }
          ]
        }

        """)
    #expect(result.exit == .code(0))
  }

  @Test(arguments: ["hex", "bytes"])
  func readsAFile(_ kind: String) throws {
    let folder = try TemporaryDirectory()
    let bytes: [UInt8] = [0xD0, 0x00, 0x00]
    try folder.write(kind == "hex" ? Array("d0 00\n00\n".utf8) : bytes, to: "message")
    let result = try tagpress("ndef", "decode", folder.path(of: "message"))
    #expect(result.output.hasPrefix("1 record, 3 bytes\n\n1  Empty record: -\n"))
    #expect(result.exit == .code(0))
  }

  @Test func readsStandardInput() throws {
    let result = try tagpress("ndef", "decode", "-", input: link + "\n")
    #expect(result.output.contains("URI: https://example.com"))
  }

  @Test func theSizeIsThatOfTheMessageAsGiven() throws {
    #expect(try tagpress("ndef", "decode", "d8000000").output.hasPrefix("1 record, 4 bytes\n"))
  }

  @Test(arguments: ["0xd00000", "0Xd0 00 00", "d0:00:00"])
  func readsHexAsOtherProgramsWriteIt(_ text: String) throws {
    #expect(try tagpress("ndef", "decode", text).output.hasPrefix("1 record, 3 bytes\n"))
  }

  @Test(arguments: [[], ["--lines"]])
  func aByteOrderMarkIsNoPartOfHex(_ options: [String]) throws {
    let result = try run(
      builtTool, ["ndef", "decode"] + options + ["-"], input: [0xEF, 0xBB, 0xBF] + "d00000\n".utf8)
    #expect(result.output.contains("Empty record"))
    #expect(result.exit == .code(0))
  }

  struct Refused: Sendable {
    let hex: String
    let rule: String
    let offset: Int
  }

  static let refused = [
    Refused(hex: "", rule: "empty-input", offset: 0),
    Refused(hex: "d1010c5504657861", rule: "truncated", offset: 8),
    Refused(hex: "c101fffffffb5504", rule: "truncated", offset: 8),
    Refused(hex: "d101065524616263646566", rule: "trailing-bytes", offset: 10),
    Refused(hex: "d1010455246162", rule: "truncated", offset: 7),
    Refused(hex: "d101035524616200", rule: "trailing-bytes", offset: 7),
    Refused(hex: "d1010355246162", rule: "reserved-prefix-code", offset: 4),
    Refused(hex: "d1010355ff6162", rule: "reserved-prefix-code", offset: 4),
    Refused(hex: "d101035504ff61", rule: "not-utf8", offset: 5),
    Refused(hex: "d1010355046100", rule: "control-character", offset: 6),
    Refused(hex: "d10104540165ff61", rule: "not-utf8", offset: 6),
    Refused(hex: "d1020c537091010155005101010373000000", rule: "trailing-bytes", offset: 17),
    Refused(hex: "d1020c5370910101550051010373000000", rule: "size-malformed", offset: 14),
    Refused(hex: "d1020b537091010155005103006163 74", rule: "action-malformed", offset: 16),
    Refused(hex: "d10200581f", rule: "type-malformed", offset: 4),
    Refused(hex: "b50000160000760000", rule: "chunk-with-message-end", offset: 6),
    Refused(hex: "d0000", rule: "half-a-byte", offset: 5),
    Refused(hex: "d0000o", rule: "not-hex", offset: 5),
    Refused(hex: "\u{FEFF}d0000o", rule: "not-hex", offset: 5),
    Refused(hex: "0xd0,", rule: "not-hex", offset: 4),
  ]

  @Test(arguments: refused.indices)
  func namesTheRuleAndThePlace(_ index: Int) throws {
    let refused = NDEFDecodeTests.refused[index]
    let result = try tagpress("ndef", "decode", "--json", "-", input: refused.hex)
    #expect(result.exit == .code(1))
    #expect(result.output.contains("\"offset\": \(refused.offset),\n"), "\(result.output)")
    #expect(result.output.contains("\"rule\": \"\(refused.rule)\"\n"), "\(result.output)")
    #expect(result.errorOutput.split(separator: "\n").count == 1)
    #expect(result.errorOutput.hasPrefix("tagpress ndef decode: "))
    #expect(result.errorOutput.hasSuffix(" (\(refused.rule))\n"))
  }

  private let flawed = "91010a5504612e6578616d706c651101035524616251010455ff6162ff"

  /// A flaw in one record is no reason to keep the others back.
  @Test func recordsAndFlawsAreGivenTogether() throws {
    let result = try tagpress("ndef", "decode", "--json", flawed)
    #expect(result.exit == .code(1))
    let answer = try JSONDocument(reading: result.stdout).root
    let records = answer["records"]?.elements ?? []
    #expect(records.map { $0["uri"]?.string } == ["https://a.example", "ab", "ab\u{FFFD}"])
    #expect(records.map { $0["flaw"]?["offset"]?.number?.int } == [nil, 18, 25])
    #expect(answer["name"]?.string == "message-refused")
    #expect(answer["rule"]?.string == "reserved-prefix-code")
    #expect(answer["offset"]?.number?.int == 18)
    #expect(answer["error"]?.string == records[1]["flaw"]?["error"]?.string)

    let table = try tagpress("ndef", "decode", flawed)
    #expect(table.exit == .code(1))
    #expect(table.output.contains("1  URI: https://a.example\n"))
    #expect(table.output.contains("   ! Byte 18: The link begins with a reserved prefix code"))
    #expect(
      table.errorOutput == """
        tagpress ndef decode: Byte 18: The link begins with a reserved prefix code. Write the link \
        again. (reserved-prefix-code)

        """)

    let lines = try tagpress("ndef", "decode", "--lines", "-", input: flawed + "\n\(link)\n")
    #expect(lines.output == "-\nURI: https://example.com\n")
    #expect(lines.exit == .code(1))
    #expect(lines.errorOutput.split(separator: "\n").count == 1)
    let objects = try tagpress("ndef", "decode", "--lines", "--json", "-", input: flawed)
    #expect(objects.output.hasPrefix(#"{"records":[{"tnf":1"#) && objects.exit == .code(1))
    #expect(objects.output.hasSuffix(#""offset":18,"rule":"reserved-prefix-code"}"# + "\n"))
  }

  @Test func peopleCountCharactersFromOneAndBytesFromZero() throws {
    #expect(
      try tagpress("ndef", "decode", "-", input: "zz").errorOutput.contains(
        " Character 1 is not a hex"))
    #expect(try tagpress("ndef", "decode", "500000").errorOutput.contains(" Byte 0: "))
  }

  @Test func tenMegabytesOfOnesAreRefusedAtOnce() throws {
    let folder = try TemporaryDirectory()
    try folder.write([UInt8](repeating: 0xFF, count: 10 << 20), to: "ones")
    let result = try tagpress("ndef", "decode", folder.path(of: "ones"))
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.contains("reserved type format 7"))
  }

  @Test func readsOnTolerantlyAndNamesTheFlaw() throws {
    let result = try tagpress("ndef", "decode", "--tolerant", "d101035524616200")
    #expect(result.exit == .code(0))
    #expect(result.output.contains("1  URI: ab\n"))
    #expect(result.output.contains("   ! Byte 4: The link begins with a reserved prefix code"))
    #expect(result.output.contains("\n! Byte 7: Bytes follow the end of the message"))
  }

  @Test func decodesManyLines() throws {
    let result = try tagpress(
      "ndef", "decode", "--json", "--lines", "-", input: "\(link)\nd000\nd00000\r\n")
    #expect(
      result.output.split(separator: "\n").map { $0.prefix(20) } == [
        #"{"records":[{"tnf":1"#, #"{"error":"Byte 2: Th"#, #"{"records":[{"tnf":0"#,
      ])
    #expect(result.errorOutput.hasPrefix("tagpress ndef decode: line 2: Byte 2: "))
    #expect(result.exit == .code(1))
  }

  @Test(arguments: [[], ["--json"]])
  func flawsOfALineAreNamedNextToIt(_ options: [String]) throws {
    let result = try run(
      builtTool, ["ndef", "decode", "--lines", "--tolerant"] + options + ["-"],
      input: Array("\(link)\nd101035524616200\n".utf8))
    #expect(
      result.errorOutput == """
        tagpress ndef decode: line 2: Byte 4: The link begins with a reserved prefix code. Write \
        the link again. (reserved-prefix-code)
        tagpress ndef decode: line 2: Byte 7: Bytes follow the end of the message. Shorten the \
        length. (trailing-bytes)

        """)
    #expect(result.exit == .code(0))
  }

  @Test func aLineThatIsTooLongDoesNotEndTheOthers() throws {
    let zeros = String(repeating: "0", count: 4 << 20)
    let result = try tagpress(
      "ndef", "decode", "--lines", "-", input: "\(zeros)0\nd00000\n\(zeros)\r0")
    #expect(result.output == "-\nEmpty record: -\n-\n")
    let lines = result.errorOutput.split(separator: "\n")
    #expect(lines.first?.hasPrefix("tagpress ndef decode: line 1: The line is longer") == true)
    #expect(lines.last?.hasPrefix("tagpress ndef decode: line 3: ") == true)
    #expect(lines.allSatisfy { $0.hasSuffix(" (line-too-long)") } && lines.count == 2)
    #expect(result.exit == .code(1))
  }

  @Test func textFromATagNeverReachesTheTerminalUnescaped() throws {
    // ESC ] 0 ; x BEL would change the window's title.
    let result = try tagpress(
      "ndef", "decode", "--tolerant", "d1010854026465 1b5d303b78".filter { $0 != " " })
    #expect(result.output.contains(#"Text (de): \u{1B}]0;x"#))
    #expect(!result.stdout.contains(0x1B))
  }

  @Test func aFileThatIsNotThereIsNamed() throws {
    let result = try tagpress("ndef", "decode", "no/such/file")
    #expect(
      result.errorOutput == """
        tagpress ndef decode: no/such/file: There is no such file. Check the name.

        """)
    #expect(result.exit == .code(2))
  }

  @Test func aSlipInHexIsNotOnlyAFileThatIsNotThere() throws {
    let result = try tagpress("ndef", "decode", "d1010z")
    #expect(
      result.errorOutput == """
        tagpress ndef decode: d1010z is neither a file nor hex. Character 6 is not a hex \
        digit. Check the name or the digits.

        """)
    #expect(result.exit == .code(2))
  }

  @Test(arguments: [
    ("/", "tagpress ndef decode: / is a folder. Name a file in it.\n"),
    ("no/file", "tagpress ndef decode: no/file: There is no such file. "),
  ])
  func programsAreToldWhatCannotBeRead(_ name: String, _ words: String) throws {
    for options in [[], ["--lines"]] {
      let result = try run(builtTool, ["ndef", "decode", "--json"] + options + [name])
      #expect(result.exit == .code(2))
      #expect(result.errorOutput.hasPrefix(words))
      let answer = try JSONDocument(reading: result.stdout).root
      #expect(answer["rule"]?.string == "cannot-read" && answer["offset"]?.number?.int == 0)
      #expect(answer["name"]?.string == "could-not-read-file")
    }
  }

  @Test(arguments: [
    (["d1", "01"], "put both in one pair of quotes"), ([""], "HEX|FILE|- is empty"),
  ])
  func wrongUseEndsWith64(_ arguments: [String], _ words: String) throws {
    let result = try run(builtTool, ["ndef", "decode"] + arguments)
    #expect(result.exit == .code(64))
    #expect(result.errorOutput.contains(words))
  }
}
