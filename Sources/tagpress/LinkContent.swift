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

  private static let uidPlaceholder = "{mirror.uid}"
  private static let counterPlaceholder = "{mirror.counter}"
  /// Stand-ins that no link holds and that normalising leaves alone.
  private static let uidFiller = String(repeating: "0", count: MirrorSetting.Content.uid.length)
  private static let counterFiller = String(
    repeating: "0", count: MirrorSetting.Content.counter.length)

  static func make(of text: String) -> Result<LinkContent, Refusal> {
    do throws(WebLinkError) {
      return try make(filling: text)
    } catch {
      return .failure(Refusal(error))
    }
  }

  private static func make(
    filling text: String
  ) throws(WebLinkError) -> Result<LinkContent, Refusal> {
    let parts = split(text)
    let filled = parts.text
    let link = try WebLink(filled)
    do throws(NDEFError) {
      let message = try NDEFMessage([.uri(link.text)]).encoded()
      guard parts.uid != nil || parts.counter != nil else {
        return .success(LinkContent(link: link, message: message, mirror: nil))
      }
      // The fillers are at the end of what normalising may have moved: count from the end.
      func offset(_ fromEnd: Int?) -> Int? { fromEnd.map { message.count - $0 } }
      let mirror = try? fields(uid: offset(parts.uid), counter: offset(parts.counter))
      guard let mirror else { return .failure(Refusal.mirrorApart) }
      return .success(LinkContent(link: link, message: message, mirror: mirror))
    } catch {
      return .failure(Refusal(error))
    }
  }

  private static func fields(uid: Int?, counter: Int?) throws(TagMemoryError) -> MirrorFields? {
    switch (uid, counter) {
    case (let uid?, let counter?): try MirrorFields(uidAt: uid, counterAt: counter)
    case (let uid?, nil): MirrorFields(uidAt: uid)
    case (nil, let counter?): MirrorFields(counterAt: counter)
    case (nil, nil): nil
    }
  }

  /// The link with fillers, and how far before its end each of them begins.
  private static func split(_ text: String) -> (text: String, uid: Int?, counter: Int?) {
    var filled = ""
    var uid: Int?
    var counter: Int?
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      filled += rest[..<brace]
      rest = rest[brace...]
      if rest.hasPrefix(uidPlaceholder), uid == nil {
        uid = filled.utf8.count
        filled += uidFiller
        rest = rest.dropFirst(uidPlaceholder.count)
      } else if rest.hasPrefix(counterPlaceholder), counter == nil {
        counter = filled.utf8.count
        filled += counterFiller
        rest = rest.dropFirst(counterPlaceholder.count)
      } else {
        filled.append("{")
        rest = rest.dropFirst()
      }
    }
    filled += rest
    let end = filled.utf8.count
    return (filled, uid.map { end - $0 }, counter.map { end - $0 })
  }
}
