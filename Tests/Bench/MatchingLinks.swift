// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON

/// A million links, each asked of a file with twenty rules, on one core.
func matchingLinks() throws -> [Row] {
  let document = try JSONDocument(reading: Array(associationFile.utf8))
  let codes = (0..<1000).map { "c\($0 * 7919 % 100_000)" }
  let kinds: [(decides: String, links: [String])] = [
    ("the first", codes.map { "https://go.example.com/archive/0/\($0)" }),
    ("the eleventh, with variables,", codes.map { "https://go.example.com/en_US/shop/\($0)" }),
    ("the last, with a query,", codes.map { "https://go.example.com/t/\($0)?utm=nfc&id=\($0)" }),
    ("none", codes.map { "https://go.example.com/nothing/\($0)?a=1&b=\($0)" }),
  ]
  return kinds.map { decides, links in
    let links = links.map { Array($0.utf8) }
    var matcher = AppleMatcher(AppleAssociation(document), host: "go.example.com")
    let speed = medianOfRuns {
      let start = ProcessorTime.ofThread
      for _ in 0..<1000 { for link in links { keep(matcher.match(link)) } }
      return Double(1000 * links.count) / (ProcessorTime.ofThread - start)
    }
    return Row(
      "a million links matched with 20 rules: \(decides) decides",
      shown(speed, "/s of one processor"))
  }
}

private let associationFile: String = {
  let archives = (0..<5).map { #"{"/":"/archive/\#($0)/*","exclude":true}"# }
  let items = (0..<5).map { #"{"/":"/shop\#($0)/*/item/????"}"# }
  let named = [#"{"/":"/$(lang)_$(region)/shop/*"}"#, #"{"/":"/$(lang)/$(food)/?*"}"#]
  let articles = (0..<4).map { #"{"/":"/help/*","?":{"article\#($0)":"????"}}"# }
  let tops = (0..<3).map { ##"{"/":"/s\##($0)/?*","#":"top"}"## }
  let rules = archives + items + named + articles + tops + [#"{"/":"/t/?*","?":{"id":"?*"}}"#]
  return """
    {"applinks": {"substitutionVariables": {"food": ["burrito", "pizza"]}, "details": [
      {"appIDs": ["ABCDE12345.com.example.shop"], "components": [\(rules.joined(separator: ","))]}
    ]}}
    """
}()
