// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension RowToken {
  /// Base 58: digits and letters without 0, O, I and l, which look like others.
  package static let alphabet = Array(
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  /// A new value of the token from the system's random source, which is a cryptographic one.
  package func makeText() -> String {
    var random = SystemRandomNumberGenerator()
    return makeText(using: &random)
  }

  func makeText(using random: inout some RandomNumberGenerator) -> String {
    let letters = (0..<length).map { _ in
      Self.alphabet[Int.random(in: Self.alphabet.indices, using: &random)]
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
