// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// One of the C library's converters (`iconv`), which remembers what came before.
final class SystemDecoder {
  private let handle: iconv_t
  private var piece = [CChar](repeating: 0, count: 65_536)

  /// Why a call ended.
  enum Stop {
    case finished
    /// The bytes that are left are the beginning of a letter.
    case incomplete
    /// The next byte belongs to no letter.
    case invalid
  }

  /// Nil where the C library has no such converter, or its file is not installed.
  init?(from: String, to: String = "UTF-8") {
    guard let handle = iconv_open(to, from), handle != iconv_t(bitPattern: -1) else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Appends what the bytes from `offset` on say, as far as they can be read.
  func decode(_ input: [UInt8], _ offset: inout Int, into output: inout [UInt8]) -> Stop {
    input.withUnsafeBytes { bytes in
      while offset < bytes.count {
        // The parameter is not constant in C, but nothing is written there.
        var next = UnsafeMutablePointer(
          mutating: bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self))
        var left = bytes.count - offset
        let result = convert(&next, &left, into: &output)
        offset = bytes.count - left
        switch result {
        case 0, E2BIG: continue
        case EINVAL: return .incomplete
        default: return .invalid
        }
      }
      return .finished
    }
  }

  /// Appends what was held back, because the next letter could have changed it.
  func finish(into output: inout [UInt8]) {
    _ = convert(nil, nil, into: &output)
  }

  /// One call, and the number of its error.
  private func convert(
    _ next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ left: UnsafeMutablePointer<Int>?,
    into output: inout [UInt8]
  ) -> Int32 {
    piece.withUnsafeMutableBufferPointer { piece in
      var end = piece.baseAddress
      var room = piece.count
      let code = iconv(handle, next, left, &end, &room) == -1 ? errno : 0
      output.append(
        contentsOf: UnsafeRawBufferPointer(piece)[..<(piece.count - room)])
      return code
    }
  }
}

extension CSVEncoding {
  /// The text of whole bytes, if all of them are letters.
  func text(of bytes: [UInt8]) -> [UInt8]? { Self.convert(bytes, systemName, "UTF-8") }

  /// The bytes of a UTF-8 text, if there are some for every letter.
  func bytes(of text: [UInt8]) -> [UInt8]? { Self.convert(text, "UTF-8", systemName) }

  private static func convert(_ bytes: [UInt8], _ from: String, _ to: String) -> [UInt8]? {
    guard let decoder = SystemDecoder(from: from, to: to) else { return nil }
    var output: [UInt8] = []
    var offset = 0
    guard case .finished = decoder.decode(bytes, &offset, into: &output) else { return nil }
    decoder.finish(into: &output)
    return output
  }
}
