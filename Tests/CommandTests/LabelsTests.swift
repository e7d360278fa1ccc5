// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import StrictJSON
import TestSupport
import Testing

/// `tagpress labels`, as people and scripts meet it.
struct LabelsTests {
  private static let base = "https://go.example.com/s"

  /// A job with a finished tag whose chip shows its UID, one with a counter, one that was never
  /// touched, and one that needs a tag to know its link.
  private static func job() throws -> ReportedJob {
    let job = try ReportedJob()
    try job.take([
      "n1": "\(base)/1", "n2": "\(base)/2?m={mirror.uid}", "n3": "\(base)/3",
      "n4": "\(base)/4?u={tag.uid}", "n5": "\(base)/5?m={mirror.uid}x{mirror.counter}",
    ])
    try job.complete("n1", 1, at: 10)
    try job.complete("n2", 2, at: 20)
    try job.complete("n5", 5, at: 30)
    return job
  }

  /// The links in the commands for a label printer, with what `^FH` says undone.
  static func links(inZPL zpl: String) -> [String] {
    zpl.split(separator: "^FDMA,").dropFirst().map { piece in
      var bytes: [UInt8] = []
      var rest = piece.prefix { $0 != "^" }.utf8[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "_") else {
          bytes.append(byte)
          continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        bytes.append(UInt8(digits, radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func onlyVerifiedRowsHaveALabelUnlessAllAreAsked() throws {
    let job = try Self.job()
    let some = try tagpress(
      "labels", "--zpl", "-o", "-", "spring.ledger", directory: job.folder.path)
    #expect(
      Self.links(inZPL: some.output) == ["\(Self.base)/1", "\(Self.base)/2?m=04E12345678902"])
    #expect(some.errorOutput.contains("2 rows have no label, because no tag is written"))
    #expect(some.errorOutput.contains("1 row has no label, because the chip puts a counter"))
    #expect(some.exit == .code(1))
    let all = try tagpress(
      "labels", "--all", "--zpl", "-o", "-", "spring.ledger", directory: job.folder.path)
    #expect(
      Self.links(inZPL: all.output)
        == ["\(Self.base)/1", "\(Self.base)/2?m=04E12345678902", "\(Self.base)/3"])
    #expect(
      all.errorOutput.contains("1 row has no label, because a part of the link is known only"))
    #expect(all.errorOutput.contains("Write first, then print. It is n4."))
    #expect(all.errorOutput.contains("A code cannot do that. It is n5."))
    #expect(all.errorOutput.contains("1 label is of a row whose tag is not written and verified"))
  }

  /// A row whose tag and manifest disagree is never printed.
  @Test func aRowThatNeedsADecisionHasNoLabel() throws {
    let job = try ReportedJob.eventful()
    for options in [[], ["--all"]] {
      let result = try run(
        builtTool, ["labels", "--zpl", "-o", "-", "spring.ledger"] + options,
        directory: job.folder.path)
      #expect(
        !Self.links(inZPL: result.output).contains { $0.contains("/8") || $0.contains("eight") })
      #expect(result.errorOutput.contains("1 row has no label, because the link in the manifest"))
      #expect(result.exit == .code(1))
    }
  }

  @Test func nothingToPrintSaysTheNextStepAndLeavesNoFile() throws {
    let job = try ReportedJob()
    try job.take(["n1": "\(Self.base)/1"])
    let result = try tagpress(
      "labels", "-o", "labels.pdf", "spring.ledger", directory: job.folder.path)
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.contains("Run 'tagpress write JOB' first."))
    #expect(!job.folder.entries.contains { $0.hasPrefix("labels.pdf") })
  }

