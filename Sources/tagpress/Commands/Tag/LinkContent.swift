// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import NDEF
internal import TagMemory
internal import TagReport
internal import WebLink

/// A typed link that waits for its tag, planned like the links of a job.
struct LinkContent {
  private let planned: PlannedLink
  /// Remarks about the link as it was typed.
  let remarks: [String]

  /// The host of a web link.
  var host: String? { (try? WebLink(planned.storedText))?.host.map(String.init) }

  init(_ typed: String) throws(Refusal) {
    let marked = try MarkedLink(typed)
    let normal = try normalised(marked)
    planned = try marked.planned(in: normal)
    remarks = tagpress.remarks(on: normal).map(marked.unmarked)
    // What no tag can take is refused before one is asked for; no UID is longer than ten bytes.
    _ = try onTag(withUID: String(repeating: "0", count: 20))
  }

  /// The content for the tag with this UID.
  func onTag(withUID uid: String) throws(Refusal) -> LinkOnTag {
    let link = planned.of(uid: uid)
    do throws(WebLinkError) {
      _ = try WebLink(link.storedText)
    } catch {
      throw Refusal(error)
    }
    let made: (bytes: [UInt8], chipTexts: [ChipText])
    do throws(NDEFError) {
      made = try link.message(further: nil)
    } catch {
      throw Refusal(error)
    }
    let fields: MirrorFields?
    do throws(TagMemoryError) {
      fields = try MirrorFields(made.chipTexts)
    } catch {
      throw .mirrorApart
    }
    // The character between the two is not the chip's own.
    guard fields?.areFilled(in: made.bytes) ?? true else { throw .mirrorApart }
    return LinkOnTag(text: link.storedText, message: made.bytes, chipTexts: made.chipTexts)
  }
}

/// A link with the values of one tag, and its message.
struct LinkOnTag {
  /// With zeros where the chip shows its own text.
  let text: String
  let message: [UInt8]
  let chipTexts: [ChipText]
}

private func normalised(_ marked: MarkedLink) throws(Refusal) -> WebLink {
  do throws(WebLinkError) {
    return try WebLink(marked.text)
  } catch {
    if error.rule != .tooLong, let mark = marked.mark(at: error.offset) { throw .place(of: mark) }
    throw Refusal(error)
  }
}
