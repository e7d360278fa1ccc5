// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CPseudoTerminal
import Glibc
import PN532Protocol

/// A pseudo-terminal whose other end programs open like a serial port.
struct PseudoTerminal: ~Copyable {
  let controller: Int32
  /// Held open because the controlling end reads an error while no one has the other one open.
  private let port: Int32
  let path: String

  init() throws(VirtualReaderError) {
    var controller: Int32 = -1
    var port: Int32 = -1
    // Raw and at the chip's speed from the start, so that nothing is echoed to an early program.
    var settings = termios()
    cfmakeraw(&settings)
    cfsetspeed(&settings, speed_t(B115200))
    guard openpty(&controller, &port, nil, &settings, nil) == 0 else { throw .noTerminal(errno) }
    var name = [CChar](repeating: 0, count: 64)
    guard ttyname_r(port, &name, name.count) == 0 else {
      let code = errno
      close(controller)
      close(port)
      throw .noTerminal(code)
    }
    // A program started by this one must not keep the terminal alive after it was unplugged.
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(port, F_SETFD, FD_CLOEXEC)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    self.controller = controller
    self.port = port
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Both ends go: a program that has the port open sees it hang up.
  deinit {
    close(controller)
    close(port)
  }

  /// The speed that the program has set; nil for one that no PN532 knows.
  var hostSpeed: SerialSpeed? {
    var settings = termios()
    guard tcgetattr(controller, &settings) == 0 else { return nil }
    return Self.speeds[cfgetospeed(&settings)]
  }

  /// What has come since the last time.
  func read() -> [UInt8] {
    // A program that sends whole frames never has more than this under way. The array is made in
    // the size of what came, because the transcript keeps it.
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      Array(buffer.prefix(max(0, Glibc.read(controller, buffer.baseAddress, buffer.count))))
    }
  }

  /// Bytes that find no room are lost, as on a serial line that no one reads.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(controller, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  private static let speeds: [speed_t: SerialSpeed] = [
    speed_t(B9600): .baud9600,
    speed_t(B19200): .baud19200,
    speed_t(B38400): .baud38400,
    speed_t(B57600): .baud57600,
    speed_t(B115200): .baud115200,
    speed_t(B230400): .baud230400,
    speed_t(B460800): .baud460800,
    speed_t(B921600): .baud921600,
  ]
}
