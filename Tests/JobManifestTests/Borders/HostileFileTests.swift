// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import JobManifest

/// Files that are made to hurt: each is refused at once, in hardly any memory.
///
/// They are read in a process of their own, because memory is counted for a whole process.
struct HostileFileTests {
  @Test func areRefusedFastAndInLittleMemory() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      for file in HostileFile.all { print("hostile: \(try file.report())") }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let told = output.split(separator: "\n").filter { $0.hasPrefix("hostile: ") }.map(String.init)
    let due: [String] = HostileFile.all.map { "hostile: \($0.name): \($0.findings)" }
    #expect(told == due)
  }
}

/// A file of many equal pieces, which are written one by one: it is never in memory as a whole.
private struct HostileFile {
  let name: String
  let findings: String
  var head = XMLFaultTests.start
  var count = 0
  var piece: @Sendable (Int) -> String = { _ in "" }
  var tail = ""
  /// Whether it is a spreadsheet, which a small manifest names.
  var isSheet = false
  /// Whether all of it has to be read before it is known to be wrong.
  var isReadToItsEnd = false

  private static let growthMax = 4 << 20
  /// All that is read of a file that is wrong near its beginning; some have ten megabytes.
  private static let readMax = 4 << 20
  /// Between the threads that read a file and judge it; most files have 100,000 pieces.
  private static let switchesMax = 10_000
  private static let kilobyte = String(repeating: "a", count: 1024)

  /// The findings, and what was too much.
  func report() throws -> String {
    let folder = try TemporaryDirectory()
    let path = try write(to: folder)
    var found = ""
    var switches = 0
    let bytesBefore = try Self.bytesRead
    let growth = try peakGrowth {
      let switchesBefore = Self.threadSwitches
      let outcome = JobReader(path: path).read(begin: { _ in })
      switches = Self.threadSwitches - switchesBefore
      let counts = outcome.findings.counts.sorted { $0.key < $1.key }
      found = counts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    let bytes = try Self.bytesRead - bytesBefore
    var report = "\(name): \(found)"
    if growth > Self.growthMax, !isSanitized { report += ", \(growth) bytes more" }
    if bytes > Self.readMax, !isReadToItsEnd { report += ", \(bytes) bytes read" }
    if switches > Self.switchesMax { report += ", \(switches) switches of threads" }
    return report
  }

  private func write(to folder: TemporaryDirectory) throws -> String {
    let manifest = "\(XMLFaultTests.start)\(Self.link)<rows from=\"a.csv\"/></job>"
    let path = try folder.write(manifest, to: "job.xml")
    let file = try #require(fopen(isSheet ? folder.path(of: "a.csv") : path, "w"))
    defer { fclose(file) }
    fputs(head, file)
    for index in 0..<count { fputs(piece(index), file) }
    fputs(tail, file)
    return path
  }

  /// How much this process has read from files so far (proc(5), io).
  private static var bytesRead: Int {
    get throws {
      let text = String(decoding: try contents(of: "/proc/self/io"), as: UTF8.self)
      let line = text.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
      let count = line.flatMap { Int($0.dropFirst(7)) }
      return try #require(count)
    }
  }

  /// How often a thread waited for another one, or for a file.
  private static var threadSwitches: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_nvcsw
  }
}

extension HostileFile {
  private static let link = "<link>https://a.example/{id}</link>"

  private static func entities(_ declarations: String) -> String {
    "<!DOCTYPE job [\(declarations)]>\(XMLFaultTests.start)<link>"
  }

