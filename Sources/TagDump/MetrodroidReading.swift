// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TagMemory

extension DumpFile {
  /// Reads a JSON file of the app Metrodroid.
  static func metrodroid(_ document: JSONDocument) throws(DumpError) -> DumpFile {
    let root = document.root
    var findings: [DumpFinding] = []
    let uid = root.hex("tagId")
    let memory: DumpedMemory
    if let card = root["mifareUltralight"] {
      let dump = try type2(card, noting: &findings)
      if let uid, let inMemory = dump.uid, uid != inMemory {
        findings.append(.uidDiffers(declared: uid, memory: inMemory))
      }
      memory = .type2(dump)
    } else if let card = root["felica"] {
      memory = .felica(try felica(card, of: document, noting: &findings))
    } else {
      throw .kindUnsupported
    }
    return DumpFile(format: .metrodroid, uid: uid, memory: memory, findings: findings)
  }

  private static func type2(
    _ card: JSONNode, noting findings: inout [DumpFinding]
  ) throws(DumpError) -> Type2Dump {
    // A page that was refused has no data.
    let pages = (card["pages"]?.elements ?? []).prefix(DumpLimits.pageCount).map { page in
      page.hex("data").flatMap { Page(known: $0) }
    }
    guard !pages.isEmpty else { throw .noMemory }
    var answers = Type2Dump.Answers()
    answers.declaredChip = chip(model: card["cardModel"]?.string)
    return Type2Dump(pages: pages, answers: answers, noting: &findings)
  }

  private static func chip(model: String?) -> Chip? {
    switch model {
    case "EV1_MF0UL11": .ultralightEV1Small
    case "EV1_MF0UL21": .ultralightEV1Large
    case "NTAG213": .ntag213
    case "NTAG215": .ntag215
    case "NTAG216": .ntag216
    default: nil
    }
  }

  private static func felica(
    _ card: JSONNode, of document: JSONDocument, noting findings: inout [DumpFinding]
  ) throws(DumpError) -> FeliCaDump {
    for system in card["systems"]?.members ?? [] {
      for service in FeliCaDump.services {
        let node = system.value["services"]?["\(service)"]?["blocksMap"]
        let blocks = document.numberedBlocks(
          node, below: DumpLimits.blockCount, noting: &findings)
        if !blocks.isEmpty { return FeliCaDump(blocks: blocks) }
      }
    }
    throw .noMemory
  }
}
