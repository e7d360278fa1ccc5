// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import Files
internal import JobManifest
internal import JobSites
internal import JobWork
internal import PageServer
internal import Provisioning
internal import SiteAssociation
internal import SiteMaking
internal import StrictJSON
internal import Voices
internal import Workbook

// What a job's website needs so that its links open apps.

extension PageHost {
  func site(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    // Read first: a change that comes between is then found when it is used.
    let manifest = JobAnswer.manifest(of: file)
    let preflight = desk.preflight(of: file)
    guard let job = preflight.job else {
      throw .refused(.`job-has-errors`, "The job has errors. Correct them first.")
    }
    var answer: [(key: String, value: JSONValue)] = [
      ("leadsToExamples", .bool(preflight.leadsToExamples)),
      ("apps", .array(job.apps.map(\.kind.json))), ("manifest", .string(manifest)),
    ]
    // Whoever has no app yet needs no files, and nothing is wrong with that.
    guard !job.apps.isEmpty else { return .object(answer) }
    do throws(Failure) {
      let made = try MadeSite(of: file, mayLeaveFolder: options.outside)
      let letter = SiteLetter(made, .ofReports(in: query.text("language")))
      answer += [
        ("files", .array(made.files.map(\.json))), ("message", .string(letter.message)),
      ]
    } catch {
      answer.append(("trouble", error.saying(Voice.page.cures).json))
    }
    return .object(answer)
  }

  func probe(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    var probing = SiteProbing()
    (probing.job, probing.outside) = (file, options.outside)
    do throws(Failure) {
      return try probing.run(Voice.page.cures, tell: { _ in }).answerInFacts
    } catch {
      throw Self.onPage(error)
    }
  }

  /// What a terminal helps with is said otherwise where there is a button.
  private static func onPage(_ failure: Failure) -> Failure {
    switch failure.name {
    case "no-hosts": .refused(.`no-hosts`, "No link of the job leads to a website.")
    case "too-many-hosts":
      .refused(
        .`too-many-hosts`,
        "The links of the job lead to too many websites. Check whether they are right.")
    case "changed-meanwhile":
      .refused(
        .`site-changed`,
        "The files of the job were changed while the website was asked. Look again.")
    default: failure
    }
  }

  /// The files that the tab shows, with a letter to whoever gets them.
  func siteFiles(_ order: PageOrderOrQuery) throws(Failure) -> PageAnswer {
    let file = try JobFolder.job(order.text("file"))
    let made = try MadeSite(of: file, mayLeaveFolder: options.outside)
    guard JobAnswer.manifest(of: file) == order.text("manifest") else { throw .changedMeanwhile }
    let letter = SiteLetter(made, .ofReports(in: order.text("language")))
    let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
    defer { folder.remove() }
    var zip: [UInt8] = []
    do throws(NewWorkbookFault) {
      let archive = try NewZipFile(in: folder.path)
      try archive.begin(letter.name)
      try archive.write(Array(letter.text.utf8))
      for file in made.files {
        try archive.begin("\(file.host)/\(file.name)")
        try archive.write(file.bytes)
      }
      for snippet in TemplateFiles.serverSnippets {
        try archive.begin("servers/\(snippet.name)")
        try archive.write(snippet.bytes)
      }
      try archive.finish {
        zip += $0
        return true
      }
    } catch {
      throw .refused(.`site-zip`, "The files could not be packed: save them one by one, below.")
    }
    return .file(zip, "application/zip", named: "\(Self.name(of: file))-website.zip")
  }
}

/// The files for a job's websites, as `site make` makes them in an empty folder.
private struct MadeSite {
  struct File {
    let host: String
    let name: String
    let bytes: [UInt8]

    var address: String { "https://\(host)/.well-known/\(name)" }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var json: JSONValue {
      ["host": .string(host), "address": .string(address), "text": .string(text)]
    }
  }

  let files: [File]

  init(of file: String, mayLeaveFolder: Bool) throws(Failure) {
    // What is online, or in a folder here, is not ours to know.
    let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
    defer { folder.remove() }
    do throws(Failure) {
      let job = try JobHosts(file, mayLeaveFolder: mayLeaveFolder, tell: { _ in })
      let site = try PlannedSite([job], SiteWishes(folder: folder.path), snippets: []) { _, _ in }
      files = site.files.compactMap { file in
        guard let host = file.servingHost, let bytes = file.bytes else { return nil }
        return File(host: host, name: file.name, bytes: bytes)
      }
    } catch {
      throw Self.onPage(error)
    }
  }

  private static func onPage(_ failure: Failure) -> Failure {
    switch failure.name {
    // The last app was taken out just then.
    case "no-apps": .changedMeanwhile
    case "not-a-job":
      .refused(.`job-has-errors`, "The job has errors. Correct them first.")
    case "cannot-make", "merge-changes-links": .refused(.site, failure.words)
    case "printed-links-lost":
      .refused(
        .`printed-links`,
        """
        Tags are written already whose links these files would not open. Give the job its earlier \
        link again, or let its app open the earlier paths, too, in the job file under Check.
        """)
    default: failure
    }
  }
}

/// What is asked of whoever looks after the website.
private struct SiteLetter {
  let name: String
  /// Beside the files in an archive.
  let text: String
  /// With the files in it.
  let message: String

  init(_ site: MadeSite, _ words: LanguageTexts) {
    name = words("letter.name")
    let parts = [
      words("letter.begin"), site.files.map { "  \($0.address)" }.joined(separator: "\n"),
      words("letter.rules"),
    ]
    func joined(_ more: [String]) -> String { (parts + more).joined(separator: "\n\n") }
    // Any program of any system shows it.
    let whole = joined([words("letter.servers"), words("letter.end")])
    text = whole.replacing("\n", with: "\r\n") + "\r\n"
    message = joined([words("letter.end")] + site.files.map { "\($0.address)\n\n\($0.text)" })
  }
}
