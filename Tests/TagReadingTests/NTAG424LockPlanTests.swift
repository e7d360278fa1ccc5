// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagReading

struct NTAG424LockPlanTests {
  private static func steps(
    _ message: String, _ container: String, isDeclared: Bool
  ) throws -> [NTAG424LockStep] {
    try NTAG424LockPlan(
      message: #require(NTAG424Settings(hex(message))),
      container: #require(NTAG424Settings(hex(container))), isDeclared: isDeclared
    ).steps
  }

  @Test func whatIsMissingIsPlannedInItsOrder() throws {
    let (open, closed) = ("00 00 E0EE 000100", "00 00 FFEF 000100")
    let (openContainer, closedContainer) = ("00 00 00E0 200000", "00 00 FFEF 200000")
    let cases: [(String, String, Bool, [NTAG424LockStep])] = [
      (
        open, openContainer, false,
        [.closeMessage(options: 0), .declare, .closeContainer(options: 0)]
      ),
      (closed, openContainer, false, [.declare, .closeContainer(options: 0)]),
      (closed, openContainer, true, [.closeContainer(options: 0)]),
      (open, closedContainer, true, [.closeMessage(options: 0)]),
      (closed, closedContainer, true, []),
      // Options stay; a container that is sealed is only closed, never written.
      (
        "00 03 E0EE 000100", "00 03 00E0 200000", true,
        [.closeMessage(options: 3), .closeContainer(options: 3)]
      ),
      // What only key 0 can open again is closed for good.
      ("00 00 F0EF 000100", closedContainer, true, [.closeMessage(options: 0)]),
      // A closed file may show what it likes.
      ("00 40 FFEF 000100 C1F121200000430000430000", closedContainer, true, []),
    ]
    for (message, container, isDeclared, steps) in cases {
      #expect(
        try Self.steps(message, container, isDeclared: isDeclared) == steps,
        "\(message), \(container)")
    }
  }

  @Test func whatKeyZeroCannotDoIsNamed() {
    let (open, openContainer) = ("00 00 E0EE 000100", "00 00 00E0 200000")
    let cases: [(String, String, TagError)] = [
      ("00 00 E1EE 000100", openContainer, .foreignRights(.message)),
      ("00 00 EEEE 000100", openContainer, .foreignRights(.message)),
      ("00 00 EFEE 000100", openContainer, .foreignRights(.message)),
      (open, "00 00 01E0 200000", .foreignRights(.container)),
      (open, "00 00 10E1 200000", .foreignRights(.container)),
      (open, "00 01 00E0 200000", .foreignRights(.container)),
      (open, "00 00 FFEF 200000", .foreignRights(.container)),
      ("00 40 E0EE 000100 C1F121200000430000430000", openContainer, .dynamicContent),
    ]
    for (message, container, error) in cases {
      #expect(throws: error, "\(message), \(container)") {
        try Self.steps(message, container, isDeclared: false)
      }
    }
  }
}
