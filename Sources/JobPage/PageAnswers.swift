// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobWork
internal import PageServer
internal import StrictJSON
internal import Voices

// What the page sends and gets, as JSON.

extension PageAnswer {
  static func json(_ value: JSONValue, _ status: PageStatus = .ok) -> PageAnswer {
    PageAnswer(status, "application/json", Array(value.compact.utf8))
  }

  /// A file for the user, with the name that it is to get.
  static func file(
    _ bytes: [UInt8], _ type: String, named name: String, also fields: [Field] = []
  ) -> PageAnswer {
    // A field can only hold ASCII; the page knows how to read the rest.
    let plain = name.utf8.map { byte in
      (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
        ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16).dropFirst()
    }.joined()
    return PageAnswer(.ok, type, bytes, fields: [Field("X-File-Name", plain)] + fields)
  }

  /// What went wrong, for the person at the page; `needs` names what the page can offer instead.
  static func failure(_ failure: Failure) -> PageAnswer {
    let needs: String? =
      switch failure.name {
      case "warnings-not-confirmed": "warnings"
      case "not-approved": "approval"
      case "changed-rows", "changed-meanwhile", "other-tags": "decision"
      case "labels-left-out": "labels"
      default: nil
      }
    let status: PageStatus =
      switch failure.kind {
      case .usage: .badRequest
      case .couldNotRun: .failed
      case .differs: .conflict
      }
    return json(
      .object(
        [
          ("error", .string(failure.sentence(Voice.page.cures))),
          ("name", .string(failure.name)), ("told", .array(failure.told.map(\.json))),
          ("needs", .optional(needs)),
        ] + (needs == "labels" ? failure.details : [])), status)
  }
}

/// The members of the object that a page has sent.
struct PageOrder {
  private let root: JSONNode

  init(_ request: PageRequest) throws(Failure) {
    do throws(JSONFinding) {
      root = try JSONDocument(reading: request.body).root
    } catch {
      throw .badRequest("The page sent something that cannot be read.")
    }
    guard root.members != nil else {
      throw .badRequest("The page sent something that cannot be read.")
    }
  }

  func node(_ name: String) -> JSONNode? { root[name] }
  func text(_ name: String) -> String? { root[name]?.string }
  func number(_ name: String) -> Int? { root[name]?.number?.int }
  func isOn(_ name: String) -> Bool { root[name]?.bool == true }
  func texts(_ name: String) -> [String] { (root[name]?.elements ?? []).compactMap(\.string) }
}

extension Failure {
  static func badRequest(_ words: String) -> Failure {
    Failure(name: "bad-request", words: words, kind: .usage)
  }
}
