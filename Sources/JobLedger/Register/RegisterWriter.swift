// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// Records in the register how far a job has come, after its ledger has stored it.
///
/// It never waits for the disk: after a power cut it may know less than the ledger, which raises no
/// alarm, but never more. Its errors end no run; the reason is kept for reports.
final class RegisterWriter {
  private let register: JobRegister
  private let path: String
  private let job: String
  private let ledger: String
  private let marks: [String]
  /// What is known about the links on its tags.
  private var origins: [String] = []
  private(set) var trouble: Int32?
  /// The size of the file when this program last wrote it.
  private var size: off_t?

  /// At this size it is rewritten.
  private static let bytesMax = 1 << 18

  init(_ register: JobRegister, lineage: [UInt8], job: String, ledger: String, marks: [String]) {
    self.register = register
    path = register.path(of: lineage)
    (self.job, self.ledger, self.marks) = (job, ledger, marks)
  }

  /// Records where the job is, if that is new; with `anew` another chain begins.
  func begin(at end: WitnessEnd, anew: Bool) {
    let known = RegisterEntry(path)
    if known == nil { register.makeRoom() }
    var text: [UInt8] = []
    if known?.job != job { text += RegisterEntry.line(["job", job]) }
    if known?.path != ledger { text += RegisterEntry.line(["at", ledger]) }
    if known?.links.suffix(marks.count) != marks[...] {
      for mark in marks { text += RegisterEntry.line(["link", mark]) }
    }
    origins = known?.origins ?? []
    // Nobody has recorded which links its tags have.
    if known == nil, end.lines > 1 { text += note(RegisterEntry.anyOrigin) }
    if anew { text += RegisterEntry.line(["anew"]) }
    if anew || known?.end?.stamp != WitnessStamp(end) { text += Self.line(end) }
    append(text)
    // Another program may have recorded more since this ledger was compared with the register.
    size = nil
  }

  /// What another program has recorded meanwhile, although the witness with this end does not know it:
  /// there are two copies of the job, each taken for the original.
  func stranger(to end: WitnessEnd) -> RegisterEntry? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size != size, let known = RegisterEntry(path) else {
      return nil
    }
    size = status.st_size
    return known.end.flatMap { $0.stamp.isBehind(end) ? known : nil }
  }

  /// Records what was stored, and the tag.
  func note(_ end: WitnessEnd, _ lines: [WitnessLine]) {
    let claim = lines.last { $0.kind == .claim }
    let origin = (claim?["link"]).map { RegisterEntry.origin(of: $0) }
    append((origin.map { note($0) } ?? []) + Self.line(end, claim))
  }

  /// The line for the beginning of a link, if that is new.
  private func note(_ origin: String) -> [UInt8] {
    guard !origins.contains(origin), origins.last != RegisterEntry.anyOrigin else { return [] }
    let origin = origins.count < RegisterEntry.originsMax ? origin : RegisterEntry.anyOrigin
    origins.append(origin)
    return RegisterEntry.line(["on", origin])
  }

  private static func line(_ end: WitnessEnd, _ claim: WitnessLine? = nil) -> [UInt8] {
    let stamp = WitnessStamp(end)
    var fields = ["end", "\(end.bytes)", "\(end.lines)", stamp.digits]
    if let claim { fields += [claim["row"] ?? "", claim["uid"] ?? ""] }
    return RegisterEntry.line(fields)
  }

  private func append(_ text: [UInt8]) {
    guard let file = open() else {
      trouble = errno
      return
    }
    // One write per line, so that the lines of two programs do not mix.
    // A full disk may have cut the last line, so the next one starts on its own.
    let mark: [UInt8] = trouble == nil ? [] : [UInt8(ascii: "\n")]
    guard writeAll(mark + text, to: file.descriptor) else {
      trouble = errno
      return
    }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { return }
    // What others have recorded meanwhile is checked before the next tag.
    let grown = off_t(mark.count + text.count)
    let isAlone = size.map { $0 + grown == status.st_size } ?? true
    size = isAlone ? status.st_size : -1
    if status.st_size > Self.bytesMax { shorten() }
  }

  private func open() -> OpenFile? {
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    if let file = OpenFile(Glibc.open(path, flags, 0o600)) { return file }
    guard errno == ENOENT else { return nil }
    register.makeFolder()
    return OpenFile(Glibc.open(path, flags, 0o600))
  }

  /// Rewrites it; a line that another program adds meanwhile may be lost, but its next one says more.
  private func shorten() {
    guard let text = RegisterEntry(path)?.text(atMost: Self.bytesMax / 2),
      let file = try? NewFile(path, lasting: false, private: true, throughLinks: false)
    else { return }
    file.write(text)
    try? file.finish()
  }
}
