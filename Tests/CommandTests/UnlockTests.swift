// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// `unlock` says that a tag is open only when it is.
struct UnlockTests {
  @Test(arguments: ["ntag213", "ntag424-dna", "felica-lite-s"])
  func aPermanentlyLockedTagIsNotCalledOpen(_ chip: String) throws {
    let desk = try Desk(chip: chip)
    _ = try desk.tagpress("key", "new", "k")
    let open = try desk.tagpress("unlock", "--key", "k")
    #expect(open.exit == .code(0), "\(open.errorOutput)")
    #expect(open.output.hasSuffix("  is open already\n"))
    #expect(try desk.tagpress("put", "--lock", "--yes", "https://a.example").exit == .code(0))
    let locked = try desk.tagpress("unlock", "--json", "--key", "k")
    #expect(locked.exit == .code(1))
    #expect(try JSONDocument(reading: locked.stdout).root["name"]?.string == "still-closed")
    #expect(
      locked.errorOutput.contains("It is permanently locked, which nothing can undo."),
      "\(locked.errorOutput)")
  }

  /// What a tag says of itself, where nothing shows whether it is true.
  @Test func aTagThatSaysThatItIsReadOnlyIsToldSo() throws {
    let desk = try Desk(chip: "type4-2.0-read-only")
    _ = try desk.tagpress("key", "new", "k")
    let unlock = try desk.tagpress("unlock", "--key", "k")
    #expect(unlock.exit == .code(1))
    #expect(
      unlock.errorOutput.contains("It says that it is read-only, which TagPress cannot undo."),
      "\(unlock.errorOutput)")
  }

  @Test func theLocksOfATagStayWhenItsPasswordGoes() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    #expect(try desk.tagpress("put", "--protect", "k", "https://a.example").exit == .code(0))
    // Byte 3 of the static lock bits: pages 8 to 15.
    try desk.edit("one.tag") { lines in
      for index in lines.indices where lines[index].hasPrefix("page 02 ") {
        lines[index] = lines[index].dropLast(2) + "FF"
      }
    }
    let result = try desk.tagpress("unlock", "--key", "k")
    #expect(result.exit == .code(1))
    #expect(
      result.errorOutput.contains("The password is off. Parts of it are permanently locked"),
      "\(result.errorOutput)")
  }
}
