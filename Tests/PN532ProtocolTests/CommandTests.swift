// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

/// Commands that libnfc 1.8.0, nfcpy 1.0.4 and public hardware logs show on the line.
let commandTable: [(command: Command, bytes: String)] = [
  (.diagnose(test: 0, parameters: hex("6C69626E6663")), "00006C69626E6663"),
  (.diagnose(test: 6, parameters: []), "0006"),
  (.getFirmwareVersion, "02"),
  (.getGeneralStatus, "04"),
  (.readRegister([0x6302, 0x6303, 0x630D]), "0663026303630D"),
  (
    .writeRegister([
      RegisterValue(address: 0x6302, value: 0x80), RegisterValue(address: 0x6303, value: 0),
    ]), "08630280630300"
  ),
  (.readGPIO, "0C"),
  (.writeGPIO(p3: 0x81, p7: 0x02), "0E8102"),
  (.setSerialBaudRate(.baud921600), "1007"),
  (.setParameters(0x14), "1214"),
  (.samConfiguration(mode: .normal, options: []), "1401"),
  (.samConfiguration(mode: .normal, options: [0x14, 0x01]), "14011401"),
  (.powerDown(wakeUp: 0xF0, options: []), "16F0"),
  (.rfConfiguration(.field, [0x01]), "320101"),
  (.rfConfiguration(.timings, [0x0A, 0x0B, 0x07]), "32020A0B07"),
  (.rfConfiguration(.maximumRetries, [0xFF, 0xFF, 0xFF]), "3205FFFFFF"),
  (.inDataExchange(target: 1, data: hex("3004")), "40013004"),
  (.inDataExchange(target: 1, data: []), "4001"),
  (.inCommunicateThru([0x60]), "4260"),
  (.inCommunicateThru([]), "42"),
  (.inDeselect(target: 0), "4400"),
  (.inListPassiveTarget(maximum: 1, .typeA, initiatorData: []), "4A0100"),
  (.inListPassiveTarget(maximum: 1, .typeA, initiatorData: hex("278B7034")), "4A0100278B7034"),
  (
    .inListPassiveTarget(maximum: 1, .felica212, initiatorData: hex("00FFFF0100")),
    "4A010100FFFF0100"
  ),
  (.inListPassiveTarget(maximum: 1, .jewel, initiatorData: []), "4A0104"),
  (.inRelease(target: 0), "5200"),
  (.inSelect(target: 1), "5401"),
  (.inAutoPoll(polls: 0x14, period: 2, types: hex("1003111204")), "601402 1003111204"),
  (.other(.tgGetData, []), "86"),
  (.other(.inJumpForDEP, hex("010200")), "56010200"),
]

struct CommandTests {
  @Test(arguments: commandTable)
  func encodes(command: Command, bytes: String) {
    #expect(command.bytes == hex(bytes))
  }

  @Test(arguments: commandTable)
  func decodes(command: Command, bytes: String) throws {
    #expect(try Command(bytes: hex(bytes)) == command)
  }
}
