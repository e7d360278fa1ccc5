// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibZip
internal import Glibc

/// A zip file that is made of parts, each of which waits in a file without a name until all are there.
///
/// So a part may be larger than memory, and none is left behind, however the program ends.
package final class NewZipFile {
  private let library: tagpress_new_zip
  /// Where the parts and the zip file are made; they have no name there.
  private let folder: String
  private var parts: [Part] = []

  private struct Part {
    let name: String
    let file: UnsafeMutablePointer<FILE>
    let isPacked: Bool
  }

  package init(in folder: String) throws(NewWorkbookFault) {
    var library = tagpress_new_zip()
    guard tagpress_new_zip_open(&library) != 0 else { throw .libraryMissing }
    self.library = library
    self.folder = folder
  }

  deinit {
    for part in parts { fclose(part.file) }
  }

  /// Begins the next part; the one before it is whole.
  package func begin(_ name: String, isPacked: Bool = true) throws(NewWorkbookFault) {
    var path = Array("\(folder)/.tagpress-part-XXXXXX".utf8CString)
    let descriptor = try makeFile(&path)
    unlink(path)
    guard let file = fdopen(descriptor, "w+") else {
      let code = errno
      close(descriptor)
      throw .cannotWrite(errno: code)
    }
    parts.append(Part(name: name, file: file, isPacked: isPacked))
  }

  package func write(_ bytes: [UInt8]) throws(NewWorkbookFault) {
    guard let part = parts.last, fwrite(bytes, 1, bytes.count, part.file) == bytes.count else {
      throw .cannotWrite(errno: errno)
    }
  }

  /// Packs the parts and hands the whole file over, piece by piece; false stops.
  package func finish(_ put: ([UInt8]) -> Bool) throws(NewWorkbookFault) {
    var path = Array("\(folder)/.tagpress-zip-XXXXXX".utf8CString)
    // libzip makes a file of its own beside this name and gives it the name.
    close(try makeFile(&path))
    defer { unlink(path) }
    try pack(path)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .cannotWrite(errno: errno) }
    defer { close(file) }
    var goesOn = true
    while goesOn {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
        repeat {
          count = read(file, buffer.baseAddress, buffer.count)
        } while count < 0 && errno == EINTR
        initialized = max(0, count)
      }
      guard count >= 0 else { throw .cannotWrite(errno: errno) }
      goesOn = !bytes.isEmpty && put(bytes)
    }
  }

  private func pack(_ path: [CChar]) throws(NewWorkbookFault) {
    guard let archive = library.open(path, ZIP_CREATE | ZIP_TRUNCATE, nil) else {
      throw .cannotWrite(errno: errno)
    }
    for part in parts {
      guard fflush(part.file) == 0, add(part, to: archive) else {
        let code = errno
        library.discard(archive)
        throw .cannotWrite(errno: code)
      }
    }
    guard library.close(archive) == 0 else {
      // What is not the system's fault is called one of input and output.
      let code = library.error_code_system(library.get_error(archive))
      library.discard(archive)
      throw .cannotWrite(errno: code == 0 ? EIO : code)
    }
  }

  private func add(_ part: Part, to archive: OpaquePointer) -> Bool {
    // It closes the file that it is given, and ours is closed with the others. Both have one place.
    rewind(part.file)
    let copy = dup(fileno(part.file))
    guard copy >= 0, let file = fdopen(copy, "r") else { return false }
    guard let source = library.source_filep(archive, file, 0, -1) else {
      fclose(file)
      return false
    }
    let index = library.file_add(archive, part.name, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      library.source_free(source)
      return false
    }
    let place = UInt64(index)
    // A report asks no clock: the same ledger gives the same bytes. 1980 is the first year of a zip.
    return library.set_file_compression(
      archive, place, part.isPacked ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 3) == 0
      && library.file_set_mtime(archive, place, 315_619_200, 0) == 0
  }
}

/// Makes a file of its own; the X in the name become what no other has.
private func makeFile(_ path: inout [CChar]) throws(NewWorkbookFault) -> Int32 {
  let descriptor = mkstemp(&path)
  guard descriptor >= 0 else { throw .cannotWrite(errno: errno) }
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  return descriptor
}
