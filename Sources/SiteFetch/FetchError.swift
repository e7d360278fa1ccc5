// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why nothing was fetched.
package enum FetchError: Error, Hashable, Sendable {
  // On this machine.
  case noLibrary
  case noMemory
  /// The file of authorities cannot be read, or holds none.
  case badAuthorityFile
  case notHTTPS
  case proxy

  // On the way.
  case unknownHost
  /// The DNS could not be asked, so nothing is known of the host.
  case noDNS
  case noConnection
  /// No network on the way leads to the address.
  case noWay
  case tooSlow(Phase, limit: Duration)

  // At the host.
  case certificate(CertificateFault, ServedCertificate?)
  case noEncryption
  case notHTTP
  case headerTooLarge
  case badEncoding
  /// The connection was closed before one byte of an answer.
  case noAnswer
  case brokenOff
  /// Another error of libcurl, by its number.
  case other(UInt32)

  /// What took too long.
  package enum Phase: Hashable, Sendable {
    case connecting
    /// Not one byte of an answer came.
    case firstByte
    case whole
  }
}

extension FetchError {
  /// Whether no one was reached, so nothing can be said about a host.
  package var isWithoutHost: Bool {
    switch self {
    case .noLibrary, .noMemory, .badAuthorityFile, .notHTTPS, .proxy, .unknownHost, .noDNS,
      .noConnection, .noWay, .tooSlow(.connecting, _):
      true
    default: false
    }
  }

  /// Whether nothing was seen of the host, or not the whole of an answer.
  ///
  /// Then nothing is known of what it serves. What it showed, such as its certificate, is wrong whenever one
  /// asks.
  package var isWithoutAnswer: Bool {
    switch self {
    case .noEncryption, .noAnswer, .brokenOff, .tooSlow, .other: true
    case .certificate, .notHTTP, .headerTooLarge, .badEncoding: false
    default: isWithoutHost
    }
  }

  /// Whether another file of the same host would fare no better.
  package var isForAllFiles: Bool {
    switch self {
    case .certificate, .noEncryption, .notHTTP: true
    default: isWithoutHost
    }
  }

  var isTimeOut: Bool {
    if case .tooSlow = self { true } else { false }
  }
}
