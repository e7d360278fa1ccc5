// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

@testable import TagDump

struct DumpFileTests {
  @Test(arguments: Fixture.all)
  func readsEveryKind(_ fixture: Fixture) throws {
    let dump = try DumpFile(reading: fixture.bytes, name: fixture.name)
    #expect(dump.format == fixture.format)
    #expect(dump.memory.familyName == fixture.family)
    #expect(dump.uid == fixture.uid)
    #expect(dump.memory.content == fixture.content)
  }

  @Test(arguments: Fixture.all)
  func theNameOfAFileNeedNotBeRight(_ fixture: Fixture) throws {
    let dump = try DumpFile(reading: fixture.bytes, name: "dump")
    #expect(dump.memory.content == fixture.content)
  }

  @Test(arguments: Fixture.all)
  func noTruncationGivesAnotherLink(_ fixture: Fixture) {
    // Printed blocks are long and all alike, so of long files not every cut is made.
    let size = fixture.bytes.count
    for count in stride(from: 0, to: size, by: size > 3000 ? 13 : 1) {
      guard
        let dump = try? DumpFile(reading: Array(fixture.bytes.prefix(count)), name: fixture.name),
        let message = dump.memory.content.message
      else { continue }
      #expect(message == exampleLink, "cut at \(count)")
    }
  }

  @Test(arguments: Fixture.all)
  func anyOneByteMayBeAnything(_ fixture: Fixture) {
    var random = Splitmix64(seed: 8)
    for _ in 0..<200 {
      var bytes = fixture.bytes
      bytes[Int.random(in: bytes.indices, using: &random)] = random.bytes(1)[0]
      _ = (try? DumpFile(reading: bytes, name: fixture.name))?.memory.content
    }
  }

  @Test func aByteOrderMarkIsNoContent() throws {
    let fixture = Fixture.all[0]
    let dump = try DumpFile(reading: [0xEF, 0xBB, 0xBF] + fixture.bytes, name: "")
    #expect(dump.memory.content == .message(exampleLink))
  }

  @Test func refusesWhatIsNoDump() {
    let limit = DumpLimits.byteCount
    let cases: [([UInt8], DumpError)] = [
      ([], .empty),
      ([UInt8](repeating: 0, count: limit + 1), .tooLarge(size: limit + 1, limit: limit)),
      (Array("hello".utf8), .unrecognised),
      ([UInt8](repeating: 0, count: 180), .unrecognised),
      (file([#"{"a": 1}"#]), .unrecognised),
      (file([#"{"Created": "proxmark3", "FileType": "mfu"}"#]), .noMemory),
      (file([proxmark("hitag", uid: "01020304", blocks: [[1]])]), .kindUnsupported),
      (file([#"{"tagId": "01", "cepasCompat": {}}"#]), .kindUnsupported),
      (file([#"{"tech": "t3"}"#]), .kindUnsupported),
      (file(["Filetype: Flipper NFC device", "Version: 1"]), .versionUnsupported(1)),
      (file(["Filetype: Flipper NFC device"]), .versionUnsupported(nil)),
      (
        file(["Filetype: Flipper NFC device", "Version: 4", "Device type: ST25TB"]),
        .kindUnsupported
      ),
      (
        file(["Filetype: Flipper NFC device", "Version: 4", "Device type: FeliCa"]), .noMemory
      ),
      (file(["[Target]", "Type=TagType1"]), .noMemory),
      (file(["[Target]", "Type=TagType3", "Data=@ByteArray(x)"]), .kindUnsupported),
    ]
    for (bytes, expected) in cases {
      #expect(throws: expected) { try DumpFile(reading: bytes, name: "dump") }
    }
  }

  @Test func unsoundJSONIsShownWithItsPlace() throws {
    let error = #expect(throws: DumpError.self) {
      try DumpFile(reading: Array("{\n  \"tagId\": }".utf8), name: "x.json")
    }
    guard case .json(let finding) = error else {
      Issue.record("not a finding: \(String(describing: error))")
      return
    }
    #expect(finding.position.line == 2)
  }
}
