// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Turns the bytes of a CSV file into UTF-8 as they come.
///
/// A byte order mark says how its letters are written; so do the zeros of UTF-16, and letters that are
/// UTF-8 throughout the sample, unless they are few and make more sense otherwise. Everything else
/// is a guess, unless the manifest states it. Nothing is decoded before that is decided, and it is
/// decided once: no file is read half in one encoding and half in another.
struct CSVDecoder {
  /// The encoding of the file; UTF-8 as long as everything is ASCII.
  private(set) var encoding = CSVEncoding.utf8
  /// What else it may be, if nothing states the encoding for certain.
  private(set) var guess: EncodingGuess?
  /// What the last call found; at most one of each kind per file.
  private(set) var notes: [Note] = []
  /// Whether this machine lacks the converter; then nothing is read.
  private(set) var isUnreadable = false

  private let stated: CSVEncoding?
  private var phase = Phase.start
  private var system: SystemDecoder?
  private var hasFault = false
  private var hasLetter = false
  /// Checks whether the bytes are UTF-8, although something else is stated.
  private var contradiction: UTF8Check?
  /// Bytes at the end of a piece whose letter is not complete, or that wait for a decision.
  private var waiting: [UInt8] = []

  /// How many bytes are looked at before it is decided how letters are written.
  static let sampleSize = 65_536

  struct Note {
    /// The byte in the output of the call.
    let offset: Int
    let kind: Kind

    enum Kind: Hashable {
      /// The encoding has no letter for the bytes.
      case badCharacter
      /// The first letter that is not ASCII, where it matters how letters are written.
      case firstLetter
      /// The file is not what is stated.
      case contradiction(CSVEncoding)
      /// The stated encoding turned out to be wrong at the first letter.
      case contradictionAtFirstLetter(CSVEncoding)
    }
  }

  private enum Phase {
    /// Nothing is decided yet.
    case start
    /// All was ASCII so far, which is the same in nearly every encoding.
    case ascii
    /// The next byte is not ASCII.
    case firstLetter
    case decided
  }

  init(stated: CSVEncoding? = nil) {
    self.stated = stated
  }

  /// Appends the decoded bytes; `isLast` says that nothing follows.
  mutating func decode(_ bytes: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
    notes.removeAll()
    var input: [UInt8] = []
    swap(&input, &waiting)
    bytes.withUnsafeBufferPointer { input.append(contentsOf: $0) }
    var offset = 0
    while !isUnreadable {
      switch phase {
      case .start:
        guard input.count >= Self.sampleSize || isLast else {
          waiting = input
          return
        }
        offset = begin(input.prefix(Self.sampleSize), isWhole: isLast, at: output.count)
      case .ascii:
        let end = input[offset...].firstIndex { $0 >= 0x80 } ?? input.count
        output += input[offset..<end]
        offset = end
        if offset == input.count { return }
        phase = .firstLetter
      case .firstLetter:
        guard input.count - offset >= Self.sampleSize || isLast else {
          waiting = Array(input[offset...])
          return
        }
        let sample = input[offset...].prefix(Self.sampleSize)
        decide(sample, isWhole: isLast && sample.endIndex == input.count)
      case .decided:
        read(input, offset, isLast: isLast, into: &output)
        return
      }
    }
  }

  // MARK: What the encoding is

  /// Looks at how the file begins; returns how many of its bytes are a mark.
  private mutating func begin(
    _ sample: ArraySlice<UInt8>, isWhole: Bool, at outputOffset: Int
  ) -> Int {
    if let (found, length) = ByteOrderMark.find(in: sample) {
      if let stated, !found.isMarkOf(stated) {
        notes.append(Note(offset: outputOffset, kind: .contradiction(found)))
      }
      become(found)
      return length
    }
    let wide = wideEncoding(of: sample)
    if let stated {
      if let wide, !wide.isMarkOf(stated) {
        notes.append(Note(offset: outputOffset, kind: .contradiction(wide)))
        become(wide)
      } else if stated.isWide, wide == nil, !sample.isEmpty,
        UTF8Check(sample, isWhole: isWhole).isRight
      {
        notes.append(Note(offset: outputOffset, kind: .contradiction(.utf8)))
        become(.utf8)
      } else {
        if !stated.isWide, stated != .utf8 { contradiction = UTF8Check() }
        become(stated.isWide ? wide ?? stated : stated)
      }
    } else if let wide {
      become(wide)
    } else if sample.allSatisfy({ $0 < 0x80 }) {
      if isISO2022JP(sample) { become(.iso2022JP) } else { phase = .ascii }
    } else {
      decide(sample, isWhole: isWhole && sample.count < Self.sampleSize)
    }
    return 0
  }

  /// Decides by a sample with letters that are not ASCII.
  private mutating func decide(_ sample: ArraySlice<UInt8>, isWhole: Bool) {
    let check = UTF8Check(sample, isWhole: isWhole)
    guard !check.isRight || check.mayBeAccident else { return become(.utf8) }
    let guess = EncodingGuess(Array(sample), mayBeUTF8: check.isRight)
    if !guess.isCertain { self.guess = guess }
    become(guess.best)
  }

