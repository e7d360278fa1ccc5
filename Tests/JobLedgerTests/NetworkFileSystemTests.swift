// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobLedger

struct NetworkFileSystemTests {
  // statfs(2), "File system types".
  @Test(
    arguments: [
      (0x6969, .nfs), (0x517B, .smb), (0xFF53_4D42, .smb), (0xFE53_4D42, .smb),
      (0x0102_1997, .plan9),
      (0x6573_5546, .fuse), (0x7375_7245, .coda), (0x5346_414F, .afs), (0x00C3_6400, .ceph),
      (0xEF53, nil), (0x0102_1994, nil), (0x9123_683E, nil), (0x5846_5342, nil), (0x794C_7630, nil),
    ] as [(UInt32, NetworkFileSystem?)])
  func theSystemTellsByItsNumber(_ magic: UInt32, _ system: NetworkFileSystem?) {
    #expect(NetworkFileSystem(magic: magic) == system)
  }

  @Test func theDisksOfThisMachineAreNone() throws {
    #expect(try NetworkFileSystem(under: "/proc") == nil)
    #expect(throws: LedgerFault.noFolder) { try NetworkFileSystem(under: "/proc/none/at/all") }
  }

  @Test func theKindOfAMountIsFoundInTheList() {
    let list = """
      22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
      50 22 0:46 / /home/me/server rw,nosuid shared:7 - fuse.sshfs me@server: rw,user_id=1000
      51 22 8:17 / /media/my\\040stick rw - fuseblk /dev/sdb1 rw
      torn 22 0:47
      52 22 0:48 / /x rw -
      """
    #expect(FuseMount.kind(ofDevice: "0:46", in: list) == "fuse.sshfs")
    #expect(FuseMount.kind(ofDevice: "8:17", in: list) == "fuseblk")
    #expect(FuseMount.kind(ofDevice: "254:0", in: list) == "ext4")
    for device in ["0:47", "0:48", "9:9", ""] {
      #expect(FuseMount.kind(ofDevice: device, in: list) == nil)
    }
  }
}
