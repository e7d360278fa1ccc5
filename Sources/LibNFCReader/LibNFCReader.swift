// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibNFC
internal import Glibc
package import TagReading

/// A reader that libnfc drives; it belongs to one thread at a time.
package final class LibNFCReader: TagReader {
  package let identity: ReaderIdentity
  private(set) var device: OpaquePointer
  /// libnfc's name for the device, which it has also while it is not open.
  private let connection: String
  /// Whether libnfc has the device; if not, it could not be opened again.
  private(set) var isOpen = true
  private let name: ReaderName
  let port: SerialPort?
  let node: USBNode?
  /// Whether the next answer is that to the next command.
  var isInStep = true
  /// Whether answers since they were last confirmed may have been those to other commands.
  var mayHaveCrossed = false
  /// Whether a tag was found, and no other one is looked for.
  var isWithTag = false
  /// Whether a tag was put to sleep, and nothing has woken it.
  var tagSleeps = false
  var givesBytesBack = true
  private(set) var selected: TagInField?
  /// What the chip can look for.
  let families: Set<TagFamily>
  /// What the device was last told, so that it is told again only when it changes.
  private var easyFraming = true
  private var checksumsByReader = true

  /// ISO 14443-3 gives a tag 5 ms without a field to lose its power, and 5 ms with one to wake.
  private static let fieldRest: useconds_t = 10_000

  /// The longest answer: an extended frame of the PN532, less its own bytes.
  static let longestAnswer = 264
  /// libnfc stops the process on a command that fits no frame, so this is checked before.
  private static let longestCommand = 262

  /// Opens the reader of that name; it answers before this returns.
  package init(_ name: ReaderName) throws(ReaderOpeningError) {
    let opened = try openDevice(name)
    self.name = name
    self.device = opened.device
    self.port = opened.port
    self.node = opened.node
    self.connection = String(cString: nfc_device_get_connstring(opened.device))
    self.identity = ReaderIdentity(
      name: name.description, model: model(of: device),
      longestAnswer: answerLimit(ofConnection: connection))
    let known = typesLookedFor(by: device)
    self.families = Set(TagFamily.allCases.filter { known.contains($0.modulation.nmt) })
    tryEcho()
    guard isOpen else { throw .notReady(name.description) }
  }

  deinit {
    port?.share()
    if isOpen { nfc_close(device) }
    node?.switchSearchOn()
    if case .serial(_, let speed) = name, speed != ReaderName.usualSpeed, let port {
      try? LineSpeed.change(port.path, from: speed, to: ReaderName.usualSpeed)
    }
  }

  /// Opens the device of libnfc again, which begins anew, without a tag and with the field off.
  ///
  /// - Returns: whether another program has had it meanwhile.
  func openAgain() throws(ReaderError) -> Bool {
    var wasTaken = node?.isClaimed == false
    nfc_close(device)
    isOpen = false
    wasTaken = wasTaken || node?.isClaimed == true
    noteSelection(nil)
    tagSleeps = false
    easyFraming = true
    do {
      try node?.awaitFree(named: name.description)
      node?.dropAnswers()
      device = try openTwice(connection, on: node, named: name.description)
      isOpen = true
      return wasTaken
    } catch {
      throw whyNoAnswer
    }
  }

  func isDriven(by driver: String) -> Bool {
    connection == driver || connection.hasPrefix("\(driver):")
  }

  /// What the reader can look for, in libnfc's words (`ISO/IEC 14443A (106 kbps)`).
  package var modulations: [String] {
    typesLookedFor(by: device).map { String(cString: str_nfc_modulation_type($0)) }
  }

  package func select(
    _ family: TagFamily, uid: TagUID?
  ) throws(ReaderError) -> TagInField? {
    letGo()
    isWithTag = uid != nil
    // Only Type A is selected by its UID; another family would take it for a strange request.
    let named = family == .typeA ? uid.map { [speaksPN53x ? $0.cascaded : $0.bytes] } : nil
    for call in named ?? family.calls {
      let found = speaksPN53x ? try look(family, call) : try select(family, calling: call)
      guard let found, uid == nil || uid == found.uid else { continue }
      noteSelection(found)
      return found
    }
    return nil
  }

  private func look(_ family: TagFamily, _ call: [UInt8]) throws(ReaderError) -> TagInField? {
    guard let answer = try look(for: family, calling: call) else { return nil }
    guard let tag = tag(of: family, in: answer) else {
      noteTrouble()
      throw .readerSilent
    }
    return tag
  }

  /// libnfc's own look, for chips that do not speak the PN53x's language.
  private func select(
    _ family: TagFamily, calling call: [UInt8]
  ) throws(ReaderError) -> TagInField? {
    var target = nfc_target()
    let found = call.withUnsafeBufferPointer { bytes in
      nfc_initiator_select_passive_target(
        device, family.modulation, bytes.isEmpty ? nil : bytes.baseAddress, bytes.count, &target)
    }
    noteSelection(nil)
    if found == NFC_ERFTRANS || found == NFC_ETGRELEASED { return nil }
    // A reader that does not know a family finds no tags of it.
    if family != .typeA, found == NFC_EDEVNOTSUPP || found == NFC_EINVARG { return nil }
    try check(found)
    return found > 0 ? TagInField(target) : nil
  }

  /// A smart card hears no one look for it before it was let go.
  func letGo() {
    if selected?.technology.isSmartCard == true { _ = nfc_initiator_deselect_target(device) }
    selected = nil
  }

  /// Whatever a look finds, it sets the chip's checksum handling back to the chip's own.
  func noteSelection(_ tag: TagInField?) {
    checksumsByReader = true
    selected = tag
    isWithTag = isWithTag || tag != nil
  }

  package func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard let selected else { throw .nothingSelected }
    guard !command.isEmpty, command.count <= LibNFCReader.longestCommand else { throw .notPossible }
    guard !selected.technology.isSmartCard else { return try exchangeWithCard(command) }
    if case .felica = selected.technology { return try exchangePacket(command, care) }
    switch care {
    case .quick:
      let throughMIFARE = goesThroughDataExchange(command)
      try setEasyFraming(throughMIFARE)
      try setChecksumsByReader(true)
      return try transceive(command)
    case .careful:
      try setEasyFraming(false)
      try setChecksumsByReader(false)
      return try exchangeBare(command)
    }
  }

  package func halt() throws(ReaderError) {
    guard selected != nil else { return }
    try comeIntoStep()
    // A reader that was opened again has woken all tags.
    guard selected != nil else { throw .readerSilent }
    selected = nil
    tagSleeps = true
    try check(nfc_initiator_deselect_target(device))
  }

  package func switchField(on: Bool) throws(ReaderError) {
    selected = nil
    tagSleeps = false
    try checkTwice { nfc_device_set_property_bool(device, NP_ACTIVATE_FIELD, on) }
    usleep(LibNFCReader.fieldRest)
  }

  /// One exchange with a smart card: the reader cuts it into blocks and repeats what gets lost.
  private func exchangeWithCard(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    try setEasyFraming(true)
    do {
      return try transceive(command)
    } catch {
      // A card refuses in words of its own; whatever else went wrong, it was not heard.
      throw error == .unclear ? .silent : error
    }
  }

  /// One exchange in which the host keeps the checksums, so that the four bits of a refusal are seen.
  private func exchangeBare(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    var framed = command + [0, 0]
    framed.withUnsafeMutableBufferPointer { bytes in
      iso14443a_crc_append(bytes.baseAddress, command.count)
    }
    let answer: [UInt8]
    do {
      answer = try transceive(framed)
    } catch {
      throw error == .unclear ? .silent : error
    }
    if answer.count == 1 {
      switch answer[0] {
      case 0x0A: return []
      case 0x0...0x7: throw .refused(answer[0])
      default: throw .corrupted
      }
    }
    guard answer.count > 2 else { throw .corrupted }
    var expected = Array(answer.dropLast(2)) + [0, 0]
    expected.withUnsafeMutableBufferPointer { bytes in
      iso14443a_crc_append(bytes.baseAddress, answer.count - 2)
    }
    guard expected == answer else { throw .corrupted }
    return Array(answer.dropLast(2))
  }

  /// One packet of FeliCa, which carries its own length in front, both ways.
  private func exchangePacket(_ packet: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard let length = UInt8(exactly: packet.count + 1) else { throw .notPossible }
    try setEasyFraming(false)
    try setChecksumsByReader(true)
    let answer: [UInt8]
    do {
      answer = try transceive([length] + packet)
    } catch {
      // A chip of FeliCa refuses in an answer, so no answer is silence or a broken one.
      throw error == .unclear && care == .careful ? .silent : error
    }
    guard let said = answer.first, Int(said) == answer.count, said > 1 else { throw .corrupted }
    return Array(answer.dropFirst())
  }

  private func transceive(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    try comeIntoStep()
    var status: Int32 = 0
    let answer = [UInt8](unsafeUninitializedCapacity: LibNFCReader.longestAnswer) { buffer, count in
      status = nfc_initiator_transceive_bytes(
        device, command, command.count, buffer.baseAddress, buffer.count, -1)
      count = max(0, Int(status))
    }
    switch status {
    // libnfc folds silence, a refusal and a broken checksum into one code.
    case NFC_ERFTRANS, NFC_ETGRELEASED: throw .unclear
    // The chip no longer keeps a target (its status 27): it was interrupted in a look.
    case NFC_EINVARG: throw .unclear
    default: try check(status)
    }
    return answer
  }

  private func setEasyFraming(_ wanted: Bool) throws(ReaderError) {
    guard easyFraming != wanted else { return }
    try checkTwice { nfc_device_set_property_bool(device, NP_EASY_FRAMING, wanted) }
    easyFraming = wanted
  }

  private func setChecksumsByReader(_ wanted: Bool) throws(ReaderError) {
    guard checksumsByReader != wanted else { return }
    // libnfc remembers the value of its own last call, which a select has undone on the chip:
    // set it to the other one first, or it would do nothing.
    if !wanted { try checkTwice { nfc_device_set_property_bool(device, NP_HANDLE_CRC, true) } }
    try checkTwice { nfc_device_set_property_bool(device, NP_HANDLE_CRC, wanted) }
    checksumsByReader = wanted
  }

  private func checkTwice(_ call: () -> Int32) throws(ReaderError) {
    try twiceIfReaderSilent { () throws(ReaderError) in
      try comeIntoStep()
      try check(call())
    }
  }

  /// Turns a status of libnfc that is not about the tag into an error.
  func check(_ status: Int32) throws(ReaderError) {
    guard status < 0 else { return }
    if isUnplugged { throw .readerGone }
    switch status {
    case NFC_ENOTSUCHDEV: throw .readerGone
    case NFC_EINVARG, NFC_EDEVNOTSUPP, NFC_ENOTIMPL: throw .notPossible
    case NFC_EOPABORTED: throw .cancelled
    case NFC_ERFTRANS, NFC_ETGRELEASED, NFC_EMFCAUTHFAIL: throw .unclear
    default:
      noteTrouble()
      throw .readerSilent
    }
  }
}

