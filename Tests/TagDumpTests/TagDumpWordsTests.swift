// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct TagDumpWordsTests {
  static let errors: [DumpError] = [
    .empty, .tooLarge(size: 9, limit: 8), .unrecognised, .versionUnsupported(nil),
    .kindUnsupported, .noMemory, .gap(page: 9), .incomplete(page: 20), .chipUnknown,
    .versionUnknown(.ntag210),
  ]

  @Test(arguments: errors)
  func everyErrorEndsWithANextStep(_ error: DumpError) {
    #expect(error.words.hasSuffix("."))
    #expect(error.words.contains(". "))
    #expect(!error.machineName.isEmpty)
  }

  @Test func machineNamesDiffer() {
    #expect(Set(Self.errors.map(\.machineName)).count == Self.errors.count)
  }

  @Test func findingsNameTheirFacts() {
    let finding = DumpFinding.uidDiffers(declared: [0x04, 0xAB], memory: [0x05])
    #expect(finding.words == "The file gives the UID 04AB, but its pages contain 05.")
    #expect(DumpedContent.hidden(address: 6).words == "byte 6 is not in the dump")
    #expect(DumpedContent.type2(.unformatted).words == "unformatted")
    #expect(DumpedContent.empty.words == nil)
  }
}
