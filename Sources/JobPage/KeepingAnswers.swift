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
    let copy = try JobCopy.make(of: file, named: jobID(like: title), titled: title)
    tellJobs()
    return ["file": .string(copy)]
  }

  /// Another name for people: the files and the id, by which the ledger knows the job, stay.
  func renameJob(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let title = try Self.title(order.needed("name"))
    let job = try changing(order) { (file) throws(Failure) in
      let wasRead = answer(of: file).isRead
      try ManifestEdit(file).rename(to: title)
      if wasRead { readAgain(file) }
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
