// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

@testable import VirtualReader

struct SerialLineTests {
  @Test("one end at another speed reads garbage, and always the same")
  func garbles() {
    let frame = hex("0000FF02FED4022A00")
    let slow = SerialLine.heard(frame, sentAt: .baud115200, readAt: .baud921600)
    let fast = SerialLine.heard(frame, sentAt: .baud921600, readAt: .baud115200)
    #expect(SerialLine.heard(frame, sentAt: .baud115200, readAt: .baud115200) == frame)
    #expect(slow.count > frame.count)
    #expect(fast.count < frame.count)
    #expect(slow == SerialLine.heard(frame, sentAt: .baud115200, readAt: .baud921600))
    var decoder = FrameDecoder()
    #expect(decoder.receive(slow + fast).isEmpty)
  }

  @Test(arguments: [(0x55, 5), (0x00, 1), (0xFF, 1), (0x0F, 2), (0xAA, 4)] as [(UInt8, Int)])
  func risingEdges(byte: UInt8, edges: Int) {
    #expect(SerialLine.risingEdges(byte) == edges)
  }
}
