// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import JobLedger
package import JobManifest
internal import NDEF
package import TagKeys
internal import TagMemory
internal import TagReading

/// What a batch does to every tag of a job.
package struct BatchJob: Sendable {
  package let job: Job
  /// The key of a job whose tags get a password.
  package let key: PasswordKey?
  /// The name of the working place, for reports.
  package let station: String?
  let late: LateJob?
  /// Whether a virtual tag is as good as a genuine one: only where a rehearsal lays all tags itself.
  let takesVirtualTags: Bool
  /// How the command that runs says what helps.
  let cures: CureWords

  package init(
    _ job: Job, key: PasswordKey? = nil, station: String? = nil,
    resolver: (any RowResolver)? = nil, refusesReservedHosts: Bool = false,
    takesVirtualTags: Bool = false, cures: @escaping CureWords
  ) {
    self.job = job
    self.key = key
    self.station = station
    self.takesVirtualTags = takesVirtualTags
    self.cures = cures
    late = resolver.map {
      LateJob(job, resolver: $0, refusesReservedHosts: refusesReservedHosts)
    }
  }

  /// What is done to a tag after its message.
  var steps: [ProtectionStep] {
    switch job.protection {
    case .password: [.password]
    case .lock(.written): [.lock]
    case .nothing, .lock(.asked): []
    }
  }

  var guardsReading: Bool {
    if case .password(_, let guardsReading) = job.protection { guardsReading } else { false }
  }

  /// What is to be on a tag with this link, whose own values are in it already.
  ///
  /// A tag that was begun may hold whatever a torn write left behind.
  func order(
    _ link: PlannedLink, further: [UInt8]?, finishing: Bool
  ) throws(Obstacle) -> TagOrder {
    var order = TagOrder(
      message: [], secret: key.map { .passwords(of: $0) }, guardsReading: guardsReading,
      lock: steps.contains(.lock),
      locksLater: job.protection == .lock(.asked))
    order.isBegun = finishing
    if job.tags.mayFormat { order.permissions.insert(.format) }
    if finishing || job.tags.content == .any { order.permissions.insert(.overwriteForeign) }
    do {
      let made = try link.message(further: further)
      order.message = made.bytes
      order.chipTexts = made.chipTexts
      _ = try MirrorFields(made.chipTexts)
    } catch let error as NDEFError {
      throw .message(error)
    } catch {
      throw .mirrorApart
    }
    return order
  }
}
