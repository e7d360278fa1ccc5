// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobSites
internal import SiteAssociation

/// What the jobs need on one host.
struct HostNeed {
  let host: String
  private(set) var jobs: [JobHosts]

  /// The hosts of all jobs, in the order in which they are named.
  static func all(of jobs: [JobHosts]) -> [HostNeed] {
    var needs: [HostNeed] = []
    for job in jobs {
      for host in job.hosts {
        if let place = needs.firstIndex(where: { $0.host == host }) {
          needs[place].jobs.append(job)
        } else {
          needs.append(HostNeed(host: host, jobs: [job]))
        }
      }
    }
    return needs
  }

  /// What the file of a platform has to say; nil if no job has an app for it.
  func file(of kind: AssociationKind) throws(Failure) -> OwnFile? {
    var united: OwnFile?
    for job in jobs {
      guard let bytes = try job.file(of: kind) else { continue }
      let one = OwnFile(made: bytes, kind: kind)
      guard var all = united else {
        united = one
        continue
      }
      do throws(SiteMergeError) { try all.formUnion(one) } catch {
        throw Failure(error, file: job.path)
      }
      united = all
    }
    return united
  }
}

extension JobHosts {
  /// The file that this job alone needs; nil if it has no app for it.
  func file(of kind: AssociationKind) throws(Failure) -> [UInt8]? {
    do throws(SiteMergeError) {
      return try site.file(of: kind).map { Array($0.utf8) }
    } catch {
      throw Failure(error, file: path)
    }
  }
}

extension Failure {
  init(_ error: SiteMergeError, file: String) {
    self.init(name: "cannot-make", words: error.description, kind: .differs, file: file)
  }
}
