// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain

/// A number with this many decimal places, rounded.
func decimal(_ number: Double, places: Int) -> String {
  guard number.isFinite, abs(number) < 1e15 else { return "–" }
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = Int((abs(number) * scale).rounded())
  let (whole, part) = scaled.quotientAndRemainder(dividingBy: Int(scale))
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return sign + grouped(whole) }
  let digits = String(part)
  return sign + grouped(whole) + "."
    + String(repeating: "0", count: places - digits.count) + digits
}

/// About three digits that count, which is more than two runs on one machine agree on.
func shown(_ number: Double, _ unit: String) -> String {
  let places = abs(number) < 10 ? 2 : abs(number) < 100 ? 1 : 0
  return "\(decimal(number, places: places)) \(unit)"
}
