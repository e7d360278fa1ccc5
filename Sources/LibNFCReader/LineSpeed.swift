// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import PN532Protocol
internal import TagReading

/// Moves a PN532 to another line speed, which libnfc itself never does.
///
/// libnfc opens the port at the speed it is told and hopes. So the chip is spoken to before libnfc
/// opens the port, and again after libnfc has closed it.
enum LineSpeed {
  /// Brings the chip to a speed from wherever an earlier program left it.
  static func bring(
    _ path: String, named name: String, to wanted: Int
  ) throws(ReaderOpeningError) {
    let usual = ReaderName.usualSpeed
    // libnfc's fastest, and the one that nfcpy leaves a chip at.
    let others = [460_800, 921_600]
    // Where it most likely is comes first: a wrong guess costs the whole time limit.
    var tried: [Int] = []
    for speed in [usual, wanted] + others where !tried.contains(speed) {
      tried.append(speed)
      guard let line = SerialLine(path, speed: speed), wakes(line) else { continue }
      if speed != wanted { try move(line, named: name, to: wanted) }
      return
    }
    throw .noAnswer(name, speeds: tried)
  }

  /// Brings a chip whose speed is known to another one.
  static func change(_ path: String, from: Int, to wanted: Int) throws(ReaderOpeningError) {
    guard let line = SerialLine(path, speed: from), wakes(line) else {
      throw .noAnswer(path, speeds: [from])
    }
    try move(line, named: path, to: wanted)
  }

  private static func move(
    _ line: borrowing SerialLine, named name: String, to wanted: Int
  ) throws(ReaderOpeningError) {
    guard let speed = SerialSpeed.allCases.first(where: { $0.bitsPerSecond == wanted }) else {
      throw .unknownSpeed(wanted)
    }
    guard answers(line, to: .setSerialBaudRate(speed)) else {
      throw .noAnswer(name, speeds: [wanted])
    }
    // The chip changes over when it has seen this acknowledgement, and needs a moment for it.
    line.send(.acknowledge)
    line.settle()
  }

  /// Whether a chip at this speed wakes up and takes its first command.
  private static func wakes(_ line: borrowing SerialLine) -> Bool {
    // A sleeping chip wakes at the first rising edges and needs a while before it listens.
    line.send([0x55, 0x55] + [UInt8](repeating: 0, count: 14))
    return answers(line, to: .samConfiguration(mode: .normal, options: []))
  }

  private static func answers(_ line: borrowing SerialLine, to command: Command) -> Bool {
    line.send(.command(command.bytes))
    return line.receive { frame in
      if case .answer(let bytes) = frame, bytes.first == command.code.rawValue &+ 1 { return true }
      return false
    }
  }
}
