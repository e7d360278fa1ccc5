// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TestSupport
import Testing

/// What spreadsheets make of `tagpress report --csv`.
struct ReportCSVTests {
  /// Row ids and their cells: what begins a formula anywhere, in any country's spreadsheet, is
  /// defused.
  private static let cells: KeyValuePairs<String, String> = [
    "n1": "n1", "a b": "a b", "a-b=c": "a-b=c", "Zürich": "Zürich", "0017": "0017",
    "a,b": "\"a,b\"", "a\"b": "\"a\"\"b\"", "a\r\nb": #"a\u{D}\u{A}b"#, "\u{9B}2J": #"\u{9B}2J"#,
    "a\u{202E}gpj.exe": #"a\u{202E}gpj.exe"#,
    "=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)",
    "\t=1": #"\u{9}=1"#, "\r=1": #"\u{D}=1"#, "\n": #"\u{A}"#, "\0": #"\u{0}"#,
    "＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠A": "'＠A",
    "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "=\"a\",1": "\"'=\"\"a\"\",1\"",
    "=HYPERLINK(\"http://evil.example\";\"x\")":
      "\"'=HYPERLINK(\"\"http://evil.example\"\";\"\"x\"\")\"",
    "a;c=1": "\"a;c=1\"", "x;=HYPERLINK(A1)": "\"x;'=HYPERLINK(A1)\"", "x\n@A": #"x\u{A}@A"#,
    "x; =1": "\"x; =1\"", "'=1": "'=1", " =1": " =1",
  ]

  @Test func noCellIsAFormula() throws {
    let job = try ReportedJob()
    let manifest = try #require(
      try job.ledger.importRows(of: [UInt8](repeating: 1, count: 32), at: job.moment(0)))
    for (id, _) in Self.cells { try manifest.add(ImportedRow(id: id)) { _ in "https://x.example" } }
    _ = try manifest.commit()
    let result = try tagpress("report", "--csv", "spring.ledger", directory: job.folder.path)
    let hash = String(repeating: "01", count: 32)
    let rows = Self.cells.map { "\($1),free,https://x.example,,,,,,,,,0,,,\(hash),,,,\r\n" }
    let head =
      "\u{FEFF}row,state,link,uid,chip,bytes,capacity,protection,signature,begun,done,attempts,"
      + "station,reader,manifest,why,begun local,done local,local zone\r\n"
    #expect(result.output == head + rows.joined())
  }

  /// Spreadsheets of other countries split lines at other characters.
  @Test(
    arguments: [
      (";", "a;=1", "\"a;'=1\""), (";", "a,=1", "\"a,'=1\""), (";", "0,5", "\"0,5\""),
      ("|", "a|=1", "\"a|'=1\""), ("|", "a;=1", "\"a;'=1\""), ("tab", "a,=1", "\"a,'=1\""),
      ("tab", "a\t=1", #"a\u{9}=1"#), (",", "a|=1", "a|=1"), (";", "+49 89", "'+49 89"),
    ])
  func aCellIsOneCellInEveryCountry(_ name: String, _ id: String, _ cell: String) throws {
    let job = try ReportedJob()
    try job.take(["n": "https://x.example"])
    let manifest = try #require(
      try job.ledger.importRows(of: [UInt8](repeating: 2, count: 32), at: job.moment(0)))
    try manifest.add(ImportedRow(id: "n", label: id, shown: #"{"state":"Bayern"}"#)) { _ in "x" }
    _ = try manifest.commit()
    let result = try tagpress(
      "report", "--csv", "--separator", name, "spring.ledger", directory: job.folder.path)
    let separator = name == "tab" ? "\t" : name
    let lines = result.output.split(separator: "\r\n")
    #expect(lines.first?.hasSuffix(["label", "shown.state"].joined(separator: separator)) == true)
    #expect(lines.last?.hasPrefix(["n", "free", "x", ""].joined(separator: separator)) == true)
    #expect(lines.last?.hasSuffix(separator + cell + separator + "Bayern") == true, "\(lines)")
  }
}
