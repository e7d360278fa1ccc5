// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibXML2
internal import Plain

/// Events of reading XML; the parser calls these in the order of the file.
protocol XMLTarget: AnyObject {
  func start(_ tag: XMLStartTag)
  /// The end of an element, and the place of its end tag.
  func end(at position: TextPosition)
  /// A piece of text, and the place of its first character.
  func text(_ bytes: UnsafeBufferPointer<UInt8>, at position: TextPosition)
  /// An error that ends the reading, or nearly does.
  func fail(_ problem: Problem, at position: TextPosition)
}

/// Owns a push parser of libxml2 (`xmlCreatePushParserCtxt`) with SAX2 callbacks.
///
/// Its lines and columns are exact, unlike those of the text reader, whose parser runs ahead. Nothing
/// is fetched, no entity is expanded, and no tree is built: what is not handed on is forgotten.
final class XMLPushParser {
  private let context: xmlParserCtxtPtr
  private unowned let target: any XMLTarget
  /// The end of the previous event, where the next one begins.
  private var mark = TextPosition()
  private var isBegun = false
  private(set) var isStopped = false

  init?(target: any XMLTarget) {
    var handler = Self.handler
    guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else { return nil }
    self.context = context
    self.target = target
    // NOENT would read files that entities name, but here it only makes &amp; in a value an &: a
    // DOCTYPE stops the parser before an entity is declared, and no callback would keep one.
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    xmlFreeParserCtxt(context)
  }

  /// Reads a file to its end, or until it stops.
  func pushAll(of file: borrowing SourceFile) throws(SourceFile.Failure) {
    var buffer = [UInt8](repeating: 0, count: JobSession.chunkSize)
    while !isStopped {
      let count = try file.read(into: &buffer)
      guard count > 0 else { break }
      buffer.withUnsafeBufferPointer { push(UnsafeBufferPointer(rebasing: $0.prefix(count))) }
    }
    finish()
  }

  func push(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isStopped, let start = bytes.baseAddress, bytes.count > 0 else { return }
    if !isBegun {
      isBegun = true
      if let encoding = Self.wideEncoding(bytes) {
        return stop(.encoding(encoding), at: TextPosition())
      }
    }
    start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
      _ = xmlParseChunk(context, characters, Int32(truncatingIfNeeded: bytes.count), 0)
    }
    guard !isStopped, let input = context.pointee.input else { return }
    // The parser keeps what it cannot use yet; without this an endless tag would fill the memory.
    if input.pointee.end - input.pointee.cur > JobLimits.markupBytesMax {
      stop(.markupTooLong, at: mark)
    }
  }

  func finish() {
    guard !isStopped else { return }
    guard isBegun else { return stop(.notXML(.empty), at: mark) }
    _ = xmlParseChunk(context, nil, 0, 1)
  }

  /// Stops reading because of a problem.
  func stop(_ problem: Problem, at position: TextPosition) {
    guard !isStopped else { return }
    stop()
    target.fail(problem, at: position)
  }

  /// Stops reading because nobody wants more.
  func stop() {
    isStopped = true
    xmlStopParser(context)
  }

  private var position: TextPosition {
    guard let input = context.pointee.input else { return mark }
    return TextPosition(line: Int(input.pointee.line), column: Int(input.pointee.col))
  }

  private static func wideEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0]) { return "UTF-16LE" }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) { return "UTF-16BE" }
    return nil
  }
}

