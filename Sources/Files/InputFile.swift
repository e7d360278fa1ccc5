// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
package import Plain

/// Why an input could not be read.
package enum InputError: Error, Hashable {
  case cannotOpen(String, errno: Int32)
  case cannotRead(String, errno: Int32)
  case tooLarge(String, limit: Int)
  /// An argument that names no file, and the place where it stops being hex.
  case neitherFileNorHex(String, HexError)

  /// The system's error number.
  package var code: Int32 {
    switch self {
    case .cannotOpen(_, let code), .cannotRead(_, let code): code
    case .tooLarge: EFBIG
    case .neitherFileNorHex: ENOENT
    }
  }
}

/// Reads a file piece by piece; `-` is standard input.
package struct InputFile: ~Copyable {
  package let name: String
  private let descriptor: Int32

  package init(_ name: String) throws(InputError) {
    self.name = name == "-" ? "standard input" : name
    if name == "-" {
      descriptor = STDIN_FILENO
    } else {
      descriptor = open(name, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotOpen(name, errno: errno) }
    }
  }

  /// Opens a file that must be a regular one: opening a pipe would block.
  package init(regular name: String) throws(InputError) {
    let opened = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw .cannotOpen(name, errno: errno) }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .cannotOpen(name, errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
    }
    self.name = name
    descriptor = opened
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The next bytes; none at the end.
  package func next(_ most: Int = 1 << 16) throws(InputError) -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
      repeat {
        count = read(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0 && mayTryAgain(descriptor, POLLIN)
      initialized = max(0, count)
    }
    guard count >= 0 else { throw .cannotRead(name, errno: errno) }
    return bytes
  }

  /// Everything that is left, up to a limit.
  package func rest(limit: Int) throws(InputError) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty { return all }
      all += more
      guard all.count <= limit else { throw .tooLarge(name, limit: limit) }
    }
  }

  /// Calls `body` with each line, without its line end, until it returns false.
  ///
  /// A line beyond the limit is nil, so that one bad line does not end the work on the others.
  package func forEachLine(limit: Int, _ body: ([UInt8]?) -> Bool) throws(InputError) {
    var line: [UInt8]? = []
    var isFirst = true
    func append(_ piece: ArraySlice<UInt8>) {
      line?.append(contentsOf: piece)
      if let count = line?.count, count > limit { line = nil }
    }
    func finish() -> Bool {
      if line?.last == UInt8(ascii: "\r") { line?.removeLast() }
      if isFirst { line = line.map { Array($0.withoutMark) } }
      isFirst = false
      defer { line = [] }
      return body(line)
    }
    while true {
      let more = try next()
      if more.isEmpty {
        if line != [] { _ = finish() }
        return
      }
      var rest = more[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        append(rest[..<end])
        guard finish() else { return }
        rest = rest[(end + 1)...]
      }
      append(rest)
    }
  }
}

/// Whether a read or write that failed is worth another try, after waiting for the descriptor.
///
/// Another program may have made a terminal or pipe that we share with it non-blocking.
func mayTryAgain(_ descriptor: Int32, _ events: Int32) -> Bool {
  switch errno {
  case EINTR: return true
  case EAGAIN:
    var wanted = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    return poll(&wanted, 1, -1) >= 0 || errno == EINTR
  default: return false
  }
}
