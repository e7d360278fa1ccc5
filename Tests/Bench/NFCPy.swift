// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import TagReading
import TestSupport
import VirtualReader

/// nfcpy, where it is installed.
struct NFCPy {
  private let python = "\(packageRoot)/.build/peers/bin/python"

  init?() {
    guard access(python, X_OK) == 0 else { return nil }
  }

  /// What it does from the moment at which the tag comes until it says that it has written.
  func cost(on tag: NewTag, over before: String?) throws -> Cost {
    let folder = try TemporaryDirectory()
    var options = VirtualReaderOptions()
    options.time = TimeModel(perCommand: .zero)
    options.link = folder.path(of: "COM1")
    let virtual = try VirtualReader(options)
    defer { virtual.stop() }
    let id = try place(tag, in: virtual)
    if let before {
      let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
      guard let found = try reader.select(tag.family) else { throw NoReader() }
      try put(before, on: found, with: reader)
    }
    virtual.lift(id)
    let asked = virtual.counters.hostCommands
    let text = try message(link).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let program = try BackgroundProgram(
      python, ["\(packageRoot)/.ci/peers/nfcpy.py", "write", text], directory: folder.path)
    // It has opened the reader and looks for a tag once its commands repeat.
    while virtual.counters.hostCommands < asked + 20 { usleep(10_000) }
    let (start, processor) = (virtual.counters, ProcessorTime.of(process: program.group))
    virtual.putBack(id)
    let said = program.nextLine()
    let cost = Cost(
      from: start, to: virtual.counters,
      processor: ProcessorTime.of(process: program.group) - processor)
    let result = try program.finish()
    guard said == #"{"done":true}"# else { throw FailedRun(result: result) }
    return cost
  }
}
