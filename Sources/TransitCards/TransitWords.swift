// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The codes are published nowhere by those who made them. These are the ones on which the public
// descriptions agree (felicalib's wiki, Metrodroid, suica-viewer); any other is shown as it is.

extension TransitPurse {
  /// The cards that share the code.
  package var kindWords: String {
    switch kind {
    case 0: "Setamaru, IruCa or EX-IC"
    case 2: "Suica, PASMO, TOICA, PiTaPa or a relative"
    case 3: "ICOCA"
    default: "kind \(hexadecimal(kind))"
    }
  }
}

extension TransitEntry {
  package var terminalWords: String {
    switch terminal {
    case 0x03: "fare adjustment machine"
    case 0x04: "portable terminal"
    case 0x05: "terminal on a bus"
    case 0x07, 0x08, 0x12: "ticket machine"
    case 0x09: "top-up machine"
    case 0x14: "station terminal"
    case 0x15: "commuter pass machine"
    case 0x16: "ticket gate"
    case 0x17: "simple ticket gate"
    case 0x18: "counter terminal"
    case 0x19: "ticket office"
    case 0x1A: "attended gate"
    case 0x1B: "mobile phone"
    case 0x1C: "transfer fare machine"
    case 0x1D: "transfer gate"
    case 0x1F: "simple top-up machine"
    case 0x46, 0x48: "VIEW ALTTE terminal"
    case 0xC7: "shop terminal"
    case 0xC8: "vending machine"
    default: "terminal \(hexadecimal(terminal))"
    }
  }

  package var processWords: String {
    switch process {
    case 0x01: "fare paid at the exit"
    case 0x02: "topped up"
    case 0x03: "ticket bought"
    case 0x04: "fare adjusted"
    case 0x05: "fare adjusted at the entry"
    case 0x06: "let out at the counter"
    case 0x07: "issued"
    case 0x08: "deducted at the counter"
    case 0x0D: "bus, flat fare"
    case 0x0F: "bus"
    case 0x11: "issued again"
    case 0x13: "Shinkansen"
    case 0x14: "topped up automatically at the entry"
    case 0x15: "topped up automatically at the exit"
    case 0x1F: "topped up on a bus"
    case 0x23: "bus or tram ticket bought"
    case 0x46: "purchase"
    case 0x48: "bonus added"
    case 0x49: "topped up at a till"
    case 0x4A: "purchase refunded"
    case 0x4B: "purchase with admission"
    case 0x84: "fare of another company adjusted"
    case 0x85: "fare of another company adjusted at the entry"
    case 0xC6: "purchase, partly in cash"
    case 0xCB: "purchase with admission, partly in cash"
    default: "process \(hexadecimal(process))"
    }
  }

  /// nil for the code that says nothing: cash, or no payment at all.
  package var paymentWords: String? {
    switch payment {
    case 0x00: nil
    case 0x02: "by VIEW card"
    case 0x0B: "by PiTaPa"
    case 0x0D: "by a PASMO with automatic top-up"
    case 0x3F: "by Mobile Suica"
    default: "payment \(hexadecimal(payment))"
    }
  }

  /// nil for the code that says nothing.
  package var passageWords: String? {
    switch passage {
    case 0x00: nil
    case 0x01: "in"
    case 0x02: "in and out"
    case 0x03: "in with a pass, out"
    case 0x04: "in, out with a pass"
    case 0x0E: "out at the counter"
    case 0x0F: "on and off a bus"
    case 0x12: "in with a pass for fares, out with a fare"
    case 0x17: "in and out, transfer discount"
    case 0x21: "on and off a bus, transfer discount"
    default: "passage \(hexadecimal(passage))"
    }
  }
}

extension TransitGate {
  package var kindWords: String {
    switch kind {
    case 0x00: "out, fare adjusted"
    case 0x01: "out, fare adjusted with another card"
    case 0x20: "out"
    case 0x21: "out at the counter"
    case 0x22, 0x24: "out, discount"
    case 0x40: "out with a pass"
    case 0x80: "in, flat fare"
    case 0xA0: "in"
    case 0xA2: "in, discount"
    case 0xC0: "in with a pass"
    default: "gate \(hexadecimal(kind))"
    }
  }

  /// nil for the code that says nothing.
  package var innerKindWords: String? {
    switch innerKind {
    case 0x00: nil
    case 0x04: "transfer discount"
    case 0x08: "discount between train and bus"
    case 0x40: "Shinkansen gate"
    default: "inner gate \(hexadecimal(innerKind))"
    }
  }
}

extension TransitRegion: CustomStringConvertible {
  package var description: String {
    switch self {
    case .railwaysAndTokyo: "JR or Tokyo"
    case .chubu: "Chubu"
    case .kansai: "Kansai"
    case .others: "elsewhere"
    }
  }
}

extension TransitStation: CustomStringConvertible {
  /// The two codes, as lists of stations have them.
  package var description: String { "\(hexadecimal(line))-\(hexadecimal(station))" }
}

extension TransitDate: CustomStringConvertible {
  /// Year, month and day as the card has them, even where no calendar has such a day.
  package var digits: String { "\(year)-\(twoDigits(month))-\(twoDigits(day))" }

  package var description: String { exists ? digits : "\(digits) (no such day)" }
}

extension TransitTime: CustomStringConvertible {
  package var digits: String {
    ([hour, minute] + (second.map { [$0] } ?? [])).map(twoDigits).joined(separator: ":")
  }

  package var description: String { exists ? digits : "\(digits) (no such time)" }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return byte < 0x10 ? "0" + digits : digits
}
