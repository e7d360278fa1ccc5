// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import LibNFCReader
internal import PCSCReader

/// Whether real tags may be on a reader: all but those on a pseudo-terminal, where a program
/// plays the reader.
///
/// A missing reader has no tags, and opening it fails in a moment.
func mayHoldRealTags(_ reader: String) -> Bool {
  guard PCSCReaderName(reader) == nil, case .serial(let port, _)? = try? ReaderName(reader) else {
    return true
  }
  guard let path = realpath(port, nil) else { return false }
  defer { free(path) }
  return !String(cString: path).hasPrefix("/dev/pts/")
}
