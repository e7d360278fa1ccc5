// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import TagKeys
internal import TagMemory
internal import TagReading

extension TagReport {
  /// The report as people read it.
  func page(raw: Bool) -> String {
    var lines = ["\(chipTitle), UID \(uid?.description ?? "not known")", ""]
    lines.append("  memory     \(memoryWords)")
    lines.append("  content    \(state.content.words)")
    lines.append("  access     \(accessWords)")
    lines.append("  signature  \(signatureWords)")
    lines.append("  iPhone     \(forecast.iPhone)")
    lines.append("  Android    \(forecast.android)")
    for finding in findings { lines.append("  ! \(visible(finding.words))") }
    if let message {
      lines.append("")
      lines.append(recordTable(message))
    }
    if raw {
      lines.append("")
      lines += pageLines
    }
    return lines.joined(separator: "\n") + (message != nil && !raw ? "" : "\n")
  }

  private var memoryWords: String {
    let user = image.chip.map {
      "\(count($0.layout.userPages.count * Page.size, "byte")) for users"
    }
    let room =
      capacity.map { "a message may have \(count($0, "byte"))" } ?? "no message can be written"
    return [count(image.pageCount, "page"), user, room].compactMap(\.self).joined(separator: ", ")
  }

  private var accessWords: String {
    switch state.access {
    case .open: "anyone may write it"
    case .passwordToWrite(let page): "a password protects writing from page \(page) on"
    case .passwordToRead(let page): "a password protects reading and writing from page \(page) on"
    case .readOnly: "locked for ever"
    case .partlyReadOnly(let locked): "\(count(locked.count, "page")) locked for ever, others open"
    case .readOnlyInNameOnly: "says that it is read-only, but nothing keeps anyone from writing it"
    }
  }

  private var signatureWords: String {
    if let verdict { return verdict.description }
    guard image.chip.flatMap(SignedChip.init) != nil else { return "none; this chip never has one" }
    return "none, though the original chip has one: treat the tag as an imitation"
  }

  private var pageLines: [String] {
    (0..<image.pageCount).map { page in
      let number = hex([UInt8(truncatingIfNeeded: page)]).uppercased()
      let content = image[page]?.description ?? (image.isRefused(page) ? "-- -- -- --" : "")
      return "\(number)  \(content)"
    }
  }
}
