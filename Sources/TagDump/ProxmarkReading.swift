// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TagMemory

extension DumpFile {
  /// Reads a JSON file of the Proxmark3.
  static func proxmark(_ document: JSONDocument) throws(DumpError) -> DumpFile {
    let root = document.root
    let kind = root["FileType"]?.string ?? ""
    var findings: [DumpFinding] = []
    var uid = root["Card"]?.hex("UID") ?? root["Card"]?.hex("uid")
    let blocks = document.numberedBlocks(root["blocks"], noting: &findings)
    guard !blocks.isEmpty else { throw .noMemory }
    let memory: DumpedMemory
    switch kind {
    case "mfu":
      let dump = type2(root, blocks: blocks, noting: &findings)
      if let declared = uid, let inMemory = dump.uid, declared != inMemory {
        findings.append(.uidDiffers(declared: declared, memory: inMemory))
      }
      memory = .type2(dump)
    case _ where kind.hasPrefix("mfc"):
      memory = .classic(ClassicDump(flat(blocks, blockSize: ClassicDump.blockSize)))
    case _ where kind.hasPrefix("15693"):
      // Saved as it went over the air, least significant byte first.
      uid?.reverse()
      let size = blocks.values.map(\.count).max() ?? 0
      guard size <= Type5Image.largestBlock else { throw .noMemory }
      let dump = VicinityDump(flat(blocks, blockSize: size))
      findings += dump.findings
      memory = .vicinity(dump)
    default:
      throw .kindUnsupported
    }
    return DumpFile(format: .proxmarkJSON, uid: uid, memory: memory, findings: findings)
  }

  private static func type2(
    _ root: JSONNode, blocks: [Int: [UInt8]], noting findings: inout [DumpFinding]
  ) -> Type2Dump {
    let count = min((blocks.keys.max() ?? 0) + 1, DumpLimits.pageCount)
    let pages = (0..<count).map { blocks[$0].flatMap(Page.init(known:)) }
    let card = root["Card"]
    var answers = Type2Dump.Answers()
    answers.version = card?.hex("Version")
    answers.signature = card?.hex("Signature")
    for index in 0..<Type2Dump.counterCount {
      answers.counters.append(
        Type2Dump.Counter(
          saved: card?.hex("Counter\(index)").flatMap(Int.init(counter:)),
          tearing: card?.hex("Tearing\(index)")?.first))
    }
    return Type2Dump(pages: pages, answers: answers, noting: &findings)
  }

  /// Blocks one after another, up to the last that is there.
  private static func flat(_ blocks: [Int: [UInt8]], blockSize: Int) -> [UInt8?] {
    var bytes: [UInt8?] = []
    for number in 0...(blocks.keys.max() ?? 0) where bytes.count < DumpLimits.areaSize {
      guard let block = blocks[number], block.count == blockSize else {
        bytes += [UInt8?](repeating: nil, count: blockSize)
        continue
      }
      bytes += block.map(Optional.some)
    }
    return bytes
  }
}

extension Int {
  /// A counter as a tag answers it, least significant byte first.
  init?(counter bytes: [UInt8]) {
    guard bytes.count == 3 else { return nil }
    self = Int(bytes[2]) << 16 | Int(bytes[1]) << 8 | Int(bytes[0])
  }
}

extension JSONNode {
  /// The bytes of a member that is hexadecimal text.
  func hex(_ key: String) -> [UInt8]? { self[key]?.string.flatMap { HexText.bytes($0) } }
}

extension JSONDocument {
  /// Members whose keys are numbers and whose values are hexadecimal.
  ///
  /// No tag has numbers from `limit` on, and one of them would make a huge dump of a small file.
  func numberedBlocks(
    _ node: JSONNode?, below limit: Int = DumpLimits.pageCount, noting findings: inout [DumpFinding]
  ) -> [Int: [UInt8]] {
    var blocks: [Int: [UInt8]] = [:]
    for member in node?.members ?? [] {
      let text = member.value.string ?? member.value["data"]?.string
      guard let number = Int(member.key), (0..<limit).contains(number),
        let bytes = text.flatMap({ HexText.bytes($0) }), !bytes.isEmpty
      else {
        findings.append(.valueMalformed(line: position(of: member.keyRange.lowerBound).line))
        continue
      }
      blocks[number] = bytes
    }
    return blocks
  }
}
