// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import TagReading

/// A serial port that this process holds for itself while a reader is open on it.
///
/// libnfc takes no lock: two programs on one port would tear each other's frames apart.
final class SerialPort {
  /// The device behind whatever links named it; libnfc is given this one.
  let path: String
  private let descriptor: Int32

  /// Opens the port and locks it, or says why not.
  init(_ name: String) throws(ReaderOpeningError) {
    guard let path = device(behind: name) else { throw .noSuchPort(name) }
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case EACCES, EPERM: throw .notPermitted(name, group: groupToJoin(for: path))
      case EISDIR: throw .notATerminal(name)
      case EBUSY: throw .inUse(name, by: processHolding(path))
      default: throw .noSuchPort(name)
      }
    }
    // A reader may have been unplugged meanwhile, and its device's number given to another one.
    guard device(behind: name) == path else {
      close(descriptor)
      throw .noSuchPort(name)
    }
    guard isatty(descriptor) == 1 else {
      // A port that has hung up meanwhile is a terminal all the same (EIO).
      let isNone = errno == ENOTTY
      close(descriptor)
      throw isNone ? .notATerminal(name) : .noSuchPort(name)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse(name, by: processHolding(path))
    }
    if let holder = processHolding(path) {
      close(descriptor)
      throw .inUse(name, by: holder)
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Takes the port, or says why not.
  ///
  /// The process of a driver outlives its program by a moment when that was killed, as libnfc may be
  /// waiting for an answer just then, and the next run of the program may be faster.
  static func taken(_ name: String) throws(ReaderOpeningError) -> SerialPort {
    for _ in 0..<looksAtHolder {
      do {
        return try SerialPort(name)
      } catch {
        guard case .inUse = error else { throw error }
        usleep(50_000)
      }
    }
    return try SerialPort(name)
  }

  /// Whether the device behind the port has gone away.
  var hasHungUp: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) != 0 && state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Keeps programs out that look for no lock, and those that we start, once libnfc has the port.
  ///
  /// The kernel ends the first with the last close. A pseudo-terminal's last close never comes
  /// while the program behind it runs, so there it would outlive one of us that is killed.
  func keepForOurselves() {
    // libnfc leaves its port to children: one that outlives us would keep the next run from it.
    for descriptor in kernelNames("/proc/self/fd").compactMap({ Int32($0) })
    where linkTarget("/proc/self/fd/\(descriptor)") == path {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    if !path.hasPrefix("/dev/pts/") { _ = ioctl(descriptor, UInt(TIOCEXCL)) }
  }

  /// Lets others open the port again.
  func share() {
    _ = ioctl(descriptor, UInt(TIOCNXCL))
  }

  deinit {
    // A child that another thread is just starting has the descriptor, and with it the lock, until
    // its own program runs.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// How often someone who holds a reader is looked at again, 50 ms apart.
let looksAtHolder = 20

/// The device that a name leads to just now.
func device(behind name: String) -> String? {
  guard let resolved = realpath(name, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

private func ownGroups() -> [gid_t] {
  let most = 65_536
  let others = [gid_t](unsafeUninitializedCapacity: most) { room, count in
    count = Int(max(0, getgroups(Int32(most), room.baseAddress)))
  }
  return [getegid()] + others
}

/// The group that this user has to join for a device; nil where that would not help, or would help to
/// everything.
func groupToJoin(for path: String) -> String? {
  let all = S_IRGRP | S_IWGRP
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & all == all, status.st_gid != 0,
    !ownGroups().contains(status.st_gid), let entry = getgrgid(status.st_gid)
  else { return nil }
  return String(cString: entry.pointee.gr_name)
}
