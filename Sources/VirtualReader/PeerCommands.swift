// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// Peer-to-peer and target commands, for which there is no counterpart on this antenna.
extension PN532Core {
  mutating func peer(_ code: CommandCode, _ parameters: [UInt8]) -> Outcome {
    switch code {
    case .inJumpForDEP, .inJumpForPSL:
      guard parameters.count >= 3 else { return .refusal }
      antenna.switchOn()
      antenna.wait(microseconds: timeoutMicroseconds)
      return .answer(Answer(to: code, .timeout))
    case .inATR, .inPSL:
      guard let number = parameters.first else { return .refusal }
      let status = target(number) == nil ? StatusCode.wrongContext : .protocolViolation
      return .answer(Answer(to: code, status))
    case .tgInitAsTarget:
      // Mode, ATQA and the rest for Type A, the parameters for FeliCa, the NFCID3: 35 bytes.
      guard parameters.count >= 35 else { return .refusal }
      waiting = .forCounterpart
      return .waiting()
    case .tgGetTargetStatus:
      return .answer(Answer(to: code, [0x00, 0x00]))
    case .rfRegulationTest:
      waiting = .forCounterpart
      return .waiting()
    default:
      return .answer(Answer(to: code, .notAllowed))
    }
  }
}
