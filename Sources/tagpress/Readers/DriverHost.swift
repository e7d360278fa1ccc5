// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import LibNFCReader
internal import ReaderProcess
internal import TagReading

/// Opens one of libnfc's readers, whose driver then runs in a process of its own.
func openLibNFCReader(_ name: ReaderName) throws(ReaderOpeningError) -> ReaderProcess {
  try ReaderProcess(name.description)
}

/// Becomes the process of a reader's driver, if it was started for that.
func driveReaderIfAsked() {
  hostReader { name throws(ReaderOpeningError) in
    let reader = try LibNFCReader(ReaderName(name))
    return HostedReader(reader, families: reader.modulations)
  }
}
