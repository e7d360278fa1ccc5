// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading

extension TagSheet {
  init(_ uid: TagUID?, _ image: Type2Image, _ version: [UInt8]?, _ signature: [UInt8]?) {
    let signed = image.chip.flatMap(SignedChip.init)
    let verdict = Self.verdict(signature, uid, by: signed)
    let state = TagState(image)
    let user = image.chip.map {
      "\(count($0.layout.userPages.count * Page.size, "byte")) for users"
    }
    self.init(
      uid: uid, title: image.title(answering: version), chip: image.chip?.rawValue,
      version: .answer(version), pages: image.pageCount,
      memory: [count(image.pageCount, "page"), user].compactMap(\.self).joined(separator: ", "),
      room: image.room, content: state.content, access: state.access,
      accessWords: Self.words(state.access, chip: image.chip), signature: .answer(signature),
      verdict: verdict, signatureWords: Self.words(verdict, signature, image.chip),
      isClosedToPhones: image.isClosedToPhones, findings: Finding.all(in: image),
      rows: Self.rows(image),
      rawMemory: .array(
        (0..<image.pageCount).map { page in .optional(image[page].map { hex($0.bytes) }) }))
  }

  private static func words(_ access: TagAccess, chip: Chip?) -> String {
    switch access {
    case .passwordToWrite(let page): "a password protects writing from page \(page) on"
    case .passwordToRead(let page): "a password protects reading and writing from page \(page) on"
    case .unknown(let page?): "unknown, because page \(page) cannot be read without a password"
    case .unknown(nil) where chip == nil: "unknown, because TagPress does not know this chip"
    case .unknown(nil): "unknown, because the pages that say so were not read"
    default: words(access, unit: "page")
    }
  }

  private static func words(
    _ verdict: SignatureVerdict?, _ signature: [UInt8]?, _ chip: Chip?
  ) -> String {
    if let verdict { return verdict.description }
    if signature != nil { return "not checked, because the UID is unknown" }
    guard let chip else { return "none was given, and TagPress does not know this chip" }
    return SignedChip(chip) != nil
      ? "none, although the original chip has one. Treat the tag as an imitation."
      : "none, as on every chip of this kind"
  }

  /// A dump may lack what a reader is told, so what it does not have is not known to be missing.
  mutating func forgetWhatDumpsLack() {
    let known = chip.flatMap(Chip.init(rawValue:))
    if case .answer(nil) = signature, known.map({ SignedChip($0) != nil }) ?? true {
      signature = .never
      signatureWords = "unknown, because the dump does not have it"
    }
    // It may have been made with the password.
    if case .unknown = access, isClosedToPhones == false { isClosedToPhones = nil }
  }

  private static func rows(_ image: Type2Image) -> [String] {
    (0..<image.pageCount).map { page in
      let number = upperHex([UInt8(truncatingIfNeeded: page)])
      let content = image[page]?.description ?? (image.isRefused(page) ? "-- -- -- --" : "")
      return "\(number)  \(content)"
    }
  }
}
