// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import StrictJSON
internal import TagKeys
internal import TagReading

/// What reading told of one tag, for people and for programs.
protocol TagDescription {
  /// Whether nothing is wrong with what is on the tag.
  var isSound: Bool { get }

  func page(raw: Bool) -> String
  func json(raw: Bool) -> JSONValue
}

extension TagReport: TagDescription {}

/// Reads all that can be read of the selected tag, with its password when a key was given.
func tagDescription(
  of tag: TagInField, _ key: PasswordKey?, on reader: CountedReader
) throws(TagError) -> any TagDescription {
  if case .felica = tag.technology {
    do throws(Type3Error) {
      return try felicaDescription(of: tag, on: reader)
    } catch {
      throw .type3(error)
    }
  }
  if case .vicinity = tag.technology {
    do throws(Type5Error) {
      return try Type5Report(tag, on: reader)
    } catch {
      throw .type5(error)
    }
  }
  if Type4Tag.speaks(tag.technology) {
    do throws(Type4Error) {
      return try Type4Report(tag, on: reader)
    } catch {
      throw .type4(error)
    }
  }
  do throws(Type2Error) {
    return try TagReport(tag, key, on: reader)
  } catch {
    throw .type2(error)
  }
}

/// A tag with NDEF, or a card that shows something else without a key.
private func felicaDescription(
  of tag: TagInField, on reader: any TagReader
) throws(Type3Error) -> any TagDescription {
  do throws(Type3Error) {
    return try Type3Report(tag, on: reader)
  } catch {
    guard case .notNDEF = error, let card = try TransitReport(tag, on: reader) else { throw error }
    return card
  }
}
