// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobManifest

/// A file without a name; the reader takes a path, and every open file has one.
private let file: CInt = {
  var name = Array("/tmp/tagpress-fuzz-XXXXXX".utf8CString)
  let file = mkstemp(&name)
  unlink(name)
  return file
}()

/// Reads the input as a manifest and builds every row; stops if a row's size is not what it takes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard ftruncate(file, 0) == 0, pwrite(file, start, count, 0) == count else { return 0 }
  var rows = 0
  let outcome = JobReader(path: "/proc/self/fd/\(file)").read(
    begin: { _ in },
    visit: { row in
      rows += 1
      let message = try? row.message(uid: "04B8313A307380").bytes
      expect(message?.count == row.messageSize && row.link.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      return rows < 1_000
    })
  for finding in outcome.findings.findings {
    expect(finding.position.line > 0 && finding.position.column > 0)
    let words = finding.problem.description
    expect(words.hasSuffix(".") || words.hasSuffix("?"))
  }
  return 0
}

private func expect(_ isTrue: Bool) {
  if !isTrue { fatalError("The fuzzer has found a disagreement.") }
}
