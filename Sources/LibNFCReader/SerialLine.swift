// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import PN532Protocol

/// A serial port opened raw at one speed, for the few frames that libnfc does not send.
struct SerialLine: ~Copyable {
  private let descriptor: Int32

  /// How long a chip may take to answer; it needs about 5 ms, and a wrong speed never answers.
  private static let longestWaitMilliseconds: Int32 = 200

  /// nil when the port cannot be opened or does not know the speed.
  init?(_ path: String, speed: Int) {
    guard let code = termiosSpeed(speed) else { return nil }
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var settings = termios()
    tcgetattr(descriptor, &settings)
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    cfsetispeed(&settings, code)
    cfsetospeed(&settings, code)
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      close(descriptor)
      return nil
    }
    tcflush(descriptor, TCIOFLUSH)
    self.descriptor = descriptor
  }

  deinit {
    tcdrain(descriptor)
    close(descriptor)
  }

  func send(_ frame: Frame) {
    guard let bytes = try? frame.bytes() else { return }
    send(bytes)
  }

  func send(_ bytes: [UInt8]) {
    // The longest thing sent here is far smaller than any port's buffer.
    _ = write(descriptor, bytes, bytes.count)
  }

  /// Reads until a frame is the wanted one or the chip has had its time.
  func receive(until isWanted: (Frame) -> Bool) -> Bool {
    var decoder = FrameDecoder()
    let end = milliseconds() + Int64(SerialLine.longestWaitMilliseconds)
    while true {
      let left = end - milliseconds()
      guard left > 0 else { return false }
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, Int32(left)) > 0 else { continue }
      guard state.revents & Int16(POLLIN) != 0 else { return false }
      var buffer = [UInt8](repeating: 0, count: 512)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return false }
      for finding in decoder.receive(Array(buffer.prefix(count))) {
        if case .frame(let frame) = finding, isWanted(frame) { return true }
      }
    }
  }

  /// Gives the chip the moment that a change of speed takes.
  func settle() {
    tcdrain(descriptor)
    usleep(2000)
  }
}

private func milliseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}

private func termiosSpeed(_ speed: Int) -> speed_t? {
  switch speed {
  case 9600: speed_t(B9600)
  case 19_200: speed_t(B19200)
  case 38_400: speed_t(B38400)
  case 57_600: speed_t(B57600)
  case 115_200: speed_t(B115200)
  case 230_400: speed_t(B230400)
  case 460_800: speed_t(B460800)
  case 921_600: speed_t(B921600)
  default: nil
  }
}
