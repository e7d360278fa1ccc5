// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON
package import TagMemory

/// Why a file is not read as a dump, or a dump not written as a file.
package enum DumpError: Error, Hashable {
  // Reading.
  case empty
  case tooLarge(size: Int, limit: Int)
  case unrecognised
  case json(JSONFinding)
  case versionUnsupported(Int?)
  /// The file names a kind of tag that keeps nothing this project can read.
  case kindUnsupported
  /// The file says what it is, but holds no page and no block.
  case noMemory

  // Writing.
  /// A page is not known, but a later one is; no format can say that.
  case gap(page: Int)
  /// The format needs the whole memory, from this page on it is not known.
  case incomplete(page: Int)
  case chipUnknown
  /// The format names this chip only by its answer to GET_VERSION, which is not known.
  case versionUnknown(Chip)
}

/// Something odd about a dump file, which is read all the same.
package enum DumpFinding: Hashable, Sendable {
  case uidDiffers(declared: [UInt8], memory: [UInt8])
  case chipDiffers(declared: Chip, version: Chip)
  /// Nothing in the file names the chip; only one chip has this many pages.
  case chipGuessed(Chip)
  /// This many pages that can be read are not in the file.
  case pagesMissing(first: Int, count: Int)
  /// The file has more pages than the chip, or than the first sector of a large one.
  case pagesLeftOut(first: Int, count: Int)
  case valueMalformed(line: Int)
  /// The container of a Type 5 tag counts itself as a part of the data area.
  case containerCountsItself(claimed: Int, actual: Int)
}
