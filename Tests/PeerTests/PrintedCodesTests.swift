// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// What zbar reads on the pages of a PDF, drawn with so many dots to the inch.
func printedCodes(
  of pdf: String, in folder: TemporaryDirectory, dots: Int = 300
) throws -> [String] {
  _ = try run("pdftoppm", ["-r", "\(dots)", "-gray", pdf, "page"], directory: folder.path)
  return try folder.entries.filter { $0.hasSuffix(".pgm") }.flatMap { page in
    let codes = try run(
      "zbarimg", ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", page], directory: folder.path)
    return codes.output.split(separator: "\n").map(String.init)
  }
}

/// The codes on our labels, read by zbar: each gives its tag's link, byte for byte.
struct PrintedCodesTests {
  /// Links of every length and alphabet that a label can have.
  private static let links: [String] = (1...210).map { number in
    let tail = String(repeating: "xY9-", count: number % 40)
    return switch number % 6 {
    case 0: "https://go.example.com/s/\(number)"
    case 1: "https://go.example.com/S/\(number)?from=sticker&id=%C5%81%C3%B3d%C5%BA-\(number)"
    case 2: "https://xn--bcher-kva.example/\(number)/\(tail)"
    case 3: "https://GO.EXAMPLE.COM/ABC-\(number)*$%/".lowercased() + "A\(number)"
    case 4: "https://go.example.com/\(number)?t=\(tail)#\(number)"
    default: "https://go.example.com/~a/_b/!c'(d)/\(number);v=\(tail),1"
    }
  }

  /// A job with these links, taken over and not written.
  private static func job() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(
      "id,link\n" + links.enumerated().map { "n\($0),\"\($1)\"\n" }.joined(), to: "l.csv")
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="codes"><link>{+link}</link><tags chips="NTAG216"/>
      <rows from="l.csv" id="{id}"/></job>
      """, to: "codes.xml")
    _ = try run(builtTool, ["write", "--plan", "codes.xml"], directory: folder.path)
    return folder
  }

  /// The links as they will be on the tags.
  private static func planned(in folder: TemporaryDirectory) throws -> [String] {
    let list = try run(builtTool, ["links", "--json", "codes.xml"], directory: folder.path)
    return try JSONDocument(reading: list.stdout).root.elements?.compactMap { $0["link"]?.string }
      ?? []
  }

  @Test func everyCodeOfAPDFIsItsLink() throws {
    let folder = try Self.job()
    let planned = try Self.planned(in: folder)
    #expect(planned.count == 210)
    let made = try run(
      builtTool, ["labels", "--all", "-o", "l.pdf", "codes.xml"], directory: folder.path)
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    #expect(try printedCodes(of: "l.pdf", in: folder).sorted() == planned.sorted())
  }

  /// The squares of the picture, painted without a renderer.
  @Test func everyCodeOfAPictureIsItsLink() throws {
    let folder = try Self.job()
    let planned = try Self.planned(in: folder)
    _ = try run(builtTool, ["labels", "--all", "-o", "svg/", "codes.xml"], directory: folder.path)
    for number in stride(from: 0, to: planned.count, by: 7) {
      let svg = String(decoding: try folder.read("svg/n\(number).svg"), as: UTF8.self)
      try folder.write(Self.bitmap(of: svg), to: "code.pbm")
      let code = try run("zbarimg", ["-q", "--raw", "code.pbm"], directory: folder.path)
      #expect(code.output == planned[number] + "\n")
    }
  }

  /// The path's runs of dark squares as a plain PBM, four dots to a square.
  private static func bitmap(of svg: String) -> String {
    let path = svg.split(separator: " d=\"").last?.prefix { $0 != "\"" } ?? ""
    var runs: [(x: Int, y: Int, length: Int)] = []
    for piece in path.split(separator: "M") {
      let numbers = piece.split { !$0.isNumber }.compactMap { Int($0) }
      if numbers.count >= 3 { runs.append((numbers[0], numbers[1], numbers[2])) }
    }
    let side = (runs.map { $0.x + $0.length }.max() ?? 0) + 4
    var rows = [[Character]](repeating: [Character](repeating: "0", count: side * 4), count: side)
    for run in runs {
      for dot in run.x * 4..<(run.x + run.length) * 4 { rows[run.y][dot] = "1" }
    }
    let lines = rows.flatMap { row in (0..<4).map { _ in String(row) } }
    return "P1\n\(side * 4) \(side * 4)\n" + lines.joined(separator: "\n") + "\n"
  }
}
