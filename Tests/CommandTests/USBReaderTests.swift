// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import PretendedMachine
import TestSupport
import Testing
import VirtualReader

/// The program with libnfc's own drivers for readers on USB, and a virtual reader behind them: each
/// type of tag is written, torn, lost and locked once more.
struct USBReaderTests {
  static let pairs = [USBReaderModel.acr122u, .pn533].flatMap { model in
    USBTag.allCases.map { (model, $0) }
  }

  @Test(arguments: USBReaderModel.allCases)
  func readsATag(model: USBReaderModel) throws {
    let desk = try USBDesk(model, tag: .type2)
    let result = try desk.tagpress("read", "--reader", "usb:1-1")
    #expect(result.exit == .code(0), "\(result)")
    #expect(result.output.contains("NTAG213, UID 04123456789ABC"))
    let named = try desk.tagpress("read", "--reader", try #require(desk.machine.name()))
    #expect(named.output == result.output)
  }

  @Test(arguments: pairs)
  func writesAndReadsBack(model: USBReaderModel, tag: USBTag) throws {
    let desk = try USBDesk(model, tag: tag)
    let put = try desk.put()
    #expect(put.exit == .code(0) && put.output.hasPrefix("OK  \(tag.uid)"), "\(put)")
    #expect(desk.content == USBDesk.good[tag])
    let read = try desk.tagpress("read", "--reader", "usb:1-1")
    #expect(read.output.contains("URI: \(USBDesk.link)"), "\(read)")
    let again = try desk.put()
    #expect(again.output.hasSuffix("was there already; nothing was written\n"), "\(again)")
  }

  /// A copy of a reader may not give back the bytes by which answers are told apart.
  @Test(arguments: USBTag.allCases)
  func aReaderThatGivesNothingBackWritesAllTheSame(tag: USBTag) throws {
    let commands = try USBDesk.commands(of: tag, on: .acr122uClone)
    let faults: [Fault] = [.answerLost, .previousAnswer, .readerSays(0x6300, isDone: true)]
    for place in stride(from: 0, to: commands, by: 5) {
      var plan = FaultPlan.none
      plan.atExchange = [place: faults[place % faults.count]]
      let desk = try USBDesk(.acr122uClone, tag: tag, faults: plan)
      let put = try desk.put()
      desk.expectTrueOK(of: put)
      #expect(put.exit == .code(0), "\(faults[place % faults.count]) at \(place): \(put)")
    }
  }

  /// The tag leaves in the middle of its first write, and of its last one.
  @Test(arguments: pairs)
  func aTornTagIsFinished(model: USBReaderModel, tag: USBTag) throws {
    for write in [0, tag.writes - 1] {
      var faults = FaultPlan.none
      faults.atWrite = [write: .pageHalf]
      faults.tornTagReturns = nil
      let desk = try USBDesk(model, tag: tag, faults: faults)
      let torn = try desk.put()
      #expect(torn.exit != .code(0) && !torn.output.hasPrefix("OK"), "\(write): \(torn)")
      desk.reader.putBack(desk.tag)
      let put = try desk.put()
      #expect(put.exit == .code(0) && put.output.hasPrefix("OK  \(tag.uid)"), "\(write): \(put)")
      #expect(desk.content == USBDesk.good[tag])
    }
  }

  /// The cable is pulled in the middle, and the device comes back with another number.
  @Test(arguments: pairs)
  func aLostReaderIsFoundAgain(model: USBReaderModel, tag: USBTag) throws {
    let commands = try USBDesk.commands(of: tag, on: model)
    var faults = FaultPlan.none
    faults.atExchange = [commands * 2 / 3: .readerUnplugged(.milliseconds(30))]
    let desk = try USBDesk(model, tag: tag, faults: faults)
    let before = try #require(desk.machine.name())
    let lost = try desk.put()
    desk.expectTrueOK(of: lost)
    try desk.waitUntilPlugged()
    #expect(desk.machine.name() != before)
    let put = try desk.put()
    #expect(put.exit == .code(0), "\(put)")
    #expect(desk.content == USBDesk.good[tag])
  }

  @Test(arguments: pairs)
  func locksForGood(model: USBReaderModel, tag: USBTag) throws {
    let desk = try USBDesk(model, tag: tag)
    let lock = try desk.put("--lock", "--yes")
    #expect(lock.exit == .code(0), "\(lock)")
    #expect(lock.output.hasSuffix("permanently locked\n"), "\(lock)")
    let other = try desk.tagpress(
      "put", "--reader", "usb:1-1", "--allow-reserved-hosts", USBDesk.link + "2")
    #expect(other.exit == .code(1), "\(other)")
    let read = try desk.tagpress("read", "--reader", "usb:1-1")
    #expect(read.output.contains("URI: \(USBDesk.link)\n"), "\(read)")
  }

  /// libnfc's own program finds what ours finds.
  @Test(.enabled(if: isInstalled("nfc-list")), arguments: pairs)
  func nfcListFindsTheSame(model: USBReaderModel, tag: USBTag) throws {
    let desk = try USBDesk(model, tag: tag)
    let list = try run("nfc-list", [], environment: desk.machine.environment())
    #expect(list.output.contains("NFC device: \(model.names[0]) / \(model.names[1]) opened"))
    let digits = list.output.filter { $0.isHexDigit }
    #expect(digits.uppercased().contains(tag.uid), "\(list)")
    #expect(try desk.tagpress("read", "--reader", "usb:1-1").output.contains(tag.uid))
  }

  @Test func doctorSeesWhoHasTheReader() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    let free = try desk.tagpress("doctor")
    #expect(free.output.contains("usb:1-1"), "\(free)")
    desk.machine.bind("pn533_usb")
    let taken = try desk.tagpress("doctor")
    #expect(taken.output.contains("pn533_usb"), "\(taken)")
    let put = try desk.put()
    #expect(put.exit == .code(2) && !put.output.hasPrefix("OK"), "\(put)")
    #expect(desk.reader.counters.programmedPages == 0)
    desk.machine.bind(nil)
    #expect(try desk.put().exit == .code(0))
  }

