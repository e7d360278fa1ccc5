// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CPseudoTerminal
import Glibc
import PN532Protocol

/// A host that opens the reader's terminal as a program would and speaks frames.
final class HostPort {
  enum Reply: Equatable {
    case answer([UInt8])
    case refusal
    case acknowledged
    case silence
    case hangUp
  }

  /// What must come is waited for as long as a busy machine takes.
  private static let longPatience: Int32 = 120_000
  /// What must not come is waited for no longer than this.
  private static let shortPatience: Int32 = 30

  private var port: Int32
  private var decoder = FrameDecoder()

  init?(_ path: String, speed: Int32 = B115200, waking isWaking: Bool = true) {
    port = open(path, O_RDWR | O_NOCTTY)
    guard port >= 0 else { return nil }
    setSpeed(speed)
    if isWaking { send([0x55, 0x55] + [UInt8](repeating: 0, count: 14)) }
  }

  deinit { close(port) }

  func setSpeed(_ speed: Int32) {
    var settings = termios()
    tcgetattr(port, &settings)
    cfmakeraw(&settings)
    cfsetspeed(&settings, speed_t(speed))
    tcsetattr(port, TCSANOW, &settings)
  }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(port, $0.baseAddress, $0.count) }
  }

  /// Sends a command and reads until its answer.
  func ask(_ content: String) -> Reply { ask(hex(content)) }

  func ask(_ content: [UInt8]) -> Reply {
    send(command: content)
    return next()
  }

  /// Sends a command that is taken, and whose answer has to wait.
  func begin(_ content: String) -> Reply {
    send(command: hex(content))
    return next(behindAcknowledgement: Self.shortPatience)
  }

  /// Sends a command that no one is to hear.
  func askInVain(_ content: String) -> Reply {
    send(command: hex(content))
    return next(patience: Self.shortPatience)
  }

  private func send(command content: [UInt8]) {
    if let frame = try? Frame.command(content).bytes() { send(frame) }
  }

  /// Reads until an answer, or until nothing comes for this many milliseconds.
  func next(
    patience: Int32 = HostPort.longPatience,
    behindAcknowledgement: Int32 = HostPort.longPatience
  ) -> Reply {
    var isAcknowledged = false
    while true {
      let wait = isAcknowledged ? behindAcknowledgement : patience
      guard let bytes = read(patience: wait) else { return .hangUp }
      if bytes.isEmpty { return isAcknowledged ? .acknowledged : .silence }
      for case .frame(let frame) in decoder.receive(bytes) {
        switch frame {
        case .acknowledge: isAcknowledged = true
        case .answer(let content): return .answer(content)
        case .refusal: return .refusal
        case .notAcknowledge, .command: break
        }
      }
    }
  }

  /// Bytes as they come; empty when none came in time, nil when the port hung up.
  func read(patience: Int32) -> [UInt8]? {
    var wait = pollfd(fd: port, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, patience) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = Glibc.read(port, &buffer, buffer.count)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
}
