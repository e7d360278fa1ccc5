// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

extension DumpFile {
  /// Reads a printed memory: `[04] . 03 00 FE 00` is a page, `S1|B0 … [0300…]` a block.
  ///
  /// Nil when not even the first line is one of these.
  static func printed(_ bytes: [UInt8]) -> DumpFile? {
    guard bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "S") else { return nil }
    let lines = bytes.lines
    var memory = PrintedMemory()
    guard let first = lines.first, memory.read(first) else { return nil }
    var findings: [DumpFinding] = []
    for (index, line) in lines.enumerated().dropFirst()
    where !line.allSatisfy(\.isWhitespace) && !memory.read(line) {
      findings.append(.valueMalformed(line: index + 1))
    }
    if memory.blocks.isEmpty {
      let dump = Type2Dump(pages: memory.pages, answers: .init(), noting: &findings)
      return DumpFile(
        format: .printed, uid: dump.uid, memory: .type2(dump), findings: findings)
    }
    let dump = ClassicDump(memory.blocks)
    return DumpFile(format: .printed, uid: dump.uid, memory: .classic(dump), findings: findings)
  }
}

/// The pages or the blocks that were printed so far.
private struct PrintedMemory {
  var pages: [Page?] = []
  var blocks: [UInt8?] = []

  /// Takes a line in; false when it is none of ours.
  mutating func read(_ line: Substring) -> Bool {
    line.hasPrefix("[") ? takePage(line) : takeBlock(line)
  }

  private mutating func takePage(_ line: Substring) -> Bool {
    let characters = line.dropFirst()
    guard blocks.isEmpty, let end = characters.firstIndex(of: "]"),
      let number = Int(characters[..<end], radix: 16), (0..<DumpLimits.pageCount).contains(number)
    else { return false }
    // A mark of three characters is between; bytes are set apart by spaces or colons.
    let text = characters[end...].dropFirst(4).prefix(11).map { $0 == ":" ? " " : $0 }
    guard let page = HexText.bytes(String(text)).flatMap({ Page(known: $0) }) else { return false }
    if number >= pages.count {
      pages += [Page?](repeating: nil, count: number + 1 - pages.count)
    }
    pages[number] = page
    return true
  }

  private mutating func takeBlock(_ line: Substring) -> Bool {
    // Blocks of a 4K are numbered within their sectors, so only the order of the lines counts.
    guard pages.isEmpty, line.hasPrefix("S"), let open = line.lastIndex(of: "["),
      let close = line.lastIndex(of: "]"), open < close,
      let bytes = HexText.bytes(line[line.index(after: open)..<close]),
      bytes.count == ClassicDump.blockSize,
      blocks.count < DumpLimits.blockCount * ClassicDump.blockSize
    else { return false }
    blocks += bytes.map(Optional.some)
    return true
  }
}
