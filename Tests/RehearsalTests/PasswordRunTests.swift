// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagKeys
import TestSupport
import Testing
import VirtualReader
import Voices

@testable import tagpress

/// Tags that are done and have the password of their job, when they come again.
struct PasswordRunTests {
  private let bench: BatchBench
  /// What the first two tags hold when they are done; the third row has none.
  private let states: [[UInt8]]

  init() throws {
    bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link>"#
        + #"<protect with="password" keys="bench.keys" reading="yes"/>"#
        + #"<rows count="3" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box, limit: 2).counts.ok == 2)
    states = box.tags.sorted { $0.key < $1.key }.compactMap { $1.1.state(of: $1.0) }
    try #require(states.count == 2)
  }

  /// Only someone with the key sees that it is done; the run has the key.
  @Test func aTagThatNoOneElseCanReadIsKnownAsDone() throws {
    let box = try TagBox { [states] number in
      number < 2 ? try? VirtualType2Chip(state: states[number]) : chip(.ntag213, UInt16(number))
    }
    let end = try bench.run(box)
    #expect(box.log == ["n1 ALREADY DONE ", "n2 ALREADY DONE ", "n3 OK "])
    #expect(end.counts == BatchCounts(ok: 1, alreadyDone: 2, rows: 3, done: 3))
    for (number, state) in states.enumerated() {
      let (tag, virtual) = try #require(
        box.tags.sorted { $0.key < $1.key }.dropFirst(number).first?.value)
      let before = try VirtualType2Chip(state: state).allCells
      #expect(try memory(of: tag, in: virtual) == before)
    }
  }

  /// One that was changed after its password is still found.
  @Test func aTagThatShowsSomethingElseBehindItsPasswordIsPutAside() throws {
    let changed = try VirtualType2Chip(state: states[0])
    try changed.replace("/s/1", with: "/s/x")
    let state = changed.state
    let box = try TagBox { number in
      number == 0 ? try? VirtualType2Chip(state: state) : nil
    }
    _ = try bench.run(box)
    #expect(box.log == ["n1 PUT ASIDE changed-since-done"])
  }

  /// What is said about the first tag when tags are verified with a key.
  private func verify(
    _ state: [UInt8], key: PasswordKey?
  ) throws -> (log: [String], words: String?) {
    let job = BatchJob(bench.job, key: key, cures: Voice("write").cures)
    var run = BatchRun(job, ledger: try bench.ledger())
    run.task = .verify(try Verification(job, associations: [], wantsSignature: false))
    run.pace = .machine
    let box = try TagBox { $0 == 0 ? try? VirtualType2Chip(state: state) : nil }
    _ = try run.run(on: box.readers, unless: box.stop, telling: box)
    return (box.log, box.results.first?.reason?.words)
  }

  @Test func onlyTheJobsOwnKeyProvesATag() throws {
    #expect(try verify(states[0], key: bench.key).log == ["n1 OK "])
    let other = try PasswordKey(name: "other", bytes: Array(1...32))
    let refused = try verify(states[0], key: other)
    #expect(refused.log == ["n1 PUT ASIDE password-refused"])
  }

  @Test func aTagWithoutItsPasswordIsUnprotected() throws {
    let open = try VirtualType2Chip(state: states[0])
    // AUTH0 after the last page protects none.
    open.set(0x29, Array(open.cells(ofPage: 0x29).prefix(3)) + [0xFF])
    let verdict = try verify(open.state, key: bench.key)
    #expect(verdict.log == ["n1 PUT ASIDE unprotected"])
    #expect(
      verdict.words == "The tag has no password, and the job requires one. Put the tag aside.")
  }
}
