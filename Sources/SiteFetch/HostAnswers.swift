// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What one address of a host answered.
package struct AddressAnswers: Sendable {
  /// Nil if someone else chose it, such as a proxy.
  package let address: HostAddress?
  package internal(set) var outcomes: [AskedFile: FetchOutcome] = [:]
  /// Whether a proxy chose the address.
  var isOfProxy = false

  /// Whether no connection was made.
  var isUnreached: Bool { outcomes[.apple]?.isWithoutHost == true }
}

/// What came of asking a host over one family of addresses.
package struct FamilyAnswers: Sendable {
  package let lookup: AddressLookup
  /// The addresses that were asked; there may be more.
  package internal(set) var asked: [AddressAnswers] = []
  /// Why nothing is known although there are addresses.
  package internal(set) var doubt: FamilyDoubt?

  package init(_ lookup: AddressLookup) { self.lookup = lookup }

  /// How many addresses the host has of this family.
  package var addressCount: Int {
    if case .found(let addresses) = lookup { addresses.count } else { 0 }
  }
}

/// Why nothing is known of what a host serves over a family.
package enum FamilyDoubt: Sendable {
  /// This machine has no address of the family, or no network for it.
  case notHere
  /// This machine has only an address for its own network, and made no connection.
  case notOutside
  /// The DNS did not say whether the host has such an address.
  case noDNS
}

/// Everything that a host, and those who copy from it, were asked, and what they answered.
package struct HostAnswers: Sendable {
  /// Empty if the addresses were not ours to choose.
  package internal(set) var families: [AddressFamily: FamilyAnswers] = [:]
  /// What came through a proxy.
  package internal(set) var proxied: AddressAnswers?
  /// What Apple and Google were asked.
  package internal(set) var elsewhere: [AskedFile: FetchOutcome] = [:]

  /// The answers of every address, IPv4 first.
  ///
  /// Never empty: if no address could be asked, this is the answer.
  package var origins: [AddressAnswers] {
    let all =
      (proxied.map { [$0] } ?? [])
      + AddressFamily.allCases.flatMap { families[$0]?.asked ?? [] }
    guard all.isEmpty else { return all }
    return [AddressAnswers(address: nil, outcomes: [.apple: .failure(whyNoneWasAsked)])]
  }

  private var whyNoneWasAsked: FetchError {
    let doubts = families.values.map(\.doubt)
    if doubts.contains(.notHere) || doubts.contains(.notOutside) { return .noWay }
    return doubts.contains(.noDNS) ? .noDNS : .unknownHost
  }

  init() {}

  /// Answers of a host whose addresses do not matter.
  package init(_ outcomes: [AskedFile: FetchOutcome]) {
    proxied = AddressAnswers(address: nil, outcomes: outcomes.filter { !$0.key.isElsewhere })
    elsewhere = outcomes.filter(\.key.isElsewhere)
  }
}
