// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import TestSupport
import Testing

struct CommandDecodingTests {
  @Test(arguments: [
    ("", CommandError.empty),
    ("01", .unknownCode(0x01)),
    ("FF00", .unknownCode(0xFF)),
    ("00", .parameterCount(.diagnose, 0)),
    ("0200", .parameterCount(.getFirmwareVersion, 1)),
    ("0663", .parameterCount(.readRegister, 1)),
    ("0863020063", .parameterCount(.writeRegister, 4)),
    ("1009", .parameterValue(.setSerialBaudRate, 9)),
    ("12", .parameterCount(.setParameters, 0)),
    ("1405", .parameterValue(.samConfiguration, 5)),
    ("16", .parameterCount(.powerDown, 0)),
    ("320A7FF485158A6A0B", .parameterCount(.rfConfiguration, 8)),
    ("3203", .parameterValue(.rfConfiguration, 3)),
    ("40", .parameterCount(.inDataExchange, 0)),
    ("4A01", .parameterCount(.inListPassiveTarget, 1)),
    ("4A0300", .parameterValue(.inListPassiveTarget, 3)),
    ("4A0105", .parameterValue(.inListPassiveTarget, 5)),
    ("601402", .parameterCount(.inAutoPoll, 2)),
  ])
  func refuses(bytes: String, error: CommandError) {
    #expect(throws: error) { try Command(bytes: hex(bytes)) }
  }

  @Test("whatever decodes encodes to the same bytes", arguments: [0xC0DE as UInt64])
  func roundTrips(seed: UInt64) {
    var random = Splitmix64(seed: seed)
    var understood = 0
    for _ in 0..<20_000 {
      let code = CommandCode.allCases.randomElement(using: &random)?.rawValue ?? 0
      let few = random.bytes(Int.random(in: 0...12, using: &random)).map { $0 % 16 }
      guard let command = try? Command(bytes: [code] + few) else { continue }
      understood += 1
      #expect(command.bytes == [code] + few, "seed \(seed)")
    }
    #expect(understood > 5_000)
  }
}
