// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a record says to a program that knows its type.
package enum RecordContent: Hashable, Sendable {
  case empty
  case uri(String)
  case text(TextRecord)
  case smartPoster(SmartPoster)
  /// The package name of the app that Android opens, or offers in its store.
  case androidApplication(String)
  case media(type: String, data: [UInt8])
  case external(type: String, data: [UInt8])
  case absoluteURI(String)
  case unknown
  /// A type that has no view here; the record itself has all there is.
  case other
}

/// A record's content as far as it is readable, and the first rule that it breaks.
package struct RecordView: Hashable, Sendable {
  package var content: RecordContent
  package var flaw: NDEFError?

  package init(content: RecordContent, flaw: NDEFError? = nil) {
    self.content = content
    self.flaw = flaw
  }
}

extension NDEFRecord {
  /// The typed view of this record, whose flaw counts from the payload's first byte.
  ///
  /// An absolute URI lives in the type field, and its flaw counts from there; so does that of a
  /// malformed type.
  package var view: RecordView {
    switch tnf {
    case .empty: RecordView(content: .empty)
    case .unknown: RecordView(content: .unknown)
    case .unchanged: RecordView(content: .other)
    case .wellKnown: wellKnownView
    case .absoluteURI: readVisibleUTF8(type).view { .absoluteURI($0) }
    case .external where type == Self.androidApplicationType:
      readVisibleUTF8(payload).view { .androidApplication($0) }
    case .external: namedView { .external(type: $0, data: payload) }
    case .media: namedView { .media(type: $0, data: payload) }
    }
  }

  private var wellKnownView: RecordView {
    switch type {
    case Self.uriType: URIRecord.read(payload).view { .uri($0) }
    case Self.textType: TextRecord.read(payload).view { .text($0) }
    case Self.smartPosterType: SmartPoster.read(payload)
    default: otherView
    }
  }

  private var otherView: RecordView { RecordView(content: .other, flaw: typeFlaw) }

  /// A control character in the name of a type, which no registry gives out.
  var typeFlaw: NDEFError? {
    type.firstIndex { $0 < 0x20 || $0 == 0x7F }.map { NDEFError(.typeMalformed, at: $0) }
  }

  private func namedView(_ content: (String) -> RecordContent) -> RecordView {
    // Other bytes are allowed by NDEF itself, but they are not a name that could be shown.
    guard type.allSatisfy(isVisibleASCII) else { return otherView }
    return RecordView(content: content(String(decoding: type, as: UTF8.self)))
  }
}
