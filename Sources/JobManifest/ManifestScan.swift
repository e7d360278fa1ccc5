// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import WebLink

/// Follows the elements of a manifest: which are where, what they say, what is missing.
final class ManifestScan: XMLTarget {
  private let session: JobSession
  private unowned var parser: XMLPushParser?
  private let readJob: (Job) -> Void
  private var head = ManifestHead()
  private var linkText = LinkText()
  private var open: [Element] = []
  private var counts: [Element: Int] = [:]
  /// Whether stray text in the element was already reported.
  private var isTextNoted = false
  private var rows: RowsReader?
  private var hasInlineRows = false
  /// Whether they are the rows of their element, and no mistake in it.
  private var takesRows = false
  private var namespace: UnsafePointer<UInt8>?
  private var jobPosition = TextPosition()
  private var isJobTaken = false
  /// The name of the elements that were rows so far, as the parser has it.
  private var rowName: UnsafePointer<UInt8>?

  init(_ session: JobSession, readJob: @escaping (Job) -> Void) {
    self.session = session
    self.readJob = readJob
  }

  func attach(_ parser: XMLPushParser) {
    self.parser = parser
  }

  func start(_ tag: XMLStartTag) {
    // Nearly all elements of a large manifest are rows, so they come first.
    if open.last == Element.rows, tag.name == rowName, tag.namespace == namespace {
      open.append(.row)
      readRow(tag)
      return
    }
    guard open.count < JobLimits.depthMax else {
      parser?.stop(.tooDeep, at: tag.position)
      return
    }
    isTextNoted = false
    if open.isEmpty { return startRoot(tag) }
    open.append(element(of: tag))
    note(element: tag)
  }

  private func startRoot(_ tag: XMLStartTag) {
    guard spells(tag.name, "job") else {
      parser?.stop(.notAJob(string(tag.name)), at: tag.position)
      return
    }
    namespace = tag.namespace
    jobPosition = tag.position
    if tag.namespace.map({ spells($0, Element.namespace) }) != true {
      session.note(.namespace(found: tag.namespace.map { string($0) }), at: tag.position)
    }
    open.append(.job)
    head.readJob(attributes(tag, .job))
  }

  /// The element's meaning in its place; refused if it may not be there.
  private func element(of tag: XMLStartTag) -> Element {
    guard let parent = open.last, parent != .refused else { return .refused }
    let name = string(tag.name)
    guard tag.namespace == namespace, let element = Element(rawValue: name),
      parent.children.contains(element)
    else {
      let close = suggestion(for: name, among: parent.children.map(\.rawValue))
      session.note(
        .unknownElement(name, within: parent.rawValue, suggestion: close), at: tag.position)
      return .refused
    }
    counts[element, default: 0] += 1
    guard counts[element, default: 0] <= element.countMax else {
      let limit = element.countMax
      session.note(
        limit == 1 ? .repeatedElement(name) : .tooMany(name, limit: limit), at: tag.position)
      return .refused
    }
    if parent == .job, element != .rows, counts[.rows] != nil {
      session.note(.behindRows(name), at: tag.position)
    }
    return element
  }

  private func note(element tag: XMLStartTag) {
    guard let element = open.last else { return }
    let note = { (problem: Problem, position: TextPosition) in
      self.session.note(problem, at: position)
    }
    switch element {
    case .refused, .job: break
    case .link:
      _ = attributes(tag, element)
      linkText = LinkText()
    case .tags: head.readTags(attributes(tag, element))
    case .protect: head.readProtect(attributes(tag, element))
    case .approval: head.readApproval(attributes(tag, element))
    case .record: head.readRecord(attributes(tag, element), note: note)
    case .app: head.readApp(attributes(tag, element), note: note)
    case .open, .exclude:
      head.readPattern(attributes(tag, element), isExcluded: element == .exclude, note: note)
    case .rows:
      counts[.token] = 0
      counts[.column] = 0
      hasInlineRows = false
      handOverJob()
      rows = RowsReader(
        RowsPart(attributes(tag, element), note: note), of: head.job, in: session)
    case .token:
      let attributes = attributes(tag, element)
      if hasInlineRows { session.note(.behindRows("token"), at: tag.position) }
      rows?.part.readToken(attributes, note: note)
    case .column:
      let attributes = attributes(tag, element)
      if hasInlineRows { session.note(.behindRows("column"), at: tag.position) }
      rows?.part.readColumn(attributes, note: note)
    case .row:
      rowName = tag.name
      readRow(tag)
    }
  }

  private func readRow(_ tag: XMLStartTag) {
    if !hasInlineRows {
      hasInlineRows = true
      takesRows = rows?.part.source == .inline
      if let source = rows?.part.source, !takesRows {
        let other = if case .file = source { "from" } else { "count" }
        session.note(.conflict("row", with: other), at: tag.position)
      }
    }
    guard takesRows else { return }
    rows?.read(tag)
    if session.delivery.isStopped { parser?.stop() }
  }

  func end(at position: TextPosition) {
    switch open.popLast() {
    case .link: readLink()
    case .rows:
      if rows?.part.source == .inline, !hasInlineRows {
        session.note(.noRows, at: rows?.part.position ?? jobPosition)
      }
      rows?.finish()
      rows = nil
      if session.delivery.isStopped { parser?.stop() }
    case .job:
      for element in [Element.link, .rows] where counts[element] == nil {
        session.note(.missingElement(element.rawValue), at: jobPosition)
      }
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, at position: TextPosition) {
    if open.last == .link {
      if !linkText.append(bytes, at: position) { parser?.stop(.linkTooLong, at: position) }
    } else if let element = open.last, element != .refused, !isTextNoted,
      let place = firstVisible(bytes, from: position)
    {
      isTextNoted = true
      session.note(.strayText(element.rawValue), at: place)
    }
  }

  func fail(_ problem: Problem, at position: TextPosition) {
    session.note(problem, at: position)
  }

  private func readLink() {
    do throws(URITemplateError) {
      head.link = try URITemplate(linkText.template)
      head.linkPosition = linkText.position(ofCharacter: 0)
    } catch {
      let place = linkText.position(ofCharacter: error.offset)
      if error.rule == .variableName,
        let name = HeadingInBraces(in: linkText.template, at: error.offset)
      {
        session.note(.headingInBraces(name.heading, inLink: true), at: place)
      } else {
        session.note(.template(error), at: place)
      }
    }
  }

  /// Reports the job once, as soon as nothing more can belong to it.
  private func handOverJob() {
    guard !isJobTaken, let job = head.job else { return }
    isJobTaken = true
    readJob(job)
  }

  private func attributes(_ tag: XMLStartTag, _ element: Element) -> TagAttributes {
    TagAttributes(tag, of: element) { self.session.note($0, at: $1) }
  }
}

/// The place of the first character that is not white space.
private func firstVisible(
  _ bytes: UnsafeBufferPointer<UInt8>, from start: TextPosition
) -> TextPosition? {
  var position = start
  for byte in bytes {
    switch byte {
    case UInt8(ascii: "\n"): position = TextPosition(line: position.line + 1, column: 1)
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position.column += 1
    default: return position
    }
  }
  return nil
}
