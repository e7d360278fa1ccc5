// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What an answer can be; each of them has a body.
package enum PageStatus: Int, Sendable {
  case ok = 200
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case timeout = 408
  case conflict = 409
  case gone = 410
  case lengthRequired = 411
  case bodyTooLarge = 413
  case targetTooLong = 414
  case wrongType = 415
  case expectationFailed = 417
  case misdirected = 421
  case unprocessable = 422
  case headTooLarge = 431
  case failed = 500
  case notImplemented = 501
  case unavailable = 503
  case versionNotSupported = 505

  package var reason: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .timeout: "Request Timeout"
    case .conflict: "Conflict"
    case .gone: "Gone"
    case .lengthRequired: "Length Required"
    case .bodyTooLarge: "Content Too Large"
    case .targetTooLong: "URI Too Long"
    case .wrongType: "Unsupported Media Type"
    case .expectationFailed: "Expectation Failed"
    case .misdirected: "Misdirected Request"
    case .unprocessable: "Unprocessable Content"
    case .headTooLarge: "Request Header Fields Too Large"
    case .failed: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .unavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}

/// An answer: a status, a body of some type, and whatever fields there are beside the usual ones.
package struct PageAnswer: Hashable, Sendable {
  package let status: PageStatus
  package let contentType: String
  package let body: [UInt8]
  package let fields: [Field]
  /// Whether it is a document of its own, which the browser keeps apart from the page: it may run what
  /// is in it, and reach nothing.
  package var isApart = false

  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(
    _ status: PageStatus = .ok, _ contentType: String, _ body: [UInt8], fields: [Field] = []
  ) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.fields = fields
  }

  /// An answer that only says its status.
  package init(_ status: PageStatus) {
    let fields: [Field] =
      switch status {
      case .methodNotAllowed: [Field("Allow", "GET, POST")]
      case .unauthorized: [Field("WWW-Authenticate", "Bearer")]
      default: []
      }
    let words = "\(status.rawValue) \(status.reason)\n"
    self.init(status, "text/plain; charset=utf-8", Array(words.utf8), fields: fields)
  }

  /// What every answer says to the browser, whatever it is an answer to: run nothing but the page's
  /// own files, show it in no other page, keep nothing, tell no one.
  package static let securityFields = [
    Field(
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
      img-src 'self' data: blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; \
      require-trusted-types-for 'script'; trusted-types 'none'
      """),
    Field("X-Content-Type-Options", "nosniff"),
    Field("Referrer-Policy", "no-referrer"),
    Field("Cache-Control", "no-store"),
    Field("Cross-Origin-Opener-Policy", "same-origin"),
    Field("Cross-Origin-Resource-Policy", "same-origin"),
    Field("X-Frame-Options", "DENY"),
  ]

  /// The same for a document that has a policy of its own in it, and no business with the page.
  private static let apartFields =
    [
      Field(
        "Content-Security-Policy",
        """
        sandbox allow-scripts allow-modals allow-downloads; form-action 'none'; base-uri 'none'; \
        frame-ancestors 'none'
        """)
    ] + securityFields.dropFirst()

  /// All of it as it goes over the line; the last answer on a connection says so.
  package func bytes(isLast: Bool) -> [UInt8] {
    let length = Field("Content-Length", "\(body.count)")
    return Self.head(status, contentType, fields + [length], isApart: isApart, isLast: isLast)
      + body
  }

  /// The head of a stream of events, which ends with its connection.
  package static let streamHead = head(
    .ok, "text/event-stream", [], isApart: false, isLast: true)

  private static func head(
    _ status: PageStatus, _ contentType: String, _ fields: [Field], isApart: Bool,
    isLast: Bool
  ) -> [UInt8] {
    let others =
      [Field("Content-Type", contentType)] + (isApart ? apartFields : securityFields)
      + [Field("Connection", isLast ? "close" : "keep-alive")] + fields
    var bytes = Array("HTTP/1.1 \(status.rawValue) \(status.reason)\r\n".utf8)
    for field in others {
      // A line break in a value, such as the name of a file, would begin another field.
      bytes += field.name.utf8.filter { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
      bytes += ": ".utf8
      bytes += field.value.utf8.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }
      bytes += "\r\n".utf8
    }
    return bytes + "\r\n".utf8
  }
}
