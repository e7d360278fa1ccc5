// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing
import VirtualReader

/// The registers of a chip with a password, from its data sheet.
struct Registers: CustomTestStringConvertible, Sendable {
  let sheet: DataSheet
  /// CFG0; CFG1, PWD and PACK are the pages after it.
  let page: Int
  /// CFG0 as the factory left it, up to AUTH0.
  let front: [UInt8]

  var testDescription: String { sheet.testDescription }

  static func all() throws -> [Registers] {
    let pages: [(Chip, Int, String)] = [
      (.ultralightEV1Small, 0x10, "000000"), (.ultralightEV1Large, 0x25, "000000"),
      (.ntag210, 0x10, "040000"), (.ntag212, 0x25, "040000"), (.ntag213, 0x29, "040000"),
      (.ntag215, 0x83, "040000"), (.ntag216, 0xE3, "040000"),
    ]
    return try pages.map {
      Registers(sheet: try DataSheet.of($0.0), page: $0.1, front: hex($0.2))
    }
  }

  /// A chip that holds the message and nothing else that the factory did not put there.
  func open(holding message: [UInt8]) -> [[UInt8]] {
    sheet.written(message, over: factory(sheet.model))
  }

  /// The memory with AUTH0, ACCESS, PWD and PACK as given.
  func cells(
    _ cells: [[UInt8]], auth0: UInt8, access: UInt8, password: [UInt8], acknowledge: [UInt8]
  ) -> [[UInt8]] {
    var cells = cells
    cells[page] = front + [auth0]
    cells[page + 1] = [access, 5, 0, 0]
    cells[page + 2] = password
    cells[page + 3] = acknowledge + [0, 0]
    return cells
  }

  /// The memory under the secret of these tests.
  func protected(_ cells: [[UInt8]], access: UInt8 = 0) -> [[UInt8]] {
    self.cells(
      cells, auth0: 4, access: access, password: Secrets.password,
      acknowledge: Secrets.acknowledge)
  }

  /// The memory under the secret that comes after.
  func protectedAgain(_ cells: [[UInt8]], access: UInt8 = 0) -> [[UInt8]] {
    self.cells(
      cells, auth0: 4, access: access, password: Secrets.newPassword,
      acknowledge: Secrets.newAcknowledge)
  }
}

enum Secrets {
  static let password: [UInt8] = [0x5E, 0xC2, 0xE7, 0x11]
  static let acknowledge: [UInt8] = [0xAC, 0x4B]
  static let newPassword: [UInt8] = [0x0E, 0x3C, 0x3D, 0x22]
  static let newAcknowledge: [UInt8] = [0x4E, 0x17]

  static func right() throws -> Type2Secret {
    try #require(Type2Secret(password: password, acknowledge: acknowledge))
  }

  static func wrong() throws -> Type2Secret {
    try #require(Type2Secret(password: [1, 2, 3, 4], acknowledge: acknowledge))
  }
}
