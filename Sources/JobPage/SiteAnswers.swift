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
    let site = JobSite(job)
    let texts: [(String, String?)]
    do throws(SiteMergeError) {
      texts = [
        ("apple-app-site-association", try site.file(of: .apple)),
        ("assetlinks.json", try site.file(of: .android)),
      ]
    } catch {
      throw .refused(.site, "\(error)")
    }
    let files = texts.compactMap { name, text -> JSONValue? in
      text.map { ["path": .string("/.well-known/\(name)"), "text": .string($0)] }
    }
    let hosts = site.host.map { [$0] } ?? preflight.hosts.map(\.name)
    return [
      "hosts": .array(
        files.isEmpty ? [] : hosts.map { ["host": .string($0), "files": .array(files)] }),
      "leadsToExamples": .bool(preflight.leadsToExamples),
      "apps": .array(job.apps.map(\.kind.json)), "manifest": .string(manifest),
    ]
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

  /// The files as `site make` makes them in an empty folder, with a letter to whoever gets them.
  func siteFiles(_ order: PageOrderOrQuery) throws(Failure) -> PageAnswer {
    let file = try JobFolder.job(order.text("file"))
    let hosts = try JobHosts(file, mayLeaveFolder: options.outside, tell: { _ in })
    // What is online, or in a folder here, is not ours to know.
    let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
    defer { folder.remove() }
    var wishes = SiteWishes(folder: folder.path)
    wishes.compares = true
    let site = try PlannedSite([hosts], wishes, snippets: TemplateFiles.serverSnippets) { _, _ in }
    guard JobAnswer.manifest(of: file) == order.text("manifest") else { throw .changedMeanwhile }
    let letter = SiteLetter(
      hosts.hosts,
      site.files.filter { !$0.isSnippet }.compactMap { file in
        file.bytes.map { _ in String(file.path.dropFirst(folder.path.count + 1)) }
      }, .ofReports(in: order.text("language")))
    var zip: [UInt8] = []
    do throws(NewWorkbookFault) {
      let archive = try NewZipFile(in: folder.path)
      try archive.begin(letter.name)
      try archive.write(Array(letter.text.utf8))
      for file in site.files {
        guard let bytes = file.bytes else { continue }
        try archive.begin(String(file.path.dropFirst(folder.path.count + 1)))
        try archive.write(bytes)
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

/// What is asked of whoever looks after the website.
struct SiteLetter {
  let name: String
  let text: String

  /// The files go by their places in the archive, which begin with their host.
  init(_ hosts: [String], _ files: [String], _ words: LanguageTexts) {
    name = words("letter.name")
    let addresses = files.map { file in
      let parts = file.split(separator: "/", maxSplits: 1)
      return "  https://\(parts[0])/.well-known/\(parts.last ?? "")"
    }
    let parts = [
      words("letter.begin", ["hosts": hosts.joined(separator: ", ")]),
      addresses.joined(separator: "\n"), words("letter.rules"), words("letter.end"),
    ]
    // Any program of any system shows it.
    text = parts.joined(separator: "\n\n").replacing("\n", with: "\r\n") + "\r\n"
  }
}
