// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibXML2
internal import Plain

/// What happens while a part of a workbook is read, in the order of the part.
protocol PartTarget: AnyObject {
  /// Called before all others, so that the names that matter can be asked for.
  func begin(_ parser: PartParser)
  func start(_ tag: borrowing PartTag)
  func end()
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// A name in a part: one pointer for the whole part, so that names are compared as pointers.
typealias PartName = UnsafePointer<UInt8>

/// A start tag, for as long as the callback lasts.
struct PartTag: ~Copyable {
  let name: PartName
  let space: PartName?
  /// Five pointers each: name, prefix, namespace, begin and end of the value.
  fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  fileprivate let attributeCount: Int

  /// The value of the attribute with this name and, if it has a prefix, this namespace.
  func value(_ name: PartName, in space: PartName? = nil) -> UnsafeBufferPointer<UInt8>? {
    guard let attributes else { return nil }
    for index in 0..<attributeCount {
      guard attributes[5 * index] == name, attributes[5 * index + 2] == space else { continue }
      guard let start = attributes[5 * index + 3], let end = attributes[5 * index + 4] else {
        return nil
      }
      return UnsafeBufferPointer(start: start, count: end - start)
    }
    return nil
  }
}

/// Owns a push parser of libxml2, fed with one part of a workbook.
///
/// Nothing is fetched, no entity is declared or expanded, and no tree is built.
final class PartParser {
  private let context: xmlParserCtxtPtr
  private let part: String
  private let target: any PartTarget
  private var depth = 0
  /// How deep the element is whose content is passed over; beyond every depth if there is none.
  private var skippedDepth = Int.max
  private(set) var fault: WorkbookFault?
  private(set) var isStopped = false
  private var isBegun = false

  init(part: String, target: any PartTarget) throws(WorkbookFault) {
    _ = Self.isLibraryReady
    var handler = Self.handler
    guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else { throw .noMemory }
    self.context = context
    self.part = part
    self.target = target
    // NOENT only makes &amp; in a value an &: a DOCTYPE stops the parser before there are others.
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    target.begin(self)
  }

  deinit {
    xmlFreeParserCtxt(context)
  }

  /// The pointer that this name will have; one that nothing has when there is no memory for it.
  func name(_ word: String) -> PartName {
    if let name = xmlDictLookup(context.pointee.dict, word, Int32(word.utf8.count)) { return name }
    stop(.noMemory)
    return ("" as StaticString).utf8Start
  }

  /// False if no more is wanted.
  func push(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isStopped, let start = bytes.baseAddress, bytes.count > 0 else { return !isStopped }
    isBegun = true
    let characters = start.assumingMemoryBound(to: CChar.self)
    let result = xmlParseChunk(context, characters, Int32(truncatingIfNeeded: bytes.count), 0)
    if result == XML_ERR_NO_MEMORY.rawValue { stop(.noMemory) }
    guard !isStopped, let input = context.pointee.input else { return !isStopped }
    // The parser keeps what it cannot use yet; without this an endless tag would fill the memory.
    if input.pointee.end - input.pointee.cur > WorkbookLimits.markupBytesMax {
      stop(.tooLarge(.markup))
    }
    return !isStopped
  }

  func finish() {
    guard !isStopped else { return }
    guard isBegun else { return damage(.xml) }
    _ = xmlParseChunk(context, nil, 0, 1)
    if !isStopped, context.pointee.wellFormed == 0 { damage(.xml) }
  }

  func stop(_ fault: WorkbookFault? = nil) {
    guard !isStopped else { return }
    isStopped = true
    self.fault = fault
    xmlStopParser(context)
  }

  /// Passes over the element that has just begun, its end included.
  func skip() {
    skippedDepth = depth
  }

  /// Stops because of what is at this place.
  func damage(_ cause: WorkbookFault.Damage.Cause) {
    let line = context.pointee.input.map { Int($0.pointee.line) }
    stop(.damaged(part, cause, line: line))
  }

  private static let isLibraryReady: Bool = {
    xmlInitParser()
    return true
  }()
}

// The callbacks are C functions, which find the parser behind the context pointer.
extension PartParser {
  private static func parser(_ context: UnsafeMutableRawPointer?) -> Unmanaged<PartParser>? {
    context.map { Unmanaged<PartParser>.fromOpaque($0) }
  }

  private static var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.internalSubset = { context, _, _, _ in
      PartParser.parser(context)?._withUnsafeGuaranteedRef { $0.damage(.doctype) }
    }
    handler.startElementNs = {
      context, name, _, space, _, _, attributeCount, _, attributes in
      PartParser.parser(context)?._withUnsafeGuaranteedRef { parser in
        guard let name, !parser.isStopped else { return }
        parser.depth += 1
        guard parser.depth <= WorkbookLimits.xmlDepthMax else {
          return parser.stop(.tooLarge(.depth))
        }
        guard parser.depth < parser.skippedDepth else { return }
        parser.target.start(
          PartTag(
            name: name, space: space, attributes: attributes, attributeCount: Int(attributeCount)))
      }
    }
    handler.endElementNs = { context, _, _, _ in
      PartParser.parser(context)?._withUnsafeGuaranteedRef { parser in
        guard !parser.isStopped else { return }
        defer { parser.depth -= 1 }
        guard parser.depth < parser.skippedDepth else {
          if parser.depth == parser.skippedDepth { parser.skippedDepth = .max }
          return
        }
        parser.target.end()
      }
    }
    handler.characters = { context, text, count in
      PartParser.parser(context)?._withUnsafeGuaranteedRef { parser in
        guard !parser.isStopped, parser.skippedDepth == .max else { return }
        parser.target.text(UnsafeBufferPointer(start: text, count: Int(count)))
      }
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.serror = { context, error in
      guard let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
      PartParser.parser(context)?._withUnsafeGuaranteedRef { $0.note(error.pointee) }
    }
    return handler
  }

  private func note(_ error: xmlError) {
    switch xmlParserErrors(UInt32(bitPattern: error.code)) {
    case XML_ERR_NO_MEMORY: stop(.noMemory)
    case XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_INVALID_ENCODING,
      XML_ERR_INVALID_CHAR:
      damage(.encoding)
    default: damage(isAtIllFormedUTF8 ? .encoding : .xml)
    }
  }

  /// The parser has several errors for this, one of them called internal.
  private var isAtIllFormedUTF8: Bool {
    guard let input = context.pointee.input?.pointee, let place = input.cur else { return false }
    return beginsIllFormed(UnsafeBufferPointer(start: place, count: max(0, input.end - place)))
  }
}

extension ZipFile {
  /// Reads a part from its beginning to its end, or until the target stops the parser.
  func parse(
    _ entry: Entry, limit: Int = WorkbookLimits.smallPartBytesMax, with target: any PartTarget
  ) throws(WorkbookFault) {
    let parser = try PartParser(part: entry.name, target: target)
    try unpack(entry, limit: limit) { parser.push($0) }
    parser.finish()
    if let fault = parser.fault { throw fault }
  }
}

extension UnsafeBufferPointer<UInt8> {
  var string: String { String(decoding: self, as: UTF8.self) }

  /// A whole number without sign; nil if it is none, or one beyond all limits.
  var wholeNumber: Int? {
    guard count > 0, count <= 10 else { return nil }
    var number = 0
    for byte in self {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }

  /// Whether an XML value says yes.
  var isTrue: Bool { ["1", "true", "on"].contains(string) }
}
