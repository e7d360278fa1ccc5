// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
package import StrictJSON
internal import TagReading
internal import TransitCards

extension TransitReport {
  /// The report for programs; a code is given along with its words, because the words may change.
  package func json(raw: Bool) -> JSONValue {
    [
      "uid": .string(uid.description),
      "kind": "transit-card",
      "systems": .array(systems.map { .string(upperHex($0)) }),
      "services": .array(card.services.map { .string(upperHex($0)) }),
      "card": card.purse.map { coded($0.kind, $0.kindWords) } ?? .null,
      "balance": .optional(card.purse?.balance),
      "sequence": .optional(card.purse?.sequence),
      "history": .array(card.history.map(json)),
      "gates": .array(card.gates.map(json)),
    ]
  }

  private func coded(_ code: UInt8, _ words: String?) -> JSONValue {
    ["code": .string(upperHex([code])), "words": .optional(words)]
  }

  private func json(_ entry: TransitEntry) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("sequence", .integer(entry.sequence)),
      ("date", .string(entry.date.digits)), ("dateExists", .bool(entry.date.exists)),
      ("terminal", coded(entry.terminal, entry.terminalWords)),
      ("process", coded(entry.process, entry.processWords)),
      ("payment", coded(entry.payment, entry.paymentWords)),
      ("passage", coded(entry.passage, entry.passageWords)),
    ]
    switch entry.place {
    case .stations(let entryStation, let exitStation):
      members += [
        ("entry", station(entryStation)), ("entryRegion", region(entry.entryRegion)),
        ("exit", station(exitStation)), ("exitRegion", region(entry.exitRegion)),
      ]
    case .bus(let company, let stop):
      members += [("company", .integer(company)), ("stop", .integer(stop))]
    case .sale(let time, let terminal):
      members += [
        ("time", .string(time.digits)), ("timeExists", .bool(time.exists)),
        ("place", .integer(terminal)),
      ]
    }
    members.append(("balance", .integer(entry.balance)))
    return .object(members)
  }

  private func json(_ gate: TransitGate) -> JSONValue {
    [
      "date": .string(gate.date.digits),
      "dateExists": .bool(gate.date.exists),
      "time": .optional(gate.time?.digits),
      "gate": coded(gate.kind, gate.kindWords),
      "innerGate": coded(gate.innerKind, gate.innerKindWords),
      "station": station(gate.station),
      "device": .integer(gate.device),
      "amount": .integer(gate.amount),
    ]
  }

  private func station(_ station: TransitStation) -> JSONValue {
    station.isNone ? .null : .string(station.description)
  }

  private func region(_ region: TransitRegion) -> JSONValue { .string(region.description) }
}
