// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing
import VirtualReader

/// The program next to a reader whose driver crashes or hangs: it lives, says what happened, and
/// continues.
struct LostReaderTests {
  private static let link = "https://go.tagtag.shop/s/1"

  /// What libnfc does not survive at a command for a tag.
  enum Trouble: String, CaseIterable {
    case crashAtCommand, hang

    var faults: FaultPlan {
      var faults = FaultPlan.none
      switch self {
      case .crashAtCommand: faults.atCommand = [0x40: [4: .answers([0x41, 0x80])]]
      case .hang: faults.atCommand = [0x40: [4: .promisesMoreForEver]]
      }
      return faults
    }

    var words: String {
      switch self {
      case .hang: "its driver did not answer within 5 seconds"
      case .crashAtCommand: "its driver crashed (signal "
      }
    }
  }

  @Test(.enabled(if: !isSanitized, "a sanitizer catches the crash"), arguments: Trouble.allCases)
  func putSaysWhyAndCanBeSaidAgain(_ trouble: Trouble) throws {
    let virtual = try VirtualReader(VirtualReaderOptions(faults: trouble.faults))
    let tag = try #require(TagSheet.ntag213.chip([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0x5C, 0x80]))
    let state = tag.state
    let id = try virtual.place { () throws(ChipStateError) in try VirtualType2Chip(state: state) }
    let arguments = ["put", "--reader", "pn532_uart:\(virtual.path)", Self.link]
    let first = try run(builtTool, arguments)
    #expect(first.exit == .code(2))
    #expect(first.errorOutput.contains(trouble.words), "\(first.errorOutput)")
    #expect(first.errorOutput.contains("Run the same command again."))
    #expect(first.output == "")
    let second = try run(builtTool, arguments)
    #expect(second.exit == .code(0), "\(second.errorOutput)")
    let chip = try VirtualType2Chip(state: try #require(virtual.state(of: id)))
    let cells = TagSheet.ntag213.cells(of: chip)
    guard case .message(let message) = TagSheet.ntag213.phone(reads: cells) else {
      Issue.record("there is no message")
      return
    }
    #expect(firstLink(in: message) == Self.link)
  }

  @Test(.enabled(if: !isSanitized, "a sanitizer catches the crash"), arguments: Trouble.allCases)
  func theOtherReaderContinues(_ trouble: Trouble) throws {
    let job = SoakJob(kind: .plain, rows: 6, takesWritten: false)
    let bench = try JobBench(job)
    let readers = [
      try bench.reader(VirtualReaderOptions(faults: trouble.faults)), try bench.reader(),
    ]
    let random = Splitmix64(seed: 8)
    let hand = Operator(
      at: readers, with: TagBox(series: 0xA0, for: job, badTags: 0, random), for: job, random)
    let end = try hand.serve(try bench.write(on: readers))
    #expect(end.exit == .code(0), "\(end)")
    #expect(hand.mistakes == [])
    let events = try hand.log.filter { $0.hasPrefix("{") }.map {
      try JSONDocument(reading: Array($0.utf8)).root
    }
    let losses = events.filter { $0["event"]?.string == "reader-lost" }
    #expect(losses.map { $0["reader"]?.number?.int } == [0], "\(hand.log)")
    #expect(losses.first?["name"]?.string == "reader-driver-lost", "\(hand.log)")
    #expect(losses.first?["error"]?.string?.contains(trouble.words) == true, "\(hand.log)")
    // Each of the two has tags to its name; the one that was lost is back.
    #expect(events.contains { $0["event"]?.string == "reader-back" })
    let judge = SoakJudge(
      job: job, key: nil, tags: hand.box.tags, told: hand.told, record: bench.record())
    #expect(try judge.mistakes() == [])
  }

  @Test func theFirstInterruptionEndsAProgramWhoseDriverHangs() throws {
    let job = SoakJob(kind: .plain, rows: 2, takesWritten: false)
    let bench = try JobBench(job)
    let scene = try Scene(on: bench, faults: Self.alwaysHanging)
    try scene.awaitHang()
    // One signal suffices, however long the driver would have gone on.
    scene.send(SIGINT)
    let end = try scene.end()
    #expect(end.exit == .code(1), "\(end.errorOutput)")
    let claims = bench.record().claims
    #expect(claims.allSatisfy { $0.state == "begun" }, "\(claims)")
    #expect(bench.record().health == "ok")
  }

  @Test func noDriverOutlivesItsProgram() throws {
    for (hangs, signal) in [(false, SIGKILL), (false, SIGTERM), (true, SIGKILL)] {
      let bench = try JobBench(SoakJob(kind: .plain, rows: 2, takesWritten: false))
      let scene = try Scene(on: bench, faults: hangs ? Self.alwaysHanging : .none)
      if hangs { try scene.awaitHang() } else { try scene.hear("tag-seen") }
      let drivers = driverProcesses(of: scene.group)
      #expect(drivers.count == 1)
      scene.send(signal)
      let end = ContinuousClock.now + .seconds(120)
      while drivers.contains(where: { kill($0, 0) == 0 }), .now < end { usleep(1000) }
      #expect(drivers.allSatisfy { kill($0, 0) != 0 }, "\(hangs), \(signal)")
      _ = try scene.end()
    }
  }

  @Test func aDriverHasNothingOfItsProgram() throws {
    let bench = try JobBench(SoakJob(kind: .password, rows: 2, takesWritten: false))
    let scene = try Scene(on: bench)
    try scene.hear("tag")
    let driver = try #require(driverProcesses(of: scene.group).first)
    let ours = Set(try openFiles(of: scene.group).values)
    let its = try openFiles(of: driver)
    #expect(its[0] == "/dev/null" && its[1] == "/dev/null" && its[2] == "/dev/null")
    #expect(its[3]?.hasPrefix("socket:") == true)
    for (number, target) in its where number > 3 {
      // The port, twice, and what libnfc wakes itself with.
      #expect(target.hasPrefix("/dev/pts/") || target.hasPrefix("pipe:"), "\(number): \(target)")
      #expect(!ours.contains(target), "\(number): \(target)")
    }
    #expect(ours.contains { $0.hasSuffix("/soak.ledger") })
    // A Ctrl-C at a terminal goes to the program's group.
    #expect(getpgid(driver) == driver)
    scene.send(SIGKILL)
    _ = try scene.end()
  }

  /// It hangs at the first page, and at each that is tried again.
  private static let alwaysHanging: FaultPlan = {
    var faults = FaultPlan.none
    faults.atCommand = [
      0x40: Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, .promisesMoreForEver) })
    ]
    return faults
  }()

  /// What a process has open, by number.
  private func openFiles(of process: Int32) throws -> [Int32: String] {
    let directory = try #require(opendir("/proc/\(process)/fd"))
    defer { closedir(directory) }
    var files: [Int32: String] = [:]
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let number = Int32(name) else { continue }
      var target = [CChar](repeating: 0, count: 4096)
      _ = readlink("/proc/\(process)/fd/\(number)", &target, target.count - 1)
      files[number] = String(
        decoding: target.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return files
  }
}

extension Scene {
  fileprivate func awaitHang() throws {
    try hear("tag-seen")
    let end = ContinuousClock.now + .seconds(120)
    while reader.virtual.counters.faults == 0, .now < end { usleep(1000) }
    try #require(reader.virtual.counters.faults > 0)
  }
}