  /// As on a real machine: libnfc resets an ACR122U before it claims it, and the kernel drops the claim of
  /// whoever had it; a PN533 it does not reset, and is refused.
  @Test(.enabled(if: isInstalled("nfc-poll")), arguments: [USBReaderModel.acr122u, .pn533])
  func aClaimHoldsUntilSomeoneResetsTheReader(model: USBReaderModel) throws {
    let desk = try USBDesk(model, tag: .type2)
    desk.reader.lift(desk.tag)
    let first = try BackgroundProgram(
      "stdbuf", ["-oL", "nfc-poll"], environment: desk.machine.environment())
    while let line = first.nextLine(), !line.contains("NFC device will poll") {}
    #expect(desk.machine.driver() == "usbfs")
    // Awake, it would claim the reader again as soon as that is free.
    first.send(SIGSTOP)
    let second = try run("nfc-list", [], environment: desk.machine.environment())
    let words = second.output + second.errorOutput
    #expect(second.output.contains("opened") == (model == .acr122u), "\(words)")
    first.send(SIGKILL)
    _ = try first.finish()
    // A claim ends with its process, however that ended.
    let third = try run("nfc-list", [], environment: desk.machine.environment())
    #expect(third.output.contains("opened"), "\(third.output)\(third.errorOutput)")
    #expect(desk.machine.driver() == nil)
  }

  /// A killed program leaves the reader in the middle of something; the next one starts it all the same.
  @Test(arguments: [USBReaderModel.acr122u, .pn533], 0..<6)
  func startsAfterAKilledProgram(model: USBReaderModel, number: Int) throws {
    let desk = try USBDesk(model, tag: .type2)
    desk.reader.lift(desk.tag)
    let first = try BackgroundProgram(
      builtTool, ["read", "--reader", "usb:1-1"], environment: desk.machine.environment())
    let commands = 20 + number * 3
    while desk.reader.counters.hostCommands < commands { usleep(500) }
    first.send(SIGKILL)
    _ = try first.finish()
    desk.reader.putBack(desk.tag)
    let put = try desk.put()
    #expect(put.exit == .code(0), "\(put.output)\(put.errorOutput)")
    #expect(desk.content == USBDesk.good[.type2])
  }
}
