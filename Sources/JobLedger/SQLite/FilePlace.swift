// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Files
internal import Glibc
internal import Plain
internal import TagKeys

/// Identifies a file: the machine, and the file on its disk.
///
/// A renamed file stays the same, even in another folder of its disk. A copied or restored file
/// is a different one.
package struct FilePlace: Hashable, Sendable {
  /// Identifies the machine without revealing its id; empty if it has none.
  let machine: String
  /// The number of the disk; on btrfs it is negative, and made from the id of the subvolume.
  let device: Int64
  let inode: Int64
  /// When the file was created, in nanoseconds since 1970; 0 if the disk does not record that.
  let birth: Int64
  /// Its path when it was looked at, for people.
  package let path: String
  package let host: String

  /// The place of an open file.
  init(descriptor: Int32, path: String) throws(LedgerFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw LedgerFault(errno: errno) }
    self.init(
      status, birth: tagpress_birth(descriptor, ""),
      subvolume: tagpress_subvolume(descriptor, ""), path: path)
  }

  /// The place of a file with this name, even if it gets another one.
  init(path: String, called name: String? = nil) throws(LedgerFault) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw LedgerFault(errno: errno) }
    self.init(
      status, birth: tagpress_birth(-1, path), subvolume: tagpress_subvolume(-1, path),
      path: name ?? path)
  }

  private init(_ status: stat, birth: Int64, subvolume: Int64, path: String) {
    machine = Self.thisMachine
    device = subvolume == 0 ? Int64(bitPattern: UInt64(status.st_dev)) : subvolume | .min
    inode = Int64(bitPattern: UInt64(status.st_ino))
    self.birth = birth
    self.path = Self.absolute(path)
    host = Self.thisHost
  }

  /// The columns of the ledger's table, in the order in which they are read.
  static let columns = "machine, device, inode, birth, path, host"

  /// From `columns`.
  init(_ columns: Columns) {
    machine = columns.text(0)
    device = columns.integer(1)
    inode = columns.integer(2)
    birth = columns.integer(3)
    path = columns.text(4)
    host = columns.text(5)
  }

  /// From a line of the witness.
  init?(_ line: WitnessLine) {
    guard let file = line["file"] else { return nil }
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().compactMap { Int64($0) }
    guard parts.count == 4, numbers.count == 3 else { return nil }
    machine = String(parts[0])
    (device, inode, birth) = (numbers[0], numbers[1], numbers[2])
    path = line["path"] ?? "?"
    host = line["host"] ?? ""
  }

  var values: [SQLValue] {
    [
      .text(machine), .integer(device), .integer(inode), .integer(birth), .text(path), .text(host),
    ]
  }

  /// For the witness; the path is stored separately.
  var code: String { "\(machine).\(device).\(inode).\(birth)" }

  /// Whether it is the same file.
  ///
  /// The number of a disk may change when a machine restarts, so it only counts if the disk does
  /// not record creation times. A snapshot keeps these and the inode, but on btrfs it has its own number.
  func isSame(_ other: FilePlace) -> Bool {
    guard machine == other.machine, inode == other.inode else { return false }
    if device < 0, other.device < 0, device != other.device { return false }
    return birth == 0 || other.birth == 0 ? device == other.device : birth == other.birth
  }

  var isOnThisMachine: Bool { machine == Self.thisMachine }

  private static let thisMachine: String = {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      let id = firstLine(of: path)
      // The id itself must stay confidential.
      if !id.isEmpty, let hash = sha256(Array("TagPress ledger \(id)".utf8)) {
        return hex(hash.prefix(8))
      }
    }
    return ""
  }()

  private static let thisHost: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  static func absolute(_ path: String) -> String {
    let folder = LedgerFile.folder(of: path)
    guard let real = realpath(folder, nil) else {
      // A deleted file keeps its name.
      guard !path.hasPrefix("/"), let here = realpath(".", nil) else { return path }
      defer { free(here) }
      return "\(String(cString: here))/\(path)"
    }
    defer { free(real) }
    return String(cString: real) + "/" + lastName(of: path)
  }
}
