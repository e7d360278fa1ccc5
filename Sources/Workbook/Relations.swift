// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a part of an .xlsx refers to (_rels/….rels).
final class Relations: PartTarget {
  struct Relation: Hashable {
    let id: String
    /// The last word of the type, such as worksheet; what is before it is one of two addresses.
    let kind: String
    /// The name of the part.
    let target: String
  }

  private(set) var all: [Relation] = []
  /// The addresses of what is outside of the workbook, by their ids; they are never opened.
  private(set) var outside: [String: String] = [:]
  private let folder: [Substring]
  private unowned(unsafe) var parser: PartParser?
  private var names: (relationship: PartName, id: PartName, type: PartName, target: PartName)?
  private var mode: PartName?
  private var depth = 0

  /// Reads the relations of a part, or of the whole workbook; none if there is no list of them.
  init(of part: String?, in zip: ZipFile) throws(WorkbookFault) {
    var path = part?.split(separator: "/") ?? []
    let name = path.popLast() ?? ""
    folder = path
    let list = (path + ["_rels", "\(name).rels"]).joined(separator: "/")
    if let entry = zip.entry(list) { try zip.parse(entry, with: self) }
  }

  func first(_ kind: String) -> Relation? { all.first { $0.kind == kind } }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = (
      parser.name("Relationship"), parser.name("Id"), parser.name("Type"), parser.name("Target")
    )
    mode = parser.name("TargetMode")
  }

  func start(_ tag: borrowing PartTag) {
    depth += 1
    guard depth == 2, let names, let mode, tag.name == names.relationship else { return }
    guard let id = tag.value(names.id), let type = tag.value(names.type),
      let target = tag.value(names.target)
    else { return }
    if let mode = tag.value(mode), mode.elementsEqual("External".utf8) {
      guard outside.count < WorkbookLimits.outsideMax else {
        parser?.stop(.tooLarge(.hyperlinks))
        return
      }
      outside[id.string] = target.string
      return
    }
    guard all.count < WorkbookLimits.entriesMax else {
      parser?.stop(.tooLarge(.parts))
      return
    }
    let kind = type.string.split(separator: "/").last.map(String.init) ?? ""
    all.append(Relation(id: id.string, kind: kind, target: part(target.string)))
  }

  func end() { depth -= 1 }
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  private func part(_ target: String) -> String {
    let slashed = target.replacing("\\", with: "/")
    var path = slashed.hasPrefix("/") ? [] : folder
    for step in slashed.split(separator: "/") where step != "." {
      if step == ".." { _ = path.popLast() } else { path.append(step) }
    }
    return path.joined(separator: "/")
  }
}
