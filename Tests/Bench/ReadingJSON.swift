// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// A large association file, read strictly with positions, compared with Python's reader without
/// either.
func readingJSON() throws -> [Row] {
  let file = associationFile(components: 30_000)
  let size = Double(file.count) / 1e6
  let (ours, theirs) = try mediansOfRuns {
    size / (try seconds { keep(try JSONDocument(reading: file)) })
  } beside: {
    try Python.figure("json", input: file)
  }
  return [
    Python.row(
      "JSON read (\(decimal(size, places: 1)) MB)", ours, "MB/s", beside: "Python's json (C)",
      theirs)
  ]
}

private func associationFile(components count: Int) -> [UInt8] {
  let components = (0..<count).map { number in
    #"{ "/": "/s/\#(number)/*", "?": { "code": "????" }, "comment": "a \"shop\" of M\u00fcnchen", "exclude": false }"#
  }
  return Array(
    """
    { "applinks": { "details": [ { "appIDs": [ "ABCDE12345.com.example.shop" ], "components": [
      \(components.joined(separator: ",\n  "))
    ] } ] } }
    """.utf8)
}
