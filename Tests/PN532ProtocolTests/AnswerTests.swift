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
}
