// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// An address to be asked in place of the one that the DNS has: `HOST:PORT:ADDRESS`.
package struct Route: Equatable, Sendable {
  package let host: String
  package let port: Int
  package let address: HostAddress

  /// Reads one; nil if it is none.
  ///
  /// It is looked at closely because libcurl gives a meaning to `-`, `+` and `*` before it.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isOfHost),
      parts[0].first != "-", let port = Int(parts[1]), (1...65_535).contains(port),
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let address = HostAddress(parts[2])
    else { return nil }
    host = parts[0].lowercased()
    self.port = port
    self.address = address
  }

  init(host: String, port: Int, address: HostAddress) {
    self.host = host
    self.port = port
    self.address = address
  }

  /// As libcurl reads them: only one line counts for a place, so all its addresses are in it.
  static func texts(_ routes: [Route]) -> [String] {
    var places: [(name: String, addresses: [String])] = []
    for route in routes {
      let name = "\(route.host):\(route.port)"
      if let index = places.firstIndex(where: { $0.name == name }) {
        places[index].addresses.append(route.address.inBrackets)
      } else {
        places.append((name, [route.address.inBrackets]))
      }
    }
    return places.map { "\($0.name):\($0.addresses.joined(separator: ","))" }
  }
}

extension UInt8 {
  fileprivate var isOfHost: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
  }
}
