// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import TagKeys

/// The SHA-256 of a file as it was read, so that findings are about exactly these bytes.
final class FileHash {
  let path: String
  private var digest: Digest? = Digest()
  private var count = 0
  /// Nil before the end, and if the file was written meanwhile.
  private(set) var value: [UInt8]?

  /// How much is read of a file that nobody wants to the end.
  private static let restBytesMax = 1 << 30

  init(of path: String) {
    self.path = path
  }

  func update(_ buffer: [UInt8], _ count: Int) {
    self.count += count
    buffer.withUnsafeBytes { digest?.update(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
  }

  /// Reads the rest of it.
  ///
  /// What others have read, such as a zip library, is these bytes only if the file was not written since
  /// it was opened.
  func finish(with file: borrowing OpenFile, as status: stat) {
    var buffer = [UInt8](repeating: 0, count: JobSession.chunkSize)
    let end = count + Self.restBytesMax
    while count < end {
      let read = pread(file.descriptor, &buffer, buffer.count, count)
      if read == 0 { break }
      guard read > 0 || errno == EINTR else { return }
      update(buffer, max(0, read))
    }
    var now = stat()
    guard count < end, fstat(file.descriptor, &now) == 0, now.st_size == status.st_size,
      isSame(now.st_mtim, status.st_mtim), isSame(now.st_ctim, status.st_ctim)
    else { return }
    value = digest.take()?.finish()
  }

  private func isSame(_ one: timespec, _ other: timespec) -> Bool {
    one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec
  }
}

/// The hashes of a job's files, in the order in which they were needed.
package struct JobFilesHash: Sendable, Equatable {
  private let hashes: [[UInt8]]

  /// Nil if one of them could not be read, or was not the same each time.
  init?(_ read: [FileHash], of files: [String]) {
    var hashes: [[UInt8]] = []
    for file in files {
      let found = read.filter { $0.path == file }.map(\.value)
      guard let first = found.first ?? nil, found.allSatisfy({ $0 == first }) else { return nil }
      hashes.append(first)
    }
    self.hashes = hashes
  }

  /// Whether the files of a reader that stopped early are the first of these, with the same bytes.
  package func begins(_ whole: JobFilesHash) -> Bool { whole.hashes.starts(with: hashes) }

  /// The hash by which a ledger knows the manifest: that of the manifest; with spreadsheets or a resolver,
  /// that over the hashes of all files and the word.
  package func ofManifest(isResolvedLater: Bool) -> [UInt8]? {
    let all = hashes + (isResolvedLater ? [Array("resolver".utf8)] : [])
    return all.count == 1 ? all.first : sha256(Array(all.joined()))
  }
}
