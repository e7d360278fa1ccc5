// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// Makes rows of a job from values that come with the tag.
package struct LateRows: Sendable {
  private var builder: RowBuilder

  /// Why the values make no row.
  package struct Fault: Error {
    package let problem: Problem
  }

  package init(_ job: Job) {
    builder = RowBuilder(job, RowsPart(), file: "")
  }

  /// The row with this id, checked like one from the files: with the files' values and those
  /// that came.
  ///
  /// Of two values of a name the last counts.
  package mutating func row(
    id: String, known: [RowValue], given: [RowValue]
  ) throws(Fault) -> JobRow {
    builder.begin()
    // The number of a copy is not one of the row's values.
    let name = Array(id.utf8.prefix { $0 != UInt8(ascii: "/") })
    builder.setID(name.span)
    for value in known + given {
      let text = Array(value.text.utf8)
      guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw Fault(problem: .controlCharacter(value.name))
      }
      guard let slot = builder.slot(of: value.name), builder.openSlots.contains(slot) else {
        // Some columns only make the row's id.
        if known.contains(where: { $0.name == value.name }) { continue }
        let names = builder.openSlots.map { builder.names[$0] }
        throw Fault(problem: .unknownAnswer(value.name, among: names))
      }
      builder.set(slot, to: text.span, CharacterKinds(of: text.span))
    }
    do throws(RowBuilder.Fault) {
      try builder.build(hasID: true, at: ValuePlace(position: TextPosition()))
    } catch {
      throw Fault(problem: error.problem)
    }
    return builder.row
  }
}
