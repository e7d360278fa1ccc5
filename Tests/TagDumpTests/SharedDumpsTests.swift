// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import StrictJSON
import TagMemory
import TestSupport
import Testing

@testable import TagDump

/// Dumps that other people made of their tags; each is listed with what it must give.
@Suite(
  .enabled(
    if: SharedFacts.have("data/tag-dumps/expected.json"),
    "addition: the dumps of other people are not beside the project"))
struct SharedDumpsTests {
  /// The files with what is expected of them.
  static func expected() throws -> [(name: String, node: JSONNode, dump: DumpFile)] {
    let files = try SharedFacts.json("data/tag-dumps/expected.json")["files"]?.members ?? []
    return try files.map { member in
      let bytes = try contents(of: SharedFacts.path(of: "data/tag-dumps/\(member.key)"))
      return (member.key, member.value, try DumpFile(reading: bytes, name: member.key))
    }
  }

  @Test func everyDumpIsReadAndOfTheRightFamily() throws {
    let files = try Self.expected()
    #expect(files.count > 70)
    for (name, node, dump) in files {
      #expect(dump.memory.familyName == node["tag"]?.string, "\(name)")
    }
  }

  @Test func everyMessageIsTheSameToTheByte() throws {
    for (name, node, dump) in try Self.expected() {
      // Of the one message that is cut off no more than its beginning is expected, and none read.
      let isSound = node["strict"]?.string == "accept"
      let message = isSound ? node["ndef"]?.string.map(hex) : nil
      #expect(dump.memory.content.message == message, "\(name)")
      if node["empty"]?.bool == true {
        let content = dump.memory.content
        #expect([.empty, .type2(.factoryNew), .type2(.foreign)].contains(content), "\(name)")
      }
    }
  }

  @Test func everyLinkIsGiven() throws {
    var count = 0
    for (name, node, dump) in try Self.expected() {
      let expected = node["uris"]?.elements?.compactMap(\.string) ?? []
      let message = dump.memory.content.message
      let links = try message.map { try MessageReading($0).links } ?? []
      #expect(links == expected, "\(name)")
      count += links.count
    }
    #expect(count > 50)
  }

  @Test func everyUIDIsTheOneThatItsCollectorNoted() throws {
    let index = try SharedFacts.json("data/tag-dumps/index.json")["files"]?.elements ?? []
    for entry in index {
      guard let name = entry["file"]?.string, let uid = entry["uid"]?.string else { continue }
      let bytes = try contents(of: SharedFacts.path(of: "data/tag-dumps/\(name)"))
      #expect(try DumpFile(reading: bytes, name: name).uid == hex(uid), "\(name)")
    }
  }

  /// What is said about a dump: by the room itself, by its memory, or by its state.
  struct Findings {
    let dump: [DumpFinding]
    var tag: [Finding] = []
    var state: TagState?
    var container: CapabilityContainer?

    init(_ dump: DumpFile) {
      self.dump = dump.findings
      guard case .type2(let type2) = dump.memory else { return }
      tag = Finding.all(in: type2.image)
      state = TagState(type2.image)
      container = type2.image.container
    }

    func names(_ isMeant: (Finding) -> Bool) -> Bool { tag.contains(where: isMeant) }

    func says(_ isMeant: (DumpFinding) -> Bool) -> Bool { dump.contains(where: isMeant) }
  }

  /// The quirks that must be named, by how they begin in the list.
  ///
  /// The others, such as stale bytes after a message, are survived: the message is right.
  static let quirks: [(start: String, isNamed: @Sendable (Findings) -> Bool)] = [
    (
      "CC claims 992",
      { $0.names { if case .containerLargerThanChip = $0 { true } else { false } } }
    ),
    ("CC magic", { $0.container?.isFormatted == false }),
    ("CC says read-only", { $0.state?.access != .open }),
    ("MLEN counts", { $0.says { if case .containerCountsItself = $0 { true } else { false } } }),
    ("Pages read", { $0.dump.contains(.pagesMissing(first: 6, count: 36)) }),
    (
      "TLV 03 declares",
      { $0.names { $0.isOverrun } }
    ),
    ("UID in the header", { $0.says { if case .uidDiffers = $0 { true } else { false } } }),
    ("check bytes", { $0.tag.contains(.checkBytesWrong) }),
    ("manufacturer byte", { $0.names { if case .makerNotNXP = $0 { true } else { false } } }),
    (
      "no terminator TLV (bytes",
      { $0.names { if case .terminatorMissing = $0 { true } else { $0.isOverrun } } }
    ),
    ("password protection", { $0.state?.access == .passwordToWrite(from: 226) }),
    ("static lock", { ![.open, nil].contains($0.state?.access) }),
    ("unknown TLV", { $0.names { if case .unknownTLV = $0 { true } else { false } } }),
  ]

  @Test func theQuirksAreNamed() throws {
    var named = 0
    for (name, node, dump) in try Self.expected() {
      let findings = Findings(dump)
      for quirk in node["quirks"]?.elements?.compactMap(\.string) ?? [] {
        for (start, isNamed) in Self.quirks where quirk.hasPrefix(start) {
          #expect(isNamed(findings), "\(name): \(quirk) \(findings)")
          named += 1
        }
      }
    }
    #expect(named > 50)
  }

  @Test func typeTwoMemoriesComeBack() throws {
    for (name, _, dump) in try Self.expected() {
      guard case .type2(let type2) = dump.memory else { continue }
      for format in [SaveFormat.flipper, .proxmark] {
        guard let bytes = try? DumpFile.write(type2, as: format) else { continue }
        let again = try DumpFile(reading: bytes, name: "x.\(format.rawValue)")
        let copy = try TagDumpTests.type2(again)
        #expect(type2.image.bytes.starts(with: copy.image.bytes), "\(name) as \(format)")
        #expect(copy.content == type2.content, "\(name) as \(format)")
      }
    }
  }
}

extension Finding {
  /// A message that runs over the data area has no place for a terminator.
  fileprivate var isOverrun: Bool {
    if case .valueOverruns(3, _, _) = self { true } else { false }
  }
}

extension MessageReading {
  /// The links that a strict reader takes.
  fileprivate var links: [String] {
    views().filter { $0.flaw == nil }.compactMap { view in
      switch view.content {
      case .uri(let uri): uri
      case .smartPoster(let poster): poster.uri
      default: nil
      }
    }
  }
}
