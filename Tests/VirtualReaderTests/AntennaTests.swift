// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct AntennaTests {
  /// An antenna that is on, with a chip for each UID.
  static func antenna(_ uids: [String]) -> Antenna {
    var antenna = Antenna()
    for (number, uid) in uids.enumerated() {
      antenna.enter(
        TypeACard(tag: TagID(number: number), chip: PlainChip(uid: hex(uid)), stateChanged: nil))
    }
    antenna.switchOn()
    return antenna
  }

  static let request = AirFrame([0x26], lastBits: 7)
  static let wakeUp = AirFrame([0x52], lastBits: 7)

  @Test("the frames that nfc-anticol shows for a UID of seven bytes")
  func selectsByFrames() {
    var antenna = Self.antenna(["04E141124C2880"])
    #expect(antenna.exchange(Self.request).frame == AirFrame(hex("4400")))
    #expect(antenna.exchange(AirFrame(hex("9320"))).frame == AirFrame(hex("8804E1412C")))
    let first = antenna.exchange(AirFrame(hex("93708804E1412CA89C")))
    #expect(first.frame == AirFrame(hex("04DA17")))
    #expect(antenna.exchange(AirFrame(hex("9520"))).frame == AirFrame(hex("124C2880F6")))
    let second = antenna.exchange(AirFrame(hex("9570124C2880F69679")))
    #expect(second.frame == AirFrame(hex("00FE51")))
  }

  @Test func halted() {
    var antenna = Self.antenna(["278B7034"])
    #expect(antenna.request(wakingHalted: false) == hex("0004"))
    #expect(antenna.selectOne(uid: nil)?.uid == hex("278B7034"))
    antenna.sendHalt()
    #expect(antenna.exchange(Self.request).frame == nil)
    #expect(antenna.exchange(Self.wakeUp).frame != nil)
    // An error leads back to HALT, where REQA is not heard either.
    #expect(antenna.exchange(AirFrame(hex("9520"))).frame == nil)
    #expect(antenna.exchange(Self.request).frame == nil)
    antenna.restart()
    #expect(antenna.exchange(Self.request).frame != nil)
  }

  @Test("REQA throws an active chip back to IDLE, and only the next one finds it")
  func requestWhileActive() {
    var antenna = Self.antenna(["278B7034"])
    _ = antenna.request(wakingHalted: false)
    _ = antenna.selectOne(uid: nil)
    #expect(antenna.request(wakingHalted: false) == nil)
    #expect(antenna.request(wakingHalted: false) == hex("0004"))
  }

  @Test(
    "two tags collide and one of them is selected, the other one after its HALT",
    arguments: [
      ["04E141124C2880", "04E141124C2881"], ["278B7034", "278B7035"], ["00000001", "80000001"],
      ["04E141124C2880", "278B7034"], ["01020304050607080910", "01020304050607080911"],
    ])
  func anticollision(uids: [String]) {
    var antenna = Self.antenna(uids)
    _ = antenna.exchange(Self.request)
    let first = antenna.selectOne(uid: nil)?.uid
    #expect(antenna.cards.filter { ($0 as? TypeACard)?.isActive == true }.count == 1)
    antenna.sendHalt()
    #expect(antenna.request(wakingHalted: false) != nil)
    let second = antenna.selectOne(uid: nil)?.uid
    #expect(Set([first, second]) == Set(uids.map { hex($0) }))
  }

  @Test func splitByteInAnticollision() {
    var antenna = Self.antenna(["278B7034"])
    _ = antenna.request(wakingHalted: false)
    // The first twelve bits of 27 8B 70 34 are known: the chip sends the other twenty-eight.
    let echo = antenna.exchange(AirFrame(hex("9334270B"), lastBits: 4))
    #expect(echo.frame == AirFrame(bits: Array(AirFrame(hex("278B7034E8")).bits[12...])))
  }

  @Test func wrongChecksumIsRefused() {
    var antenna = Self.antenna(["04E141124C2880"])
    _ = antenna.request(wakingHalted: false)
    _ = antenna.selectOne(uid: nil)
    #expect(antenna.exchange(AirFrame(hex("30000000"))).frame == .fourBits(1))
    #expect(antenna.exchange(.withCRC(hex("3000"))).frame == nil)
  }

  @Test func noFieldNoAnswer() {
    var antenna = Self.antenna(["278B7034"])
    antenna.switchOff()
    #expect(antenna.exchange(Self.wakeUp).frame == nil)
  }
}
