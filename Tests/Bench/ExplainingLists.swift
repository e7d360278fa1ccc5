// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport

/// `tagpress site explain` of a list of links, for people and for programs.
func explainingLists() throws -> [Row] {
  let folder = try TemporaryDirectory()
  let rules = (0..<19).map { #"{"/":"/campaign\#($0)/?*"}"# } + [#"{"/":"/s/?*"}"#]
  try folder.write(
    """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],
    "components":[\(rules.joined(separator: ","))]}]}}
    """, to: "apple-app-site-association")
  let links = (0..<200_000).map { "https://go.example.com/s/\($0)?from=sticker\n" }
  try folder.write(links.joined(), to: "links")
  let explain = [
    builtTool, "site", "explain", "--domain", "go.example.com", "--association",
    folder.path(of: "apple-app-site-association"), "--urls", folder.path(of: "links"),
  ]
  let (text, json) = try mediansOfRuns {
    try wallTime(explain)
  } beside: {
    try wallTime(explain + ["--json"])
  }
  return [
    Row(
      "`site explain` of 200,000 links with 20 rules, a line each", shown(text, "s"),
      beside: "with `--json`: \(shown(json, "s"))", timesBetter: json / text)
  ]
}
