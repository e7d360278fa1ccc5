// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Something on a tag that is read all the same, but that we would not write.
package enum Finding: Hashable, Sendable {
  // The container.
  /// It claims more bytes than the chip has.
  case containerLargerThanChip(claimed: Int, actual: Int)
  case minorVersion(major: UInt8, minor: UInt8)

  // The data area.
  case nullsBeforeMessage(count: Int)
  case controlTLVSkipped(address: Int, length: Int)
  /// A lock control TLV names another place than where the chip has its lock bits.
  case lockControlDisagrees(address: Int, says: Int, chipSays: Int?)
  case proprietaryTLV(address: Int)
  case unknownTLV(tag: UInt8, address: Int)
  case longLengthForShortValue(address: Int)
  case valueOverruns(tag: UInt8, address: Int, length: Int)
  case terminatorMissing(address: Int)

  // The chip.
  case checkBytesWrong
  case makerNotNXP(UInt8)
  /// The chip answers fewer pages than its version promises, or a password hides the rest.
  case pagesRefused(first: Int, expected: Int)
}

extension Finding {
  /// What is odd about one TLV block in itself.
  static func about(_ block: TLVBlock, chip: Chip?) -> [Finding] {
    var findings: [Finding] = []
    if block.hasLongLength && block.length <= TLV.longestShortLength {
      findings.append(.longLengthForShortValue(address: block.address))
    }
    if !block.isWhole {
      findings.append(
        .valueOverruns(tag: block.tag, address: block.address, length: block.length))
    }
    switch block.tag {
    case TLV.message:
      break
    case TLV.lockControl, TLV.memoryControl:
      findings += aboutControl(block, chip: chip)
    case TLV.proprietary:
      findings.append(.proprietaryTLV(address: block.address))
    default:
      findings.append(.unknownTLV(tag: block.tag, address: block.address))
    }
    return findings
  }

  private static func aboutControl(_ block: TLVBlock, chip: Chip?) -> [Finding] {
    guard let reserved = block.reserved else {
      return [.controlTLVSkipped(address: block.address, length: block.length)]
    }
    guard block.tag == TLV.lockControl, let locks = chip?.layout.locks else { return [] }
    let chipSays = locks.dynamicPage.map { $0 * Page.size }
    guard reserved.lowerBound != chipSays else { return [] }
    return [
      .lockControlDisagrees(address: block.address, says: reserved.lowerBound, chipSays: chipSays)
    ]
  }

  /// What is odd about a tag as a whole, from its serial number to its TLV blocks.
  package static func all(in image: Type2Image) -> [Finding] {
    var findings: [Finding] = []
    if let serial = SerialNumber(image) {
      if !serial.isConsistent { findings.append(.checkBytesWrong) }
      if !serial.isFromNXP, let maker = serial.uid.first { findings.append(.makerNotNXP(maker)) }
    }
    if let layout = image.chip?.layout,
      let first = (0..<layout.readablePageCount).first(where: image.isRefused)
    {
      findings.append(.pagesRefused(first: first, expected: layout.readablePageCount))
    }
    guard let container = image.container, container.isFormatted else { return findings }
    if container.minorVersion != 0 {
      findings.append(
        .minorVersion(major: container.majorVersion, minor: container.minorVersion))
    }
    if let user = image.chip?.layout.userBytes.count, container.areaSize > user {
      findings.append(.containerLargerThanChip(claimed: container.areaSize, actual: user))
    }
    return findings + TLVArea(of: image, container: container).findings
  }
}
