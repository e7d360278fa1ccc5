// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// State that one thread at a time may touch; a thread can wait until another one has changed it.
///
/// `Synchronization.Mutex` would do for the lock, but the thread sanitizer does not see it on Linux and
/// reports every access as a race; it knows the locks of pthread.
package final class Guarded<State>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(lock, nil)
    // The clock of the day may be set back while a thread waits, and would then keep it waiting.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&state)
  }

  /// Wakes the threads that wait; call it after a change that one of them may wait for.
  package func signal() { pthread_cond_broadcast(changed) }

  /// The same once the state is no longer as described, or after this time; other threads have the
  /// lock meanwhile.
  package func withLock<Result>(
    afterAtMost milliseconds: Int? = nil, while isToWait: (State) -> Bool,
    then body: (inout sending State) -> sending Result
  ) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let end = milliseconds.map { Self.time(afterMilliseconds: $0) }
    while isToWait(state) {
      guard var end else {
        pthread_cond_wait(changed, lock)
        continue
      }
      if pthread_cond_timedwait(changed, lock, &end) == ETIMEDOUT { break }
    }
    return body(&state)
  }

  private static func time(afterMilliseconds milliseconds: Int) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = time.tv_nsec + (milliseconds % 1000) * 1_000_000
    time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}

extension Guarded where State: Sendable {
  /// The state as it is now.
  package var now: State { withLock { $0 } }
}
