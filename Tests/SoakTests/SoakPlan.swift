// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import VirtualReader

/// When a run of the program is killed.
enum Killing: Equatable {
  case afterStart(Duration)
  /// So long after the n-th tag was seen.
  case afterTag(Int, Duration)
  /// When the n-th page was programmed.
  case atPage(Int)
  /// When the n-th event was printed.
  case atLine(Int)
  /// At the n-th call of one of these names, by whichever thread comes to it first.
  case atCall(String, Int)
}

/// Everything that a seed decides: the job, the faults, the mishaps, and the ends that are not
/// ends.
///
/// What a seed cannot decide is how fast the machine is, so a second run meets the same faults at
/// other moments.
struct SoakPlan {
  let seed: UInt64
  let job: SoakJob
  let readers: Int
  /// How the first runs of the program end; later ones end as they like.
  let kills: [Killing]
  /// How many tags of a hundred are bad.
  let badTags: Int
  /// Of this many presentations one tag is taken away too early; zero: none.
  let impatience: Int
  /// Of this many tags one is copied onto a second with its UID; zero: none.
  private(set) var cloning = 0
  /// What happens to the files after each of the first runs.
  private(set) var mishaps: [FileMishap?] = []
  /// At which tag of each of the first runs someone does what to the program or its files.
  private(set) var sabotages: [Sabotage?] = []
  private var odds: FaultOdds
  /// What the readers are on USB; nil: on a serial line.
  private(set) var model: USBReaderModel?
  /// Which answers of a reader are mutated; empty but in a soak of those alone.
  private var mutations: [[Int: Fault]] = []
  var readersLie: Bool { !mutations.isEmpty }

  init(seed: UInt64, mayTrace: Bool) {
    var random = Splitmix64(seed: seed)
    self.seed = seed
    job = SoakJob(
      kind: SoakJob.Kind.allCases.randomElement(using: &random) ?? .plain,
      rows: .random(in: 3...6, using: &random), takesWritten: random.next() % 3 == 0)
    readers = random.next() % 3 == 0 ? 2 : 1
    badTags = random.next() % 2 == 0 ? 0 : 25
    impatience = random.next() % 2 == 0 ? 0 : 4
    odds = Self.odds(&random)
    let count = Int(random.next() % 4)
    kills = (0..<count).map { _ in Self.killing(mayTrace: mayTrace, &random) }
    // Of its own, so that all else stays as it was without.
    var cloner = Splitmix64(seed: seed ^ 0xC107E)
    if cloner.next() % 3 == 0 { cloning = 1 + Int(cloner.next() % 3) }
    defer { changeManifests(Splitmix64(seed: seed ^ 0xA990)) }
    guard random.next() % 2 == 0 else { return }
    mishaps = (0..<3).map { _ in
      random.next() % 4 == 0 ? nil : FileMishap.allCases.randomElement(using: &random)
    }
    sabotages = (0..<3).map { _ in
      let tag = Int.random(in: 1...4, using: &random)
      switch random.next() % 6 {
      case 0: return Sabotage(tag: tag, deed: .takesTheLedger)
      case 1: return Sabotage(tag: tag, deed: .endsTheDrivers)
      default: return nil
      }
    }
  }

  private mutating func changeManifests(_ generator: Splitmix64) {
    var random = generator
    if sabotages.isEmpty { sabotages = [nil, nil, nil] }
    for run in sabotages.indices where sabotages[run] == nil && random.next() % 6 == 0 {
      sabotages[run] = Sabotage(tag: 1 + Int(random.next() % 3), deed: .changesTheManifest)
    }
  }

