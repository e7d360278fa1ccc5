// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension ReaderError: CustomStringConvertible {
  /// What happened and what to do next, for a person at the reader.
  package var description: String {
    switch self {
    case .silent:
      "The tag did not answer. Put it on the middle of the reader again."
    case .refused(let code):
      "The tag refused the command (\(words(for: code))). It may be locked or protected."
    case .corrupted:
      "The tag's answer arrived damaged. Put the tag on the middle of the reader again."
    case .unclear:
      """
      The tag's answer could not be understood. Put the tag on the middle of the reader again.
      """
    case .tagGone:
      "The tag was taken away too early. Put it on the reader again."
    case .tagSwapped(let found):
      "Another tag (\(found)) is on the reader now. Put the first one back."
    case .severalTags(let one, let other):
      "Two tags are on the reader (\(one) and \(other)). Take one away."
    case .nothingSelected:
      "There is no tag on the reader. Put a tag on the reader."
    case .unknownCard:
      """
      What is on the reader does not identify itself. Move it to the middle; if that changes \
      nothing, TagPress cannot read it here.
      """
    case .heldElsewhere:
      "Another program is using the tag on this reader. Stop that program, or choose another "
        + "reader."
    case .notPermitted:
      """
      The PC/SC service does not let you use the tags on its readers from here. Work at the \
      machine itself, or ask its administrator for a polkit rule for \
      org.debian.pcsc-lite.access_card.
      """
    case .readerSilent:
      "The reader does not answer. If this continues, unplug it and plug it in again."
    case .readerGone:
      "The reader was unplugged. Plug it in again."
    case .driverLost(let end):
      """
      \(end.words). The next try starts it again; if this continues, unplug the reader and plug it \
      in again.
      """
    case .cardServiceGone:
      """
      The PC/SC service stopped. If it does not come back by itself, start it with 'sudo systemctl \
      start pcscd.socket'.
      """
    case .notPossible:
      "This reader cannot do that; the tag is not to blame. 'tagpress doctor' shows what readers "
        + "can."
    case .cancelled:
      "Stopped."
    }
  }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .silent: "tag-silent"
    case .refused: "tag-refused"
    case .corrupted: "answer-corrupted"
    case .unclear: "answer-unclear"
    case .tagGone: "tag-gone"
    case .tagSwapped: "tag-swapped"
    case .severalTags: "several-tags"
    case .nothingSelected: "no-tag"
    case .unknownCard: "unknown-card"
    case .heldElsewhere: "tag-in-use"
    case .notPermitted: "tag-not-permitted"
    case .readerSilent: "reader-silent"
    case .readerGone: "reader-gone"
    case .driverLost: "reader-driver-lost"
    case .cardServiceGone: "pcsc-stopped"
    case .notPossible: "not-possible"
    case .cancelled: "cancelled"
    }
  }
}

/// The four bits of a Type 2 tag's refusal, as NXP's data sheets name them.
private func words(for code: UInt8) -> String {
  switch code {
  case 0: "NAK 0: no such page, or not allowed"
  case 1: "NAK 1: the command arrived damaged"
  case 4: "NAK 4: too many wrong passwords"
  case 5: "NAK 5: the memory could not be written"
  default: "NAK \(code)"
  }
}

