// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What a ledger asks of the store behind it, which is a `Database`: it runs a query and says how
// many rows that changed, or which key a new one got; it runs several that do not need each other's
// answers; it visits the rows of an answer; and it does things in a transaction.

/// A value that goes into a query, or NULL, which has a type too: not every store guesses it from
/// the place.
enum SQLValue {
  case integer(Int64?)
  case text(String?)
  case blob([UInt8]?)

  static func number(_ number: Int?) -> SQLValue { .integer(number.map(Int64.init)) }
  static func moment(_ moment: Moment?) -> SQLValue { .integer(moment?.microseconds) }
}

/// What a transaction is for, which says what must not come in between.
enum Transaction {
  /// Everything that is read is of one moment. Nothing is written.
  case reading
  /// Nothing else is written meanwhile.
  case writing
  /// The same, for a manifest with all of its rows.
  case takeOver
}

extension Database {
  /// What a query answers first.
  func first<Value>(
    _ query: Query, _ values: [SQLValue] = [], _ read: (Columns) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value? {
    var value: Value?
    try visit(query, values) { columns throws(LedgerError) in
      value = try read(columns)
      return false
    }
    return value
  }

  /// The number that a query answers; 0 if it answers none.
  func number(_ query: Query, _ values: [SQLValue] = []) throws(LedgerError) -> Int {
    try first(query, values) { $0.number(0) } ?? 0
  }
}
