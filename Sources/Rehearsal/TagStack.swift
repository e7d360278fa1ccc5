// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Files
internal import Glibc
internal import TagDump
package import VirtualReader

/// A file that holds no virtual tag.
struct TagFileError: Error {
  let file: String
  let error: ChipStateError
}

/// The tags of a simulation, each with its memory in a file.
package final class TagStack {
  struct Entry {
    let file: String?
    let tag: TagID
  }

  private(set) var entries: [Entry] = []
  /// The places in the stack of the tags that were put on the reader.
  private(set) var onReader: Set<Int> = []
  /// The place after the tags that are on the reader, or that were there last.
  private(set) var next = 0
  private let reader: VirtualReader
  private let trouble = FileTrouble()

  /// Puts the first tag onto the reader; without files, the stack is one new tag.
  package init(files: [String], newTag chip: SimulatedChip, on reader: VirtualReader) throws {
    self.reader = reader
    for file in files {
      try add(file, newTag: chip)
    }
    if files.isEmpty { try add(nil, newTag: chip) }
    present(0)
  }

  /// Why a tag's file could not be kept up to date; the simulation continues without it.
  package var failure: FileError? { trouble.first }

  func present(_ index: Int) {
    remove()
    add(index)
  }

  /// Puts a tag alone onto the reader, which leaves as soon as a page of it is written.
  func presentUntilWritten(_ index: Int) {
    remove()
    add(index, untilWritten: true)
  }

  /// Puts a tag next to those that are on the reader already.
  func add(_ index: Int, untilWritten isLeaving: Bool = false) {
    guard onReader.insert(index).inserted else { return }
    reader.putBack(entries[index].tag, untilWritten: isLeaving)
    next = (onReader.max() ?? index) + 1
  }

  package func remove() {
    for index in onReader { reader.lift(entries[index].tag) }
    onReader = []
  }

  private func add(_ file: String?, newTag chip: SimulatedChip) throws {
    var keptIn = file
    let state: [UInt8]
    // The file of a virtual tag is not larger than other people's dumps.
    if let file, let bytes = try readFileIfThere(file, limit: DumpLimits.byteCount) {
      if let dumped = try virtualTag(fromDump: bytes, name: file) {
        state = dumped
        // Other people's files are not changed.
        keptIn = nil
      } else {
        state = bytes
      }
    } else {
      state = chip.newTag(randomBytes())
      if let file { try writeFile(file, state, lasting: false) }
    }
    let trouble = trouble
    let tag: TagID
    do throws(ChipStateError) {
      tag = try reader.place(
        stateChanged: { [keptIn] state in
          guard let keptIn else { return }
          do throws(FileError) {
            // A tag that is only played is changed with each page, and none waits for a disk.
            try writeFile(keptIn, state, lasting: false)
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

  /// What gives a new tag a number that no other has, as far as chance goes.
  private func randomBytes() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: SimulatedChip.randomCount)
    getentropy(&bytes, bytes.count)
    return bytes
  }
}
