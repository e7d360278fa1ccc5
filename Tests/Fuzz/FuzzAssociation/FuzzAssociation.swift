// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON

/// Reads the first line of the input as a link and the rest as an association file of either kind;
/// stops if explaining disagrees with matching, if a link costs more than its limit, or if a merge
/// loses what was there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAssociation(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  let link = Array(input.prefix { $0 != UInt8(ascii: "\n") })
  let file = Array(input.dropFirst(link.count + 1))
  for kind in [AssociationKind.apple, .android] {
    for finding in AssociationLint(file, kind: kind).findings {
      expect(finding.position.offset <= file.count && !finding.message.isEmpty)
    }
  }
  guard let document = try? JSONDocument(reading: file) else { return 0 }
  checkApple(AppleAssociation(document), link)
  checkAndroid(AndroidAssociation(document), link)
  checkMerge(file)
  return 0
}

private func checkApple(_ association: AppleAssociation, _ link: [UInt8]) {
  var matcher = AppleMatcher(association)
  let verdicts = matcher.match(link)
  // Every state of every pattern is entered once for each byte and once at the end; and each pattern
  // is looked at once for each item of the query, of which there are no more than bytes.
  expect(matcher.steps <= (matcher.stateCount + patternCount(of: association)) * (link.count + 2))
  let explanations = matcher.explain(link).filter { $0.reason != .appClip }
  // A link may end anywhere, and short ones cost nothing.
  for end in link.indices.prefix(100) { _ = matcher.match(Array(link[..<end])) }
  for (verdict, explanation) in zip(verdicts, explanations) {
    expect(verdict.app == explanation.app && verdict.rule == explanation.rule)
    let entries = association.entries.indices.filter { number in
      association.entries[number].apps.contains { $0.value == verdict.app }
    }
    let rules = entries.flatMap { entry in
      association.entries[entry].rules.indices.map { [entry, $0] }
    }
    check(explanation, against: rules)
  }
}

/// Every rule before the one that decides is explained, in its order, and none after it.
private func check(_ explanation: LinkExplanation, against rules: [[Int]]) {
  for rule in explanation.earlierRules { expect(!rule.description.isEmpty) }
  if case .linkIsNotOurs = explanation.reason { return expect(explanation.earlierRules.isEmpty) }
  let deciding = explanation.rule.map { [$0.entry, $0.rule] }
  let earlier = explanation.earlierRules.map { [$0.rule.entry, $0.rule.rule] }
  expect(earlier == Array(rules.prefix { $0 != deciding }))
}

private func patternCount(of association: AppleAssociation) -> Int {
  association.entries.flatMap(\.rules).reduce(0) { count, rule in
    switch rule.query {
    case .items(let items): count + 5 + items.count
    case .whole, nil: count + 6
    }
  }
}

private func checkAndroid(_ association: AndroidAssociation, _ link: [UInt8]) {
  var matcher = AndroidMatcher(association)
  let verdicts = matcher.match(link)
  for (verdict, explanation) in zip(verdicts, matcher.explain(link)) {
    expect(verdict.app == explanation.app && verdict.rule == explanation.rule)
    // Of several statements about an app, the first with rules counts.
    let ofApp = association.statements.filter { $0.package.value == verdict.app }
    let statement = ofApp.first { if case .none = $0.rules { false } else { true } }
    guard let statement, case .list(let rules) = statement.rules else { continue }
    let places = rules.indices.map { [statement.index, $0] }
    check(explanation, against: places)
  }
}

private func checkMerge(_ file: [UInt8]) {
  var plan = SitePlan()
  plan.appleApps = ["A1B2C3D4E5.org.shop.app"]
  plan.rules = [LinkRule(path: "/s/?*")]
  guard let merged = try? plan.merged(intoApple: file) else { return }
  expect((try? plan.merged(intoApple: merged)) == merged)
  // Only the space between empty brackets makes room for what is put there.
  let (old, new) = (file.filter { !isSpace($0) }, merged.filter { !isSpace($0) })
  let before = zip(old, new).prefix { $0 == $1 }.count
  let behind = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
  expect(before + behind >= old.count)
}

private func isSpace(_ byte: UInt8) -> Bool { " \n\r\t".utf8.contains(byte) }

private func expect(_ isTrue: Bool) {
  if !isTrue { fatalError("The fuzzer has found a disagreement.") }
}
