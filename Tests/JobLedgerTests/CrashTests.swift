// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite
import Glibc
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// What a ledger holds after the process, or the power, is gone at any moment: exactly the
/// transactions up to one, and all that had been reported.
@Suite(.serialized) struct CrashTests {
  /// One durable transaction each.
  static let steps: [@Sendable (Ledger) throws -> Void] = [
    { try $0.take(["a": "1", "b": "2", "c": "3"], hash: 1) },
    { _ = try $0.start(1, row: "a") },
    { try $0.finish(AttemptID(number: 1), .again(Reason("torn", "again")), at: moment(101)) },
    { _ = try $0.resume(ClaimID(number: 1), row: "a", 1) },
    { try $0.begin(.password, in: AttemptID(number: 2), at: moment(102)) },
    {
      try $0.finish(
        AttemptID(number: 2), .done(lock: nil), proven: [.password], at: moment(103))
    },
    { try $0.refuse(tag(9), Reason("foreign", "not ours"), at: moment(104)) },
    { _ = try $0.start(2, row: "b") },
    { try $0.finish(AttemptID(number: 4), .failed(Reason("stuck", "page 5")), at: moment(105)) },
    { try $0.take(["a": "one", "b": "2"], hash: 2) },
    { try $0.decide(.redo, at: moment(106)) },
    { _ = try $0.start(3, row: "a") },
    { try $0.void(row: "a", why: "lost", at: moment(107)) },
  ]

  /// Everything in a ledger, as text; but for how far its witness goes, and for leases, which are
  /// random.
  static func dump(_ path: String) -> [String] {
    let raw = RawDatabase(path)
    return ["migration", "job", "manifest", "job_row", "claim", "attempt", "step"].flatMap {
      table in
      let columns = raw.rows("SELECT name FROM pragma_table_info('\(table)')")
        .filter { $0 != "lease" }.joined(separator: ", ")
      return raw.rows("SELECT \(columns) FROM \(table)").map { "\(table) \($0)" }
    }
  }