extension ReaderOpeningError: CustomStringConvertible {
  /// Why the reader could not be opened and how to mend that.
  package var description: String {
    switch self {
    case .unknownName(let name):
      """
      '\(name)' is not the name of a reader. Write pn532_uart:/dev/ttyUSB0 for a PN532 on a serial \
      port, or use a name that 'tagpress doctor' shows.
      """
    case .noSuchPort(let port):
      """
      There is no reader at \(port). Is it plugged in? 'tagpress doctor' lists the ports of this \
      machine.
      """
    case .notATerminal(let path):
      "\(path) is not a serial port. Readers are at paths like /dev/ttyUSB0."
    case .notPermitted(let port, let group?):
      """
      You have no permission to use \(port). Its users are the members of the group '\(group)': \
      run 'sudo adduser $USER \(group)', then log in again.
      """
    case .notPermitted(let port, nil):
      "You have no permission to use \(port). Ask the administrator of this machine for access to "
        + "it."
    case .inUse(let port, let holder?):
      """
      \(port) is in use by '\(holder.program)' (process \(holder.process)). Stop that program, or \
      choose another reader.
      """
    case .inUse(let port, nil):
      "\(port) is in use by another program. Stop that program, or choose another reader."
    case .noAnswer(let port, let speeds):
      """
      Nothing at \(port) answers like a PN532 (tried at \(list(speeds)) baud). Is it \
      powered, set to HSU (serial) mode, and are TX and RX crossed?
      """
    case .unknownSpeed(let speed):
      "\(speed) is not a line speed for a PN532 here. Use 115200, or 460800 for a faster line."
    case .notReady(let name):
      """
      The reader \(name) does not start. Unplug it and plug it in again; 'tagpress doctor' looks \
      for the reason.
      """
    case .driverLost(let name, let end):
      """
      \(end.words) while \(name) was opened. Unplug the reader, plug it in again, and try once more.
      """
    case .driverNotStarted(let code):
      """
      The process for the reader's driver could not be started (error \(code)). Close other \
      programs, then try again.
      """
    case .noReaderFound:
      "No reader was found. 'tagpress doctor' looks for the reason."
    case .severalReaders(let names):
      """
      There are several readers: \(names.map(shellWord).joined(separator: ", ")). Choose one with \
      --reader.
      """
    case .noCardLibrary:
      """
      PC/SC is not installed on this machine. Run 'sudo apt install pcscd libpcsclite1', then plug \
      the reader in again.
      """
    case .noCardService:
      """
      The PC/SC service is not running. Start it with 'sudo systemctl start pcscd.socket', or if \
      there is none, run 'sudo apt install pcscd'.
      """
    case .cardServiceRefuses:
      """
      The PC/SC service does not let you use its readers from here. Work at the machine itself, \
      or ask its administrator for a polkit rule for org.debian.pcsc-lite.access_pcsc.
      """
    case .noSuchCardReader(let name, known: []):
      """
      The PC/SC service has no reader, and so none called '\(name)'. Plug it in; 'tagpress doctor' \
      lists what is there.
      """
    case .noSuchCardReader(let name, let known):
      """
      The PC/SC service has no reader whose name begins with '\(name)'. It has: \
      \(known.joined(separator: ", ")).
      """
    }
  }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .unknownName: "reader-name-unknown"
    case .noSuchPort: "no-such-port"
    case .notATerminal: "not-a-serial-port"
    case .notPermitted: "reader-not-permitted"
    case .inUse: "reader-in-use"
    case .noAnswer: "reader-no-answer"
    case .unknownSpeed: "speed-unknown"
    case .notReady: "reader-not-ready"
    case .driverLost: "reader-driver-lost"
    case .driverNotStarted: "reader-driver-not-started"
    case .noReaderFound: "no-reader"
    case .severalReaders: "several-readers"
    case .noCardLibrary: "pcsc-not-installed"
    case .noCardService: "pcsc-not-running"
    case .cardServiceRefuses: "pcsc-not-permitted"
    case .noSuchCardReader: "no-such-pcsc-reader"
    }
  }
}

extension DriverEnd {
  /// What became of the driver; a sentence without its end.
  fileprivate var words: String {
    switch self {
    case .signal(let number):
      """
      The reader was lost: its driver crashed (signal \(number)), which a wrong answer from the \
      reader can cause
      """
    case .code(let code): "The reader was lost: its driver ended by itself (code \(code))"
    case .stuck(let seconds):
      "The reader was lost: its driver did not answer within \(seconds) seconds and was stopped"
    case .nonsense: "The reader was lost: its driver gave an invalid answer and was stopped"
    case .unknown: "The reader was lost: its driver ended"
    }
  }
}

private func list(_ speeds: [Int]) -> String {
  speeds.map(String.init).joined(separator: " and ")
}
