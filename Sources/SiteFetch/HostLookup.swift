// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Synchronization

/// What is known of a host's addresses of one family.
package enum AddressLookup: Equatable, Sendable {
  case found([HostAddress])
  /// The host has none, so no one comes this way.
  case none
  /// Addresses were given in place of those of the DNS, and none of this family.
  case notGiven
  /// The DNS did not say.
  case failed
}

/// The addresses of a host: those that were given, or else those that the DNS has.
func lookUp(
  _ host: String, port: Int, routes: [Route], timeLimit: Duration
) -> [AddressFamily: AddressLookup] {
  var lookups: [AddressFamily: AddressLookup] = [:]
  if let literal = HostAddress(host) {
    for family in AddressFamily.allCases {
      lookups[family] = family == literal.family ? .found([literal]) : AddressLookup.none
    }
    return lookups
  }
  let given = routes.filter { $0.host == host && $0.port == port }.map(\.address)
  guard given.isEmpty else {
    for family in AddressFamily.allCases {
      let addresses = given.filter { $0.family == family }
      lookups[family] = addresses.isEmpty ? .notGiven : .found(addresses)
    }
    return lookups
  }
  let questions = AddressFamily.allCases.map { ($0, AddressQuestion(host, $0)) }
  let deadline = ContinuousClock.now + timeLimit
  for (family, question) in questions { lookups[family] = question.answer(by: deadline) }
  return lookups
}

/// A question to the system's resolver, which knows no time limit and so is asked on a thread of its own.
private final class AddressQuestion: Sendable {
  private let host: String
  private let family: AddressFamily
  private let result = Mutex<AddressLookup?>(nil)

  init(_ host: String, _ family: AddressFamily) {
    self.host = host
    self.family = family
    // The thread keeps the question alive, because it may still be asking when no one waits any more.
    let context = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let question = Unmanaged<AddressQuestion>.fromOpaque(context).takeRetainedValue()
        let lookup = question.ask()
        question.result.withLock { $0 = lookup }
        return nil
      }, context)
    if code == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged<AddressQuestion>.fromOpaque(context).release()
      result.withLock { $0 = .failed }
    }
  }

  func answer(by deadline: ContinuousClock.Instant) -> AddressLookup {
    while true {
      if let answer = result.withLock({ $0 }) { return answer }
      if ContinuousClock.now >= deadline { return .failed }
      usleep(2_000)
    }
  }

  private func ask() -> AddressLookup {
    // Also addresses of a family that this machine does not have: a phone may have it.
    var hints = addrinfo()
    hints.ai_family = family.number
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    switch code {
    case 0: return addresses(in: list)
    case EAI_NONAME, Self.noData, Self.noFamily: return .none
    default: return .failed
    }
  }

  /// `EAI_NODATA` and `EAI_ADDRFAMILY`, which the headers name only for GNU's own programs: the name is
  /// there, and has no address of the family.
  private static let (noData, noFamily): (Int32, Int32) = (-5, -9)

  private func addresses(in list: UnsafeMutablePointer<addrinfo>?) -> AddressLookup {
    var addresses: [HostAddress] = []
    var next = list
    while let entry = next?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let code = getnameinfo(
        entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      if code == 0, let address = HostAddress(String(decoding: bytes, as: UTF8.self)),
        address.family == family, !addresses.contains(address)
      {
        addresses.append(address)
      }
      next = entry.ai_next
    }
    return addresses.isEmpty ? .none : .found(addresses)
  }
}
