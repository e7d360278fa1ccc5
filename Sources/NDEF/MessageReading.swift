// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A message together with the bytes it was read from, so that every error has its place in them.
package struct MessageReading: Sendable {
  package let message: NDEFMessage
  /// The bytes that the message took as it was given; written again it may be shorter.
  package let size: Int
  /// Bytes after the message, which only a tolerant reading lets pass.
  package let flaw: NDEFError?
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8], _ policy: DecodingPolicy = .strict) throws(NDEFError) {
    let decoded = try decodeRecords(bytes, policy)
    self.bytes = bytes
    size = decoded.end
    message = NDEFMessage(decoded.records)
    flaw = decoded.end < bytes.count ? NDEFError(.trailingBytes, at: decoded.end) : nil
  }

  /// What each record says as far as it is readable, with its first flaw; nothing is refused.
  package func views() -> [RecordView] {
    var views: [RecordView] = []
    views.reserveCapacity(message.records.count)
    var place = RecordPlace(bytes: bytes, start: 0)
    for record in message.records {
      views.append(place.view(of: record))
      place = place.next
    }
    return views
  }

  /// What each record says; the first flaw of the message is an error.
  package func contents() throws(NDEFError) -> [RecordContent] {
    if let flaw { throw flaw }
    var contents: [RecordContent] = []
    contents.reserveCapacity(message.records.count)
    for view in views() {
      if let flaw = view.flaw { throw flaw }
      contents.append(view.content)
    }
    return contents
  }
}

extension RecordPlace {
  /// The typed view of the record that is here, its flaw counted in the message.
  fileprivate func view(of record: NDEFRecord) -> RecordView {
    var view = record.view
    // The view of an absolute URI is in the type field; all others are in the payload.
    switch view.content {
    case .absoluteURI: view.flaw = flawOfType(view.flaw)
    // A poster may have such a flaw too, of a record in its payload.
    case .other where view.flaw?.rule == .typeMalformed: view.flaw = flawOfType(view.flaw)
    default: view.flaw = flawOfPayload(view.flaw)
    }
    return view
  }
}
