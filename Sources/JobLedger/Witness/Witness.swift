// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// The second record of a job, next to its ledger: a line for each claim and each outcome, only
/// ever appended.
final class Witness {
  let file: WitnessFile
  /// The position of this ledger's lock in the file, far beyond its end; nil for read-only
  /// access.
  let lease: Int64?
  private let descriptor: Int32

  private static let leases: ClosedRange<Int64> = (1 << 48)...(1 << 61)
  /// Every writer shares this position; a rebuild has it exclusively.
  private static let writersPlace: Int64 = 1 << 47

  /// Where the witness of a ledger is: next to it, with another extension.
  static func path(besideLedger ledger: String) -> String {
    if ledger.hasSuffix(".LEDGER") { return ledger.dropLast(6) + "WITNESS" }
    return ledger.hasSuffix(".ledger") ? ledger.dropLast(6) + "witness" : ledger + ".witness"
  }

  init(_ path: String, isReadOnly: Bool) throws(LedgerError) {
    file = try WitnessFile(path, isReadOnly: isReadOnly)
    descriptor = open(path, (isReadOnly ? O_RDONLY : O_RDWR) | O_CLOEXEC)
    guard descriptor >= 0 else { throw LedgerError(path: path, fault: LedgerFault(errno: errno)) }
    guard !isReadOnly else {
      lease = nil
      return
    }
    // Disks without locks refuse, too; then existing locks cannot be seen either.
    let isShared = ByteLock.acquire(descriptor, at: Self.writersPlace, shared: true)
    guard isShared || !ByteLock.isTaken(descriptor, at: Self.writersPlace) else {
      close(descriptor)
      throw LedgerError(path: path, fault: .locked)
    }
    let place = Int64.random(in: Self.leases)
    // A disk without such locks has no leases either; then no attempt counts as running.
    lease = ByteLock.acquire(descriptor, at: place) ? place : nil
  }

  deinit { ByteLock.close(descriptor) }

  /// Keeps all writers out until `ByteLock.close`; false while there is one.
  ///
  /// Writers of an earlier TagPress have only a lease.
  static func keepWritersOut(_ descriptor: Int32) -> Bool {
    let isAlone =
      ByteLock.acquire(descriptor, at: writersPlace)
      || !ByteLock.isTaken(descriptor, at: writersPlace)
    return isAlone && !ByteLock.isAnyTaken(descriptor, in: leases)
  }

  /// Whether another program that is still running took this lease.
  func isHeldElsewhere(_ lease: Int64) -> Bool {
    lease != self.lease && ByteLock.isTaken(descriptor, at: lease)
  }

  /// Whether a program has the job open for writing; false if the disk cannot tell.
  func hasWriter() -> Bool { ByteLock.isAnyTaken(descriptor, in: Self.leases) }

  /// The file, and whether its name still leads to it.
  func place() throws(LedgerFault) -> FilePlace {
    try FilePlace(descriptor: descriptor, path: file.path)
  }

  func isInPlace() -> Bool {
    var ours = stat()
    var found = stat()
    return fstat(descriptor, &ours) == 0 && stat(file.path, &found) == 0
      && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev
  }
}
