// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Threads
internal import Workbook

/// The files that pages have sent and no job has yet, each in a folder of its own.
package final class PageUploads: Sendable {
  struct Upload {
    let id: String
    let name: String
    let folder: TemporaryFolder
    var path: String { "\(folder.path)/\(name)" }
  }

  private let uploads = Guarded<(list: [Upload], count: Int)>(([], 0))
  static let byteMax = 64 << 20
  /// The oldest of more are thrown away.
  private static let uploadsMax = 20

  func add(_ bytes: [UInt8], named name: String) throws(Failure) -> Upload {
    let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
    try orFail { () throws(FileError) in
      try writeFile("\(folder.path)/\(name)", bytes, lasting: false)
    }
    // Another request may take it as soon as it is listed.
    return uploads.withLock { uploads in
      uploads.count += 1
      let upload = Upload(id: "u\(uploads.count)", name: name, folder: folder)
      uploads.list.append(upload)
      if uploads.list.count > Self.uploadsMax { uploads.list.removeFirst().folder.remove() }
      return upload
    }
  }

  func upload(_ id: String?) throws(Failure) -> Upload {
    guard let upload = uploads.withLock({ uploads in uploads.list.first { $0.id == id } }) else {
      throw .refused(.`no-upload`, "The file is no longer here. Drop it on the page once more.")
    }
    return upload
  }

  /// The file of a name among those that were dropped together.
  func upload(named name: String, among ids: [String]) -> Upload? {
    uploads.withLock { uploads in uploads.list.last { $0.name == name && ids.contains($0.id) } }
  }

  package func removeAll() {
    for upload in uploads.withLock({ $0.list }) { upload.folder.remove() }
  }

  /// A name as the user's file has it, if that can be the name of a file in a job.
  static func plainName(_ text: String?) throws(Failure) -> String {
    let name = (text ?? "").split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 200,
      !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw .refused(.`bad-name`, "The file needs a plain name, such as stores.xlsx.")
    }
    return name
  }
}

extension PageHost {
  func templates(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    [
      "templates": .array(
        JobTemplate.allCases.filter { $0 != .spreadsheet }.map {
          [
            "name": .string($0.rawValue), "summary": .string($0.summary),
            "asksCount": .bool($0.hasCount && $0 != .numbers), "hasKey": .bool($0.hasKey),
          ]
        })
    ]
  }

  func upload(_ name: String?, _ bytes: [UInt8]) throws(Failure) -> JSONValue {
    guard !bytes.isEmpty else {
      throw .refused(.`empty-file`, "The file is empty.")
    }
    let name = try PageUploads.plainName(name)
    if bytes.starts(with: "%PDF".utf8) {
      throw .refused(.pdf, "This is a PDF, not a list. Save the list as Excel or CSV.")
    }
    guard !isOtherFile(bytes) else {
      throw .refused(
        .`not-a-list`,
        "\(visible(name)) is no list. Drop an Excel or LibreOffice sheet, or a CSV file.",
        ["name": visible(name)], part: ".other")
    }
    if name.lowercased().hasSuffix(".keys") {
      throw .refused(
        .`key-file`, "Key files are never sent to a page. Put it into the job's folder yourself.")
    }
    let upload = try uploads.add(bytes, named: name)
    if isManifest(name) { return try DroppedManifest(upload).survey }
    return try survey(upload, sheet: nil, encoding: nil)
  }

  private func isManifest(_ name: String) -> Bool { name.lowercased().hasSuffix(".xml") }

  func survey(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try survey(
      uploads.upload(order.text("upload")), sheet: order.text("sheet"),
      encoding: order.text("encoding").flatMap { CSVEncoding(named: $0) })
  }

  private func survey(
    _ upload: PageUploads.Upload, sheet: String?, encoding: CSVEncoding?
  ) throws(Failure) -> JSONValue {
    let survey: SheetSurvey
    do throws(JobManifest.Finding<Problem>) {
      survey = try SheetSurvey(of: upload.path, sheet: sheet, encoding: encoding)
    } catch {
      guard case .severalSheets(let read, let others) = error.problem else {
        throw Failure(error.problem, in: upload.name).naming(upload.name, insteadOf: upload.path)
      }
      // Its first sheet has no rows; another one may have them.
      return Self.surveyJSON(upload, nil, sheets: [read] + others, sheet: read, encoding: encoding)
    }
    let sheets = survey.sheet.map { [$0] + survey.otherSheets.map(\.name) } ?? []
    return Self.surveyJSON(
      upload, survey, sheets: sheets, sheet: survey.sheet, encoding: encoding)
  }

