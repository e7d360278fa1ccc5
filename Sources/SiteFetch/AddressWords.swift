// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// What is said about a host's addresses, and about the age of copies.
extension ServingProblem {
  var aboutAddresses: String {
    switch self {
    case .addressFails(let address, let error):
      "\(address.words): \(error.whatIsWrong) Phones use IPv4 and IPv6 alike, so correct this, or "
        + "remove the address (\(address.family.record) record) from the DNS."
    case .addressDiffers(let here, let there, .status(let status, let other)):
      "\(here.words) answers \(status), but \(there.words) answers \(other). Phones use either, so "
        + "serve the same at both."
    case .addressDiffers(let here, let there, .contentTypes(let types, let others)):
      "\(here.words) serves the file as \(list(types)), but \(there.words) as \(list(others)). Phones "
        + "use either, so serve the same at both."
    case .addressDiffers(let here, let there, .bytes):
      "\(here.words) serves other content than \(there.words). Phones use either, so serve the same "
        + "at both."
    case .addressSlow(let address, let time):
      "\(address.words): The answer took \(seconds(time)), but Apple's servers wait only about "
        + "\(seconds(FetchLimits.patienceOfApple)). Find out what is slow on this way."
    case .familyUnknown(let family, .notHere):
      "\(family.word) was not asked: this machine has no \(family.word). Nothing is known of what the "
        + "host serves there. Probe it from a machine that has."
    case .familyUnknown(let family, .notOutside):
      "Nothing is known of \(family.word): this machine has no public \(family.word) address, and got "
        + "no connection. Probe the host from a machine that has one."
    case .familyUnknown(let family, .noDNS):
      "Nothing is known of \(family.word): the DNS did not say whether the host has such an address. "
        + "Try again."
    default:
      "The proxy chose the address, so IPv4 and IPv6 were not asked separately. Probe without a proxy "
        + "to see both."
    }
  }

  private func list(_ types: [String]) -> String {
    types.isEmpty ? "no type at all" : types.prefix(4).map(quoted).joined(separator: ", ")
  }
}

extension HostAddress {
  /// As it is named in sentences.
  var words: String { "\(family.word) (\(text))" }
}

extension CopyAge {
  /// Twice as long as Apple takes to look for a new one.
  private static let patience = Duration.seconds(2 * 86_400)

  var isLong: Bool {
    if case .copied(let time) = self { time > Self.patience } else { false }
  }

  var words: String {
    switch self {
    case .copied(let time): "copied \(Self.roughly(time)) ago"
    case .changed(let time): "last changed \(Self.roughly(time)) ago"
    }
  }

  private static func roughly(_ time: Duration) -> String {
    let (number, unit) = rounded(time)
    return count(number, unit)
  }

  /// As people say it: seconds only of what is new, and days of what is old.
  static func rounded(_ time: Duration) -> (Int, unit: String) {
    let seconds = Int(time / .seconds(1))
    return switch seconds {
    case ..<120: (seconds, "second")
    case ..<7200: (seconds / 60, "minute")
    case ..<(2 * 86_400): (seconds / 3600, "hour")
    default: (seconds / 86_400, "day")
    }
  }
}
