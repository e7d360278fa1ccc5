// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A difference between the answers of two addresses, the first one's value second.
package enum AnswerDifference: Equatable, Sendable {
  case status(Int, Int)
  case contentTypes([String], [String])
  case bytes
}

/// Holds the answers of a host's addresses against each other.
struct AddressComparison {
  /// For each file the first answer, or why there is none at any address.
  private(set) var outcomes: [AskedFile: FetchOutcome] = [:]
  private(set) var findings: [ServingFinding] = []

  init(_ origins: [AddressAnswers]) {
    for file in AskedFile.allCases {
      let asked = origins.compactMap { origin in
        origin.outcomes[file].map { (address: origin.address, outcome: $0) }
      }
      guard let first = asked.first(where: { $0.outcome.isAnswer }) ?? asked.first else { continue }
      outcomes[file] = first.outcome
      for other in asked where other.address != first.address {
        guard let here = other.address, let there = first.address else { continue }
        findings += Self.problems(file, other.outcome, here, first.outcome, there).map {
          ServingFinding(file: file, problem: $0)
        }
      }
    }
    dropWhatDoesNotMatter()
  }

  /// The older place counts for no one who finds the file where it belongs, and a rule against bots
  /// is only what another client does not meet.
  private mutating func dropWhatDoesNotMatter() {
    let ofEveryClient = findings.filter { $0.file == .apple }.map(\.problem)
    findings.removeAll { $0.file == .appleAsBot && ofEveryClient.contains($0.problem) }
    if case .success(let reply)? = outcomes[.apple], !reply.isMissing {
      findings.removeAll { $0.file == .appleAtRoot }
    }
  }

  private static func problems(
    _ file: AskedFile, _ outcome: FetchOutcome, _ here: HostAddress, _ first: FetchOutcome,
    _ there: HostAddress
  ) -> [ServingProblem] {
    switch (outcome, first) {
    // Differences that are the same everywhere are reported once, for the host.
    case (.failure(let error), .failure(let other)) where error == other: []
    case (.failure(let error), _): [.addressFails(here, error)]
    case (.success, .failure): []
    case (.success(let reply), .success(let other)):
      (difference(of: reply, from: other).map { [.addressDiffers(here, from: there, $0)] } ?? [])
        + (reply.isSlow && !other.isSlow && file != .appleAtRoot
          ? [.addressSlow(here, reply.duration)] : [])
    }
  }

  static func difference(of reply: Reply, from other: Reply) -> AnswerDifference? {
    if reply.status != other.status { return .status(reply.status, other.status) }
    // Pages for people say something new each time, and are wrong in any case.
    guard reply.status == 200, !(reply.isPage && other.isPage) else { return nil }
    if reply.body != other.body || reply.isCut != other.isCut { return .bytes }
    let types = reply.contentTypes.map { $0.lowercased() }
    return types == other.contentTypes.map { $0.lowercased() }
      ? nil : .contentTypes(reply.contentTypes, other.contentTypes)
  }
}

extension FetchOutcome {
  var isAnswer: Bool {
    if case .success = self { true } else { false }
  }

  /// Whether no connection was made.
  var isWithoutHost: Bool {
    if case .failure(let error) = self { error.isWithoutHost } else { false }
  }
}

extension Reply {
  var isSlow: Bool { duration > FetchLimits.patienceOfApple }
}
