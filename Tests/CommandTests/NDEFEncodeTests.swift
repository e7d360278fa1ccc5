// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

struct NDEFEncodeTests {
  @Test(arguments: [
    ("https://example.com", "d1010c55046578616d706c652e636f6d"),
    ("https://www.example.com/", "d1010d55026578616d706c652e636f6d2f"),
    ("HTTPS://Example.COM/A b", "d101125504" + "6578616d706c652e636f6d2f4125323062"),
    ("tel:+4930123", "d101095505" + "2b34393330313233"),
  ])
  func printsTheMessageInHex(_ link: String, _ message: String) throws {
    let result = try tagpress("ndef", "encode", link)
    #expect(result.output == message + "\n")
    #expect(result.errorOutput.hasPrefix("1 record, \(message.count / 2) bytes\n"))
    #expect(!result.errorOutput.hasSuffix("\n\n"))
    #expect(result.exit == .code(0))
  }

  @Test func printsTheBytesThemselves() throws {
    let result = try tagpress("ndef", "encode", "--binary", "https://a.example")
    #expect(result.stdout.prefix(5) == [0xD1, 0x01, 0x0A, 0x55, 0x04])
    #expect(result.stdout.count == 14)
  }

  @Test(arguments: [
    (
      ["--binary", "--json", "x:y"],
      "'--binary' has no meaning together with '--json'. Leave out --binary"
    ),
    (
      ["--lines", "--binary", "-"],
      "'--binary' has no meaning together with '--lines'. Leave out --binary"
    ),
    (["-"], "'-' is not a link. Add --lines"),
  ])
  func wrongUseEndsWith64(_ arguments: [String], _ words: String) throws {
    let result = try run(builtTool, ["ndef", "encode"] + arguments)
    #expect(result.exit == .code(64))
    #expect(result.stdout == [])
    #expect(result.errorOutput.contains(words))
  }

  @Test func whatIsNotUTF8IsRefusedAndNotRepaired() throws {
    let input =
      Array("https://x.example/M".utf8) + [0xFC] + Array("nchen\nhttps://b.example\n".utf8)
    let lines = try run(builtTool, ["ndef", "encode", "--lines", "-"], input: input)
    #expect(lines.output == "-\nd1010a5504622e6578616d706c65\n")
    #expect(
      lines.errorOutput
        == "tagpress ndef encode: line 1: Character 20 is not UTF-8. Save the text as UTF-8. "
        + "(not-utf8)\n")
    #expect(lines.exit == .code(1))
    let json = try run(builtTool, ["ndef", "encode", "--lines", "--json", "-"], input: input)
    #expect(json.output.hasPrefix(#"{"error":"Character 20 is not UTF-8"#))
    #expect(json.output.contains(#""name":"link-refused","offset":19,"rule":"not-utf8"}"#))
    let argument = try run(
      "bash", ["-c", "'\(builtTool)' ndef encode $'https://x.example/M\\xfcnchen'"])
    #expect(argument.exit == .code(64))
    #expect(argument.output == "")
    #expect(argument.errorOutput.hasPrefix("tagpress: Argument 3, "))
    #expect(argument.errorOutput.contains("is not UTF-8"))
  }

  @Test func programsGetAllThatPeopleGet() throws {
    let result = try tagpress("ndef", "encode", "--json", "HTTP://x.example/ü")
    let answer = try JSONDocument(reading: result.stdout).root
    #expect(answer["kind"]?.string == "web")
    #expect(
      answer["changes"]?.elements?.compactMap(\.string) == ["scheme-case", "percent-encoded"])
    #expect(
      answer["remarks"]?.elements?.compactMap(\.string)
        == ["An http link may open only the browser. Use https if the website supports it."])
  }

  @Test func remarksOnLinesNameTheirLine() throws {
    let result = try tagpress(
      "ndef", "encode", "--lines", "-", input: "\u{FEFF}https://a.example\nHTTPS://b.example:1\n")
    #expect(
      result.errorOutput == """
        tagpress ndef encode: line 2: Written as https://b.example:1: wrote the scheme in the usual \
        case.
        tagpress ndef encode: line 2: The link names a port, but phones find apps by the host alone. \
        Leave out the port if you can.

        """)
    #expect(result.exit == .code(0))
  }

  @Test func saysWhatWasChanged() throws {
    let result = try tagpress("ndef", "encode", "https://bücher.example/ä")
    #expect(
      result.errorOutput.contains(
        "Written as https://xn--bcher-kva.example/%C3%A4: wrote the host in Punycode; "))
  }

  @Test func warnsOfLinksThatOpenNoApp() throws {
    #expect(
      try tagpress("ndef", "encode", "wallet://pay").errorOutput.contains("An iPhone does not open")
    )
    #expect(
      try tagpress("ndef", "encode", "http://example.com").errorOutput.contains(
        "may open only the browser"))
  }

  @Test(arguments: [
    ("go.example.com/x", "missing-scheme"),
    ("https:///x", "no-host"),
    ("https://user:secret@example.com", "credentials"),
    ("https://example.com/%zz", "bad-percent-escape"),
    ("https://example.com/a\tb", "control-character"),
    ("https://example.com/{tag.uid}", "no-value"),
    ("https://example.com/{mirror.uid}", "no-value"),
    ("https://example.com/{store}", "no-value"),
    ("https://example.com/}", "stray-brace"),
  ])
  func refusesWhatNoPhoneOpens(_ link: String, _ rule: String) throws {
    let result = try tagpress("ndef", "encode", "--json", link)
    #expect(result.exit == .code(1))
    #expect(result.output.contains("\"rule\": \"\(rule)\""), "\(result.output)")
    #expect(result.errorOutput.split(separator: "\n").count == 1)
  }

  @Test func whatIsEncodedDecodesToTheSameLink() throws {
    let links = ["https://a.example/1", "mailto:me@a.example", "sms:+1"]
    let encoded = try tagpress(
      "ndef", "encode", "--lines", "-", input: links.joined(separator: "\n"))
    let decoded = try tagpress("ndef", "decode", "--lines", "-", input: encoded.output)
    #expect(decoded.output == links.map { "URI: \($0)\n" }.joined())
  }
}
