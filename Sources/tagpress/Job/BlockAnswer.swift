// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagReport

/// What a resolver wants written, after checking that it fits what it was shown.
struct BlockAnswer {
  let first: Int
  let bytes: [UInt8]

  /// Whole blocks, and only those that the program has seen, because it cannot know the others.
  init(_ root: JSONNode, to shown: TagBlocks) throws(ResolverTrouble) {
    guard let first = root["from"]?.number?.int, let text = root["content"]?.string else {
      throw Self.trouble(
        #"The resolver's answer is neither {"from": N, "content": "HEX"} nor {"error": "…"}."#)
    }
    do throws(HexError) {
      bytes = try Plain.bytes(fromHex: Array(text.utf8))
    } catch {
      throw Self.trouble(
        #"The "content" of the resolver's answer is not hex. \#(Refusal(error).words)"#)
    }
    let size = shown.blockSize
    guard !bytes.isEmpty, bytes.count % size == 0 else {
      throw Self.trouble(
        """
        The resolver's answer has \(count(bytes.count, "byte")), which is not a whole number of blocks of \
        \(size).
        """)
    }
    guard shown.blocks.contains(first), bytes.count / size <= shown.blocks.upperBound - first
    else {
      throw Self.trouble(
        """
        The resolver's answer is for \(count(bytes.count / size, "block")) from block \(first) on, \
        but it was shown \(shown.blocks.lowerBound) to \(shown.blocks.upperBound - 1).
        """)
    }
    self.first = first
  }

  private static func trouble(_ words: String) -> ResolverTrouble {
    ResolverTrouble(words: "\(words) Nothing was written. Correct the program.", isPassing: false)
  }
}
