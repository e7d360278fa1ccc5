// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import JobLedger
internal import Plain
internal import Provisioning
internal import StrictJSON

/// Whether this machine's clock can be right: reports are only as good as their times.
struct ClockCheck {
  let now: Moment
  /// Whether something such as NTP keeps it right; nil if the system does not say.
  let isKept: Bool?
  /// A moment that has certainly passed, so the clock must be later.
  private let past: (moment: Moment, is: String)?

  /// Files come from other machines too, whose clocks are never quite the same.
  private static let slackMicroseconds: Int64 = 3_600_000_000

  /// The clock must not be earlier than this program's file, or than the last record of a ledger.
  init(
    now: Moment = .now, isKept: Bool? = isClockKept(), programMade: Moment? = .programMade,
    noted: [(moment: Moment, ledger: String)] = []
  ) {
    self.now = now
    self.isKept = isKept
    var passed = noted.map { ($0.moment, "the last entry in \(visible($0.ledger))") }
    if let programMade { passed.append((programMade, "the date of this program")) }
    past = passed.max { $0.0 < $1.0 }.flatMap { latest in
      latest.0.microseconds - Self.slackMicroseconds > now.microseconds ? latest : nil
    }
  }

  var isRight: Bool { past == nil }

  /// What is wrong, and how to set the clock.
  private var problem: String? {
    past.map {
      "The clock is wrong: it is earlier than \($0.is) (\($0.moment.minute)). Set it with "
        + "'sudo timedatectl set-ntp true', or by hand with 'sudo date -s \"2026-01-31 12:00\"'."
    }
  }

  /// Many machines without a network have nothing that keeps the clock, which is not an error.
  private var keeping: String {
    switch isKept {
    case true?: "synchronised by a time service"
    case false?: "not synchronised; compare it with another clock"
    case nil: "compare it with another clock"
    }
  }

  var line: String {
    if let problem { return "  FAIL  \(now.minute): \(problem)" }
    return "  OK    \(now.minute), \(keeping)"
  }

  var json: JSONValue {
    [
      "now": .string(now.text), "isKept": .optional(isKept),
      "isRight": .bool(isRight), "error": .optional(problem),
    ]
  }
}

extension Moment {
  /// When this program's file was made; nil if that is unknown.
  static var programMade: Moment? {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return nil }
    return Moment(microseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000)
  }

  /// For people: `2026-11-21 17:18 UTC`.
  fileprivate var minute: String {
    let text = text
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}
