// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A URI with titles and advice on what to do with it (RTD Smart Poster 1.0).
package struct SmartPoster: Hashable, Sendable {
  /// What a reader should do with the URI; values above 2 are reserved.
  package enum Action: UInt8, Hashable, Sendable {
    case perform = 0
    case save
    case edit
  }

  package var uri: String
  /// At most one title for each language.
  package var titles: [TextRecord]
  package var action: Action?
  /// The records without a view here: icons, sizes, types, and posters in the poster, whose bytes
  /// are left alone so that nesting can never cost more than one level.
  package var others: [NDEFRecord]

  package init(
    uri: String, titles: [TextRecord] = [], action: Action? = nil, others: [NDEFRecord] = []
  ) {
    self.uri = uri
    self.titles = titles
    self.action = action
    self.others = others
  }
}

extension SmartPoster {
  /// Reads a payload, which is a message of its own.
  ///
  /// A flaw of the poster as a whole goes before the flaws of the records in it.
  static func read(_ payload: [UInt8]) -> RecordView {
    let message: DecodedRecords
    do throws(NDEFError) {
      message = try decodeRecords(payload, .tolerant)
    } catch {
      return RecordView(content: .other, flaw: error)
    }

    var poster = SmartPoster(uri: "")
    var flaw = message.end < payload.count ? NDEFError(.trailingBytes, at: message.end) : nil
    var innerFlaw: NDEFError?
    var hasURI = false
    var languages: Set<String> = []
    var place = RecordPlace(bytes: payload, start: 0)

    for record in message.records {
      switch (record.tnf, record.type) {
      case (.wellKnown, NDEFRecord.uriType) where !hasURI:
        hasURI = true
        let uri = URIRecord.read(record.payload)
        poster.uri = uri.value
        innerFlaw = innerFlaw ?? place.flawOfURI(uri.flaw)
      case (.wellKnown, NDEFRecord.uriType):
        flaw = flaw ?? NDEFError(.severalURIRecords, at: place.start)
      case (.wellKnown, NDEFRecord.textType):
        let title = TextRecord.read(record.payload)
        poster.titles.append(title.value)
        innerFlaw = innerFlaw ?? place.flawOfPayload(title.flaw)
        if !languages.insert(title.value.language.lowercased()).inserted {
          innerFlaw = innerFlaw ?? NDEFError(.titleLanguageTwice, at: place.start)
        }
      case (.wellKnown, NDEFRecord.actionType):
        if record.payload.count != 1 {
          innerFlaw = innerFlaw ?? place.flawOfPayload(NDEFError(.actionMalformed, at: 0))
        }
        if poster.action == nil, let action = Action(payload: record.payload) {
          poster.action = action
        } else {
          poster.others.append(record)
        }
      case (.wellKnown, NDEFRecord.sizeType):
        if record.payload.count != 4 {
          innerFlaw = innerFlaw ?? place.flawOfPayload(NDEFError(.sizeMalformed, at: 0))
        }
        poster.others.append(record)
      default:
        innerFlaw = innerFlaw ?? place.flawOfType(record.typeFlaw)
        poster.others.append(record)
      }
      place = place.next
    }
    if !hasURI { flaw = flaw ?? NDEFError(.noURIRecord, at: 0) }
    return RecordView(content: .smartPoster(poster), flaw: flaw ?? innerFlaw)
  }
}

extension SmartPoster.Action {
  fileprivate init?(payload: [UInt8]) {
    guard payload.count == 1 else { return nil }
    self.init(rawValue: payload[0])
  }
}

extension RecordPlace {
  /// The flaw of a poster's URI; its UTF-8 rule has a name that titles do not share.
  fileprivate func flawOfURI(_ flaw: NDEFError?) -> NDEFError? {
    guard var flaw = flawOfPayload(flaw) else { return nil }
    if flaw.rule == .notUTF8 { flaw.rule = .posterURINotUTF8 }
    return flaw
  }
}

extension NDEFRecord {
  static let smartPosterType: [UInt8] = [0x53, 0x70]  // "Sp"
  static let actionType: [UInt8] = [0x61, 0x63, 0x74]  // "act"
  static let sizeType: [UInt8] = [0x73]  // "s"

  /// A smart poster with its URI first.
  ///
  /// An error's offset counts in the part that is wrong: the URI, a title's language code, or the
  /// poster's own message.
  package static func smartPoster(_ poster: SmartPoster) throws(NDEFError) -> NDEFRecord {
    var records = [try uri(poster.uri)]
    for title in poster.titles { records.append(try text(title)) }
    if let action = poster.action {
      records.append(
        NDEFRecord(tnf: .wellKnown, type: actionType, payload: [action.rawValue]))
    }
    let payload = try NDEFMessage(records + poster.others).encoded()
    guard payload.count <= Limit.payloadBytes else { throw NDEFError(.payloadTooLong, at: 0) }
    // Reading it back finds what the parts break together: two URIs, two titles in one language.
    if let flaw = SmartPoster.read(payload).flaw { throw flaw }
    return NDEFRecord(tnf: .wellKnown, type: smartPosterType, payload: payload)
  }
}
