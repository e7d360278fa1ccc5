// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// Reads the input in both modes, writes it in both layouts, edits it; stops if they disagree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let lint = JSONLint(bytes)
  var words = 0
  for finding in lint.findings { words += finding.description.utf8.count }
  guard let document = try? JSONDocument(reading: bytes) else {
    expect(!lint.findings.isEmpty && words > 0)
    if let lenient = lint.document { check(lenient) }
    return 0
  }
  expect(lint.findings.isEmpty && lint.document != nil)
  check(document)
  return 0
}

private func check(_ document: JSONDocument) {
  let value = document.root.value
  let compact = Array(value.compact.utf8)
  let pretty = Array(value.pretty.utf8)
  expect(!compact.contains(0x0A))
  // Of equal keys a lenient reading keeps all, which no strict one reads back.
  let fromCompact = JSONLint(compact).document
  let fromPretty = JSONLint(pretty).document
  expect(fromCompact?.root.value == value && fromPretty?.root.value == value)
  expect(fromPretty.map { Array($0.root.value.pretty.utf8) } == pretty)

  let added: JSONValue = ["added": [1, "x"]]
  if let elements = document.root.elements {
    guard let edited = try? document.appending(elements: [added], to: []) else {
      return expect(false)
    }
    let after = JSONLint(edited).document?.root.value
    expect(after == .array(elements.map(\.value) + [added]))
  } else if let members = document.root.members {
    guard let edited = try? document.appending(members: [("an unused key", added)], to: []) else {
      return expect(members.contains { $0.key == "an unused key" })
    }
    let after = JSONLint(edited).document?.root
    expect(after?.members?.count == members.count + 1 && after?["an unused key"]?.value == added)
  }
}

private func expect(_ isTrue: Bool) {
  if !isTrue { fatalError("The fuzzer has found a disagreement.") }
}
