// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// How often everything is measured; the median is what counts.
let runs = 9

/// The figures of several runs, or of many repetitions in one run.
struct Figures {
  private let sorted: [Double]

  init(_ figures: [Double]) {
    sorted = figures.sorted()
  }

  var median: Double { quantile(0.5) }

  /// The figure that this share of all stays at or below.
  func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
  }
}

func medianOfRuns(_ measure: () throws -> Double) rethrows -> Double {
  Figures(try (0..<runs).map { _ in try measure() }).median
}

/// The medians of two things measured in turn, so that a busy moment of the machine meets both.
func mediansOfRuns(
  _ measure: () throws -> Double, beside other: () throws -> Double
) rethrows -> (Double, Double) {
  let pairs = try (0..<runs).map { _ in (try measure(), try other()) }
  return (Figures(pairs.map(\.0)).median, Figures(pairs.map(\.1)).median)
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body) / .seconds(1)
}

/// How often per second something can be done; repeated for long enough to be seen by the clock.
func perSecond(repeating count: Int, _ body: () throws -> Void) rethrows -> Double {
  Double(count) / (try seconds { for _ in 0..<count { try body() } })
}

/// The processor time that the whole process has used, or this thread alone, or another process.
enum ProcessorTime {
  static var ofProcess: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
  static var ofThread: Double { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Not a number when there is no longer such a process.
  static func of(process: pid_t) -> Double {
    var clock = clockid_t()
    guard clock_getcpuclockid(process, &clock) == 0 else { return .nan }
    return read(clock)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Takes a result that no one needs, so that the optimizer cannot do away with the work for it.
@_optimize(none)
func keep<Result>(_ result: Result) {}
