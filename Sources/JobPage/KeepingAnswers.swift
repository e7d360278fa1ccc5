// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import Glibc
internal import JobManifest
internal import JobWork
internal import Plain
internal import StrictJSON

// The jobs of a folder, kept in order: copied, renamed, put away and brought back.

extension PageHost {
  func copyJob(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    let title = try Self.title(order.needed("name"))
    let name = jobID(like: title)
    let copy = try naming(name) { () throws(Failure) in
      try JobCopy.make(of: file, named: name, titled: title)
    }
    tellJobs()
    return ["file": .string(copy)]
  }

  /// Makes a job with a name, or says where the job is that has it already.
  func naming(_ name: String, _ make: () throws(Failure) -> String) throws(Failure) -> String {
    do throws(Failure) {
      return try make()
    } catch {
      // The jobs that are not put away, everyone sees.
      guard error.name == "exists",
        let away = JobFolder.putAway.first(where: { $0.hasPrefix("\(name)/") })
      else { throw error }
      throw .refused(
        .`name-away`,
        "A job of this name is put away: \(visible(away)). Choose another name, or bring that one back "
          + "first: it is below the jobs.", ["file": visible(away)])
    }
  }

  /// Another name for people: the files and the id, by which the ledger knows the job, stay.
  func renameJob(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let title = try Self.title(order.needed("name"))
    let job = try changing(order) { (file) throws(Failure) in
      try keepingRead(file) { () throws(Failure) in try ManifestEdit(file).rename(to: title) }
    }
    tellJobs()
    return job
  }

  func putAway(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    // A rehearsal reads the files, too.
    guard runs.active?.file != file else {
      throw .refused(.busy, "Something is going on with this job. Stop that first.")
    }
    try PutAwayJob.put(file)
    tellJobs()
    return [:]
  }

  func bringBack(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    guard let file = order.text("file"), JobFolder.putAway.contains(file) else {
      throw .refused(.`no-such-job`, "This job is no longer in the folder.")
    }
    try PutAwayJob.bringBack(file)
    tellJobs()
    return ["file": .string(file)]
  }

  /// What else there is to say of the folder beside its jobs.
  var folderMembers: [(key: String, value: JSONValue)] {
    let now = JobFolder.place(of: "here")
    return [
      ("away", .array(JobFolder.putAway.map { .string($0) })),
      ("isGone", .bool(now == nil)),
      ("movedTo", now == home ? .null : .optional(now)),
    ]
  }
}
