// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

extension CardServiceTests {
  /// The service itself lets both wait for a tag, and gives it to whoever is the first.
  @Test func aReaderThatAProgramOfOursHasIsNotSharedWithIt() throws {
    let service = try CardService()
    let line = CardLine(.acr1552u, at: service)
    let first = try service.started("read", "--watch", "--reader", CardService.reader)
    let end = ContinuousClock.now + .seconds(60)
    while try service.tagpress("doctor").output.contains("OK    pcsc:Virtual PCD 00 00") {
      try #require(ContinuousClock.now < end)
    }
    try line.lay(try Self.chip(.slix, "E1400D01 0300FE"))
    let second = try service.tagpress("put", "--reader", CardService.reader, Self.new)
    let who = "\(CardService.reader) is in use by 'tagpress' (process \(first.group))"
    #expect(second.exit == .code(2) && second.errorOutput.contains(who), "\(second)")
    first.send(SIGKILL)
    _ = try first.finish()
    let put = try Self.put(service)
    #expect(put.exit == .code(0), "\(put)")
  }

  /// One chip and six programs, each with a link of its own: what the chip shows in the end is whole, and
  /// the link of one that was told OK.
  @Test(arguments: [.acr1552u, .generic] as [ImitatedReader.Model])
  func ofSixProgramsAtOnceNoTwoWriteATag(_ model: ImitatedReader.Model) throws {
    let service = try CardService()
    let line = CardLine(model, at: service)
    let chip = try Self.chip(.slix, "E1400D01 0300FE")
    for _ in 1...4 {
      try line.lay(chip)
      let links = (1...6).map { Self.new + String(repeating: "\($0)", count: 2 * $0) }
      let programs = try links.map {
        try service.started("put", "--reader", CardService.reader, $0)
      }
      let results = try programs.map { try $0.finish() }
      for result in results where result.exit != .code(0) {
        #expect(result.errorOutput.contains("is in use by 'tagpress' (process"), "\(result)")
      }
      let told = zip(links, results).filter { $0.1.exit == .code(0) }.map { Self.message($0.0) }
      #expect(told.contains { Self.shown(chip, line) == .message($0) }, "\(results)")
    }
  }
}