private func typesLookedFor(by device: OpaquePointer) -> [nfc_modulation_type] {
  var types: UnsafePointer<nfc_modulation_type>?
  guard nfc_device_get_supported_modulation(device, N_INITIATOR, &types) == 0, let types else {
    return []
  }
  // The list ends with a type that does not exist.
  return (0..<Int(NMT_END_ENUM.rawValue)).prefix { types[$0].rawValue != 0 }.map { types[$0] }
}

/// What the device says about its chip and firmware, in libnfc's words (`chip: PN532 v1.6`).
private func model(of device: OpaquePointer) -> String {
  var text: UnsafeMutablePointer<CChar>?
  guard nfc_device_get_information_about(device, &text) >= 0, let text else {
    return String(cString: nfc_device_get_name(device))
  }
  defer { nfc_free(text) }
  let line = String(cString: text).split(separator: "\n").first ?? ""
  return String(line.hasPrefix("chip: ") ? line.dropFirst("chip: ".count) : line)
}

/// An ACR122 wraps each answer again, and its wrapping has one byte for the length.
private func answerLimit(ofConnection connection: String) -> Int {
  connection.hasPrefix("acr122") ? 240 : ReaderIdentity.longestOfPN532
}

/// Whether the PN532's own MIFARE handling must carry the command.
///
/// A WRITE is answered by four bits, which raw framing reports as a broken checksum; other commands
/// than these the chip's MIFARE handling refuses or takes for something else.
private func goesThroughDataExchange(_ command: [UInt8]) -> Bool {
  switch command[0] {
  case 0x30, 0xA0, 0xA2: true
  default: false
  }
}
