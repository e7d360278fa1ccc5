// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the first byte of an answer about the radio says (UM0701-02, 7.1).
package enum StatusCode: UInt8, CaseIterable, Sendable {
  case success = 0x00
  case timeout = 0x01
  case wrongCRC = 0x02
  case wrongParity = 0x03
  case wrongBitCount = 0x04
  case wrongFraming = 0x05
  case collision = 0x06
  case bufferTooSmall = 0x07
  case radioBufferOverflow = 0x09
  case counterpartFieldMissing = 0x0A
  case protocolViolation = 0x0B
  case overheated = 0x0D
  case internalBufferOverflow = 0x0E
  case invalidParameter = 0x10
  case unsupportedDEPCommand = 0x12
  case wrongDataFormat = 0x13
  case authenticationFailed = 0x14
  case wrongUIDCheckByte = 0x23
  case invalidDEPState = 0x25
  case notAllowed = 0x26
  case wrongContext = 0x27
  case releasedByInitiator = 0x29
  case cardExchanged = 0x2A
  case cardDisappeared = 0x2B
  case wrongNFCID3 = 0x2C
  case overCurrent = 0x2D
  case nodeAddressMissing = 0x2E
}

/// A status byte: the code and two marks of chained exchanges.
package struct Status: Hashable, Sendable {
  package let code: StatusCode
  package let moreInformation: Bool
  package let nodeAddress: Bool

  package init(_ code: StatusCode, moreInformation: Bool = false, nodeAddress: Bool = false) {
    self.code = code
    self.moreInformation = moreInformation
    self.nodeAddress = nodeAddress
  }

  /// Returns nil for a code that the PN532 does not have.
  package init?(byte: UInt8) {
    guard let code = StatusCode(rawValue: byte & 0x3F) else { return nil }
    self.init(code, moreInformation: byte & 0x40 != 0, nodeAddress: byte & 0x80 != 0)
  }

  package var byte: UInt8 {
    code.rawValue | (moreInformation ? 0x40 : 0) | (nodeAddress ? 0x80 : 0)
  }
}
