// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// A file descriptor; closing is left to the one function that knows when.
struct Descriptor {
  var number: Int32

  func close() {
    _ = Glibc.close(number)
  }
}

/// The two ends of a pipe, neither of them inherited by programs started later.
struct Pipe {
  var reader: Descriptor
  var writer: Descriptor

  init() throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .noPipe(errno: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reader = Descriptor(number: ends[0])
    writer = Descriptor(number: ends[1])
  }
}

/// The conversation with a running program: what it still has to be told, and what it said so far.
struct Exchange {
  private var input: ArraySlice<UInt8>
  private var stdin: Descriptor?
  private var stdout: Descriptor?
  private var stderr: Descriptor?
  private(set) var output: [UInt8] = []
  private(set) var errorOutput: [UInt8] = []

  init(input: [UInt8], with child: Child) {
    self.input = input[...]
    stdin = child.stdin
    stdout = child.stdout
    stderr = child.stderr
    // A full pipe must not block us: the program may be waiting for its output to be read.
    _ = fcntl(child.stdin.number, F_SETFL, O_NONBLOCK)
    if input.isEmpty { closeInput() }
  }

  /// Serves all pipes until the program has closed its outputs; false when the deadline came first.
  mutating func finish(by deadline: ContinuousClock.Instant) -> Bool {
    defer {
      closeInput()
      stdout?.close()
      stderr?.close()
    }
    while stdout != nil || stderr != nil {
      let remaining = deadline - .now
      guard remaining > .zero else { return false }
      // poll(2) skips negative descriptors, so a closed one keeps its place in the list.
      var waiting = [
        pollfd(fd: stdin?.number ?? -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: stdout?.number ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stderr?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = remaining / .milliseconds(1)
      guard poll(&waiting, 3, Int32(min(milliseconds, 1000)) + 1) > 0 else { continue }
      if waiting[0].revents != 0 { feed() }
      if waiting[1].revents != 0 { Self.drain(&stdout, into: &output) }
      if waiting[2].revents != 0 { Self.drain(&stderr, into: &errorOutput) }
    }
    return true
  }

  private mutating func feed() {
    guard let stdin else { return }
    let written = input.withUnsafeBytes { write(stdin.number, $0.baseAddress, $0.count) }
    if written < 0 && errno != EAGAIN && errno != EINTR {
      // The program does not want the rest (EPIPE), which is its right.
      closeInput()
    } else {
      input = input.dropFirst(max(written, 0))
      if input.isEmpty { closeInput() }
    }
  }

  private mutating func closeInput() {
    stdin?.close()
    stdin = nil
  }

  private static func drain(_ descriptor: inout Descriptor?, into bytes: inout [UInt8]) {
    guard let open = descriptor else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(open.number, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
    } else if count == 0 || errno != EINTR {
      open.close()
      descriptor = nil
    }
  }
}
