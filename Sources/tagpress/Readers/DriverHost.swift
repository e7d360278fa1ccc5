// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import LibNFCReader
internal import ReaderProcess
internal import TagReading

/// Opens one of libnfc's readers, whose driver then runs in a process of its own.
func openLibNFCReader(_ name: ReaderName) throws(ReaderOpeningError) -> ReaderProcess {
  try ReaderProcess(name.description)
}

/// Is the process of a reader's driver for its whole life, if that is what this one was started for.
func driveReaderIfAsked() {
  hostReader { name throws(ReaderOpeningError) in
    let reader = try LibNFCReader(ReaderName(name))
    return HostedReader(reader, families: reader.modulations)
  }
}
