// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// A virtual reader that another process plays, and the tags in the box beside it.
final class PageDesk {
  enum Kind: Equatable {
    /// Empty, as from its maker.
    case new
    /// Someone else's content is on it.
    case used
    /// Empty and read-only for ever.
    case locked
    /// Of a chip that the job does not take.
    case otherChip
  }

  let folder: TemporaryDirectory
  let kinds: [Kind]
  let reader: String
  private let program: BackgroundProgram

  init(_ kinds: [Kind]) throws {
    folder = try TemporaryDirectory()
    self.kinds = kinds
    let files = (1...kinds.count).map { "\($0).tag" }
    try Self.makeTags(kinds, files, in: folder)
    program = try BackgroundProgram(
      builtTool,
      ["simulate", "--control", "desk", "--link", folder.path(of: "reader"), "--command-time", "0"]
        + files.flatMap { ["--stack", $0] }, directory: folder.path)
    reader = try #require(program.nextLine())
    try tell("remove")
  }

  private static func makeTags(
    _ kinds: [Kind], _ files: [String], in folder: TemporaryDirectory
  ) throws {
    for chip in ["ntag213", "ultralight"] {
      let named = zip(kinds, files).filter { ($0.0 == .otherChip) == (chip == "ultralight") }
      guard !named.isEmpty else { continue }
      let maker = try BackgroundProgram(
        builtTool,
        ["simulate", "--chip", chip, "--control", "maker"]
          + named.flatMap { ["--stack", $0.1] }, directory: folder.path)
      _ = maker.nextLine()
      _ = try run(
        builtTool, ["simulate", "--control", "maker", "--tell", "stop"], directory: folder.path)
      _ = try maker.finish()
    }
    for (kind, file) in zip(kinds, files) where kind == .used || kind == .locked {
      let tag = StateFile(String(decoding: try folder.read(file), as: UTF8.self))
      let changed =
        switch kind {
        // "https://a.example/" and the end.
        case .used: tag.with(bytes("030fd1010b5504612e6578616d706c652ffe"), fromPage: 4)
        default: tag.with([2: String(tag.pages[2].prefix(4)) + "ffff"])
        }
      try folder.write(changed.description, to: file)
    }
  }

  func tell(_ words: String) throws {
    let answer = try run(
      builtTool, ["simulate", "--control", folder.path(of: "desk"), "--tell", words])
    try #require(answer.exit == .code(0), "\(words): \(answer.errorOutput)\(answer.output)")
  }

  /// The file of a tag, counted from 1.
  func tag(_ number: Int) throws -> StateFile {
    StateFile(String(decoding: try folder.read("\(number).tag"), as: UTF8.self))
  }

  /// Whether nothing can be written to a tag any more.
  func isLocked(_ number: Int) throws -> Bool {
    let tag = try tag(number)
    // Its capability container says so to phones, and its lock bytes make it true.
    return tag.pages[2].hasSuffix("ffff") && tag.memory[15] == 0x0F
  }
}

extension BrowserTab {
  /// Writes one tag of the job that is shown, and leaves the end of that run.
  func writeFirst(at desk: PageDesk) throws {
    try choose(readers: [desk.reader], of: 1)
    try start("#start-first")
    try desk.tell("present 1")
    try waitForEndOfRun()
    try leaveRun()
  }
}

/// The hand of whoever lays tags down, who looks at nothing but the page.
final class PageHand {
  let desk: PageDesk
  let number: Int
  /// The tags that are laid down, one after another.
  private let order: [Int]
  /// How many of them were laid down so far.
  private(set) var count = 0
  private(set) var lying: Int?
  /// What was on the tag that was laid down last, before that.
  private(set) var before: String?
  /// The word that the page showed for each tag, in order.
  private(set) var words: [(tag: Int, word: String)] = []
  /// What the page asked for when each tag was laid down.
  private(set) var asked: [Int: String] = [:]

  /// Lays the tags of a reader down in their order, or only some of them.
  init(_ desk: PageDesk, _ number: Int, laying order: [Int]? = nil) {
    (self.desk, self.number) = (desk, number)
    self.order = order ?? Array(1...desk.kinds.count)
  }

  var isOut: Bool { count == order.count }
  /// The tag that comes next; nil when there is none.
  var next: Int? { isOut ? nil : order[count] }

  func layNext() throws {
    let tag = try #require(next)
    before = try desk.tag(tag).link
    try desk.tell("present \(tag)")
    lying = tag
    count += 1
  }

  /// The program ended: it is asked anew which row a tag is for that lies there.
  func forgetWhatWasAsked() {
    if let lying { asked[lying] = nil }
  }

  func take() throws {
    try desk.tell("remove")
    lying = nil
  }

  /// Does what the page asks for at this reader, if it asks for anything.
  func act(_ panel: PagePanel, mayLay: Bool) throws {
    if let tag = lying {
      guard panel.face == "word" else { return }
      words.append((tag, panel.word))
      try take()
    } else if panel.face != "word", panel.state.hasPrefix("waiting"), mayLay, let tag = next {
      if panel.state == "waiting" { asked[tag] = panel.instruction }
      try layNext()
    }
  }
}

/// What the page shows of a reader.
struct PagePanel {
  let face: String
  let word: String
  let state: String
  /// What to do there.
  let instruction: String

  static func all(of tab: BrowserTab) throws(BrowserTrouble) -> [PagePanel] {
    let texts = try tab.texts(
      """
      [...document.querySelectorAll(".reader")].map(
        (panel) => [panel.dataset.face, panel.dataset.word, panel.dataset.state,
          panel.querySelector(".instruction").textContent].join("|"))
      """)
    return texts.compactMap { text in
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 else { return nil }
      return PagePanel(face: parts[0], word: parts[1], state: parts[2], instruction: parts[3])
    }
  }
}

extension StateFile {
  /// The link of a type 2 tag, decoded here and not by the program; nil where there is none.
  var link: String? {
    let memory = memory
    guard memory.count > 16, memory[12] == 0xE1 else { return nil }
    var place = 16
    while place + 1 < memory.count, memory[place] != 0x03 {
      // Nothing but empty blocks and those with a length come before the message.
      if memory[place] == 0xFE { return nil }
      place += memory[place] == 0x00 ? 1 : 2 + Int(memory[place + 1])
    }
    guard place + 1 < memory.count else { return nil }
    let message = memory.dropFirst(place + 2).prefix(Int(memory[place + 1]))
    // One short record that is a link: its flags, the sizes of its type and payload, and "U".
    guard message.count > 5, Array(message.prefix(2)) == [0xD1, 1] else { return nil }
    let record = Array(message)
    guard record[3] == UInt8(ascii: "U"), record.count == 4 + Int(record[2]) else { return nil }
    let starts: [UInt8: String] = [
      0: "", 1: "http://www.", 2: "https://www.", 3: "http://", 4: "https://",
    ]
    return starts[record[4]].map { $0 + String(decoding: record[5...], as: UTF8.self) }
  }
}
