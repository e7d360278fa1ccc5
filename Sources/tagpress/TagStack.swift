// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import VirtualReader

/// A file that holds no virtual tag.
struct TagFileError: Error, CustomStringConvertible {
  let file: String
  let error: ChipStateError

  var description: String { "\(visible(file)): \(visible(error.description))" }
}

/// The tags of a simulation, each with its memory in a file.
final class TagStack {
  struct Entry {
    let file: String?
    let tag: TagID
  }

  private(set) var entries: [Entry] = []
  /// The places in the stack of the tags that lie on the reader.
  private(set) var onReader: Set<Int> = []
  private let reader: VirtualReader
  private let trouble = FileTrouble()

  /// Puts the first tag onto the reader; without files, the stack is one new tag.
  init(files: [String], newTag model: ChipModel, on reader: VirtualReader) throws {
    self.reader = reader
    for (index, file) in files.enumerated() {
      try add(file, newTag: model, number: index)
    }
    if files.isEmpty { try add(nil, newTag: model, number: 0) }
    present(0)
  }

  /// Why a tag's file could not be kept up to date; the simulation goes on without it.
  var failure: FileError? { trouble.first }

  func present(_ index: Int) {
    remove()
    add(index)
  }

  /// Lays a tag beside those that lie on the reader already.
  func add(_ index: Int) {
    guard onReader.insert(index).inserted else { return }
    reader.putBack(entries[index].tag)
  }

  func remove() {
    for index in onReader { reader.lift(entries[index].tag) }
    onReader = []
  }

  private func add(_ file: String?, newTag model: ChipModel, number: Int) throws {
    var keptIn = file
    let state: [UInt8]
    if let file, let bytes = try readFileIfThere(file) {
      if let dumped = try virtualTag(fromDump: bytes, name: file) {
        state = dumped
        // Other people's files are not changed.
        keptIn = nil
      } else {
        state = bytes
      }
    } else {
      state = VirtualType2Chip(model, uid: newUID(number))?.state ?? []
      if let file { try writeFile(file, state) }
    }
    let trouble = trouble
    let tag: TagID
    do throws(ChipStateError) {
      tag = try reader.place(
        stateChanged: { [keptIn] state in
          guard let keptIn else { return }
          do throws(FileError) {
            try writeFile(keptIn, state)
          } catch {
            trouble.note(error)
          }
        },
        { () throws(ChipStateError) in try VirtualChipFile.read(state) })
    } catch {
      throw TagFileError(file: file ?? "a new tag", error: error)
    }
    reader.lift(tag)
    entries.append(Entry(file: file, tag: tag))
  }

  /// A UID that no other new tag of this machine has, as far as chance goes.
  private func newUID(_ number: Int) -> [UInt8] {
    var uid: [UInt8] = [0x04, 0, 0, 0, 0, 0, 0]
    getentropy(&uid[1], 6)
    return uid
  }
}
