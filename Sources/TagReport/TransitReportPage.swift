// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import TransitCards

extension TransitReport {
  /// What is on the card is of no concern here.
  package var isSound: Bool { true }

  /// The report as people read it; there is no memory to show along with it.
  package func page(raw: Bool) -> String {
    var lines = ["Transit card, IDm \(uid)", ""]
    lines.append(
      "  systems    \(list(systems.map { upperHex($0) }, orElse: "the card does not say"))")
    lines.append("  services   \(list(services, orElse: "the card does not say"))")
    lines.append("  kind       \(card.purse?.kindWords ?? "the card does not show it")")
    lines.append("  balance    \(card.purse.map(words) ?? "the card does not show it")")
    lines.append("  for links  no, because \(refusal). Use FeliCa Lite-S or NTAG213.")
    lines += section("History", card.history.map(words))
    lines += section("Gates", card.gates.map(words))
    return lines.joined(separator: "\n") + "\n"
  }

  /// Some cards have the NFC system in addition to their own.
  private var refusal: String {
    systems.contains(0x12FC)
      ? "TagPress never writes to such a card" : "phones read no links from it"
  }

  private var services: [String] {
    TransitCard.services.filter { card.services.contains($0.code) }
      .map { "\(upperHex($0.code)) \($0.words)" }
  }

  private func list(_ parts: [String], orElse none: String) -> String {
    parts.isEmpty ? none : parts.joined(separator: ", ")
  }

  private func section(_ title: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return ["", "\(title): nothing"] }
    return ["", "\(title), newest first:"] + entries.map { "  \($0)" }
  }

  private func words(_ purse: TransitPurse) -> String {
    "\(purse.balance) yen, written \(count(purse.sequence, "time"))"
  }

  private func words(_ entry: TransitEntry) -> String {
    var date = entry.date.description
    var parts = [entry.processWords, entry.paymentWords, entry.passageWords].compactMap(\.self)
    switch entry.place {
    case .sale(let time, let terminal):
      date += " \(time)"
      parts.append("at \(upperHex(UInt16(truncatingIfNeeded: terminal)))")
    case .bus(let company, let stop):
      parts.append("company \(company), stop \(stop)")
    case .stations(let from, let to):
      if let journey = journey(entry, from, to) { parts.append(journey) }
    }
    return """
      \(entry.sequence)  \(date)  \(entry.balance) yen left  \
      \(entry.terminalWords): \(parts.joined(separator: ", "))
      """
  }

  /// The stations that are named; their region is given once, unless there are two.
  private func journey(
    _ entry: TransitEntry, _ from: TransitStation, _ to: TransitStation
  ) -> String? {
    let isSaidLater = !to.isNone && entry.entryRegion == entry.exitRegion
    let start = "from \(from)" + (isSaidLater ? "" : " (\(entry.entryRegion))")
    let end = "to \(to) (\(entry.exitRegion))"
    let parts = (from.isNone ? [] : [start]) + (to.isNone ? [] : [end])
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private func words(_ gate: TransitGate) -> String {
    let parts = [gate.kindWords, gate.innerKindWords, "at \(gate.station)"].compactMap(\.self)
    let device = upperHex(UInt16(truncatingIfNeeded: gate.device))
    return """
      \(gate.date) \(gate.time?.description ?? "(no time)")  \(gate.amount) yen  \
      \(parts.joined(separator: ", ")), gate \(device)
      """
  }
}
