// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Glibc
package import JobManifest
package import Provisioning
internal import Threads

/// What was read of jobs, for whoever only looks: it is read again when one of its files has changed.
///
/// Whatever takes rows over or writes hashes the bytes in the pass that uses them: a file can be changed
/// in ways that nothing here sees.
package final class JobDesk: Sendable {
  package let outside: Bool
  private let desks = SharedValue<[String: Desk]>([:])

  /// More jobs than a folder shows.
  private static let desksMax = 1_000

  package init(outside: Bool) { self.outside = outside }

  /// All that can be said about a job before its first tag.
  package func preflight(of file: String) -> Preflight {
    desk(file).preflight.value {
      let preflight = Preflight(
        path: file, mayLeaveFolder: outside, isHashing: true, isSampling: true)
      return (preflight, preflight.inputs)
    }
  }

  /// A job to be worked on, as it was read for whoever looked at it; what uses its rows reads them.
  package func check(_ file: String) throws(Failure) -> CheckedJob {
    try CheckedJob(JobRequest(file, outside: outside), preflight(of: file), isKept: true)
  }

  /// The hashes of the manifest and its spreadsheets; nil when one of them cannot be read.
  ///
  /// Whoever has just looked at the job gives what was seen.
  package func hash(of file: String, seen: Preflight? = nil) -> JobFilesHash? {
    let desk = desk(file)
    // Of a job without errors all files were read, in the same order.
    if let known = seen ?? desk.preflight.known, known.findings.errorCount == 0 {
      return known.hash
    }
    return desk.hash.value { hashOfFiles(of: file, outside) }
  }

  /// What a manifest says before its rows; without a job, why there is none.
  package func head(of file: String, seen: Preflight? = nil) -> Head {
    let desk = desk(file)
    if let job = (seen ?? desk.preflight.known)?.job { return Head(job: job) }
    return desk.head.value {
      var head = Head()
      let outcome = JobReader(path: file, mayLeaveFolder: outside, isResolvedLater: true).read(
        begin: { head.job = $0 }, visit: { _ in false })
      head.trouble = outcome.findings.findings.first { $0.problem.isError }?.problem
      return (head, outcome.files)
    }
  }

  package struct Head: Sendable {
    package var job: Job?
    package var trouble: Problem?
  }

  private func desk(_ file: String) -> Desk {
    desks.change { desks in
      if let known = desks[file] { return known }
      if desks.count >= Self.desksMax { desks = [:] }
      let desk = Desk()
      desks[file] = desk
      return desk
    }
  }

  private final class Desk: Sendable {
    let preflight = Kept<Preflight>()
    let hash = Kept<JobFilesHash?>()
    let head = Kept<Head>()
  }
}

/// A value with the files that it was read from.
///
/// Who comes while it is read waits for it.
private final class Kept<Value: Sendable>: @unchecked Sendable {
  private let monitor = Monitor()
  private var kept: (value: Value, stamps: [FileStamp])?

  /// The value, if nothing has changed since.
  var known: Value? { monitor.inside { current } }

  private var current: Value? {
    guard let kept, kept.stamps.allSatisfy({ $0 == FileStamp($0.path) }) else { return nil }
    return kept.value
  }

  func value(_ read: () -> (Value, files: [String])) -> Value {
    monitor.inside {
      if let current { return current }
      kept = nil
      let start = FileStamp.now
      let (value, files) = read()
      let stamps = files.compactMap { FileStamp($0) }
      // What is not there, or was changed so shortly before that it may have been changed since, is
      // looked at anew each time.
      if stamps.count == files.count, stamps.allSatisfy({ $0.isOlder(than: start) }) {
        kept = (value, stamps)
      }
      return value
    }
  }
}

/// Which file is at a path, and when it was changed.
private struct FileStamp: Equatable, Sendable {
  let path: String
  private let device: UInt64
  private let node: UInt64
  private let size: Int
  private let written: Time
  private let changed: Time

  private struct Time: Equatable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
  }

  /// Clocks of files are coarse, and those of other machines are not ours.
  private static let settlingSeconds = 2

  /// Nil if nothing can be seen there.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.path = path
    (device, node) = (UInt64(status.st_dev), UInt64(status.st_ino))
    size = Int(status.st_size)
    (written, changed) = (Time(status.st_mtim), Time(status.st_ctim))
  }

  static var now: Int { time(nil) }

  func isOlder(than moment: Int) -> Bool {
    max(written.seconds, changed.seconds) < moment - Self.settlingSeconds
  }
}
