// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import ReaderProcess
import TagReading

/// The first argument of `Bench` that makes it do this; the number of tags and the port follow.
let putTagsCommand = "put-tags"

/// Does with a reader what `write` does with it, tag for tag, without a job: no engine, no ledger.
///
/// It is a program of its own, so that the two differ in nothing else.
func putTags(_ count: Int, onPort port: String) throws {
  let reader = try ReaderProcess("pn532_uart:\(port)")
  let never = StopFlag()
  for number in 0..<count {
    say(#"{"event":"ready","reader":0}"#)
    let tag = try reader.waitForTag(of: TagFamily.allCases, unless: never)
    try reader.requireNoneBeside(tag)
    try put("https://go.example.com/s/abcdefgh\(number)", on: tag, with: reader)
    say(#"{"event":"tag","reader":0,"outcome":"OK"}"#)
    try reader.waitForRemoval(of: tag, unless: never, looks: 3)
  }
}

private func say(_ line: String) {
  print(line)
  fflush(nil)
}
