// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibPCSC
package import TagReading

/// The functions of libpcsclite; nil where it is not installed.
///
/// A global is made once, whichever thread comes first.
private let library: tagpress_pcsc? = {
  var functions = tagpress_pcsc()
  return tagpress_pcsc_open(&functions) != 0 ? functions : nil
}()

/// One line to the PC/SC service (`SCardEstablishContext`), and the readers at its other end.
final class PCSCContext {
  let functions: tagpress_pcsc
  let handle: tagpress_pcsc_context

  /// SCARD_SCOPE_SYSTEM: the readers of this machine.
  private static let scope: UInt = 2
  /// The service knows 16 readers with names of 128 bytes.
  private static let roomForNames = 16 * 128 + 1

  init() throws(ReaderOpeningError) {
    guard let library else { throw .noCardLibrary }
    var handle = tagpress_pcsc_context()
    let code = PCSCCode(library.establish_context(PCSCContext.scope, nil, nil, &handle))
    guard code == .done else { throw ReaderOpeningError(code) }
    functions = library
    self.handle = handle
  }

  deinit {
    _ = functions.release_context(handle)
  }

  /// The service's names for its readers (`SCardListReaders`).
  func readers() throws(ReaderOpeningError) -> [String] {
    var names = [CChar](repeating: 0, count: Self.roomForNames)
    var length = UInt(names.count)
    switch PCSCCode(functions.list_readers(handle, nil, &names, &length)) {
    case .done: break
    case .noReaders: return []
    case let code: throw ReaderOpeningError(code)
    }
    // Each name ends with a zero, and the list with another one.
    return names.prefix(Int(clamping: length)).split(separator: 0).map { name in
      String(decoding: name.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
  }

  /// The state of a reader once it is another than the known one, or the time is over
  /// (`SCardGetStatusChange`).
  func state(
    of reader: String, otherThan known: PCSCState, within longest: Duration
  ) throws(SlotError) -> PCSCState {
    var found = PCSCState()
    let code = reader.withCString { name in
      var state = tagpress_pcsc_reader_state()
      state.reader = name
      state.current_state = known.rawValue
      let milliseconds = UInt(max(0, Int(longest / .milliseconds(1))))
      let returned = functions.get_status_change(handle, milliseconds, &state, 1)
      found = PCSCState(rawValue: state.event_state)
      return PCSCCode(returned)
    }
    guard code == .done || code == .timeOut else { throw SlotError(code) }
    guard found.isDisjoint(with: [.ignored, .unknown, .unavailable]) else { throw .readerGone }
    return found
  }
}

extension ReaderOpeningError {
  /// What keeps the service from telling of its readers.
  init(_ code: PCSCCode) {
    switch code {
    case .noService, .serviceStopped, .communication, .invalidHandle: self = .noCardService
    case .securityViolation: self = .cardServiceRefuses
    default: self = .notReady(PCSCReaderName.prefix)
    }
  }
}

/// The names of this machine's PC/SC readers, in the form that opens them.
package func cardReaderNames() throws(ReaderOpeningError) -> [String] {
  try PCSCContext().readers().map { PCSCReaderName.prefix + $0 }
}
