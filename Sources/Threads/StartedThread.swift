// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Runs something on a thread of its own; nil when the system has none to give.
///
/// A reader's thread mostly sleeps inside a C library, where a task would starve the others.
package func startThread(_ body: @escaping @Sendable () -> Void) -> StartedThread? {
  let box = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { raw in
      if let raw { Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().body() }
      return nil
    }, box.toOpaque())
  guard status == 0 else {
    box.release()
    return nil
  }
  return StartedThread(thread: thread)
}

/// A thread that someone has to wait for.
package struct StartedThread: Sendable {
  fileprivate let thread: pthread_t

  /// Waits until it is over and has released everything that it held.
  ///
  /// The thread itself cannot wait for its end, and goes on alone.
  package func join() {
    if pthread_equal(thread, pthread_self()) != 0 { return detach() }
    pthread_join(thread, nil)
  }

  /// Lets it go on alone; otherwise the system keeps what it had until someone has waited for it.
  package func detach() { pthread_detach(thread) }
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
