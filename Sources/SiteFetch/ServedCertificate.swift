// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a host's own certificate says, and how many certificates came with it.
package struct ServedCertificate: Hashable, Sendable {
  /// The day and time of its end in ISO 8601, or as libcurl wrote it.
  package let expiry: String?
  /// The hosts that it is for.
  package let names: [String]
  package let issuer: String?
  /// With it the intermediate ones that the host sends; one means that none came along.
  package let chainCount: Int

  /// The hosts, named in few enough words for a sentence.
  static let namesShownMax = 5
}

extension ServedCertificate {
  /// Reads the lines `Name:value` that libcurl makes of a certificate.
  init(lines: [String], chainCount: Int) {
    func value(of name: String) -> String? {
      lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
    }
    let names = value(of: "X509v3 Subject Alternative Name") ?? ""
    self.init(
      expiry: value(of: "Expire date").map { Self.iso8601($0) ?? $0 },
      names: names.split(separator: ",").compactMap { name in
        let name = name.drop { $0 == " " }
        return name.hasPrefix("DNS:") ? String(name.dropFirst(4)) : nil
      },
      issuer: value(of: "Issuer"), chainCount: chainCount)
  }

  /// `Nov 21 09:05:00 2026 GMT` as `2026-11-21T09:05:00Z`.
  static func iso8601(_ text: String) -> String? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split(separator: " ")
    guard parts.count == 5, parts[4] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(where: { $0 == parts[0] }), parts[2].utf8.count == 8,
      parts[3].utf8.count == 4, Int(parts[3]) != nil
    else { return nil }
    return "\(parts[3])-\(twoDigits(month + 1))-\(twoDigits(day))T\(parts[2])Z"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

/// Why a certificate is not accepted.
package enum CertificateFault: Hashable, Sendable {
  case expired
  case notYetValid
  case wrongName
  case selfSigned
  /// Signed in the end by no one whom this machine trusts.
  case unknownAuthority
  /// The host sends its own certificate alone, and not the one that vouches for it.
  case missingIntermediate
  /// Another reason, by OpenSSL's number (`X509_V_ERR_…`).
  case other(Int)
}

extension CertificateFault {
  /// Reads OpenSSL's verdict.
  init(verdict: Int, _ certificate: ServedCertificate?) {
    switch verdict {
    // The chain is good (0, or 1 while it is not said yet), so it is the name that libcurl refuses.
    case 0, 1: self = .wrongName
    case 9: self = .notYetValid
    case 10: self = .expired
    case 18: self = .selfSigned
    case 19: self = .unknownAuthority
    // OpenSSL does not tell a stranger's chain from one with a link missing.
    case 2, 20, 21: self = certificate?.chainCount == 1 ? .missingIntermediate : .unknownAuthority
    default: self = .other(verdict)
    }
  }
}
