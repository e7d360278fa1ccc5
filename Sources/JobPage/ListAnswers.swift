// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import Glibc
internal import JobManifest
internal import JobWork
internal import Plain
internal import StrictJSON
internal import Voices

// A newer version of a job's list: what is different, taking it, and going back.

extension PageHost {
  /// A newer version that was sent to be compared, whatever would make a good job of its own.
  func newerList(_ name: String?, _ bytes: [UInt8]) throws(Failure) -> JSONValue {
    guard !bytes.isEmpty else { throw .refused(.`empty-file`, "The file is empty.") }
    let upload = try uploads.add(bytes, named: try PageUploads.plainName(name))
    return ["upload": .string(upload.id), "name": .string(upload.name)]
  }

  /// The jobs that have a list of this name, whichever its ending is.
  func jobsWithList(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let wanted = stem(of: try order.needed("name")).lowercased()
    let found = JobFolder.jobs.compactMap { file -> JSONValue? in
      let names = JobList.names(in: JobAnswer.manifest(of: file)).filter {
        stem(of: $0).lowercased() == wanted
      }
      guard let name = names.first else { return nil }
      let job = desk.head(of: file).job
      return [
        "file": .string(file), "list": .string(name),
        "title": .string(job?.title ?? job?.id ?? lastName(of: file)),
      ]
    }
    return ["jobs": .array(found)]
  }

  func compareList(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    let list = try list(order, of: file)
    let look = try list.look(at: try version(order, of: list))
    let answer = answer(of: file)
    return .object(
      look.members + [
        ("list", .string(list.name)), ("isApproved", .bool(answer.hasApproval)),
      ])
  }

  func takeList(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let list = try list(order, of: file)
      // What becomes of its tags is asked at once, and not at the next start.
      try keepingRead(file) { () throws(Failure) in
        try list.take(try version(order, of: list), seen: try order.needed("sign"))
      }
    }
  }

  private func list(_ order: PageOrderOrQuery, of file: String) throws(Failure) -> JobList {
    try JobList(order.text("list"), of: file, outside: options.outside)
  }

  private func version(
    _ order: PageOrderOrQuery, of list: JobList
  ) throws(Failure) -> JobList.Version {
    guard order.isOn("before") else {
      let upload = try uploads.upload(order.text("upload"))
      return try JobList.Version(upload.path, named: upload.name)
    }
    guard let former = try list.former() else {
      throw .refused(.`no-former`, "There is no earlier list to go back to.")
    }
    return former
  }

  /// Shows the folder of a job in the user's file manager; nothing that a page said gets there.
  func showFolder(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let place = JobFolder.place(of: try JobFolder.job(order.text("file")))
    guard let place, options.program.show(place) else {
      throw .refused(
        .`no-desktop`,
        "This computer shows no folders here. Open the folder yourself: \(visible(place ?? "."))")
    }
    return [:]
  }
}

extension JobFolder {
  /// The whole path of a job's folder.
  static func place(of file: String) -> String? {
    guard let real = realpath(folder(of: file), nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

extension JobList.Look {
  fileprivate var members: [(key: String, value: JSONValue)] {
    [
      ("name", .string(name)), ("isTheSame", .bool(isTheSame)), ("sign", .string(sign)),
      ("rows", .integer(comparison.rowCount)), ("same", .integer(comparison.same)),
      ("oldTags", .integer(comparison.oldTags)),
      ("moved", .integer(comparison.moved)),
      ("outdatedLabels", .integer(comparison.outdatedLabels)),
      ("errors", .integer(comparison.errorCount)),
      (
        "trouble",
        comparison.trouble.map {
          [
            "rule": .string($0.problem.rule), "words": .string($0.problem.description),
            "told": .array($0.problem.told.map(\.json)),
            "cell": .optional($0.cell?.name),
          ]
        } ?? .null
      ),
      (
        "parts",
        .array(
          ListComparison.Kind.allCases.map { kind in
            let part = comparison[kind]
            return [
              "kind": .string(kind.rawValue), "count": .integer(part.count),
              "tags": .integer(part.tags), "rows": .array(part.rows.map(\.json)),
            ]
          })
      ),
    ]
  }
}

extension ListComparison.Row {
  private static let charactersMax = 300

  fileprivate var json: JSONValue {
    func shown(_ text: String?) -> JSONValue {
      .optional(text.map { shortened($0, to: Self.charactersMax) })
    }
    return [
      "id": .string(id), "label": shown(label), "formerLabel": shown(formerLabel),
      "old": shown(old), "new": shown(new), "tag": .optional(tag?.rawValue),
      "isPrinted": .bool(isPrinted),
    ]
  }
}
