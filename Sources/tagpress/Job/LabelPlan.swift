// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobWork
internal import Plain
internal import PrintedLabels

// The options of `labels`, understood.

extension Labels {
  /// The usual choices: a label for pages, and one for a roll.
  private static let usualLabel = NamedSheet.usual.sheet.label
  private static let usualRoll = Extent.millimetres(60, 40)

  /// The job and what is to be done; throws if the options are wrong.
  func plan() throws(Failure) -> (job: String, LabelPlan) {
    guard let job else { throw usage("JOB is missing. Name the job's manifest.") }
    guard let output else {
      throw usage("Say where the labels go: -o labels.pdf, -o labels.zpl, or -o FOLDER/.")
    }
    guard output != "-" || !json else { throw usage("With --json, name a file after -o.") }
    let tag = try tag.map { (text) throws(Failure) in
      guard let tag = TagPlace(text) else {
        throw usage(
          "--tag needs a size such as 25mm or 20x20mm, or 'none', not '\(visible(text))'.")
      }
      return tag
    }
    let label = try label.map { (text) throws(Failure) in try extent(text, of: "label") }
    if zpl || output.lowercased().hasSuffix(".zpl") {
      guard page == nil, first == nil, !frames else {
        throw usage("--page, --first and --frames are for sheets; a label printer has none.")
      }
      let size = try size(label, or: Labels.usualRoll)
      let density = dpi?.ofPrinter ?? .dpi203
      return (job, LabelPlan(output, .printer(density), label: size, tag: tag))
    }
    guard dpi == nil else { throw usage("--dpi is for label printers. Add --zpl.") }
    if output.hasSuffix("/") || isFolder(output) {
      guard page == nil, first == nil, !frames, copies == 1 else {
        throw usage("--page, --first, --frames and --copies are for sheets, not for SVG files.")
      }
      let size = try size(label, or: Labels.usualLabel)
      return (job, LabelPlan(output, .pictures, label: size, tag: tag))
    }
    guard output == "-" || output.lowercased().hasSuffix(".pdf") else {
      throw usage(
        """
        '\(visible(output))' does not say what to make. End it with .pdf or .zpl, or with / for a \
        folder of SVG files.
        """)
    }
    let (sheet, name) = try sheet(label)
    let start = first ?? 1
    guard start <= sheet.count else {
      throw usage("The sheet has \(count(sheet.count, "label")), so there is no --first \(start).")
    }
    return (
      job,
      LabelPlan(
        output, .sheets(sheet, name: name, first: start - 1, frames: frames), label: sheet.label,
        tag: tag)
    )
  }

  /// The requested label, or that of the named sheet.
  private func size(_ given: Extent?, or usual: Extent) throws(Failure) -> Extent {
    if let given { return given }
    return try named()?.sheet.label ?? usual
  }

  private func sheet(_ label: Extent?) throws(Failure) -> (LabelSheet, name: String?) {
    if page == nil, label == nil {
      let named = try named() ?? NamedSheet.usual
      return (named.sheet, named.name)
    }
    let page = try page.map { (text) throws(Failure) in try extent(text, of: "page") } ?? .a4
    // A page smaller than the usual label is itself a label.
    let isRoll = page.width < Labels.usualLabel.width || page.height < Labels.usualLabel.height
    let size = label ?? (isRoll ? page : Labels.usualLabel)
    guard let sheet = LabelSheet(page, label: size) else {
      throw usage("A label of \(size.words) does not fit on a page of \(page.words).")
    }
    return (sheet, nil)
  }

  private func named() throws(Failure) -> NamedSheet? {
    guard let sheet else { return nil }
    if let named = NamedSheet.named(sheet) { return named }
    let near = suggestion(for: sheet.uppercased(), among: NamedSheet.all.map(\.name))
    let hint = near.map { "Did you mean \($0)? " } ?? ""
    throw usage(
      """
      No sheet is called '\(visible(sheet))'. \(hint)'tagpress labels --list-sheets' lists them; for \
      others, use --page and --label.
      """)
  }

  private func extent(_ text: String, of option: String) throws(Failure) -> Extent {
    if let extent = Extent(text) { return extent }
    throw usage("--\(option) needs a size such as 63.5x38.1mm, not '\(visible(text))'.")
  }

  private func usage(_ words: String) -> Failure {
    Failure(name: "usage", words: words, kind: .usage)
  }
}
