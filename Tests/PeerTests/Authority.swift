// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A certificate authority that exists for one test, made by the openssl command.
struct Authority {
  let directory: TemporaryDirectory
  private let name: String

  /// The authority's own certificate.
  var certificate: String { directory.path(of: "\(name).pem") }

  /// A root of its own.
  init(in directory: TemporaryDirectory, named name: String = "root") throws {
    self.directory = directory
    self.name = name
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", "\(name).key", "-out", "\(name).pem", "-subj", "/CN=TagPress \(name)",
      "-days", "2")
  }

  /// An authority whose certificate another one signed.
  init(_ name: String, signedBy authority: Authority) throws {
    directory = authority.directory
    self.name = name
    try authority.sign(name, extensions: "basicConstraints=critical,CA:TRUE", days: 2)
  }

  /// Makes `FILE.pem` and `FILE.key` for a host.
  func certify(_ host: String, as file: String, days: Int = 2) throws {
    try sign(file, extensions: "subjectAltName=DNS:\(host)", days: days)
  }

  private func sign(_ file: String, extensions: String, days: Int) throws {
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", "\(file).key", "-out", "\(file).csr", "-subj", "/CN=TagPress \(file)")
    try directory.write(extensions + "\n", to: "\(file).ext")
    try openssl(
      "x509", "-req", "-in", "\(file).csr", "-CA", "\(name).pem", "-CAkey", "\(name).key",
      "-CAcreateserial", "-out", "\(file).pem", "-days", "\(days)", "-extfile", "\(file).ext")
  }

  private func openssl(_ arguments: String...) throws {
    let result = try run("openssl", arguments, directory: directory.path)
    try #require(result.exit == .code(0), "\(result.errorOutput)")
  }
}
