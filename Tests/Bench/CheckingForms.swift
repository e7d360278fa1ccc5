// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// The processor time of `tagpress check` by the form of the rows, beside libxml2's pass over the same XML.
func checkingForms() throws -> [Row] {
  guard isInstalled("xmllint"), isInstalled("time") else {
    return [Row("`check` by the form of the rows", "xmllint or time is not installed")]
  }
  let check = [builtTool, "check"]
  let look = ["xmllint", "--stream", "--noout"]
  return try [RowForm.stores, .branches, .numbers, .links].flatMap { form -> [Row] in
    let jobs = try ManyRows(200_000, form)
    func row(_ what: String, _ command: [String], _ name: String, _ other: [String]) throws -> Row {
      let (ours, theirs) = try mediansOfRuns {
        try processorTime(check + command)
      } beside: {
        try processorTime(other)
      }
      return Row(
        "`check` of 200,000 rows like \(form.name) \(what): processor time", shown(ours, "s"),
        beside: "\(name): \(shown(theirs, "s"))", timesBetter: theirs / ours)
    }
    let xmllint = "`xmllint --stream --noout`"
    return [
      try row("in a manifest", [jobs.inline], xmllint, look + [jobs.inline]),
      try row("in CSV", [jobs.spreadsheet], "in a manifest", check + [jobs.inline]),
      try row(
        "in an .xlsx", [jobs.workbook], "\(xmllint) of its two parts, unpacked", look + jobs.parts),
    ]
  }
}

/// What a program and those that it starts use of the processor, as GNU time tells it.
private func processorTime(_ command: [String]) throws -> Double {
  let result = try run(
    "/bin/sh", ["-c", "exec time -f '%U %S' \"$@\" >/dev/null", "sh"] + command,
    timeLimit: .seconds(120))
  let times = result.errorOutput.split(separator: "\n").last?.split(separator: " ")
    .compactMap { Double($0) }
  guard result.exit == .code(0), let times, times.count == 2 else {
    throw FailedRun(result: result)
  }
  return times[0] + times[1]
}
