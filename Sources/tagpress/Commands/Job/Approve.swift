// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Terminal

/// `tagpress approve`: records that someone has checked the links of a job, so that they may be written.
struct Approve: Command {
  var job = ""
  var by: String?
  var resolver: String?
  var outside = false
  var moved = false
  var yes = false
  var json = false

  static let name = ["approve"]
  static let table = CommandTable<Approve>(
    summary: "Approve the links of a job before they are written",
    discussion: """
      Draws the random values of the job, shows how many links there are and the first and last of \
      them, and stores that NAME approves them, with the moment and a hash of what was approved: \
      the ids and links of all rows in their order, further records, the protection with its key, \
      and which tags are taken. If any of it changes, a new approval is needed. With <approval needed="yes"/>, 'tagpress write' \
      writes only what was approved.

      The name is a statement and not a signature: whoever can start the program can give any \
      name.

      With a resolver, the links are made when the tags come. What is approved then is the link's \
      template and what the resolver is told about each row.
      """,
    examples: [
      "tagpress approve --by 'Anna Schmidt' spring.xml":
        "Shows the links in short and asks for a word before it is stored."
    ],
    exitCodes: [.differs: "the job has errors, or the approval was not confirmed"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option("by", .text("NAME"), to: \.by, help: "Who approves the links"),
      .option(
        "resolver", .text("COMMAND"), to: \.resolver,
        help: "The program that will give values for each tag; it is not asked now"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("moved", to: \.moved, help: movedHelp),
      .flag("yes", to: \.yes, help: "Do not ask for confirmation"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      let person = try Self.person(named: by)
      var request = JobRequest(job, outside: outside)
      request.isResolvedLater = resolver != nil
      request.moved = moved
      let open = try console.open(request, namingReservedHosts: true)
      let links = try open.asking { (ledger) throws(LedgerError) in
        try ApprovedLinks(of: open, in: ledger)
      }
      if !json { console.write(page(of: links, in: open)) }
      if !yes {
        try console.requireConsent(
          to: "\(visible(person)) approves \(links.words)", word: "approve",
          or: "Nothing was approved")
      }
      let approval = try open.approve(links.plan, by: person)
      if json {
        console.write(links.json(open, approval))
      } else {
        console.writeLine(
          "\(visible(person)) approved \(links.words) on \(approval.at.words) UTC.")
        if !open.job.needsApproval {
          console.say(
            "The manifest does not ask for it. With <approval needed=\"yes\"/> in it, only approved "
              + "links are written.")
        }
      }
      return .done
    } catch {
      return console.report(error, "approve", json: json)
    }
  }

  private static func person(named text: String?) throws(Failure) -> String {
    let name = JobStatement.plainName(text ?? "")
    guard !name.isEmpty else {
      throw Failure(
        name: "usage", words: "Say who approves the links: --by NAME.", kind: .usage)
    }
    guard name.count <= JobStatement.nameCharactersMax else {
      throw Failure(
        name: "usage",
        words: "--by takes a name of up to \(JobStatement.nameCharactersMax) characters.",
        kind: .usage)
    }
    return name
  }

  private func page(of links: ApprovedLinks, in open: OpenJob) -> String {
    var lines = ["\(visible(open.job.title ?? open.job.id)): \(links.words)"]
    func add(_ name: String, _ texts: [String]) {
      for (index, text) in texts.enumerated() {
        lines.append("  \((index == 0 ? name : "").padded(to: 12))\(text)")
      }
    }
    add("first", links.first.map { "\(visible($0.id))  \(visible($0.link))" })
    add("last", links.last.map { "\(visible($0.id))  \(visible($0.link))" })
    let list = typed("tagpress links \(shellWord(job))")
    if resolver == nil {
      add("hosts", open.preflight.hostWords)
      add("all links", [visible(list)])
    } else {
      add(
        "resolver",
        [
          "gives the values of each row when its tag comes;",
          "approved are the template of the link and what it is told about the rows",
        ])
    }
    let warnings = open.preflight.warningCount
    add("warnings", [warnings == 0 ? "none" : "\(grouped(warnings)), shown above"])
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The approved links, in short.
private struct ApprovedLinks {
  let plan: ApprovedPlan
  private(set) var first: [(id: String, link: String)] = []
  private(set) var last: [(id: String, link: String)] = []

  /// How many links are shown from the beginning, and from the end.
  private static let shownMax = 3

  init(of open: OpenJob, in ledger: Ledger) throws(LedgerError) {
    plan = try ApprovedPlan(open.job, key: open.preflight.key, in: ledger)
    var first: [(id: String, link: String)] = []
    var last: [(id: String, link: String)] = []
    try ledger.forEachPlannedLink { id, link in
      if first.count < Self.shownMax {
        first.append((id, link))
      } else {
        if last.count == Self.shownMax { last.removeFirst() }
        last.append((id, link))
      }
    }
    (self.first, self.last) = (first, last)
    // What is shown and what is stored come from the same manifest.
    try ledger.requireTaken()
  }

  var words: String { count(grouped: plan.rows, "link") }

  func json(_ open: OpenJob, _ approval: JobStatement) -> JSONValue {
    func list(_ rows: [(id: String, link: String)]) -> JSONValue {
      .array(rows.map { ["row": .string($0.id), "link": .string($0.link)] })
    }
    return [
      "job": .string(open.job.id), "links": .integer(plan.rows), "first": list(first),
      "last": list(last), "warnings": .integer(open.preflight.warningCount),
      "findings": open.preflight.findingsJSON, "by": .string(approval.person),
      "at": .string(approval.at.text), "hash": .string(hex(approval.hash)),
    ]
  }
}
