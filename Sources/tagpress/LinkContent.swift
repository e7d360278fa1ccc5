// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import TagMemory
internal import WebLink

/// A link with the message that puts it on a tag, and the places where the chip shows its own text.
struct LinkContent {
  let link: WebLink
  let message: [UInt8]
  let mirror: MirrorFields?
  /// What a person should know about the link as it was typed.
  let remarks: [String]

  init(_ typed: String) throws(Refusal) {
    let marked = try MarkedLink(typed)
    let normal = try normalised(marked)
    remarks = tagpress.remarks(on: normal).map(marked.unmarked)
    let (link, fromEnd) = try filled(normal, marked)
    self.link = link
    do throws(NDEFError) {
      message = try NDEFMessage([.uri(link.text)]).encoded()
    } catch {
      throw Refusal(error)
    }
    let size = message.count
    do throws(TagMemoryError) {
      mirror = try fields(
        uid: fromEnd[.uid].map { size - $0 }, counter: fromEnd[.counter].map { size - $0 })
    } catch {
      throw .mirrorApart
    }
  }
}

private func normalised(_ marked: MarkedLink) throws(Refusal) -> WebLink {
  do throws(WebLinkError) {
    return try WebLink(marked.text)
  } catch {
    if error.rule != .tooLong, let mark = marked.mark(at: error.offset) { throw .mirrorPlace(mark) }
    throw Refusal(error)
  }
}

/// The link with a filler for each marker, and how far before the end of the link each begins.
private func filled(
  _ normal: WebLink, _ marked: MarkedLink
) throws(Refusal) -> (WebLink, [MirrorPlaceholder: Int]) {
  guard !marked.marks.isEmpty else { return (normal, [:]) }
  var bytes = Array(normal.text.utf8)
  let afterHost = normal.text.utf8.distance(
    from: normal.text.startIndex, to: normal.path.startIndex)
  var fromEnd: [MirrorPlaceholder: Int] = [:]
  // From the back, so that a filler moves nothing that was counted already.
  for mark in marked.marks.reversed() {
    guard let place = bytes[afterHost...].firstRange(of: mark.marker) else {
      throw .mirrorPlace(mark)
    }
    bytes.replaceSubrange(place, with: mark.placeholder.filler)
    fromEnd[mark.placeholder] = bytes.count - place.lowerBound
  }
  do throws(WebLinkError) {
    return (try WebLink(String(decoding: bytes, as: UTF8.self)), fromEnd)
  } catch {
    throw Refusal(error)
  }
}

private func fields(uid: Int?, counter: Int?) throws(TagMemoryError) -> MirrorFields? {
  switch (uid, counter) {
  case (let uid?, let counter?): try MirrorFields(uidAt: uid, counterAt: counter)
  case (let uid?, nil): MirrorFields(uidAt: uid)
  case (nil, let counter?): MirrorFields(counterAt: counter)
  case (nil, nil): nil
  }
}
