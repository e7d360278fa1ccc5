// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

// The blocks of a Type 2 tag are its pages.

extension Type2Tag: BlockTag {
  package var blockSize: Int { Page.size }
  package var title: String { image.title(answering: version) }

  package func extent() -> BlockExtent {
    let known = image.chip?.layout.readablePageCount
    return BlockExtent(count: known ?? image.pageCount, isKnown: known != nil)
  }

  package func purpose(ofBlock block: Int) -> BlockPurpose { image.purpose(ofPage: block) }

  package func readBlocks(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]] {
    guard let last = blocks.last else { return [] }
    for page in blocks { image[page] = nil }
    try read(.pages(blocks.lowerBound...last))
    // On an unknown chip, only its TLVs tell what is not for data.
    if image.chip == nil { try read(.writing(messageSize: 0)) }
    var contents: [[UInt8]] = []
    for page in blocks {
      guard let content = image[page] else { throw .memory(.pageRefused(page: page)) }
      contents.append(content.bytes)
    }
    return contents
  }

  package func writeBlocks(_ contents: [[UInt8]], from first: Int) throws(TagError) {
    try read(.settings)
    let plan = try planning { () throws(TagMemoryError) in
      try RawPagePlan(
        writing: contents.compactMap { Page($0) }, from: first, on: image,
        authenticated: isAuthenticated)
    }
    try write(plan.data)
    if let page = plan.data.first?.page, let last = plan.data.last?.page {
      try verify(Int(page)...Int(last))
    }
    // Nothing is closed until everything before it was read back.
    for write in plan.special {
      try self.write([write])
      try verify(Int(write.page)...Int(write.page))
    }
  }

  package func findAgain() throws(TagError) {
    try reselect()
  }
}
