// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a request says before its body, as far as it matters here.
package struct RequestHead: Hashable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let method: Method
  /// Without escapes; it begins with a slash, and has no empty or dotted part in it.
  package let path: String
  /// The arguments behind the path, without escapes.
  package let query: [String: String]
  package let host: String
  package let origin: String?
  /// Sec-Fetch-Site: where the page is from that asks, as the browser sees it.
  package let fetchSite: String?
  package let authorization: String?
  package let contentType: String?
  package let contentLength: Int
  package let lastEventID: String?
  /// Whether the other side wants no second request on this connection.
  package let closes: Bool
}

/// Why a head is refused; a browser sends nothing of this.
package enum RequestRefusal: Error, Hashable, Sendable {
  case loneLineFeed
  case loneReturn
  case controlCharacter
  case notASCII
  case requestLine
  case version
  case method
  case target
  case targetTooLong
  case headTooLarge
  case tooManyFields
  case foldedField
  case fieldName
  case fieldValue(String)
  case repeatedField(String)
  case unwantedField(String)
  case noHost
  case length
  case noLength
  case bodyTooLarge
  case bodyOfGet

  package var status: PageStatus {
    switch self {
    case .version: .versionNotSupported
    case .method: .methodNotAllowed
    case .targetTooLong: .targetTooLong
    case .headTooLarge, .tooManyFields: .headTooLarge
    case .unwantedField("transfer-encoding"): .notImplemented
    case .unwantedField("expect"): .expectationFailed
    case .noLength: .lengthRequired
    case .bodyTooLarge: .bodyTooLarge
    default: .badRequest
    }
  }
}
