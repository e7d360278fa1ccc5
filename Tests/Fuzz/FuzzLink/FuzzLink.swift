// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import WebLink

/// Normalises the input and its normal form; stops if they differ or if the parts do not join.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLink(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let typed = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  do throws(WebLinkError) {
    let link = try WebLink(typed)
    let again = try? WebLink(link.text)
    expect(again?.text == link.text && again?.kind == link.kind && again?.changes == [])
    expect(link.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    expect(typed.utf8.elementsEqual(link.text.utf8) == link.changes.isEmpty)
    var joined = "\(link.scheme):"
    if let host = link.host { joined += "//" + host }
    // A port may be written with zeros in front, which its number does not have.
    var rest = String(link.path)
    if let query = link.query { rest += "?" + query }
    if let fragment = link.fragment { rest += "#" + fragment }
    expect(link.text.hasPrefix(joined) && link.text.hasSuffix(rest))
  } catch {
    expect(!error.description.isEmpty && error.offset <= typed.unicodeScalars.count)
  }
  return 0
}

private func expect(_ isTrue: Bool) {
  if !isTrue { fatalError("The fuzzer has found a disagreement.") }
}
