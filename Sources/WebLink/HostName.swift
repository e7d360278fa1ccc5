// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

private import CLibIDN2

/// The host in ASCII as the domain name system knows it, or nil if it cannot be one.
///
/// IDNA 2008 with the mappings of UTS 46, not transitional (`idn2_lookup_u8`): ß stays ß, full-width
/// letters and dots become plain ones, and a label that is in Punycode already must be a valid one.
func asciiHostName(_ host: Span<UInt8>) -> [UInt8]? {
  var typed: [UInt8] = []
  typed.reserveCapacity(host.count + 1)
  for index in host.indices { typed.append(host[index]) }
  typed.append(0)
  var found: UnsafeMutablePointer<UInt8>?
  let flags = IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue
  let code = idn2_lookup_u8(typed, &found, Int32(bitPattern: flags))
  defer { idn2_free(found) }
  guard code == IDN2_OK.rawValue, var byte = UnsafePointer(found) else { return nil }
  var name: [UInt8] = []
  while byte.pointee != 0 {
    // Some single characters are mapped to several, such as U+2100 to `a/c`.
    guard byte.pointee.isHostByte else { return nil }
    name.append(byte.pointee)
    byte += 1
  }
  return name
}

extension [UInt8] {
  func elementsEqual(_ other: Span<UInt8>) -> Bool {
    count == other.count && indices.allSatisfy { self[$0] == other[$0] }
  }
}

/// The version of libidn2 that the process runs with (`idn2_check_version`).
package func libidn2Version() -> String {
  idn2_check_version(nil).map { String(cString: $0) } ?? "unknown"
}