  private mutating func become(_ found: CSVEncoding) {
    phase = .decided
    encoding = found == .utf16 ? .utf16LittleEndian : found
    guard case .system(let name) = encoding.form else { return }
    system = SystemDecoder(from: name)
    isUnreadable = system == nil
  }

  // MARK: What the bytes say

  /// Reads bytes whose encoding is known.
  private mutating func read(
    _ input: [UInt8], _ start: Int, isLast: Bool, into output: inout [UInt8]
  ) {
    var offset = start
    let outputStart = output.count
    while offset < input.count {
      var isInvalid = false
      switch encoding.form {
      case .utf8: isInvalid = decodeUTF8(input, &offset, into: &output)
      case .windows1252: decodeWindows1252(input, &offset, into: &output)
      case .utf16, .utf16AsMarked: decodeUTF16(input, &offset, into: &output)
      case .system:
        isInvalid = system?.decode(input, &offset, into: &output) == .invalid
      }
      if isInvalid {
        noteFault(at: output.count)
        output += "\u{FFFD}".utf8
        offset += 1
      } else if offset < input.count {
        // The beginning of a letter is left, whose rest at the end of the file does not come.
        guard isLast else {
          waiting = Array(input[offset...])
          break
        }
        noteFault(at: output.count)
        output += "\u{FFFD}".utf8
        offset = input.count
      }
    }
    if isLast { system?.finish(into: &output) }
    noteLetters(output, from: outputStart)
    contradiction?.read(input[start..<offset])
    if isLast, contradiction?.isNoAccident(in: encoding) == true {
      notes.append(Note(offset: output.count, kind: .contradictionAtFirstLetter(.utf8)))
    }
    notes.sort { $0.offset < $1.offset }
  }

  /// Records the first letter if it matters, and controls that nobody uses in an old encoding.
  private mutating func noteLetters(_ output: [UInt8], from start: Int) {
    guard guess != nil || contradiction != nil || system != nil else { return }
    if !hasLetter, let first = output[start...].firstIndex(where: { $0 >= 0x80 }) {
      hasLetter = true
      notes.append(Note(offset: first, kind: .firstLetter))
    }
    guard system != nil, !hasFault, hasLetter else { return }
    for index in output[start...].indices.dropFirst()
    where output[index - 1] == 0xC2 && output[index] < 0xA0 {
      return noteFault(at: index - 1)
    }
  }

  private mutating func noteFault(at offset: Int) {
    if !hasFault { notes.append(Note(offset: offset, kind: .badCharacter)) }
    hasFault = true
  }

  /// Takes what is UTF-8; true if the next byte cannot be.
  private func decodeUTF8(
    _ input: [UInt8], _ offset: inout Int, into output: inout [UInt8]
  ) -> Bool {
    let start = offset
    defer { output += input[start..<offset] }
    while offset < input.count {
      if input[offset] < 0x80 {
        offset += 1
        continue
      }
      switch UTF8Letter(input[offset...]) {
      case .whole(let length): offset += length
      case .incomplete: return false
      case .invalid: return true
      }
    }
    return false
  }

  private mutating func decodeWindows1252(
    _ input: [UInt8], _ offset: inout Int, into output: inout [UInt8]
  ) {
    while offset < input.count {
      let byte = input[offset]
      offset += 1
      switch byte {
      case 0..<0x80: output.append(byte)
      case 0xA0...: output.append(character: UInt32(byte))
      default:
        let value = CSVEncoding.windows1252Controls[Int(byte & 0x1F)]
        if value == 0 { noteFault(at: output.count) }
        output.append(character: value == 0 ? 0xFFFD : value)
      }
    }
  }

  private mutating func decodeUTF16(
    _ input: [UInt8], _ offset: inout Int, into output: inout [UInt8]
  ) {
    let isLittleEndian = encoding != .utf16BigEndian
    func unit(_ offset: Int) -> UInt32? {
      guard offset + 1 < input.count else { return nil }
      let first = UInt32(input[offset])
      let second = UInt32(input[offset + 1])
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    while let first = unit(offset) {
      guard first & 0xF800 == 0xD800 else {
        output.append(character: first)
        offset += 2
        continue
      }
      if first < 0xDC00 {
        guard let second = unit(offset + 2) else { return }
        if second & 0xFC00 == 0xDC00 {
          output.append(character: 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
          offset += 4
          continue
        }
      }
      noteFault(at: output.count)
      output.append(character: 0xFFFD)
      offset += 2
    }
  }
}

extension [UInt8] {
  /// Appends a Unicode scalar value in UTF-8.
  mutating func append(character value: UInt32) {
    func low(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift & 0x3F) | 0x80 }
    switch value {
    case 0..<0x80: append(UInt8(truncatingIfNeeded: value))
    case 0..<0x800:
      append(UInt8(truncatingIfNeeded: value >> 6) | 0xC0)
      append(low(0))
    case 0..<0x10000:
      append(UInt8(truncatingIfNeeded: value >> 12) | 0xE0)
      append(low(6))
      append(low(0))
    default:
      append(UInt8(truncatingIfNeeded: value >> 18) | 0xF0)
      append(low(12))
      append(low(6))
      append(low(0))
    }
  }
}
