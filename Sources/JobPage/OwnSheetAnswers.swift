// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobWork
internal import PageServer
internal import Plain
internal import StrictJSON
internal import Voices

// A job's own list with its tags, for the person whose list it is.

extension PageHost {
  /// The columns of a list and, if one is asked for, its values.
  func ownColumns(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let columns = try ownSheet(query).columns(valuesOf: query.number("column"))
    return [
      "heads": .array(columns.heads.map { .string($0) }),
      "values": .array(
        columns.values.map { ["text": .string($0.text), "count": .integer($0.count)] }),
      "others": .integer(columns.others),
    ]
  }

  func ownFile(_ order: PageOrderOrQuery) throws(Failure) -> PageAnswer {
    var sheet = try ownSheet(order)
    let form: OwnSheet.Form
    let (type, ending): (String, String)
    switch order.text("as") {
    case "own-xlsx":
      form = .workbook
      (type, ending) = (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"
      )
    case "own-csv":
      guard let separator = CSVText.separator(try order.needed("separator")) else {
        throw .badRequest("There is no such separator.")
      }
      form = .csv(separator: separator)
      (type, ending) = ("text/csv; charset=utf-8", "csv")
    default: throw .badRequest("There is no such list.")
    }
    if let column = order.number("column") {
      sheet.filter = .init(
        column: column, head: try order.needed("head"), value: try order.needed("value"))
    }
    let (bytes, tally) = try sheet.made(
      as: form, of: try writtenLedger(of: JobFolder.job(order.text("file"))),
      saying: .ofReports(in: order.text("language")), by: options.program.version)
    return .file(
      bytes, type, named: "\(sheet.name)-tags.\(ending)",
      also: [PageAnswer.Field("X-Rows-Gone", String(tally.gone))])
  }

  private func ownSheet(_ asked: PageOrderOrQuery) throws(Failure) -> OwnSheet {
    try OwnSheet(
      asked.text("list"), of: JobFolder.job(asked.text("file")), outside: options.outside)
  }
}
