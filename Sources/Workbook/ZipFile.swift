// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibZip
internal import Glibc

/// A zip file and what is in it, read with libzip.
final class ZipFile {
  private let library: tagpress_zip
  private let archive: OpaquePointer
  /// By their names as packages compare them: without regard to case, with slashes.
  let entries: [String: Entry]

  struct Entry: Hashable {
    /// As it is written in the file.
    let name: String
    fileprivate let index: UInt64
    fileprivate let size: UInt64
    fileprivate let packedSize: UInt64
    fileprivate let isPlain: Bool
    let isEncrypted: Bool
  }

  convenience init(path: String) throws(WorkbookFault) {
    // Non-blocking, because opening a pipe would wait for somebody who writes.
    try self.init(owning: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
  }

  /// Reads an open file, which stays its owner's.
  convenience init(open file: Int32) throws(WorkbookFault) {
    try self.init(owning: fcntl(file, F_DUPFD_CLOEXEC, 0))
  }

  private init(owning descriptor: Int32) throws(WorkbookFault) {
    guard descriptor >= 0 else { throw .cannotRead(errno: errno) }
    var library = tagpress_zip()
    guard tagpress_zip_open(&library) != 0 else {
      close(descriptor)
      throw .libraryMissing
    }
    let archive: OpaquePointer
    do throws(WorkbookFault) {
      archive = try openArchive(library, descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    do throws(WorkbookFault) {
      entries = try listEntries(library, archive)
    } catch {
      library.discard(archive)
      throw error
    }
    self.library = library
    self.archive = archive
  }

  deinit {
    library.discard(archive)
  }

  /// The entry with a name that may differ in case, or begin with a slash.
  func entry(_ name: String) -> Entry? { entries[comparable(name)] }

  /// Unpacks an entry piece by piece, until `take` returns false.
  func unpack(
    _ entry: Entry, limit: Int = WorkbookLimits.smallPartBytesMax,
    _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(WorkbookFault) {
    guard !entry.isEncrypted else { throw .encrypted }
    guard entry.isPlain else { throw .damaged(entry.name, .otherPacking) }
    try judge(entry.size, of: entry, limit: limit)
    guard let file = library.fopen_index(archive, entry.index, 0) else {
      throw .damaged(entry.name, .zip)
    }
    defer { _ = library.fclose(file) }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.pieceBytes, alignment: 16)
    defer { buffer.deallocate() }
    var total: UInt64 = 0
    while true {
      let count = library.fread(file, buffer, UInt64(Self.pieceBytes))
      guard count >= 0 else {
        let error = library.error_code_zip(library.file_get_error(file))
        throw error == ZIP_ER_MEMORY ? .noMemory : .damaged(entry.name, .zip)
      }
      guard count > 0 else { return }
      total += UInt64(count)
      // What the zip says of its sizes need not be true.
      try judge(total, of: entry, limit: limit)
      let piece = UnsafeRawBufferPointer(start: buffer, count: Int(count))
      guard take(piece) else { return }
    }
  }

  /// All of a small entry.
  func contents(_ entry: Entry, limit: Int) throws(WorkbookFault) -> [UInt8] {
    var bytes: [UInt8] = []
    try unpack(entry, limit: limit) { piece in
      bytes.append(contentsOf: piece)
      return true
    }
    return bytes
  }

  private static let pieceBytes = 1 << 15

  private func judge(_ size: UInt64, of entry: Entry, limit: Int) throws(WorkbookFault) {
    guard size <= UInt64(limit) else { throw .tooLarge(.unpackedBytes) }
    guard size > UInt64(WorkbookLimits.ratioBytesMin) else { return }
    guard size / UInt64(WorkbookLimits.unpackedRatioMax) <= entry.packedSize else {
      throw .tooLarge(.unpackedRatio)
    }
  }
}

extension WorkbookFault {
  static func damaged(_ part: String?, _ cause: Damage.Cause, line: Int? = nil) -> WorkbookFault {
    .damaged(Damage(part: part, line: line, cause: cause))
  }
}

/// The name of a part in the form in which packages compare names.
func comparable(_ name: String) -> String {
  // Some programs write the separator of their system.
  let slashed = name.replacing("\\", with: "/")
  return (slashed.hasPrefix("/") ? String(slashed.dropFirst()) : slashed).lowercased()
}

/// If it throws, the descriptor is still the caller's.
private func openArchive(
  _ library: tagpress_zip, _ descriptor: Int32
) throws(WorkbookFault) -> OpaquePointer {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .cannotRead(errno: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notAWorkbook(.notAFile) }
  var first = [UInt8](repeating: 0, count: WorkbookKind.firstBytesCount)
  let count = pread(descriptor, &first, first.count, 0)
  guard count >= 0 else { throw .cannotRead(errno: errno) }
  switch WorkbookKind(first.prefix(count)) {
  case .zip: break
  case .compound: throw isEncryptedPackage(descriptor) ? .encrypted : .oldFormat
  case nil: throw .notAWorkbook(.notAZip)
  }
  guard !hasTooManyEntries(descriptor, size: Int(status.st_size)) else {
    throw .tooLarge(.parts)
  }
  var error: Int32 = 0
  guard let archive = library.fdopen(descriptor, 0, &error) else {
    throw error == ZIP_ER_MEMORY ? .noMemory : .damaged(nil, .zip)
  }
  return archive
}

private func listEntries(
  _ library: tagpress_zip, _ archive: OpaquePointer
) throws(WorkbookFault) -> [String: ZipFile.Entry] {
  let count = library.get_num_entries(archive, 0)
  guard count >= 0, count <= WorkbookLimits.entriesMax else { throw .tooLarge(.parts) }
  var entries: [String: ZipFile.Entry] = [:]
  for index in 0..<UInt64(count) {
    var status = zip_stat_t()
    guard library.stat_index(archive, index, 0, &status) == 0, let pointer = status.name else {
      throw .damaged(nil, .zip)
    }
    guard strnlen(pointer, WorkbookLimits.entryNameBytesMax + 1) <= WorkbookLimits.entryNameBytesMax
    else { throw .damaged(nil, .zip) }
    let name = String(cString: pointer)
    // A folder.
    if name.hasSuffix("/") { continue }
    let entry = ZipFile.Entry(
      name: name, index: index, size: status.size, packedSize: status.comp_size,
      isPlain: [UInt16(ZIP_CM_STORE), UInt16(ZIP_CM_DEFLATE)].contains(status.comp_method),
      isEncrypted: status.encryption_method != ZIP_EM_NONE)
    // Which of two of one name is read depends on the program, so they could show different sheets.
    guard entries.updateValue(entry, forKey: comparable(name)) == nil else {
      throw .damaged(name, .twoPartsOfOneName)
    }
  }
  return entries
}

/// Whether a compound file holds an .xlsx with a password: then one of its streams has this name.
private func isEncryptedPackage(_ descriptor: Int32) -> Bool {
  var search = ByteSearch(
    Array("EncryptedPackage".utf16.map { [UInt8(truncatingIfNeeded: $0), 0] }.joined()))
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  // The list of streams may be anywhere.
  for piece in 0..<1 << 10 {
    let count = pread(descriptor, &buffer, buffer.count, piece * buffer.count)
    guard count > 0 else { return false }
    buffer.withUnsafeBytes { search.search(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    if search.isFound { return true }
  }
  return false
}
