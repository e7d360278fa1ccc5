// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc

/// A folder that appears under its name with everything in it, or not at all.
///
/// It is filled beside its place, under a hidden name, and removed again if it is not finished.
struct NewFolder: ~Copyable {
  let path: String
  /// The names of its files, in the order in which they were made.
  private(set) var names: [String] = []
  private let draft: String
  private let parent: String
  private var isFinished = false

  init(_ path: String) throws(Failure) {
    let name = lastName(of: path)
    self.path = path
    parent = String(path.dropLast(name.count))
    draft = "\(parent).\(name).new-\(getpid())"
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Self.exists(path) }
    guard mkdir(draft, 0o777) == 0 else {
      throw errno == ENOENT && !parent.isEmpty
        ? Self.missing(String(parent.dropLast())) : Self.failure(path, errno)
    }
  }

  deinit {
    guard !isFinished else { return }
    for name in names { unlink("\(draft)/\(name)") }
    rmdir(draft)
  }

  /// Where a file of this name is made; until the folder is finished that is another place.
  mutating func place(of name: String) -> String {
    if !names.contains(name) { names.append(name) }
    return "\(draft)/\(name)"
  }

  /// Writes a file, or writes it anew.
  mutating func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    do throws(FileError) {
      try writeFile(place(of: name), bytes)
    } catch {
      throw Self.failure("\(path)/\(name)", error.code)
    }
  }

  /// Copies a file from elsewhere; two files of one name are refused.
  mutating func copy(_ source: String, to name: String) throws(Failure) {
    let descriptor = open(place(of: name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure("\(path)/\(name)", errno) }
    defer { close(descriptor) }
    var code: Int32?
    do throws(InputError) {
      let input = try InputFile(source)
      while code == nil {
        let bytes = try input.next()
        if bytes.isEmpty { break }
        if !writeAll(bytes, to: descriptor) { code = errno }
      }
    } catch {
      throw Failure(error, file: source)
    }
    if let code { throw Self.failure("\(path)/\(name)", code) }
  }

  /// Gives the folder its name.
  mutating func finish() throws(Failure) {
    // Somebody may have taken the name since; a folder with files in it is not replaced either.
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Self.exists(path) }
    guard rename(draft, path) == 0 else {
      throw errno == ENOTEMPTY || errno == EEXIST ? Self.exists(path) : Self.failure(path, errno)
    }
    isFinished = true
    // A key file in it must survive a power cut, and with it the folder's name.
    let descriptor = open(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func exists(_ path: String) -> Failure {
    Failure(
      name: "exists",
      words: "\(path) exists already, and nothing is ever overwritten; choose another name.",
      code: .differs)
  }

  private static func missing(_ parent: String) -> Failure {
    Failure(
      name: "could-not-write-file", words: "the folder \(parent) is not there; make it first.",
      code: .couldNotRun)
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(
      name: "could-not-write-file",
      words: "\(path) could not be made: \(String(cString: strerror(code))); choose another place.",
      code: .couldNotRun)
  }
}
