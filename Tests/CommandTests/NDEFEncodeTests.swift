// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@Suite struct NDEFEncodeTests {
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
    #expect(result.exit == .code(0))
  }

  @Test func printsTheBytesThemselves() throws {
    let result = try tagpress("ndef", "encode", "--binary", "https://a.example")
    #expect(result.stdout.prefix(5) == [0xD1, 0x01, 0x0A, 0x55, 0x04])
    #expect(result.stdout.count == 14)
  }

  @Test func saysWhatWasChanged() throws {
    let result = try tagpress("ndef", "encode", "https://bücher.example/ä")
    #expect(
      result.errorOutput.contains(
        "Written as https://xn--bcher-kva.example/%C3%A4: wrote the host in Punycode; "))
  }

  @Test func warnsOfLinksThatOpenNoApp() throws {
    #expect(
      try tagpress("ndef", "encode", "wallet://pay").errorOutput.contains("An iPhone opens no"))
    #expect(
      try tagpress("ndef", "encode", "http://example.com").errorOutput.contains("opens no app"))
  }

  @Test(arguments: [
    ("go.example.com/x", "missing-scheme"),
    ("https:///x", "no-host"),
    ("https://user:secret@example.com", "credentials"),
    ("https://example.com/%zz", "bad-percent-escape"),
    ("https://example.com/a\tb", "control-character"),
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
