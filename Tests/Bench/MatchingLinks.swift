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

/// A million links, each judged for an app on both platforms, with twenty rules and a certificate.
func judgingLinks() throws -> [Row] {
  let print = (0..<32).map { _ in "AB" }.joined(separator: ":")
  let rules = (0..<19).map { #"{"/":"/campaign\#($0)/?*"}"# } + [#"{"/":"/s/?*"}"#]
  let list = rules.joined(separator: ",")
  let apple = """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[\(list)]}]}}
    """
  let android = """
    [{"relation":["delegate_permission/common.handle_all_urls"],"target":{
    "namespace":"android_app","package_name":"com.example.shop",
    "sha256_cert_fingerprints":["\(print)"]},"relation_extensions":{
    "delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[\(list)]}}}]
    """
  var shop = MeantApp(.android, "com.example.shop")
  shop.certificates = [print]
  var judge = SiteJudge(
    host: "go.example.com",
    files: HostFiles(
      apple: .file(ServedFile(Array(apple.utf8), kind: .apple)),
      android: .file(ServedFile(Array(android.utf8), kind: .android))),
    apps: [MeantApp(.iOS, "ABCDE12345.com.example.shop"), shop])
  let codes = (0..<1000).map { "c\($0 * 7919 % 100_000)" }
  let links = codes.map { Array("https://go.example.com/s/\($0)?from=sticker".utf8) }
  for link in links {
    judge.judge(link)
    guard judge.verdicts == [.opens, .opens] else { throw BenchError.wrongVerdict }
  }
  let speed = medianOfRuns {
    let start = ProcessorTime.ofThread
    for _ in 0..<1000 {
      for link in links {
        judge.judge(link)
        keep(judge.verdicts)
      }
    }
    return Double(1000 * links.count) / (ProcessorTime.ofThread - start)
  }
  return [
    Row(
      "a million links judged on both platforms with 20 rules and a certificate: the last opens",
      shown(speed, "/s of one processor"))
  ]
}

private enum BenchError: Error {
  case wrongVerdict
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
