// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import ReaderProcess
import TagReading

/// Measures what docs/benchmarks.md shows: `Bench FILE` prints the table and writes it there.
///
/// Each topic is a file of its own with a function that returns its rows; a new one is one line here.
@main
struct Bench {
  static let topics: [@Sendable () throws -> [Row]] = [
    starting, opening, exchanging, writing, writingVicinity, codingMessages, normalisingLinks,
    readingJSON, matchingLinks, judgingLinks, explainingLists, checkingJobs,
    checkingForms,
    writingJobs, fromTagToTag, waitingForTags, rehearsingJobs,
  ]

  static func main() throws {
    hostReader { name throws(ReaderOpeningError) in
      let reader = try LibNFCReader(ReaderName(name))
      return HostedReader(reader, families: reader.modulations)
    }
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 3, arguments[1] == putTagsCommand, let count = Int(arguments[2]) {
      return try putTags(count, onPort: arguments[3])
    }
    // While the way from tag to tag is worked on, this shows it without half an hour of the rest.
    if arguments == ["from-tag-to-tag"] {
      for row in try fromTagToTag() + waitingForTags() { print(row.line) }
      return
    }
    let machine = Machine()
    let rows = try topics.flatMap { try $0() }
    let page = page(rows, measuredOn: machine)
    print(page, terminator: "")
    for path in arguments { try write(page, to: path) }
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw UnusablePage(path: path, errno: errno) }
    fputs(text, file)
    // What was buffered meets a full disk only here.
    guard fclose(file) == 0 else { throw UnusablePage(path: path, errno: errno) }
  }
}

/// The page could not be written.
struct UnusablePage: Error {
  let path: String
  let errno: Int32
}
