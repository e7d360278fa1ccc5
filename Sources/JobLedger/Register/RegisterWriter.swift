// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// Notes in the register how far a job has come, after its ledger has stored it.
///
/// It waits for no disk: after a power cut it may know less than the ledger, which is no alarm, and
/// never more. Whatever goes wrong here ends no run; the reason is kept for those who want to say it.
final class RegisterWriter {
  private let register: JobRegister
  private let path: String
  private let job: String
  private let ledger: String
  private let marks: [String]
  /// What is known of the links on its tags.
  private var origins: [String] = []
  private(set) var trouble: Int32?
  /// How large the file was when this program was the last to write it.
  private var size: off_t?

  /// When it is this large, it is written anew.
  private static let bytesMax = 1 << 18

  init(_ register: JobRegister, lineage: [UInt8], job: String, ledger: String, marks: [String]) {
    self.register = register
    path = register.path(of: lineage)
    (self.job, self.ledger, self.marks) = (job, ledger, marks)
  }

  /// Says where the job is, if that is not known yet; with `anew` another chain begins.
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
    // Which links its tags have, nobody has noted.
    if known == nil, end.lines > 1 { text += note(RegisterEntry.anyOrigin) }
    if anew { text += RegisterEntry.line(["anew"]) }
    if anew || known?.end?.stamp != WitnessStamp(end) { text += Self.line(end) }
    append(text)
    // Another program may have noted more since this ledger was compared with the register.
    size = nil
  }

  /// What another program has noted meanwhile that a witness with this end knows nothing of: there are
  /// two that take each other for themselves.
  func stranger(to end: WitnessEnd) -> RegisterEntry? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size != size, let known = RegisterEntry(path) else {
      return nil
    }
    size = status.st_size
    return known.end.flatMap { $0.stamp.isBehind(end) ? known : nil }
  }

  /// Notes what was stored, and whose tag it is.
  func note(_ end: WitnessEnd, _ lines: [WitnessLine]) {
    let claim = lines.last { $0.kind == .claim }
    let origin = (claim?["link"]).map { RegisterEntry.origin(of: $0) }
    append((origin.map { note($0) } ?? []) + Self.line(end, claim))
  }

  /// The line for what a link begins with, if that is new.
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
    // One write for each line, so that those of two programs do not mix.
    // After a line that a full disk has cut, the next one is a line of its own.
    let mark: [UInt8] = trouble == nil ? [] : [UInt8(ascii: "\n")]
    guard writeAll(mark + text, to: file.descriptor) else {
      trouble = errno
      return
    }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { return }
    // What others have noted between is looked at before the next tag.
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

  /// Writes it anew; a line that another program adds meanwhile may be missing, and the next one says more.
  private func shorten() {
    guard let text = RegisterEntry(path)?.text(atMost: Self.bytesMax / 2),
      let file = try? NewFile(path, lasting: false, private: true, throughLinks: false)
    else { return }
    file.write(text)
    try? file.finish()
  }
}