  @Test func theSameLedgerGivesTheSamePages() throws {
    let job = try Self.job()
    let first = try tagpress("labels", "-o", "a.pdf", "spring.ledger", directory: job.folder.path)
    #expect(
      first.output == """
        2 labels on 1 page of L7160: a.pdf
        Print at 100 %, without fitting to the page.

        """)
    _ = try tagpress("labels", "-o", "b.pdf", "spring.ledger", directory: job.folder.path)
    let bytes = try job.folder.read("a.pdf")
    #expect(try job.folder.read("b.pdf") == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1.4") && text.contains("/Title (Spring stickers)"))
    // An earlier one of ours is replaced.
    let again = try tagpress(
      "labels", "--rows", "n1", "-o", "a.pdf", "spring.ledger", directory: job.folder.path)
    #expect(again.exit == .code(0) && again.output.hasPrefix("1 label on 1 page"))
    #expect(try job.folder.read("a.pdf") != bytes)
  }

  @Test(arguments: ["a.pdf", "a.zpl", "svg/"])
  func otherFilesStayAsTheyAre(_ output: String) throws {
    let job = try Self.job()
    let file = output == "svg/" ? "svg/n1.svg" : output
    if output == "svg/" { mkdir(job.folder.path(of: "svg"), 0o777) }
    try job.folder.write("%PDF-1.4 of somebody else", to: file)
    let result = try tagpress(
      "labels", "--rows", "n1", "-o", output, "spring.ledger", directory: job.folder.path)
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("TagPress did not make this file"))
    #expect(try job.folder.read(file) == Array("%PDF-1.4 of somebody else".utf8))
  }

  @Test func aFolderGetsAFileForEachRowAndNothingElsewhere() throws {
    let job = try ReportedJob()
    try job.take(["../n1": "\(Self.base)/1", "n2": "\(Self.base)/2", "N2": "\(Self.base)/3"])
    let result = try tagpress(
      "labels", "--all", "-o", "svg/", "spring.ledger", directory: job.folder.path)
    #expect(result.exit == .code(0) && result.output == "3 SVG files of 63.5 x 38.1 mm: svg/\n")
    let names = try tagpress(
      "labels", "--all", "-o", "svg", "spring.ledger", directory: job.folder.path)
    #expect(names.output == result.output.replacing("svg/", with: "svg"))
    #expect(!job.folder.entries.contains { $0.hasSuffix(".svg") })
  }

  @Test func aMissingFontIsSaid() throws {
    let job = try ReportedJob()
    try job.take(["東京": "\(Self.base)/1"])
    try job.folder.write(
      """
      <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>cache</cachedir></fontconfig>
      """, to: "fonts.conf")
    let result = try tagpress(
      "labels", "--all", "-o", "a.pdf", "spring.ledger",
      environment: ["FONTCONFIG_FILE": job.folder.path(of: "fonts.conf")],
      directory: job.folder.path)
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.contains("empty boxes for \"京東\""), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("fonts-noto-cjk"))
  }

  @Test func aChangedManifestIsNotPrintedWithOldLinks() throws {
    let folder = try TemporaryDirectory()
    let manifest = { (path: String) in
      """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.example.com/\(path)/{number}</link>
      <tags chips="NTAG213"/><rows count="2" id="n{number}"/></job>
      """
    }
    try folder.write(manifest("a"), to: "spring.xml")
    let early = try tagpress("labels", "--all", "-o", "a.zpl", "spring.xml", directory: folder.path)
    #expect(early.errorOutput.contains("'tagpress write --plan JOB'") && early.exit == .code(2))
    _ = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    let right = try tagpress("labels", "--all", "-o", "a.zpl", "spring.xml", directory: folder.path)
    #expect(right.exit == .code(0))
    try folder.write(manifest("b"), to: "spring.xml")
    let late = try tagpress("labels", "--all", "-o", "a.zpl", "spring.xml", directory: folder.path)
    #expect(late.errorOutput.contains("The manifest has changed") && late.exit == .code(1))
  }

  @Test func linksThatNeedAnApprovalAreNotPrintedWithoutIt() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.tagtag.shop/{number}</link>
      <tags chips="NTAG213"/><approval needed="yes"/><rows count="2" id="n{number}"/></job>
      """, to: "spring.xml")
    _ = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    let early = try tagpress("labels", "--all", "-o", "a.zpl", "spring.xml", directory: folder.path)
    #expect(early.exit == .code(1) && early.errorOutput.contains("nothing was printed"))
    #expect(!folder.entries.contains("a.zpl"))
    let approved = try tagpress(
      "approve", "--yes", "--by", "Anna", "spring.xml", directory: folder.path)
    #expect(approved.exit == .code(0), "\(approved.errorOutput)")
    let printed = try tagpress(
      "labels", "--all", "-o", "a.zpl", "spring.xml", directory: folder.path)
    #expect(printed.exit == .code(0), "\(printed.errorOutput)")
  }

  /// What is on paper before its tag is written is remembered, and a later change of it is said.
  @Test func outdatedLabelsAreNamedUntilTheyArePrintedAgain() throws {
    let folder = try TemporaryDirectory()
    func list(_ rows: [(id: String, link: String)]) throws {
      try folder.write(
        "id,city,link\n"
          + rows.map { "\($0.id),City \($0.id),\(Self.base)/\($0.link)\n" }.joined(), to: "l.csv")
    }
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>{+link}</link><tags chips="NTAG213"/>
      <rows from="l.csv" id="{id}" label="{city}"/></job>
      """, to: "spring.xml")
    func said(_ arguments: String...) throws -> String {
      let result = try run(builtTool, arguments + ["spring.xml"], directory: folder.path)
      return result.output + result.errorOutput
    }
    try list([("1", "a"), ("2", "b"), ("3", "c")])
    _ = try said("write", "--plan")
    // Without --all nothing is remembered, because nothing is printed before its tag.
    _ = try said("labels", "-o", "a.zpl")
    #expect(try !said("labels", "--all", "-o", "a.zpl").contains("outdated"))
    #expect(try !said("check").contains("outdated"))
    try list([("1", "a"), ("2", "new")])
    let changed = """
      2 printed labels are outdated:
        No. 2 · City 2: printed \(Self.base)/b, now \(Self.base)/new
        No. 3 · City 3: printed \(Self.base)/c, the list has no such row any more
      """
    #expect(try said("check").contains(changed))
    #expect(try said("check", "--json").contains("\"outdated_labels\""))
    // No reader is there, but everything is said before one is needed.
    #expect(try said("write", "--reader", "pn532_uart:/dev/none").contains("outdated"))
    #expect(try said("check").contains(changed))
    let one = try said("labels", "--all", "--rows", "1", "-o", "a.zpl")
    #expect(one.contains(changed), "\(one)")
    let all = try said("labels", "--all", "-o", "a.zpl")
    #expect(
      all.contains(
        "Throw away the printed labels of rows that the list has no more: No. 3 · City 3."))
    #expect(!all.contains("outdated"))
    #expect(try !said("check").contains("outdated"))
  }

  @Test(arguments: [
    ("", "JOB is missing"), ("job.xml", "Say where the labels go"),
    ("job.xml -o -  --json", "name a file after -o"), ("job.xml -o labels", "does not say what to"),
    ("job.xml -o a.pdf --sheet L716", "Did you mean L7160?"),
    ("job.xml -o a.pdf --first 22", "The sheet has 21 labels"),
    ("job.xml -o a.pdf --page A4 --label 300x20mm", "does not fit on a page"),
    ("job.xml -o a.pdf --label 0x0", "--label needs a size"),
    ("job.xml -o a.pdf --tag big", "--tag needs a size"),
    ("job.xml -o a.pdf --dpi 300", "Add --zpl"),
    ("job.xml -o a/ --copies 2", "not for SVG files"), ("job.xml -o a.zpl --first 2", "for sheets"),
  ])
  func whatCannotBePrintedIsRefused(_ line: String, _ words: String) throws {
    let folder = try TemporaryDirectory()
    let arguments = ["labels"] + line.split(separator: " ").map(String.init)
    let result = try run(builtTool, arguments, directory: folder.path)
    #expect(result.exit == .code(64), "\(line)")
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    #expect(folder.entries.isEmpty)
  }

  @Test func scriptsAreToldWhatWasLeftOut() throws {
    let job = try Self.job()
    let result = try tagpress(
      "labels", "--json", "-o", "a.zpl", "--label", "20x10mm", "spring.ledger",
      directory: job.folder.path)
    let summary = try JSONDocument(reading: result.stdout).root
    #expect(summary["labels"]?.value == 2 && summary["pages"]?.value == nil as JSONValue)
    #expect(summary["left_out"]?["unwritten"]?.value == 2)
    #expect(summary["left_out"]?["counter"]?.value == 1)
    #expect(result.output.contains("\"rule\": \"small-squares\""))
  }
}
