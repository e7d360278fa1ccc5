// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

extension CardServiceTests {
  /// Plain bytes, without a container: a block of the usual size is what such a reader shows.
  @Test(arguments: ImitatedReader.Model.allCases)
  func plainBytesAreWrittenAndRead(_ model: ImitatedReader.Model) throws {
    let service = try CardService()
    let line = CardLine(model, at: service)
    let chip = try Self.chip(.slix, String(repeating: "00", count: 32) + "4F4C4400 4F4C4400")
    var memory = chip.memory
    memory.replaceSubrange(36..<44, with: bytes("43455254 00000001"))
    try line.lay(chip)
    let uid = hex(chip.uid).uppercased()
    let write = [
      "blocks", "write", "--yes", "--uid", uid, "--from", "9", "--reader", CardService.reader,
      "54524543 01000000", "--reverse-blocks",
    ]
    let written = try service.tagpress(write)
    #expect(
      written.output == "OK  \(uid)  blocks 9 to 10: 2 written, all read back\n",
      "\(written.errorOutput)")
    #expect(written.exit == .code(0))
    #expect(line.memory(of: chip) == memory)
    let again = try service.tagpress(write)
    #expect(
      again.output == "OK  \(uid)  blocks 9 to 10 already hold these bytes; nothing was written\n")
    let read = try service.tagpress(
      "blocks", "read", "--from", "8", "--count", "3", "--reader", CardService.reader)
    #expect(
      read.output.hasSuffix(
        """
            8  4F 4C 44 00
            9  43 45 52 54
           10  00 00 00 01

        """), "\(read.output)")
    #expect(read.exit == .code(0))

    // Another tag is there now.
    let stranger = try Self.chip(number: 2)
    try line.lay(stranger)
    let refused = try service.tagpress(write)
    #expect(refused.errorOutput.contains("This is not tag \(uid)"), "\(refused.errorOutput)")
    #expect(refused.exit == .code(1))
    #expect(line.memory(of: stranger) == [UInt8](repeating: 0, count: 112))
  }

  /// A reader that has the number of a block in the other byte would write block 0.
  @Test func nothingIsWrittenWhereEveryNumberMeansTheFirst() throws {
    let service = try CardService()
    let line = CardLine(.numberAhead, at: service)
    let chip = try Self.chip(.slix, "4F4C4400 43455254")
    let memory = chip.memory
    try line.lay(chip)
    let result = try service.tagpress(
      "blocks", "write", "--yes", "--from", "9", "--reader", CardService.reader, "CAFEF00D")
    #expect(result.errorOutput.contains("This reader cannot do that."), "\(result.errorOutput)")
    #expect(result.exit == .code(2))
    #expect(line.memory(of: chip) == memory)
  }
}
