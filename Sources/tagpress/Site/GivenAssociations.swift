// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import Plain
internal import Provisioning
internal import StrictJSON

/// The association files that a user names in place of the job's own: files, or folders laid out by host.
func associationFiles(_ names: [String]) throws(InputError) -> [AssociationFile] {
  var files: [AssociationFile] = []
  for name in names {
    let folder = AssociationFolder(name)
    // With no file at all, the job would be judged by its own.
    if folder?.files.isEmpty == true { throw .cannotRead(name, errno: EISDIR) }
    for path in folder?.files ?? [name] {
      let bytes = try InputFile(path).rest(limit: JSONLimits.byteCount)
      // A folder says whose files are in it; of a file that is named by itself, the job may know better.
      files.append(
        AssociationFile(
          name: path, bytes: bytes, host: AssociationFolder.host(of: path),
          isHostSure: folder != nil))
    }
  }
  return files
}