  /// The same at readers on USB, which have troubles of their own.
  init(onUSB seed: UInt64, mayTrace: Bool) {
    self.init(seed: seed, mayTrace: mayTrace)
    var random = Splitmix64(seed: seed ^ 0x05B)
    model = [.acr122u, .acr122u, .pn533][Int(random.next() % 3)]
    if random.next() % 2 == 0 {
      // A run that is killed or in trouble may see but one tag.
      sabotages += Array(repeating: nil, count: 3)
      for run in sabotages.indices where sabotages[run] == nil && random.next() % 4 > 0 {
        sabotages[run] = Sabotage(tag: 1 + Int(random.next() % 2), deed: .takesTheReaders)
      }
    }
    let often = [0, 60, 250][Int(random.next() % 3)]
    guard often > 0 else { return }
    odds.commandLost = Ratio(1, of: UInt64(often) * 4)
    odds.answerLost = Ratio(1, of: UInt64(often) * 4)
    odds.answerLate = Ratio(1, of: UInt64(often) * 2)
    odds.previousAnswer = Ratio(1, of: UInt64(often))
    odds.answersOutOfStep = Ratio(1, of: UInt64(often))
    odds.readerSays = Ratio(1, of: UInt64(often))
    odds.chipMute = Ratio(1, of: UInt64(often))
    odds.readerReset = Ratio(1, of: UInt64(often))
    odds.readerUnplugged = Ratio(1, of: UInt64(often) * 2)
  }

  struct Sabotage {
    let tag: Int
    let deed: Deed

    enum Deed {
      case takesTheLedger
      /// The processes of the drivers are killed.
      case endsTheDrivers
      /// Another program takes over a manifest with other links.
      case changesTheManifest
      /// Another program, which knows nothing of ours, resets the readers on USB and uses them.
      case takesTheReaders
    }
  }

  /// A sound job, at readers that now and then say what no PN532 says.
  init(mutatedAnswersOf seed: UInt64) {
    var random = Splitmix64(seed: seed ^ 0xA25E)
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    self.seed = seed
    job = SoakJob(
      kind: SoakJob.Kind.allCases[below(SoakJob.Kind.allCases.count)], rows: 1 + below(2),
      takesWritten: false)
    readers = below(4) == 0 ? 2 : 1
    (kills, badTags, impatience, odds) = ([], 0, 0, FaultOdds())
    // Opening takes about ten commands, and a tag about twenty-five.
    let places = 10 + 25 * job.rows
    mutations = (0..<readers).map { _ in
      let count = below(3) == 0 ? 1 + below(4) : 1
      let pairs = (0..<count).map { _ in (below(places), Fault.answerMutated) }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// A reader with faults of its own; after a while someone brings one that works.
  func options(reader: Int, isSound: Bool) -> VirtualReaderOptions {
    var options = VirtualReaderOptions()
    if !isSound { options.faults = FaultPlan(seed: seed << 8 | UInt64(reader), odds: odds) }
    if !isSound, mutations.indices.contains(reader) {
      options.faults.atExchange = mutations[reader]
    }
    return options
  }

  private static func odds(_ random: inout Splitmix64) -> FaultOdds {
    var odds = FaultOdds()
    let isAirBad = random.next() % 2 == 0
    let isLineBad = random.next() % 4 == 0
    let isHandBad = random.next() % 2 == 0
    if isAirBad {
      odds.tagMissesFrame = Ratio(1, of: 60)
      odds.tagAnswerLost = Ratio(1, of: 60)
      odds.tagAnswerCorrupted = Ratio(1, of: 60)
      odds.tagUnheard = Ratio(1, of: 200)
    }
    if isLineBad {
      odds.commandLost = Ratio(1, of: 250)
      odds.answerLost = Ratio(1, of: 250)
      odds.answerCorrupted = Ratio(1, of: 250)
      odds.readerUnplugged = Ratio(1, of: 500)
      odds.readerFallsSilent = Ratio(1, of: 1000)
    }
    if isHandBad {
      odds.tornWrite = Ratio(1, of: 25)
      odds.tagLeaves = Ratio(1, of: 120)
      odds.tagFallsSilent = Ratio(1, of: 600)
    }
    return odds
  }

  private static func killing(mayTrace: Bool, _ random: inout Splitmix64) -> Killing {
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let kind = below(mayTrace ? 6 : 5)
    return switch kind {
    case 0: .afterStart(.microseconds(below(250_000)))
    case 1: .afterTag(1 + below(4), .microseconds(below(30_000)))
    case 2, 3: .atPage(1 + below(40))
    case 4: .atLine(1 + below(14))
    default: .atCall(calls[below(calls.count)], 1 + below(60))
    }
  }

  /// What SQLite, the terminal and libnfc use to change something outside of the program.
  private static let calls = [
    "pwrite64", "fdatasync,fsync", "write",
    "write,pwrite64,fdatasync,fsync,ftruncate,?unlink,unlinkat",
  ]
}
