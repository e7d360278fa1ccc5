// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON

/// A manifest that was dropped on a page, to become a job with the lists that were dropped before it.
struct DroppedManifest {
  private let upload: PageUploads.Upload
  private let head: Job
  /// The lists that it names, by their plain names.
  private let lists: [String]

  init(_ upload: PageUploads.Upload) throws(Failure) {
    self.upload = upload
    var head: Job?
    let outcome = JobReader(path: upload.path, isResolvedLater: true).read(
      begin: { head = $0 }, visit: { _ in true })
    guard let head else {
      let first = outcome.findings.findings.first { $0.problem.isError }
      throw first.map { Failure($0.problem, in: upload.name) }
        ?? .refused("not-a-job", "\(upload.name): This is no job.", part: ".none")
    }
    guard
      !outcome.findings.findings.contains(where: {
        $0.problem.rule == ManifestRule.`outside-folder`.rawValue
      })
    else {
      throw .refused(
        .`foreign-file`, "The job takes its list from another folder. Put both into one folder.")
    }
    self.head = head
    lists = outcome.files.filter { $0 != upload.path }.map {
      String($0.dropFirst(upload.folder.path.count + 1))
    }
    guard lists.allSatisfy({ !$0.contains("/") }) else {
      throw .refused(
        .`foreign-file`, "The job takes its list from another folder. Put both into one folder.")
    }
  }

  var survey: JSONValue {
    [
      "upload": .string(upload.id), "name": .string(upload.name), "kind": "manifest",
      "sheets": .array([]), "sheet": .null, "rows": .null, "columns": .array([]), "link": "",
      "jobName": .string(head.id), "question": .null,
      "notes": .array(
        lists.compactMap {
          JobNote(.list, "The rows come from \($0). Drop both files together.", [("file", $0)])
            .json
        }
      ),
    ]
  }

  /// Makes the folder of the job with the manifest and its lists, which were dropped with it.
  func make(
    named name: String, with ids: [String], from uploads: PageUploads
  ) throws(Failure) -> String {
    if case .password = head.protection {
      throw .refused(
        .`key-file`,
        "This job has a key file, which is never sent to a page. Put the job's folder here yourself."
      )
    }
    var files: [(name: String, path: String)] = []
    for list in lists {
      guard ManifestEdit.isSheet(list), let path = uploads.upload(named: list, among: ids)?.path
      else {
        throw .refused(
          .`no-list`, "Drop \(visible(list)) together with the job: the rows come from it.",
          ["list": visible(list)])
      }
      files.append((list, path))
    }
    let manifest = "\(name).xml"
    do throws(NewFolderError) {
      var folder = try NewFolder(name)
      try folder.copy(upload.path, to: manifest)
      try folder.write(JobTemplate.schema, to: "job.rng")
      for file in files where file.name != manifest { try folder.copy(file.path, to: file.name) }
      try folder.finish()
    } catch {
      throw Failure(error)
    }
    return "\(name)/\(manifest)"
  }
}
