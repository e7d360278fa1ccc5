// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import LibNFCReader
internal import TagReading

/// Opens the reader that the user named, or the only one that there is.
func openReader(_ name: String?) throws(ReaderOpeningError) -> LibNFCReader {
  if let name { return try LibNFCReader(ReaderName(name)) }
  if let named = getenv("LIBNFC_DEVICE") {
    return try LibNFCReader(ReaderName(String(cString: named)))
  }
  let found = ReaderSurvey.take().usb.filter { $0.device.driver != nil }.map(\.socket)
  switch found.count {
  case 0: throw .noReaderFound
  case 1: return try LibNFCReader(ReaderName(found[0]))
  default: throw .severalReaders(found)
  }
}
