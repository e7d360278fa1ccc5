// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import PCSCReader
internal import Provisioning
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import TagReport

/// Reads all that can be read of the selected tag, with its password when a key was given.
func tagDescription(
  of tag: TagInField, _ key: PasswordKey?, on reader: CountedReader
) throws(TagError) -> any TagDescription {
  let opened: any WritableTag
  do throws(TagError) {
    opened = try openTag(tag, on: reader)
  } catch {
    // A card without NDEF may show other data without a key.
    guard case .notNDEF = error, let card = try TransitReport(tag, on: reader) else {
      throw error
    }
    return card
  }
  if let key { try authenticate(key, opened) }
  let whole = try opened.readWhole()
  var sheet = TagSheet(tag.uid, whole)
  if case .type3(_, carriesTransit: true) = whole {
    sheet.transit = try TransitReport(tag, on: reader)
  }
  if case .type5 = whole, let way = (reader.reader as? PCSCReader)?.vicinityAccess {
    sheet.way = ("\(way)", way.machineName)
  }
  return sheet
}

/// Proves the key, but not to a tag that wrong keys would close: one that shows this limit shows
/// everything anyway.
private func authenticate(_ key: PasswordKey, _ tag: any WritableTag) throws(TagError) {
  do throws(TagError) {
    try tag.authenticate(for: TagOrder(message: [], secret: .passwords(of: key)))
  } catch {
    guard case .memory(.attemptLimited) = error else { throw error }
  }
}
