// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

extension DumpFile {
  /// The versions of the format whose lines are known.
  private static let flipperVersions = 2...4

  /// Reads a file of the Flipper Zero.
  static func flipper(_ text: FlipperText) throws(DumpError) -> DumpFile {
    guard let version = text.number("Version"), flipperVersions.contains(version) else {
      throw .versionUnsupported(text.number("Version"))
    }
    var findings: [DumpFinding] = []
    let uid = text.bytes("UID", noting: &findings)
    let memory = try text.memory(noting: &findings)
    if case .type2(let dump) = memory, let uid, let inMemory = dump.uid, uid != inMemory {
      findings.append(.uidDiffers(declared: uid, memory: inMemory))
    }
    return DumpFile(
      format: .flipper(version: version), uid: uid, memory: memory, findings: findings)
  }
}

extension FlipperText {
  fileprivate func memory(noting findings: inout [DumpFinding]) throws(DumpError) -> DumpedMemory {
    let device = text("Device type") ?? ""
    switch device {
    case "NTAG/Ultralight":
      return .type2(try type2(named: text("NTAG/Ultralight type"), noting: &findings))
    case "Mifare Classic":
      return .classic(try classic(noting: &findings))
    case "FeliCa":
      return .felica(try felica(noting: &findings))
    case "ISO15693-3", "SLIX":
      return .vicinity(try vicinity(noting: &findings))
    case "UID", "ISO14443-3A":
      return .selected(.iso14443A)
    case "ISO14443-3B", "ISO14443-4B":
      return .selected(.iso14443B)
    case "ISO14443-4A", "Mifare DESFire", "Mifare Plus", "NTAG4xx", "Bank card", "EMV":
      return .selected(.isoDEP)
    default:
      // Before version 4 each chip of Type 2 was a device of its own.
      guard self["Pages total"] != nil else { throw .kindUnsupported }
      return .type2(try type2(named: device, noting: &findings))
    }
  }

  private func type2(
    named name: String?, noting findings: inout [DumpFinding]
  ) throws(DumpError) -> Type2Dump {
    guard let total = number("Pages total"), total > 0 else { throw .noMemory }
    // Pages after those that were read are filled up with zeros, which no one read.
    let known = number("Pages read").map { min($0, total) } ?? total
    var pages = [Page?](repeating: nil, count: min(total, DumpLimits.pageCount))
    for number in pages.indices.prefix(max(known, 0)) {
      let bytes = maskedBytes("Page \(number)", count: Page.size, noting: &findings)
      pages[number] = bytes.flatMap(Page.init(known:))
    }
    var answers = Type2Dump.Answers()
    answers.declaredChip = Chip.allCases.first { $0.flipperName == name }
    answers.version = bytes("Mifare version", noting: &findings)
    answers.signature = bytes("Signature", noting: &findings)
    for index in 0..<Type2Dump.counterCount {
      answers.counters.append(
        Type2Dump.Counter(
          saved: number("Counter \(index)"),
          tearing: bytes("Tearing \(index)", noting: &findings)?.first))
    }
    answers.failedAuthentications = number("Failed authentication attempts")
    return Type2Dump(pages: pages, answers: answers, noting: &findings)
  }

  private func classic(noting findings: inout [DumpFinding]) throws(DumpError) -> ClassicDump {
    var bytes: [UInt8?] = []
    var isEmpty = true
    let size: Int
    switch text("Mifare Classic type") {
    case "MINI": size = ClassicDump.sizes[0]
    case "4K": size = ClassicDump.sizes[3]
    default: size = ClassicDump.sizes[1]
    }
    for number in 0..<size / ClassicDump.blockSize {
      let block = maskedBytes("Block \(number)", count: ClassicDump.blockSize, noting: &findings)
      isEmpty = isEmpty && block == nil
      bytes += block ?? [UInt8?](repeating: nil, count: ClassicDump.blockSize)
    }
    if isEmpty { throw .noMemory }
    return ClassicDump(bytes)
  }

  /// The blocks of a FeliCa Lite or Lite-S in the order in which a Flipper numbers them.
  private static let liteBlocks =
    Array(0...0x0E) + Array(0x80...0x88) + Array(0x90...0x92) + [0xA0]

  private func felica(noting findings: inout [DumpFinding]) throws(DumpError) -> FeliCaDump {
    var blocks: [Int: [UInt8]] = [:]
    for (place, number) in Self.liteBlocks.enumerated() {
      // Two status bytes come before each block; other than 00 00 it was not read.
      guard let bytes = bytes("Block \(place)", noting: &findings),
        bytes.count == 2 + AttributeBlock.blockSize, bytes.starts(with: [0, 0])
      else { continue }
      blocks[number] = Array(bytes.dropFirst(2))
    }
    if blocks.isEmpty { throw .noMemory }
    return FeliCaDump(
      blocks: blocks, declaredPMm: bytes("Manufacture parameter", noting: &findings))
  }

  private func vicinity(noting findings: inout [DumpFinding]) throws(DumpError) -> VicinityDump {
    guard let bytes = bytes("Data Content", noting: &findings), !bytes.isEmpty else {
      throw .noMemory
    }
    let dump = VicinityDump(bytes)
    findings += dump.findings
    return dump
  }
}

extension Page {
  /// A page of which all bytes are known.
  init?(known bytes: [UInt8?]) {
    let bytes = bytes.compactMap { $0 }
    guard bytes.count == Page.size else { return nil }
    self.init(bytes[0], bytes[1], bytes[2], bytes[3])
  }
}

extension Chip {
  /// The name in Flipper files, where chips of one layout share it.
  var flipperName: String {
    switch self {
    case .ultralight: "Mifare Ultralight"
    case .ultralightC: "Mifare Ultralight C"
    case .ultralightEV1Small, .ntag210: "Mifare Ultralight 11"
    case .ultralightEV1Large, .ntag212: "Mifare Ultralight 21"
    case .ntag203: "NTAG203"
    case .ntag213: "NTAG213"
    case .ntag215: "NTAG215"
    case .ntag216: "NTAG216"
    }
  }
}
