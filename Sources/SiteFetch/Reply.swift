// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a host answered.
package struct Reply: Equatable, Sendable {
  package let url: String
  package let status: Int
  /// In the order in which they came, repetitions kept.
  package let headers: [ReplyHeader]
  /// The content after its transfer coding (such as gzip) is undone.
  package let body: [UInt8]
  /// Whether more came than was taken.
  package let isCut: Bool
  /// The address that answered.
  package let address: String
  package let certificate: ServedCertificate?
  package let duration: Duration

  package init(
    url: String, status: Int, headers: [ReplyHeader], body: [UInt8], isCut: Bool = false,
    address: String = "", certificate: ServedCertificate? = nil, duration: Duration = .zero
  ) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
    self.isCut = isCut
    self.address = address
    self.certificate = certificate
    self.duration = duration
  }

  /// The values of all header lines with a name, which is given in lower case.
  package func values(of name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }
}

/// One line of a header.
package struct ReplyHeader: Hashable, Sendable {
  /// In lower case.
  package let name: String
  package internal(set) var value: String

  package init(_ name: String, _ value: String) {
    self.name = name.lowercased()
    self.value = value
  }
}