// The callbacks are C functions, which find the parser behind the context pointer.
extension XMLPushParser {
  private static func parser(_ context: UnsafeMutableRawPointer?) -> XMLPushParser? {
    context.map { Unmanaged<XMLPushParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startDocument = { context in XMLPushParser.parser(context)?.checkEncoding() }
    handler.internalSubset = { context, _, _, _ in
      guard let parser = XMLPushParser.parser(context) else { return }
      parser.stop(.doctype, at: parser.startOfMarkup)
    }
    handler.startElementNs = {
      context, name, prefix, namespace, _, _, attributeCount, _, attributes in
      XMLPushParser.parser(context)?.start(name, namespace, attributes, Int(attributeCount))
    }
    handler.endElementNs = { context, _, _, _ in
      guard let parser = XMLPushParser.parser(context), !parser.isStopped else { return }
      parser.target.end(at: parser.mark)
      parser.mark = parser.position
    }
    handler.characters = { context, text, count in
      XMLPushParser.parser(context)?.tell(text: text, Int(count))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.comment = { context, _ in XMLPushParser.parser(context)?.moveMark() }
    handler.processingInstruction = { context, _, _ in XMLPushParser.parser(context)?.moveMark() }
    handler.serror = { context, error in
      guard let error else { return }
      XMLPushParser.parser(context)?.tell(error.pointee)
    }
    return handler
  }

  private func moveMark() {
    mark = position
  }

  private func checkEncoding() {
    moveMark()
    guard let encoding = context.pointee.encoding else { return }
    let name = String(cString: encoding)
    if !["utf-8", "us-ascii"].contains(name.lowercased()) {
      stop(.encoding(name), at: TextPosition())
    }
  }

  private func start(
    _ name: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int
  ) {
    guard !isStopped, let name, let input = context.pointee.input else { return }
    guard count <= JobLimits.attributesMax else {
      return stop(.tooManyAttributes, at: startOfMarkup)
    }
    // White space before the root element is not an event, so its place is found in the text.
    let isRoot = context.pointee.nameNr == 0
    // The callback comes before the closing bracket.
    var behind = position
    behind.column += 1
    target.start(
      XMLStartTag(
        name: name, namespace: namespace, attributes: attributes, attributeCount: count,
        position: isRoot ? startOfMarkup : mark, behind: behind, first: input.pointee.base,
        end: input.pointee.cur))
    mark = behind
  }

  private func tell(text: UnsafePointer<UInt8>?, _ count: Int) {
    guard !isStopped else { return }
    target.text(UnsafeBufferPointer(start: text, count: count), at: mark)
    mark = position
  }

  /// Where the markup begins that is being read: the bracket that comes before this place.
  private var startOfMarkup: TextPosition {
    guard let input = context.pointee.input, let first = input.pointee.base,
      var place = input.pointee.cur
    else { return mark }
    var position = position
    var isOnItsLine = true
    while place > first, place.pointee != UInt8(ascii: "<") {
      place -= 1
      if place.pointee == UInt8(ascii: "\n") {
        position.line -= 1
        isOnItsLine = false
      } else if isOnItsLine, place.pointee & 0xC0 != 0x80 {
        position.column -= 1
      }
    }
    guard !isOnItsLine else { return position }
    position.column = 1
    while place > first {
      place -= 1
      if place.pointee == UInt8(ascii: "\n") { break }
      if place.pointee & 0xC0 != 0x80 { position.column += 1 }
    }
    return position
  }

  private func tell(_ error: xmlError) {
    guard !isStopped, error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
    var position = position
    if context.pointee.input == nil {
      position = TextPosition(line: max(1, Int(error.line)), column: max(1, Int(error.int2)))
    }
    var fault = XMLFault(error)
    if fault == .unsupportedEncoding { return stop(.encoding(nil), at: TextPosition()) }
    if fault == .bareAmpersand {
      // The error is noticed after the ampersand and the word that follows it. Other places that
      // need a name have the same error.
      if let distance = charactersBackToAmpersand {
        position.column = max(1, position.column - distance)
      } else {
        fault = .badName
      }
    }
    if fault == .behindTheEnd, let input = context.pointee.input,
      input.pointee.cur == input.pointee.end
    {
      fault = .truncated
    }
    // The parser has several errors for the same cause, one of them called internal.
    if isAtIllFormedUTF8 { fault = .invalidUTF8 }
    stop(.notXML(fault), at: position)
  }

  private var isAtIllFormedUTF8: Bool {
    guard let input = context.pointee.input?.pointee, let place = input.cur else { return false }
    return beginsIllFormed(UnsafeBufferPointer(start: place, count: max(0, input.end - place)))
  }

  private var charactersBackToAmpersand: Int? {
    guard let input = context.pointee.input, let first = input.pointee.base,
      var place = input.pointee.cur
    else { return nil }
    var distance = 0
    while place > first, place.pointee != UInt8(ascii: "\n") {
      place -= 1
      if place.pointee & 0xC0 != 0x80 { distance += 1 }
      if place.pointee == UInt8(ascii: "&") { return distance }
      if [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\"")].contains(place.pointee) {
        return nil
      }
    }
    return nil
  }
}