  /// Runs the steps, closing the ledger between some of them, and returns what it held after each;
  /// the first is the new ledger.
  static func run(
    in folder: TemporaryDirectory, each: () -> Void = {}
  ) throws -> [[String]] {
    let path = folder.path(of: "spring.ledger")
    var ledger: Ledger? = try .sample(in: folder)
    var states = [dump(path)]
    for (number, step) in steps.enumerated() {
      if number % 5 == 4 {
        // The last one to close moves the write-ahead log into the file.
        ledger = nil
        ledger = try .sample(in: folder)
      }
      try step(try #require(ledger))
      states.append(dump(path))
      each()
    }
    return states
  }

  /// The files of a folder as a list of events leaves them.
  struct Disk {
    var files: [String: [UInt8]] = [:]
    /// What was written since the file was synchronised last, which a loss of power may lose.
    var pending: [(name: String, change: FileRecorder.Event)] = []
    var durable: [String: [UInt8]] = [:]
    var steps = 0

    mutating func apply(_ event: FileRecorder.Event) {
      switch event {
      case .write(let name, _, _), .truncate(let name, _):
        Self.change(&files, event)
        pending.append((name, event))
      case .sync(let name):
        for (file, change) in pending where file == name { Self.change(&durable, change) }
        pending.removeAll { $0.name == name }
      case .delete(let name):
        files[name] = nil
        durable[name] = nil
        pending.removeAll { $0.name == name }
      case .mark: steps += 1
      }
    }

    /// What is left when the power goes: what was synchronised, and any part of the rest.
    func afterPowerLoss(_ random: inout Splitmix64) -> [String: [UInt8]] {
      var left = durable
      for (_, change) in pending where Bool.random(using: &random) {
        Self.change(&left, Bool.random(using: &random) ? change : Self.half(of: change))
      }
      return left
    }

    static func half(of event: FileRecorder.Event) -> FileRecorder.Event {
      guard case .write(let file, let offset, let bytes) = event else { return event }
      return .write(file: file, offset: offset, bytes: Array(bytes[..<(bytes.count / 2)]))
    }

    static func change(_ files: inout [String: [UInt8]], _ event: FileRecorder.Event) {
      switch event {
      case .write(let name, let offset, let bytes):
        var file = files[name] ?? []
        file += [UInt8](repeating: 0, count: max(0, offset + bytes.count - file.count))
        file.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        files[name] = file
      case .truncate(let name, let size):
        files[name] = Array((files[name] ?? []).prefix(size))
      default: break
      }
    }
  }

  /// Opens what is left and finds the transaction up to which it goes.
  func check(
    _ files: [String: [UInt8]], after steps: Int, _ states: [[String]], _ what: String
  ) throws {
    let folder = try TemporaryDirectory()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    FileRecorder.watch(folder.path)
    defer { FileRecorder.stop() }
    do {
      let ledger = try Ledger.sample(in: folder, moved: true)
      let found = Self.dump(ledger.path)
      // What has returned is there; what was under way may be there, whole.
      let allowed = steps...min(steps + 1, states.count - 1)
      #expect(allowed.contains { states[$0] == found }, "\(what), after \(steps) steps")
    } catch {
      Issue.record("\(what), after \(steps) steps: \(error)")
    }
  }

  @Test func whateverIsLeftIsAPrefixOfTheTransactions() throws {
    let folder = try TemporaryDirectory()
    // A new ledger gets its name when it is whole, which no list of writes shows.
    _ = try Ledger.sample(in: folder)
    var disk = Disk()
    for name in folder.entries { disk.files[name] = try folder.read(name) }
    disk.durable = disk.files
    FileRecorder.watch(folder.path)
    let states = try Self.run(in: folder) { FileRecorder.mark() }
    let events = FileRecorder.stop()
    #expect(events.count > 100 && Set(states).count == states.count)

    var random = Splitmix64(seed: 11)
    for (number, event) in events.enumerated() {
      try check(disk.files, after: disk.steps, states, "killed before event \(number)")
      let left = disk.afterPowerLoss(&random)
      try check(left, after: disk.steps, states, "without power before event \(number)")
      if case .write = event, number % 4 == 0 {
        var torn = disk
        torn.apply(Disk.half(of: event))
        try check(torn.files, after: disk.steps, states, "killed within event \(number)")
      }
      disk.apply(event)
    }
    try check(disk.files, after: disk.steps, states, "at the end")
  }

  /// The same with a process that really dies, at some of its writes.
  @Test(arguments: [2, 9, 17, 31, 44, 58, 73, 90])
  func aKilledProcessLeavesAPrefix(_ write: Int) async throws {
    let folder = try TemporaryDirectory()
    let states = try Self.run(in: folder)
    let other = try TemporaryDirectory()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = other.path as String, write = write as Int] in
      FileRecorder.watch(path, .kill(at: write))
      let ledger = try Ledger(at: path + "/spring.ledger", job: "spring", now: moment(1))
      for step in CrashTests.steps { try step(ledger) }
    }
    let found = Self.dump(try Ledger.sample(in: other).path)
    #expect(states.contains(found))
  }

  /// Every write of a run fails once, and all that follow it.
  @Test(arguments: [
    (SQLITE_FULL, LedgerFault.full), (SQLITE_IOERR | 3 << 8, .system(errno: EIO)),
  ])
  func aDiskThatTakesNoMoreIsNamed(_ code: Int32, _ fault: LedgerFault) throws {
    let states = try Self.run(in: try TemporaryDirectory())
    var failed: [Int] = []
    for first in stride(from: 0, to: 400, by: 3) {
      let folder = try TemporaryDirectory()
      FileRecorder.watch(folder.path, .refuse(from: first, code: code))
      var step = 0
      do {
        let ledger = try Ledger.sample(in: folder)
        for next in Self.steps {
          step += 1
          try next(ledger)
        }
        FileRecorder.stop()
        break
      } catch let error as LedgerError {
        #expect(error.fault == fault, "from write \(first), in step \(step)")
      }
      FileRecorder.stop()
      let found = Self.dump(try Ledger.sample(in: folder).path)
      // What was refused in the middle of its commit may be found again.
      let allowed = max(0, step - 1)...step
      #expect(allowed.contains { states[$0] == found }, "from write \(first), in step \(step)")
      failed.append(step)
    }
    #expect(Set(failed).isSuperset(of: 0...12))
  }

  /// The system's own limit, which reaches SQLite as another error than that of a full disk.
  @Test func aFileThatMayNotGrowIsNamed() async throws {
    let folder = try TemporaryDirectory()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let ledger = try Ledger(at: path + "/spring.ledger", job: "spring", now: moment(1))
      try ledger.take(["a": "1"])
      var limit = rlimit(rlim_cur: 500_000, rlim_max: 500_000)
      setrlimit(__rlimit_resource_t(1), &limit)
      do throws(LedgerError) {
        for number in 0..<1_000 {
          try ledger.refuse(tag(number), Reason("foreign", "not ours"), at: moment(2))
        }
      } catch {
        // At a plain exit a coverage run writes its profile, which would meet the limit too.
        if error.fault == .full { _exit(0) }
        print(error)
        exit(2)
      }
      exit(1)
    }
    #expect(try Ledger.sample(in: folder).counts().attempts > 5)
  }
}
