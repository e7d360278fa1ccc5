// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import LibNFCReader
internal import Provisioning
internal import TagReading

/// Opens the reader that the user named, or the only one that there is.
func openReader(_ name: String?) throws(Failure) -> LibNFCReader {
  do throws(ReaderOpeningError) {
    return try LibNFCReader(ReaderName(try chosenReader(name)))
  } catch {
    throw Failure(error)
  }
}

func chosenReader(_ name: String?) throws(ReaderOpeningError) -> String {
  if let name { return name }
  if let named = getenv("LIBNFC_DEVICE") { return String(cString: named) }
  let found = ReaderSurvey.take().usb.filter { $0.device.driver != nil }.map(\.socket)
  switch found.count {
  case 0: throw .noReaderFound
  case 1: return found[0]
  default: throw .severalReaders(found)
  }
}

/// Opens a reader that was unplugged as soon as it is back; nil when the user wants to stop.
func reopenReader(_ name: String, unless stop: StopFlag) -> LibNFCReader? {
  while !stop.isRaised {
    if let reader = try? openReader(name) { return reader }
    // A look at the bus each time is cheap, and a person needs longer than this for a plug.
    usleep(200_000)
  }
  return nil
}

/// The readers that the user named, or the only one that there is, each opened by its own thread.
func batchReaders(_ names: [String]) throws(Failure) -> [BatchReader] {
  var chosen = names
  if chosen.isEmpty {
    do throws(ReaderOpeningError) {
      chosen = [try chosenReader(nil)]
    } catch {
      throw Failure(error)
    }
  }
  return chosen.map { name in
    BatchReader(name: name) { () throws(ReaderOpeningError) in
      try LibNFCReader(ReaderName(name))
    }
  }
}