  private static func surveyJSON(
    _ upload: PageUploads.Upload, _ survey: SheetSurvey?, sheets: [String], sheet: String?,
    encoding: CSVEncoding?
  ) -> JSONValue {
    let manifest = survey.map { SheetManifest($0, encoding: encoding, link: nil) }
    let first = survey.flatMap { _ in
      try? SheetWindow(of: upload.path, sheet: sheet, encoding: encoding, skipping: 0, count: 6)
    }
    let header =
      survey?.valueAsName == nil ? survey?.likelyHeader ?? first?.rows.first?.number ?? 1 : 0
    let samples = (first?.rows ?? []).filter { $0.number > header }.prefix(3)
    return [
      "upload": .string(upload.id), "name": .string(upload.name), "kind": "sheet",
      "sheets": .array(sheets.map { ["name": .string($0), "rows": .null] }),
      "sheet": .optional(sheet), "rows": .integer(survey?.rowCount ?? 0),
      "columns": .array(
        (survey?.columns ?? []).map { column in
          [
            "variable": .string(column.variable), "heading": .string(column.heading),
            "samples": .array(
              samples.map { row in
                .string(
                  row.cells.indices.contains(column.index)
                    ? shortened(row.cells[column.index], to: 80) : "")
              }),
            "isUnique": .bool(column.isUnique), "isLink": .bool(column.holdsLinks),
            "isUnsure": .bool(column.isUnsure),
          ]
        }),
      "link": .string(survey?.doubtfulLinkColumn == nil ? manifest?.link ?? "" : ""),
      "jobName": .string(
        (try? Self.title(stem(of: upload.name))) ?? jobID(like: stem(of: upload.name))),
      "notes": .array((manifest?.notes ?? []).compactMap(\.json)),
      "question": survey?.question.map { text in
        func reading(_ reading: EncodedReading) -> JSONValue {
          [
            "encoding": .string(reading.encoding.name),
            "text": .string(shortened(reading.text, to: 80)),
          ]
        }
        return ["first": reading(text.first), "second": text.second.map(reading) ?? .null]
      } ?? .null,
    ]
  }

  /// From which number to which, if the template has serial numbers.
  private static func numbers(
    _ order: PageOrderOrQuery, of template: JobTemplate
  ) throws(Failure) -> ClosedRange<Int>? {
    guard template == .numbers else { return nil }
    guard let from = order.number("from"), let to = order.number("to"), from <= to,
      to - from < 10_000_000, to < 1_000_000_000
    else {
      throw .refused(.`bad-numbers`, "Give the first number and the last one, in this order.")
    }
    return from...to
  }

  /// What people call a job; its id and its files are named after it.
  static func title(_ text: String) throws(Failure) -> String {
    var title = text
    while title.first?.isWhitespace == true { title.removeFirst() }
    while title.last?.isWhitespace == true { title.removeLast() }
    guard !title.isEmpty else { throw .refused(.`no-name`, "Give the job a name.") }
    guard title.count <= titleCharactersMax, !title.hasPrefix("."), !title.contains("/"),
      title.contains(where: { $0.isLetter || $0.isNumber }),
      !title.lowercased().hasSuffix(".xml"),
      !title.unicodeScalars.contains(where: {
        [.control, .format, .privateUse, .unassigned, .surrogate].contains(
          $0.properties.generalCategory)
      })
    else {
      throw .refused(
        .`bad-name`, "The job needs a plain name, such as \"\(jobID(like: title))\".")
    }
    return title
  }

  private static let titleCharactersMax = 120

  func new(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let title = try Self.title(order.needed("name"))
    let name = jobID(like: title)
    let file = try naming(name) { () throws(Failure) in try make(order, titled: title, name) }
    tellJobs()
    return ["file": .string(file)]
  }

  private func make(
    _ order: PageOrderOrQuery, titled title: String, _ name: String
  ) throws(Failure) -> String {
    let link = order.text("link").flatMap { $0.isEmpty ? nil : $0 }
    let job: NewJob
    if let id = order.text("upload") {
      let upload = try uploads.upload(id)
      if isManifest(upload.name) {
        return try DroppedManifest(upload).make(
          named: name, with: order.texts("lists"), from: uploads)
      }
      do throws(Failure) {
        job = try NewJob(
          at: name, titled: title, fromSheet: upload.path, named: order.text("sheet"),
          encoding: order.text("encoding").flatMap { CSVEncoding(named: $0) }, link: link,
          isGenuine: order.isOn("genuine"))
      } catch {
        throw error.naming(upload.name, insteadOf: upload.path)
      }
    } else {
      guard let template = order.text("template").flatMap({ JobTemplate(rawValue: $0) }) else {
        throw .badRequest("There is no such template.")
      }
      let numbers = try Self.numbers(order, of: template)
      let count = order.number("count")
      let asksCount = template.hasCount && template != .numbers
      guard count.map({ asksCount && 1...JobLimits.rowCountMax ~= $0 }) ?? !asksCount else {
        throw .refused(.`bad-numbers`, "Give a number of tags, up to 10,000,000.")
      }
      job = try NewJob(
        at: name, titled: title, from: template, link: link, isGenuine: order.isOn("genuine"))
      if let count { try ManifestEdit(job.manifest).count(to: count) }
      if let numbers {
        try ManifestEdit(job.manifest).number(from: numbers.lowerBound, to: numbers.upperBound)
      }
    }
    return job.manifest
  }
}

extension ManifestEdit {
  /// Has a job of counted rows so many of them.
  func count(to count: Int) throws(Failure) {
    try change { text in
      var settings = JobSettings(of: text)
      settings?.rows?.count = count
      return try? settings?.written(in: text, keys: "")
    }
  }

  /// Has a job of serial numbers count from one number to another.
  func number(from first: Int, to last: Int) throws(Failure) {
    try change { text in
      text.replacing(
        "count=\"1000\" start=\"1\"", with: "count=\"\(last - first + 1)\" start=\"\(first)\"")
    }
  }
}
