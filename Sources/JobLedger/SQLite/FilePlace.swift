// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Files
internal import Glibc
internal import Plain
internal import TagKeys

/// Which file something is: on which machine, and which one of its disk's.
///
/// A file that is renamed stays the same, also in another folder of its disk. One that is copied or
/// restored is another.
package struct FilePlace: Hashable, Sendable {
  /// Stands for the machine, and does not tell its id; empty where it has none.
  let machine: String
  /// The number of the disk; on btrfs below zero, and made of the id of the subvolume.
  let device: Int64
  let inode: Int64
  /// When the file was made, in nanoseconds since 1970; 0 where the disk does not keep that.
  let birth: Int64
  /// Where it was when it was looked at, for people.
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

  /// The place of the file with a name, which may get another one.
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

  /// Of the ledger's table, in the order in which they are read.
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

  /// As a line of the witness has it.
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

  /// As it is in the witness; its path is stored separately.
  var code: String { "\(machine).\(device).\(inode).\(birth)" }

  /// Whether it is the same file.
  ///
  /// The number of a disk may change when a machine restarts, so it is asked only where the disk
  /// does not keep when a file was made. A snapshot keeps that, and the inode; btrfs tells it apart.
  func isSame(_ other: FilePlace) -> Bool {
    guard machine == other.machine, inode == other.inode else { return false }
    if device < 0, other.device < 0, device != other.device { return false }
    return birth == 0 || other.birth == 0 ? device == other.device : birth == other.birth
  }

  var isOnThisMachine: Bool { machine == Self.thisMachine }

  private static let thisMachine: String = {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      let id = firstLine(of: path)
      // The id itself is to be kept from others.
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
      // One that is gone keeps its name.
      guard !path.hasPrefix("/"), let here = realpath(".", nil) else { return path }
      defer { free(here) }
      return "\(String(cString: here))/\(path)"
    }
    defer { free(real) }
    return String(cString: real) + "/" + lastName(of: path)
  }
}
