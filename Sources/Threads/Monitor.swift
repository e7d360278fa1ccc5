// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// A lock with a bell: one thread at a time is inside, and one inside can wait for another's ring.
///
/// `Synchronization.Mutex` would do for the lock, but the thread sanitizer does not see it on Linux.
package final class Monitor: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let bell = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(lock, nil)
    // The clock of the day may be set back while someone waits, and would then keep him waiting.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(bell, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(bell)
    pthread_mutex_destroy(lock)
    bell.deallocate()
    lock.deallocate()
  }

  package func inside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body()
  }

  /// Wakes the waiting thread.
  package func ring() { pthread_cond_broadcast(bell) }

  /// Waits inside until someone rings, but not much longer than this; others come in meanwhile.
  package func waitInside(milliseconds: Int) {
    var until = timespec()
    clock_gettime(CLOCK_MONOTONIC, &until)
    let nanoseconds = until.tv_nsec + (milliseconds % 1000) * 1_000_000
    until.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    until.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(bell, lock, &until)
  }
}

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
