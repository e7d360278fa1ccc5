// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Why an input could not be read.
enum InputError: Error, Hashable, CustomStringConvertible {
  case cannotOpen(String, errno: Int32)
  case cannotRead(String, errno: Int32)
  case tooLarge(String, limit: Int)

  var description: String {
    switch self {
    case .cannotOpen(let name, let code):
      "\(visible(name)): \(words(of: code)). Check the name, or give the data itself."
    case .cannotRead(let name, let code):
      "\(visible(name)) could not be read: \(words(of: code))."
    case .tooLarge(let name, let limit):
      "\(visible(name)) is larger than \(limit >> 20) MiB; give a smaller file."
    }
  }

  /// The system's number for what went wrong.
  var code: Int32 {
    switch self {
    case .cannotOpen(_, let code), .cannotRead(_, let code): code
    case .tooLarge: EFBIG
    }
  }

  private func words(of code: Int32) -> String {
    code == ENOENT ? "there is no such file" : String(cString: strerror(code))
  }
}

/// Reads a file piece by piece; `-` is standard input.
struct InputFile: ~Copyable {
  let name: String
  private let descriptor: Int32

  init(_ name: String) throws(InputError) {
    self.name = name == "-" ? "standard input" : name
    if name == "-" {
      descriptor = STDIN_FILENO
    } else {
      descriptor = open(name, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotOpen(name, errno: errno) }
    }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The next bytes; none at the end.
  func next(_ most: Int = 1 << 16) throws(InputError) -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
      repeat {
        count = read(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    guard count >= 0 else { throw .cannotRead(name, errno: errno) }
    return bytes
  }

  /// Everything that is left, up to a limit.
  func rest(limit: Int) throws(InputError) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty { return all }
      all += more
      guard all.count <= limit else { throw .tooLarge(name, limit: limit) }
    }
  }

  /// Calls `body` with each line, without its line end, until it returns false.
  func forEachLine(limit: Int, _ body: ([UInt8]) -> Bool) throws(InputError) {
    var line: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty {
        if !line.isEmpty { _ = body(line) }
        return
      }
      var rest = more[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard body(line) else { return }
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      line += rest
      guard line.count <= limit else { throw .tooLarge("a line of \(name)", limit: limit) }
    }
  }
}
