// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A disk that fails at one of a job's files.
@Suite(.enabled(if: TracedCall.isPossible, "strace traces nothing here")) struct FaultyDiskTests {
  @Test(arguments: [
    ("soak.ledger", "pread64"), ("soak.ledger-shm", "openat"), ("soak.ledger-shm", "pwrite64"),
    ("soak.ledger-shm", "ftruncate"), ("soak.ledger-shm", "mmap"), ("soak.witness", "pread64"),
  ])
  func itIsTheDiskThatIsBlamed(_ file: String, _ call: String) throws {
    let bench = try JobBench(SoakJob(kind: .plain, rows: 2, takesWritten: false))
    try bench.plan()
    let result = try bench.type(
      """
      ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null -P "$PWD/\(file)" \
        -e inject=\(call):error=EIO "$TOOL" write --plan soak.xml
      """)
    #expect(
      result.errorOutput.contains(
        "The disk or the system refused (Input/output error). Check the disk, then start again."),
      "\(result.errorOutput)")
    #expect(result.exit == .code(2))
    // It was nothing but that.
    #expect(try bench.type("tagpress write --plan soak.xml").exit == .code(0))
  }
}