  private static let laughs =
    "<!ENTITY l0 \"ha\">"
    + (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
    .joined()

  static let all: [HostileFile] = [
    // Entities.
    HostileFile(
      name: "billion laughs", findings: "doctype 1", head: entities(laughs), tail: "&l9;</link>"),
    HostileFile(
      name: "quadratic blow-up", findings: "doctype 1",
      head: entities("<!ENTITY a \"\(String(repeating: "a", count: 50_000))\">"), count: 50_000,
      piece: { _ in "&a;" }),
    HostileFile(
      name: "a file as an entity", findings: "doctype 1",
      head: entities("<!ENTITY x SYSTEM \"file:///dev/zero\">"), tail: "&x;</link>"),
    HostileFile(
      name: "a web page as an entity", findings: "doctype 1",
      head: entities("<!ENTITY % x SYSTEM \"http://127.0.0.1:9/\"> %x;"), tail: "&x;</link>"),

    // Ten megabytes of one thing.
    HostileFile(
      name: "an attribute", findings: "markup-too-long 1",
      head: "\(XMLFaultTests.start)<tags chips=\"", count: 10_240, piece: { _ in kilobyte }),
    HostileFile(
      name: "a comment", findings: "markup-too-long 1", head: "\(XMLFaultTests.start)<!--",
      count: 10_240, piece: { _ in kilobyte }),
    HostileFile(
      name: "an instruction", findings: "markup-too-long 1", head: "\(XMLFaultTests.start)<?a ",
      count: 10_240, piece: { _ in kilobyte }),
    HostileFile(
      name: "a name", findings: "markup-too-long 1", head: "\(XMLFaultTests.start)<", count: 10_240,
      piece: { _ in kilobyte }),
    HostileFile(
      name: "a link", findings: "link-too-long 1", head: "\(XMLFaultTests.start)<link>",
      count: 10_240, piece: { _ in kilobyte }),
    HostileFile(
      name: "a character section", findings: "markup-too-long 1",
      head: "\(XMLFaultTests.start)<link><![CDATA[", count: 10_240, piece: { _ in kilobyte }),
    HostileFile(
      name: "escapes", findings: "link-too-long 1", head: "\(XMLFaultTests.start)<link>",
      count: 1_000_000, piece: { _ in "&#x61;" }),
    HostileFile(
      name: "white space", findings: "truncated 1", count: 10_240,
      piece: { _ in String(repeating: " ", count: 1024) }, isReadToItsEnd: true),

    // A hundred thousand of something.
    HostileFile(
      name: "elements in elements", findings: "too-deep 1, unknown-element 1", count: 100_000,
      piece: { _ in "<a>" }),
    HostileFile(
      name: "namespaces in namespaces", findings: "too-deep 1, unknown-element 1", count: 100_000,
      piece: { "<a xmlns=\"urn:\($0)\">" }),
    HostileFile(
      name: "attributes", findings: "markup-too-long 1",
      head: "\(XMLFaultTests.start)<tags", count: 100_000, piece: { " a\($0)=\"\"" }),
    HostileFile(
      name: "unknown elements", findings: "truncated 1, unknown-element 20000", count: 20_000,
      piece: { "<a\($0)/>" }, isReadToItsEnd: true),
    HostileFile(
      name: "unknown values", findings: "truncated 1, unused-value 20000",
      head: "\(XMLFaultTests.start)\(link)<rows>", count: 20_000,
      piece: { "<row id=\"\($0)\" a\($0)=\"\"/>" }, isReadToItsEnd: true),
    HostileFile(
      name: "apps", findings: "too-many 99744, truncated 1", count: 100_000,
      piece: { "<app ios=\"ABCDE12345.com.example.a\($0)\"/>" }, isReadToItsEnd: true),
    HostileFile(
      name: "patterns", findings: "too-many 98976, truncated 1",
      head: "\(XMLFaultTests.start)<app ios=\"ABCDE12345.com.example\">", count: 100_000,
      piece: { "<open path=\"/\($0)/*\"/>" }, isReadToItsEnd: true),
    HostileFile(
      name: "records", findings: "too-many 99984, truncated 1", count: 100_000,
      piece: { "<record text=\"\($0)\"/>" }, isReadToItsEnd: true),
    HostileFile(
      name: "tokens", findings: "too-many 99984, truncated 1",
      head: "\(XMLFaultTests.start)\(link)<rows count=\"1\">", count: 100_000,
      piece: { "<token name=\"t\($0)\" length=\"4\"/>" }, isReadToItsEnd: true),
    HostileFile(
      name: "sources of rows", findings: "truncated 1", head: "\(XMLFaultTests.start)\(link)",
      count: 20_000, piece: { "<rows><row id=\"\($0)\"/></rows>" }, isReadToItsEnd: true),

    // Spreadsheets.
    HostileFile(
      name: "a line", findings: "csv-field-too-long 1", head: "id\n", count: 10_240,
      piece: { _ in kilobyte }, isSheet: true, isReadToItsEnd: true),
    HostileFile(
      name: "a first line", findings: "csv-field-too-long 1", head: "",
      count: 10_240,
      piece: { _ in kilobyte }, isSheet: true, isReadToItsEnd: true),
    HostileFile(
      name: "a quote", findings: "csv-unclosed-quote 1", head: "id\n\"", count: 10_240,
      piece: { _ in "\(kilobyte)\n" }, isSheet: true, isReadToItsEnd: true),
    HostileFile(
      name: "columns", findings: "csv-too-many-columns 1", head: "id", count: 20_000,
      piece: { ",c\($0)" }, isSheet: true, isReadToItsEnd: true),
    HostileFile(
      name: "fields", findings: "csv-too-many-columns 1", head: "id\n", count: 1_000_000,
      piece: { _ in "1," }, isSheet: true, isReadToItsEnd: true),
    HostileFile(
      name: "short rows", findings: "csv-missing-fields 50000", head: "id,b\n", count: 50_000,
      piece: { "\($0)\n" }, isSheet: true, isReadToItsEnd: true),
  ]
}
