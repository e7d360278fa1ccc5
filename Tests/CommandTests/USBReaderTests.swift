// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PretendedMachine
import TestSupport
import Testing
import VirtualReader

/// The program with libnfc's own drivers for readers on USB, and a virtual reader behind them.
struct USBReaderTests {
  /// A machine with one reader in its first socket.
  struct USBDesk {
    let machine: PretendedMachine
    let reader: VirtualReader

    init(_ model: USBReaderModel = .acr122u, faults: FaultPlan = .none) throws {
      machine = try PretendedMachine()
      reader = try machine.plug(model, VirtualReaderOptions(faults: faults))
    }

    func tagpress(_ arguments: String...) throws -> ProcessResult {
      try run(
        builtTool, arguments, environment: machine.environment(), directory: machine.folder.path)
    }
  }

  static let uid: [UInt8] = [0x04, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC]

  @Test(arguments: USBReaderModel.allCases)
  func readsATag(model: USBReaderModel) throws {
    let desk = try USBDesk(model)
    try desk.reader.place { try #require(VirtualType2Chip(.ntag213, uid: Self.uid)) }
    let result = try desk.tagpress("read", "--reader", "usb:1-1")
    #expect(result.exit == .code(0), "\(result)")
    #expect(result.output.contains("04123456789ABC"))
  }
}
