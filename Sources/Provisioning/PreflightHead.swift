// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import Plain
internal import TagKeys
internal import TagMemory
internal import WebLink

/// What a job needs of its chips, its key file and its App Clips, checked before any row.
struct PreflightHead {
  /// The known chips, each once.
  private(set) var chips: [TagChip] = []
  private(set) var findings: [PreflightFinding] = []
  private(set) var key: PasswordKeyID?
  /// The key file that the job names.
  private(set) var keyFile: String?
  /// Whether the chip shows its UID or counter in the links.
  let hasMirror: Bool
  private let path: String
  private let mayLackKey: Bool

  init(_ job: Job, path: String, mayLackKey: Bool) {
    self.path = path
    self.mayLackKey = mayLackKey
    hasMirror = job.link.variables.contains { $0.name.hasPrefix("mirror.") }
    for name in job.tags.chips { resolveChip(name, of: job) }
    if case .password(let keys, let guardsReading) = job.protection {
      readKey(keys)
      if guardsReading {
        findings.append(PreflightFinding(.hiddenFromPhones, file: path, at: keys.position))
      }
    }
    for app in job.apps {
      guard case .clip = app.kind else { continue }
      findings += app.patterns.map {
        PreflightFinding(.clipPattern, file: path, at: $0.position)
      }
    }
  }

  private mutating func resolveChip(_ name: Placed<String>, of job: Job) {
    func note(_ problem: PreflightProblem) {
      findings.append(PreflightFinding(problem, file: path, at: name.position))
    }
    guard let chip = TagChip(name: name.value) else {
      let names = TagChip.allCases.map(\.name)
      // Many people write "NTAG 213", and the space makes two names of it.
      let close =
        suggestion(for: name.value, among: names)
        ?? names.first { name.value.count > 2 && $0.hasSuffix(name.value) }
      return note(.unknownChip(name.value, suggestion: close))
    }
    guard !chips.contains(chip) else { return }
    chips.append(chip)
    switch job.protection {
    case .password where !chip.takesPassword: note(.noPassword(chip))
    case .lock where !chip.takesLock: note(.noLock(chip))
    default: break
    }
    if hasMirror, !chip.showsMirror { note(.noMirror(chip)) }
    if job.tags.genuine != .ignore, !chip.isSigned {
      note(.noSignature(chip, isRequired: job.tags.genuine == .require))
    }
    if !job.tags.mayFormat, chip.needsFormatting { note(.unformatted(chip)) }
  }

  private mutating func readKey(_ keys: Placed<String>) {
    let path = neighbour(keys.value, of: self.path)
    keyFile = path
    do throws(KeyFileError) {
      key = try KeyFile.read(at: path).id
    } catch {
      if mayLackKey, error.isMissingFile { return }
      let problem: PreflightProblem = error.isMissingFile ? .noKeyFile(path) : .keyFile(error)
      findings.append(PreflightFinding(problem, file: self.path, at: keys.position))
    }
  }
}

/// The path of a file that a manifest names.
package func neighbour(_ name: String, of manifest: String) -> String {
  guard !name.hasPrefix("/"), let slash = manifest.lastIndex(of: "/") else { return name }
  return manifest[...slash] + name
}
