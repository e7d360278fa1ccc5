// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@testable import PCSCReader

/// Type 2 commands to the PN532 in an ACR122U.
struct DirectType2Tests {
  private static let opening = ("FF000000 02 D402", "D503 32010607 9000")
  static let registers = (
    "FF000000 0E D408 630280 630380 630D00 633D00", "D509 9000"
  )
  private static let checksumsOff = ("FF000000 08 D408 630200 630300", "D509 9000")
  private static let checksumsOn = ("FF000000 08 D408 630280 630380", "D509 9000")

  /// Opens a channel, sends a command, and holds the rest of the script against it.
  private func outcome(
    of command: String, _ care: Care, _ script: [(String, String)]
  ) throws -> Result<[UInt8], ReaderError> {
    let slot = ScriptedSlot([Self.opening, Self.registers] + script)
    let channel = try #require(try DirectType2(on: slot))
    defer { #expect(slot.isDone) }
    do throws(ReaderError) {
      return .success(try channel.exchange(hex(command), care))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    arguments: [
      // READ and WRITE by the chip's MIFARE handling.
      (
        "3004", "FF000000 05 D44001 3004", "D541 00 00112233445566778899AABBCCDDEEFF 9000",
        .success(hex("00112233445566778899AABBCCDDEEFF"))
      ),
      ("A204 01020304", "FF000000 09 D44001 A204 01020304", "D541 00 9000", .success([])),
      ("A204 01020304", "FF000000 09 D44001 A204 01020304", "D541 01 9000", .failure(.unclear)),
      // Anything else as it is.
      (
        "60", "FF000000 03 D442 60", "D543 00 0004040201000F03 9000",
        .success(hex("0004040201000F03"))
      ),
      ("60", "FF000000 03 D442 60", "D543 02 9000", .failure(.unclear)),
      ("60", "FF000000 03 D442 60", "6300", .failure(.unclear)),
      ("60", "FF000000 03 D442 60", "D541 00 9000", .failure(.readerSilent)),
      ("60", "FF000000 03 D442 60", "", .failure(.silent)),
    ] as [(String, String, String, Result<[UInt8], ReaderError>)])
  func asksQuickly(
    _ command: String, _ sent: String, _ answer: String, _ result: Result<[UInt8], ReaderError>
  ) throws {
    #expect(try outcome(of: command, .quick, [(sent, answer)]) == result)
  }

  @Test(
    arguments: [
      // GET_VERSION with its checksum, both ways (CRC_A of 60 is F8 32).
      ("60", "FF000000 05 D442 60F832", "D543 00 00 9000", .failure(.refused(0))),
      ("60", "FF000000 05 D442 60F832", "D543 00 0A 9000", .success([])),
      ("60", "FF000000 05 D442 60F832", "D543 00 04 9000", .failure(.refused(4))),
      ("60", "FF000000 05 D442 60F832", "D543 00 60F832 9000", .success([0x60])),
      ("60", "FF000000 05 D442 60F832", "D543 00 60F833 9000", .failure(.corrupted)),
      ("60", "FF000000 05 D442 60F832", "D543 00 60F8 9000", .failure(.corrupted)),
      ("60", "FF000000 05 D442 60F832", "D543 01 9000", .failure(.silent)),
    ] as [(String, String, String, Result<[UInt8], ReaderError>)])
  func asksWithCare(
    _ command: String, _ sent: String, _ answer: String, _ result: Result<[UInt8], ReaderError>
  ) throws {
    let script = [Self.checksumsOff, (sent, answer), Self.checksumsOn]
    #expect(try outcome(of: command, .careful, script) == result)
  }

  @Test(arguments: ["6D00", "6300", "6E00", "D501 9000"])
  func isNoneWithoutAPN532(_ answer: String) throws {
    let slot = ScriptedSlot([("FF000000 02 D402", answer)])
    #expect(try DirectType2(on: slot) == nil)
  }
}
