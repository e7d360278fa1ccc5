// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where a click on a cell with this formula goes; nil if it has no HYPERLINK, or if the address is
/// worked out and not written down in it.
///
/// Files have the names of functions in English, whatever the language of the program.
func hyperlinkAddress(inFormula formula: some Collection<UInt8>) -> String? {
  var rest = formula[...]
  // In an .ods the formula has the name of its language before it.
  if let prefix = ["of:", "msoxl:", "oooc:"].first(where: { rest.starts(with: $0.utf8) }) {
    rest = rest.dropFirst(prefix.utf8.count)
  }
  if rest.first == UInt8(ascii: "=") { rest = rest.dropFirst() }
  let beginning = "HYPERLINK(\""
  guard rest.count > beginning.utf8.count,
    zip(rest, beginning.utf8).allSatisfy({ ($0 &- UInt8(ascii: "a") < 26 ? $0 & 0xDF : $0) == $1 })
  else { return nil }
  rest = rest.dropFirst(beginning.utf8.count)
  var address: [UInt8] = []
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "\"") {
      guard rest.first == byte else { break }
      rest = rest.dropFirst()
    }
    address.append(byte)
  }
  // Behind the text something may be added to it.
  guard let next = rest.first(where: { $0 != UInt8(ascii: " ") }), ",;)".utf8.contains(next) else {
    return nil
  }
  return String(decoding: address, as: UTF8.self)
}
