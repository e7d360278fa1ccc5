// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

struct AnswerTests {
  @Test(arguments: [
    (Answer(to: .samConfiguration), "15"),
    (Answer(to: .inDataExchange, .wrongDataFormat), "4113"),
    (Answer(to: .inCommunicateThru, .success, [0x0A]), "43000A"),
    (Answer(to: .getFirmwareVersion, FirmwareVersion.pn532.content), "0332010607"),
  ])
  func encodesAndDecodes(answer: Answer, bytes: String) {
    #expect(answer.bytes == hex(bytes))
    #expect(Answer(bytes: hex(bytes)) == answer)
  }

  @Test func knowsItsCommands() {
    #expect(Answer(bytes: []) == nil)
    #expect(Answer(bytes: [0x00]) == nil)
    #expect(Answer(bytes: [0x02]) == nil)
  }

  @Test func firmwareHasFourBytes() {
    #expect(FirmwareVersion(content: hex("32010607")) == .pn532)
    #expect(FirmwareVersion(content: hex("320106")) == nil)
    #expect(FirmwareVersion(content: hex("3201060700")) == nil)
  }

  static let desfire = ListedTypeATarget(
    number: 1, atqa: hex("0344"), sak: 0x20, uid: hex("041E2061801D80"), ats: hex("067577810280"))
  static let classic = ListedTypeATarget(
    number: 2, atqa: hex("0004"), sak: 0x08, uid: hex("278B7034"), ats: [])

  @Test func listsTargets() {
    let listed = hex("02 01 0344 20 07 041E2061801D80 067577810280 02 0004 08 04 278B7034")
    #expect([2] + Self.desfire.bytes + Self.classic.bytes == listed)
    #expect(ListedTypeATarget.list(content: listed) == [Self.desfire, Self.classic])
    #expect(ListedTypeATarget.list(content: [0]) == [])
    for length in 0..<listed.count {
      #expect(ListedTypeATarget.list(content: Array(listed[..<length])) == nil)
    }
    #expect(ListedTypeATarget.list(content: listed + [0]) == nil)
  }
}
