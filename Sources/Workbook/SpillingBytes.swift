// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Bytes that are only added to: the first of them in memory, the others in a temporary file.
///
/// The file has no name, so nothing is left behind however the program ends.
final class SpillingBytes {
  private let memory: UnsafeMutableRawPointer
  private let memoryMax: Int
  /// Both together.
  private(set) var count = 0
  private var descriptor: Int32 = -1
  /// What comes next in the file and is not written yet.
  private var unwritten: [UInt8] = []
  private var writtenCount = 0
  private let cache = UnsafeMutableRawPointer.allocate(
    byteCount: cachedBlocks * blockBytes, alignment: 16)
  /// Which block of the file each place of the cache has.
  private var cached = [Int](repeating: -1, count: cachedBlocks)

  private static let blockBytes = 1 << 14
  private static let cachedBlocks = 64

  /// The memory is taken by the kernel only where bytes are stored.
  init(inMemory memoryMax: Int) {
    self.memoryMax = memoryMax
    memory = .allocate(byteCount: memoryMax, alignment: 16)
  }

  deinit {
    memory.deallocate()
    cache.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// How many bytes went to the file.
  var spilledCount: Int { max(0, count - memoryMax) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(WorkbookFault) {
    guard let start = bytes.baseAddress else { return }
    let inMemory = min(bytes.count, max(0, memoryMax - count))
    if inMemory > 0 { memcpy(memory + count, start, inMemory) }
    count += bytes.count
    guard inMemory < bytes.count else { return }
    guard spilledCount <= WorkbookLimits.textFileBytesMax else { throw .tooLarge(.sharedTexts) }
    unwritten.append(contentsOf: bytes[inMemory...])
    if unwritten.count >= Self.blockBytes { try writeOut() }
  }

  /// Ends the adding; only then may be read.
  func finish() throws(WorkbookFault) {
    if !unwritten.isEmpty { try writeOut() }
    unwritten = []
  }

  private func writeOut() throws(WorkbookFault) {
    if descriptor < 0 { descriptor = try openTemporaryFile() }
    var done = 0
    while done < unwritten.count {
      let size = unwritten.withUnsafeBytes { bytes in
        pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, writtenCount)
      }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw .noTemporaryFile(errno: size == 0 ? ENOSPC : errno) }
      done += size
      writtenCount += size
    }
    unwritten.removeAll(keepingCapacity: true)
  }

  /// Adds a range of them to the end of `bytes`; it must lie within `count`.
  func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(WorkbookFault) {
    guard range.lowerBound >= 0, range.upperBound <= count else { return }
    let inMemory = max(0, min(range.count, memoryMax - range.lowerBound))
    bytes.append(
      contentsOf: UnsafeRawBufferPointer(start: memory + range.lowerBound, count: inMemory))
    var place = range.lowerBound + inMemory - memoryMax
    var left = range.count - inMemory
    while left > 0 {
      let offset = place % Self.blockBytes
      let size = min(left, Self.blockBytes - offset)
      let start = try block(place / Self.blockBytes) + offset
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: size))
      left -= size
      place += size
    }
  }

  private func block(_ number: Int) throws(WorkbookFault) -> UnsafeMutableRawPointer {
    let place = number % Self.cachedBlocks
    let start = cache + place * Self.blockBytes
    if cached[place] == number { return start }
    cached[place] = -1
    let wanted = min(Self.blockBytes, writtenCount - number * Self.blockBytes)
    var done = 0
    while done < wanted {
      let size = pread(
        descriptor, start + done, wanted - done, number * Self.blockBytes + done)
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw .noTemporaryFile(errno: size == 0 ? EIO : errno) }
      done += size
    }
    cached[place] = number
    return start
  }
}

private func openTemporaryFile() throws(WorkbookFault) -> Int32 {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  // The flag's name is a sum that Swift does not see.
  let unnamed = O_DIRECTORY | 0o20_000_000
  var descriptor = open(folder, O_RDWR | O_CLOEXEC | unnamed, 0o600)
  if descriptor < 0 {
    // Not every file system has files without a name.
    var name = Array("\(folder)/tagpress-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    if descriptor >= 0 {
      unlink(name)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
  guard descriptor >= 0 else { throw .noTemporaryFile(errno: errno) }
  return descriptor
}
