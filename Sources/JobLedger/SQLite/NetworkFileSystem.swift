// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

/// A file system on which SQLite's locks and shared memory do not work between machines.
package enum NetworkFileSystem: String, Hashable, Sendable, CaseIterable {
  case nfs = "NFS"
  case smb = "SMB"
  case afs = "AFS"
  case coda = "Coda"
  case ceph = "Ceph"
  case gfs = "GFS2"
  case lustre = "Lustre"
  case ncp = "NCP"
  case ocfs = "OCFS2"
  case plan9 = "9P"
  case fuse = "FUSE"
  case virtualBox = "VirtualBox shared folders"
  case vmware = "VMware shared folders"

  /// The file system of a folder, or nil for a local disk.
  init?(under folder: String) throws(LedgerFault) {
    var status = statfs()
    guard statfs(folder, &status) == 0 else { throw LedgerFault(errno: errno) }
    // The number has 32 bits, and some systems sign-extend it.
    self.init(magic: UInt32(truncatingIfNeeded: status.f_type))
    // FUSE carries local disks (NTFS, the layers of a container) as well as sshfs and its like.
    if self == .fuse && FuseMount.isLocal(folder: folder) { return nil }
  }

  /// By the numbers of statfs(2) and linux/magic.h.
  init?(magic: UInt32) {
    switch magic {
    case 0x6969: self = .nfs
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: self = .smb
    case 0x5346_414F, 0x6B41_4653: self = .afs
    case 0x7375_7245: self = .coda
    case 0x00C3_6400: self = .ceph
    case 0x0116_1970: self = .gfs
    case 0x0BD0_0BD0: self = .lustre
    case 0x564C: self = .ncp
    case 0x7461_636F: self = .ocfs
    case 0x0102_1997: self = .plan9
    case 0x6573_5546: self = .fuse
    case 0x786F_4256: self = .virtualBox
    case 0xBACB_ACBC: self = .vmware
    default: return nil
    }
  }
}

/// FUSE file systems that keep their files on this machine.
enum FuseMount {
  private static let local: Set<String> = [
    "fuseblk", "fuse.ntfs-3g", "fuse.fuse-overlayfs", "fuse.ext4", "fuse.gocryptfs", "fuse.bindfs",
  ]

  /// Whether the mount of a folder is one of those; false if the mount is not found.
  static func isLocal(folder: String) -> Bool {
    var status = stat()
    guard stat(folder, &status) == 0, let list = mounts() else { return false }
    let device = "\(gnu_dev_major(status.st_dev)):\(gnu_dev_minor(status.st_dev))"
    return kind(ofDevice: device, in: list).map(local.contains) ?? false
  }

  /// The type of the mount with a device number, in the text of `/proc/self/mountinfo` (proc(5)):
  /// the third field is the device, and the type follows the field that is a lone hyphen.
  static func kind(ofDevice device: String, in list: String) -> String? {
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == device,
        let hyphen = fields.firstIndex(of: "-"), fields.indices.contains(hyphen + 1)
      else { continue }
      return String(fields[hyphen + 1])
    }
    return nil
  }

  private static func mounts() -> String? {
    guard let file = fopen("/proc/self/mountinfo", "r") else { return nil }
    defer { fclose(file) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while text.count < LedgerLimits.mountListBytesMax {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      text += chunk[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
