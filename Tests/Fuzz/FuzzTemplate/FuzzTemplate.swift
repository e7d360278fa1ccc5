// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import WebLink

/// Takes the first line for a template and the second for every value, and stops if what comes out
/// is not what a link may hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTemplate(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  let lineEnd = input.firstIndex(of: UInt8(ascii: "\n")) ?? count
  let text = String(decoding: input[..<lineEnd], as: UTF8.self)
  let value = String(decoding: input[lineEnd...].dropFirst(), as: UTF8.self)
  do throws(URITemplateError) {
    let template = try URITemplate(text)
    var values = TemplateValues(count: template.variables.count)
    var expansion = TemplateExpansion()
    template.expand(values, into: &expansion)
    let bare = expansion.bytes.count
    for slot in 0..<values.count {
      values.set(slot, to: value.utf8.span, isPlaceholder: slot == 0)
    }
    template.expand(values, into: &expansion)
    expect(expansion.bytes.count >= bare)
    expect(expansion.bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "{") })
    expect(expansion.places.allSatisfy { $0.range.upperBound <= expansion.bytes.count })
    // What comes out has no braces, and so is a template of itself.
    let again = try? URITemplate(String(decoding: expansion.bytes, as: UTF8.self))
    expect(again != nil || expansion.bytes.count > URITemplate.byteCountMax)
  } catch {
    expect(!error.description.isEmpty && error.offset <= text.unicodeScalars.count)
  }
  return 0
}

private func expect(_ isTrue: Bool) {
  if !isTrue { fatalError("The fuzzer has found a disagreement.") }
}
