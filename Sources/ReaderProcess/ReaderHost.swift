// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
package import TagReading

/// A reader that was opened for the program, and what it can look for, in its driver's words.
package struct HostedReader {
  let reader: any TagReader
  let families: [String]

  package init(_ reader: any TagReader, families: [String]) {
    self.reader = reader
    self.families = families
  }
}

/// Serves the program as the process of a reader's driver, if this process was started for that; then
/// it never returns.
///
/// Whatever happens to the program, this process ends with it: a reader's port that no one else
/// could open would be left behind otherwise.
package func hostReader(
  _ open: (String) throws(ReaderOpeningError) -> HostedReader
) {
  guard isDriverProcess() else { return }
  keepNothingElse()
  guard endWithProgram() else { _exit(EXIT_FAILURE) }
  let socket = MessageSocket(descriptor: DriverMark.descriptor)
  var hosted: HostedReader?
  while let message = socket.receive(), let request = ReaderRequest(bytes: message) {
    if case .close = request {
      // Without an owner the reader is given back as it was.
      hosted = nil
      _exit(EXIT_SUCCESS)
    }
    let reply: ReaderReply
    switch (request, hosted) {
    case (.open(let name), nil):
      do throws(ReaderOpeningError) {
        let opened = try open(name)
        hosted = opened
        reply = .opened(opened.reader.identity, families: opened.families)
      } catch {
        reply = .notOpened(error)
      }
    case (_, let hosted?): reply = answer(request, of: hosted.reader)
    case (_, nil): reply = .failed(.nothingSelected)
    }
    guard socket.send(reply.bytes) else { break }
  }
  // The program is gone, and another one may have the reader already.
  _exit(EXIT_FAILURE)
}

private func answer(_ request: ReaderRequest, of reader: any TagReader) -> ReaderReply {
  do throws(ReaderError) {
    switch request {
    case .select(let family, let uid): return .tag(try reader.select(family, uid: uid))
    case .felicaTags: return .tags(try reader.felicaTags())
    case .exchange(let command, let care): return .answer(try reader.exchange(command, care))
    case .vouch(let tag): try reader.vouch(for: tag)
    case .confirmAnswers: try reader.confirmAnswers()
    case .halt: try reader.halt()
    case .switchField(let on): try reader.switchField(on: on)
    case .open, .close: return .failed(.notPossible)
    }
    return .done
  } catch {
    return .failed(error)
  }
}

/// Whether this process was started by `startDriver`; a person who types the argument has no channel.
private func isDriverProcess() -> Bool {
  guard CommandLine.argc == 2, let argument = CommandLine.unsafeArgv[1],
    strcmp(argument, DriverMark.argument) == 0
  else { return false }
  var kind: Int32 = 0
  var size = socklen_t(MemoryLayout<Int32>.size)
  return getsockopt(DriverMark.descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0
    && kind == Int32(SOCK_SEQPACKET.rawValue)
}

/// Releases whatever the program had open without knowing, and leaves no memory behind on a disk.
private func keepNothingElse() {
  for number in (folderNames("/proc/self/fd") ?? []).compactMap({ Int32($0) })
  where number > DriverMark.descriptor { close(number) }
  // What the reader's library opens is for no one else.
  _ = fcntl(DriverMark.descriptor, F_SETFD, FD_CLOEXEC)
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  let name = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
  guard name >= 0 else { return }
  _ = write(name, PortHolder.driver, PortHolder.driver.utf8.count)
  close(name)
}

/// Has a thread wait for the end of the program, as the driver may never come back from a call.
///
/// The kernel's own way (PR_SET_PDEATHSIG) will not do: it counts the end of the thread that has
/// started this process as the end of the program.
private func endWithProgram() -> Bool {
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { _ in
      var channel = pollfd(fd: DriverMark.descriptor, events: 0, revents: 0)
      while poll(&channel, 1, -1) <= 0 {}
      _exit(EXIT_FAILURE)
    }, nil)
  return status == 0
}
