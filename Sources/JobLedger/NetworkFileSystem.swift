// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A file system whose locks and shared memory other machines do not see.
package enum NetworkFileSystem: String, Hashable, Sendable, CaseIterable {
  case nfs = "NFS"
  case smb = "SMB"
  case afs = "AFS"
  case coda = "Coda"
  case ceph = "Ceph"
  case plan9 = "9P"
  case fuse = "FUSE"
  case virtualBox = "VirtualBox shared folder"
  case vmware = "VMware shared folder"
}
