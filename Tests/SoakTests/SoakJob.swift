// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import TestSupport

/// A small job, and what each of its tags must be in the end.
struct SoakJob {
  enum Kind: String, CaseIterable {
    case plain
    /// The link has the tag's UID in it.
    case ownUID
    /// The chip writes its UID into the link whenever it is read.
    case mirror
    case password
    /// Permanently locked with the writing.
    case lock
    /// A text after the link, so that more pages are written.
    case text
  }

  let kind: Kind
  let rows: Int
  /// Whether tags may carry something else already.
  let takesWritten: Bool

  static let chips = [TagSheet.ntag213, .ntag216]

  var manifest: String {
    let protection =
      switch kind {
      case .password: #"<protect with="password" keys="soak.keys"/>"#
      case .lock: #"<protect with="lock" when="written"/>"#
      case .text: #"<record text="Table {number}, please order at the bar" language="en"/>"#
      case .plain, .ownUID, .mirror: ""
      }
    let link =
      switch kind {
      case .ownUID: "https://go.tagtag.shop/u/{tag.uid}/{number}"
      case .mirror: "https://go.tagtag.shop/m/{number}?t={mirror.uid}"
      case .plain, .password, .lock, .text: "https://go.tagtag.shop/s/{number}"
      }
    return """
      <job xmlns="urn:tagpress:job:1" id="soak">
        <link>\(link)</link>
        <tags chips="NTAG213 NTAG216" content="\(takesWritten ? "any" : "blank")"/>
        \(protection)
        <rows count="\(rows)" id="n{number}"/>
      </job>

      """
  }

  var rowIDs: [String] { (1...rows).map { "n\($0)" } }

  /// The link that a phone must read on the tag of a row.
  func link(ofRow id: String, uid: String) -> String {
    let number = id.dropFirst()
    return switch kind {
    case .ownUID: "https://go.tagtag.shop/u/\(uid)/\(number)"
    case .mirror: "https://go.tagtag.shop/m/\(number)?t=\(uid)"
    case .plain, .password, .lock, .text: "https://go.tagtag.shop/s/\(number)"
    }
  }

  /// The link in the cells of a tag that was thrown away before its row was finished.
  func unfinishedLink(ofRow id: String, uid: String) -> String {
    // The message comes first, with zeros where the chip is going to show its UID.
    link(ofRow: id, uid: kind == .mirror ? "00000000000000" : uid)
  }

  /// Every byte that a phone must read on the tag of a row (NFC Forum URI and Text record types).
  func message(ofRow id: String, uid: String) -> [UInt8] {
    let rest = Array(link(ofRow: id, uid: uid).utf8.dropFirst("https://".utf8.count))
    let isAlone = kind != .text
    let first = [isAlone ? 0xD1 : 0x91, 1, UInt8(rest.count + 1), 0x55, 0x04] + rest
    guard !isAlone else { return first }
    let words = Array("Table \(id.dropFirst()), please order at the bar".utf8)
    return first + [0x51, 1, UInt8(words.count + 3), 0x54, 0x02] + "en".utf8 + words
  }
}

/// The link of a message whose first record is a URI record with "https://" abbreviated.
func firstLink(in message: [UInt8]) -> String? {
  guard message.count > 5, [0xD1, 0x91].contains(message[0]), message[1] == 1, message[3] == 0x55,
    message[4] == 0x04, message.count >= 4 + Int(message[2])
  else { return nil }
  return "https://" + String(decoding: message[5..<4 + Int(message[2])], as: UTF8.self)
}
